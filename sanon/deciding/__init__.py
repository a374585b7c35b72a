"""What to mask: demands of the policy, the stages, the background, coarser values."""
