"""Commands: each is one function that the terminal and Python share."""
