"""What `sanon doctor` looks at: the graph, and what finds the entities. Nothing is created or written."""
