// The secret key of this corpus' pseudonyms, what the last export held, and the settings that are remembered.
// -> pseudonym_key STRING, exported STRING, settings STRING
MATCH (c:Corpus {id: 'corpus'})
RETURN c.pseudonym_key AS pseudonym_key, c.exported AS exported, c.settings AS settings
