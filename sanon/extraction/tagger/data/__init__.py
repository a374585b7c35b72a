"""Word lists and the model; each list names its source and licence in its first lines."""
