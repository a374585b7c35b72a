"""Risk arithmetic: pure functions over arrays."""
