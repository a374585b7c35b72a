"""The tagger: a small encoder that judges what in a text tells something of a person."""
