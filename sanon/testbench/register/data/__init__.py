"""The tables of the register."""
