"""What to mask in the corpus of a graph: demands of the policy, the stages, the background, coarser values."""
