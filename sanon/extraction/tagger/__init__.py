"""The tagger: a small model that says what each word of a text belongs to."""
