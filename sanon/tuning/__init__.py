"""Measure the thresholds on a corpus that somebody has annotated."""
