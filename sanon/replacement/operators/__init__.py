"""Operators: what stands in place of a masked value, and what it leaves for an attacker. One module an operator."""

from __future__ import annotations

from collections.abc import Callable

from sanon.errors import ConfigurationError
from sanon.replacement.operators.assigning import LABEL, Replacement, assign
from sanon.replacement.operators.contract import Operator, Remains, Target
from sanon.replacement.operators.document_surrogate import DocumentSurrogate
from sanon.replacement.operators.generalize import Generalize
from sanon.replacement.operators.keep import Keep
from sanon.replacement.operators.pseudonym import Pseudonym
from sanon.replacement.operators.redacted import Redacted
from sanon.replacement.operators.rewrite import Rewrite
from sanon.replacement.operators.surrogate import Surrogate
from sanon.replacement.operators.type_label import TypeLabel
from sanon.replacement.surrogates import SurrogateCorpus

__all__ = [
    "DEFAULT_OPERATOR",
    "LABEL",
    "OPERATORS",
    "REMAINS",
    "Operator",
    "Remains",
    "Replacement",
    "Target",
    "assign",
    "leaves_link",
    "leaves_value",
    "operator",
]

OPERATORS: dict[str, Callable[[bytes | None, SurrogateCorpus | None], Operator]] = {
    TypeLabel.name: lambda key, corpus: TypeLabel(),
    Redacted.name: lambda key, corpus: Redacted(),
    Pseudonym.name: lambda key, corpus: Pseudonym(key),
    Surrogate.name: lambda key, corpus: Surrogate(corpus),
    DocumentSurrogate.name: lambda key, corpus: DocumentSurrogate(corpus),
    Generalize.name: lambda key, corpus: Generalize(),
    Rewrite.name: lambda key, corpus: Rewrite(),
    Keep.name: lambda key, corpus: Keep(),
}
"""Name -> how the operator is made from the secret key and the values of the corpus. A new one: a module and a test."""

REMAINS: dict[str, Remains] = {
    kind.name: kind.remains
    for kind in (TypeLabel, Redacted, Pseudonym, Surrogate, DocumentSurrogate, Generalize, Rewrite, Keep)
}
"""Name -> what the operator leaves for an attacker."""

DEFAULT_OPERATOR = TypeLabel.name


def leaves_link(name: str) -> bool:
    """Whether what an operator puts in two documents still says that both mention the same entity.

    Raises:
        ConfigurationError: no such operator.
    """
    return _remains(name) == Remains.LINK


def leaves_value(name: str) -> bool:
    """Whether an operator leaves values as they are.

    Raises:
        ConfigurationError: no such operator.
    """
    return _remains(name) == Remains.VALUE


def _remains(name: str) -> Remains:
    if name not in REMAINS:
        raise ConfigurationError(f"no operator {name!r}: name one of {', '.join(OPERATORS)}")
    return REMAINS[name]


def operator(name: str, key: bytes | None = None, corpus: SurrogateCorpus | None = None) -> Operator:
    """Make an operator by its name.

    Args:
        name: a key of OPERATORS.
        key: secret of the corpus, for operators that need one.
        corpus: for surrogates.

    Raises:
        ConfigurationError: no such operator, or what it needs is missing.
    """
    if name not in OPERATORS:
        raise ConfigurationError(f"no operator {name!r}: name one of {', '.join(OPERATORS)}")
    return OPERATORS[name](key, corpus)
