// Remember the secret key of this corpus' pseudonyms; one that is there stays, also if two commands begin together.
// $pseudonym_key: hexadecimal
MERGE (c:Corpus {id: 'corpus'})
SET c.pseudonym_key = coalesce(c.pseudonym_key, $pseudonym_key)
