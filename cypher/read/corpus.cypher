// The secret key of this corpus' pseudonyms, and what the last export held.
// -> pseudonym_key STRING, exported STRING
MATCH (c:Corpus {id: 'corpus'})
RETURN c.pseudonym_key AS pseudonym_key, c.exported AS exported
