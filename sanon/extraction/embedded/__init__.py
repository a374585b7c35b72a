"""The embedded extractor: rules, lexicons and a small model that need no key and no network."""
