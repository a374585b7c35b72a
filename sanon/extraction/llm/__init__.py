"""Extraction by a language model behind an OpenAI-compatible endpoint, in two stages, with the rules beside it.

Pure: `prompts` (what is asked), `passages` (long documents), `checking` and `normals` (what is believed).
I/O: `endpoint` (the network), `answers` (the cache).
"""
