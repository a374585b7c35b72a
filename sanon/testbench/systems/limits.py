"""Limits that several systems share."""

from __future__ import annotations

from sanon.settings.policy import Policy

#: A policy that asks for nothing: what is masked then, lists and the direct rule mask.
NOTHING = Policy(theta_doc=1, theta_chain=1, rho_high=1, rho_medium=1, at_least=0)
