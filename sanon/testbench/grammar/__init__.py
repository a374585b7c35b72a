"""The grammar: a hidden world is sampled first; texts, entities, questions and answers follow from it."""
