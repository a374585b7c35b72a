"""What the graph holds of a corpus now, and what a load changes of it."""
