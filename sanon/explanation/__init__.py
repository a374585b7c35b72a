"""Why the numbers are what they are, and what they would be: pure functions over arrays that return records."""
