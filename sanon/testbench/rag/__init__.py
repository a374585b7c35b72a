"""A RAG system that answers the questions, with a model or without one."""
