"""The systems that are compared, by name: `greedy`, or with parameters `greedy@k=2@operator=generalize`. Pure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from sanon.errors import ConfigurationError, explained
from sanon.replacement.operators import OPERATORS
from sanon.settings.policy import DirectRule

#: θ_doc of the document stage alone in Zhou 2025, table 6.1.
THETAS = (0.95, 0.9, 0.85, 0.8, 0.75)
#: Of a value, for local differential privacy.
EPSILON = 10.0


class Parameters(BaseModel):
    """What the name of a system may say; what it does not say is as sAnon does it by default.

    Attributes:
        k: documents in the longest chain.
        theta, chain, edge: θ_doc, θ_chain and the edge threshold.
        direct: rule for direct identifiers.
        strategy: of the chain stage.
        operator: what stands in place of values.
        extraction: entities as the data set gives them, or as an extractor finds them.
        chunk: how documents are cut in the graph, `sentences` or `words:N`.
        epsilon: privacy loss of each value under local differential privacy.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    k: int | None = Field(default=None, ge=2, le=6)
    theta: float | None = Field(default=None, ge=0, le=1)
    chain: float | None = Field(default=None, ge=0, le=1)
    edge: float | None = Field(default=None, gt=0, le=1)
    direct: DirectRule | None = None
    strategy: str | None = None
    operator: str | None = None
    extraction: Literal["given", "embedded", "presidio"] = "given"
    chunk: str | None = Field(default=None, pattern=r"^(sentences|words:[1-9]\d*)$")
    epsilon: float = Field(default=EPSILON, gt=0)

    @field_validator("operator")
    @classmethod
    def _there_is_one(cls, operator: str | None) -> str | None:
        if operator is not None and operator not in OPERATORS.names:
            raise ValueError(f"no such operator; there are {', '.join(OPERATORS.names)}")
        return operator


class Base(BaseModel):
    """A kind of system.

    Attributes:
        about: what it does, in one line.
        takes: its parameters.
        model: whether it needs a language model.
    """

    model_config = ConfigDict(frozen=True)

    about: str
    takes: frozenset[str] = frozenset()
    model: bool = False


_POLICY = frozenset({"k", "theta", "chain", "edge", "direct", "operator", "extraction", "chunk"})
#: In the order of a table.
BASES: dict[str, Base] = {
    "verbatim": Base(about="the documents as they are"),
    "every-entity": Base(about="every entity masked", takes=frozenset({"operator", "extraction"})),
    "direct-only": Base(about="direct identifiers masked, nothing else", takes=frozenset({"operator", "extraction"})),
    "presidio": Base(about="Presidio analyzer and anonymizer with their defaults, small English model"),
    "random": Base(about="as many masks as greedy, on entities drawn at random", takes=frozenset({"direct"})),
    "document": Base(
        about="document stage alone, without the rule for direct identifiers",
        takes=frozenset({"theta", "direct", "operator", "extraction"}),
    ),
    "lprag": Base(about="values perturbed under local differential privacy", takes=frozenset({"epsilon"})),
    "sage": Base(about="documents written anew from their five key attributes, then refined", model=True),
    "greedy": Base(about="sAnon, greedy", takes=_POLICY),
    "knapsack": Base(about="sAnon, knapsack", takes=_POLICY),
    "optimal": Base(about="sAnon, optimal", takes=_POLICY),
    "generalize": Base(about="sAnon with coarser values", takes=_POLICY - {"operator"} | {"strategy"}),
    "surrogate": Base(about="sAnon with surrogates", takes=_POLICY - {"operator"} | {"strategy"}),
}
#: Those of sAnon.
OURS = ("greedy", "knapsack", "optimal", "generalize", "surrogate")
DEFAULT = (
    "verbatim",
    "every-entity",
    "every-entity@operator=generalize",
    "direct-only",
    "presidio",
    "random",
    "random@direct=always",
    *(f"document@theta={theta:g}" for theta in THETAS),
    "lprag",
    "sage",
    "greedy",
    "knapsack",
    "optimal",
    "generalize",
    "generalize@strategy=optimal",
    "surrogate",
)


@dataclass(frozen=True)
class System:
    """A system to measure.

    Attributes:
        name: as it was asked for.
        base: key of BASES.
        parameters: what its name says.
    """

    name: str
    base: str
    parameters: Parameters

    @classmethod
    def parse(cls, name: str) -> Self:
        """Read a name.

        Raises:
            ConfigurationError: no such system, or a parameter that it does not take.
        """
        base, *said = name.strip().split("@")
        if base not in BASES:
            raise ConfigurationError(f"--systems {name}: no such system; there are {', '.join(BASES)}")
        given: dict[str, str] = {}
        for one in said:
            key, sign, value = one.partition("=")
            takes = ", ".join(sorted(BASES[base].takes)) or "none"
            if not sign or key not in BASES[base].takes:
                raise ConfigurationError(f"--systems {name}: {base} has no parameter {key}; it takes: {takes}")
            given[key] = value
        try:
            return cls(name.strip(), base, Parameters.model_validate(given))
        except ValidationError as error:
            raise ConfigurationError(f"--systems {name}: {explained(error)}") from error

    @property
    def about(self) -> str:
        """What it does, in one line."""
        said = self.name.partition("@")[2].replace("@", ", ")
        return f"{BASES[self.base].about}; {said}" if said else BASES[self.base].about


@dataclass(frozen=True)
class Protected:
    """What a system makes of the corpus.

    Attributes:
        texts: source id -> what is indexed.
        masks: how many values it hides or changes; None if it cannot be said.
    """

    texts: dict[str, str]
    masks: int | None
