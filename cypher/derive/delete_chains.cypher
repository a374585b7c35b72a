// Forget the worst chains, before they are written anew.
MATCH (c:Chain)
DETACH DELETE c
