"""Attackers: somebody holds texts about people, and asks whom each protected document is about. Pure computation."""
