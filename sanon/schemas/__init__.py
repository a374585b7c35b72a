"""JSON schemas of the shapes that other programs rely on, versioned."""
