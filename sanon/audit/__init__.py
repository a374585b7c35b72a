"""Audit: look at what was protected by other means than the ones that protected it."""
