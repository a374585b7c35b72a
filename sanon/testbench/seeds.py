"""Seeds of the five data sets of every published table; three of them nobody looks at while anything is chosen.

A threshold, a default, a rule or a prompt that was chosen by looking at a data set says nothing about others. So bench
measures on a sealed data set only the systems that it compares by default, and no curves.
"""

from __future__ import annotations

from collections.abc import Iterable

from sanon.errors import ConfigurationError

#: By these anything may be chosen.
OPEN = (7, 8)
#: For the last measurement.
SEALED = (12, 13, 14)


def check_sealed(seed: int, systems: Iterable[str], allowed: Iterable[str], curves: bool) -> None:
    """See that nothing is chosen on a sealed data set.

    Args:
        seed: of the data set.
        systems: that are to be measured.
        allowed: systems that are compared by default.
        curves: whether families of systems are.

    Raises:
        ConfigurationError: the data set is sealed, and they could be chosen from.
    """
    if seed not in SEALED:
        return
    choices = ["--curves"] if curves else sorted(set(systems) - set(allowed))
    if choices:
        raise ConfigurationError(
            f"seed {seed} is kept for the last measurement: {choices[0]} is a choice, which is made on other seeds, "
            f"such as {' and '.join(map(str, OPEN))}; here only the default systems are measured"
        )
