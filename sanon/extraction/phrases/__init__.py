"""What no list knows: words, names and phrases that are rare in the language and in the corpus."""
