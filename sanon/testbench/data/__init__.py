"""What is asked and shown by the testbench: prompts, and the page of its results."""
