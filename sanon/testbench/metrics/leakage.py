"""The metric `leakage`."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence

from sanon.results.bench import TypeLeaks
from sanon.testbench.attacks import Leaks, leaked_share
from sanon.testbench.metrics.contract import Column, Metric, mean
from sanon.testbench.standing import Shares
from sanon.testbench.trial import Trial

#: The thresholds of leaked clusters are also moved by this, to see whether the order of systems depends on them.
_SHIFT = 0.1


class Leakage(Metric):
    """What attackers learn of hidden persons, by the weights of the types."""

    name = "leakage"
    summary = "weight of a person's values that attackers learn, over all of it, on average"
    order = 20
    slow = True
    columns = (
        Column("leak_rate", "leak rate", shown=True),
        Column("membership", "membership"),
        Column("targeted", "targeted"),
        Column("leaked_clusters", "leaked clusters", shown=True),
        Column("leaked_clusters_strict", "leaked clusters at thresholds - .1"),
        Column("leaked_clusters_lenient", "leaked clusters at thresholds + .1"),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """Rates of both attacks, and of each alone."""
        leaks, weights = trial.leaks, trial.material.profile.weights

        def rate(of: Sequence[Shares]) -> float | None:
            return mean([trial.leak_rate(one.target, shares) for one, shares in zip(leaks, of, strict=True)])

        return {
            "leak_rate": rate([one.all for one in leaks]),
            "membership": rate([dict.fromkeys(one.membership, 1.0) for one in leaks]),
            "targeted": rate([one.targeted for one in leaks]),
            "leaked_clusters": leaked_share(leaks, weights),
            "leaked_clusters_strict": leaked_share(leaks, weights, -_SHIFT),
            "leaked_clusters_lenient": leaked_share(leaks, weights, _SHIFT),
            "leaks_by_type": leaks_by_type(leaks),
        }


def leaks_by_type(leaks: Sequence[Leaks]) -> dict[str, TypeLeaks]:
    """Values of hidden persons, and how many leaked, by type; a part counts as a part."""
    there: Counter[str] = Counter(secret.type for one in leaks for secret in one.target.secrets)
    gone: defaultdict[str, float] = defaultdict(float)
    for one in leaks:
        for number, share in one.all.items():
            gone[one.target.secrets[number].type] += share
    return {kind: TypeLeaks(entities=there[kind], leaked=gone[kind]) for kind in sorted(there)}
