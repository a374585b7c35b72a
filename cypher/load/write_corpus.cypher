// Remember the secret key of this corpus' pseudonyms.
// $pseudonym_key: hexadecimal
MERGE (c:Corpus {id: 'corpus'})
SET c.pseudonym_key = $pseudonym_key
