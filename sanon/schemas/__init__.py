"""JSON schemas of what commands print and write, for other programs; `python -m sanon.schemas` writes them anew."""
