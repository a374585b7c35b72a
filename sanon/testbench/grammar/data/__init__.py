"""What the grammar says, and of whom: phrases, layouts, public matters, conditions, people."""
