// How many texts an attacker may know.
// -> texts INT64
MATCH (b:Background)
RETURN count(b) AS texts
