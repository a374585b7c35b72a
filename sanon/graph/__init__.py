"""The graph: one store in the domain's words, one engine class per graph engine."""
