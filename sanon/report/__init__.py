"""A page about a corpus, from results only."""
