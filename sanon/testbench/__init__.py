"""The testbench: documents with truth, and what protection costs and gains on them."""
