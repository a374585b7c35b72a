"""The generator that asks a language model: a plan of each cluster, then its documents and questions."""
