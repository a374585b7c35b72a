"""What the graph holds now: read once for all, compared, cut into chunks, remembered."""
