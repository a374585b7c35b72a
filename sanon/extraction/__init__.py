"""Find what identifies people in a document."""
