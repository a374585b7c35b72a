"""Writing: the redacted corpus in the form of the input, checked for leaks before anybody sees it."""
