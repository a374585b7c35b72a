"""Settings: policy, rules of a policy file, profile; typed and checked."""
