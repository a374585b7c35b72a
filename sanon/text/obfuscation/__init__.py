"""Values in disguise: escaped, marked up, cut up, joined, inflected, spelled with other letters."""
