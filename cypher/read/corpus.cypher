// The secret key of this corpus' pseudonyms, what the last export held and did not show, and what is remembered.
// -> pseudonym_key STRING, exported STRING, exported_masks STRING, settings STRING
MATCH (c:Corpus {id: 'corpus'})
RETURN c.pseudonym_key AS pseudonym_key, c.exported AS exported, c.exported_masks AS exported_masks,
    c.settings AS settings
