"""A page on this computer to look at each mask and to change the policy file."""
