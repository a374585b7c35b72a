"""The generator that asks a language model: what is true in each cluster, then its documents and questions."""
