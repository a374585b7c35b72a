"""Text: search forms, words, titles, sentences, matching; knows nothing of documents."""
