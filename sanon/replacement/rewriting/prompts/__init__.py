"""The texts of the prompts; a changed text gets a new number in its name."""
