"""What each chain must reach: θ_chain, and ρ of its category times its risk before the chain stage."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np

from sanon.risk.chains import hop_weight, risk_of_weight
from sanon.risk.incidence import Booleans, Floats, Integers
from sanon.settings.policy import HIGH_FROM, MEDIUM_FROM, TIE, Policy


def is_above(risk: float, limit: float) -> bool:
    """Whether a risk is above a limit by more than rounding."""
    return risk > limit + TIE


def above(risk: Floats, limit: Floats | float) -> Booleans:
    """Which risks are above their limits by more than rounding; same shape."""
    return np.asarray(risk > limit + TIE, dtype=np.bool_)


class ChainLimits:
    """The limit of every chain.

    Attributes:
        least: no chain with a risk below this can be above its limit.
        pre_weight: −ln(1 − hop) of every link after list, direct and document stage; (L,).

    Args:
        pre_hop: hop risk of every link then; (L,).
        policy: θ_chain and ρ.
        accepted: rows of the documents of chains whose risk is accepted, from the smaller end; their limit is 1.
    """

    def __init__(self, pre_hop: Floats, policy: Policy, accepted: Collection[tuple[int, ...]] = ()) -> None:
        self.pre_weight = hop_weight(pre_hop)
        self._policy = policy
        self._accepted = [np.array(chain) for chain in accepted]
        self.least = min(policy.theta_chain, policy.rho_medium * MEDIUM_FROM, policy.rho_high * HIGH_FROM)

    def pre_risk(self, links: Integers) -> Floats:
        """R_pre of chains given by their links (n, length-1); (n,)."""
        return risk_of_weight(self.pre_weight[links].sum(axis=-1))

    def of(self, documents: Integers, links: Integers) -> Floats:
        """Limits of chains given by their documents (n, length) and links (n, length-1); (n,)."""
        limits = limit_of(self.pre_risk(links), self._policy)
        for chain in self._accepted:
            if len(chain) == documents.shape[1]:
                limits[(documents == chain).all(axis=1)] = 1.0
        return limits


def limit_of(pre_risk: Floats, policy: Policy) -> Floats:
    """θ_chain for LOW, min(θ_chain, ρ · R_pre) for MEDIUM and HIGH; same shape."""
    rho = np.where(pre_risk >= HIGH_FROM, policy.rho_high, policy.rho_medium)
    return np.where(pre_risk >= MEDIUM_FROM, np.minimum(policy.theta_chain, rho * pre_risk), policy.theta_chain)
