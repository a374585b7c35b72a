"""What a system of the testbench is: it makes of the documents what goes into the index."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, TypeVar

from pydantic import AfterValidator, Field

from sanon.extraction.registry import EXTRACTORS
from sanon.records import StrictModel
from sanon.registry import Registry
from sanon.replacement.operators import OPERATORS
from sanon.settings.policy import Policy

if TYPE_CHECKING:
    from sanon.testbench.workshop import Workshop

#: A policy that asks for nothing: what is masked then, lists and the direct rule mask.
NOTHING = Policy(theta_doc=1, theta_chain=1, rho_high=1, rho_medium=1, at_least=0)
#: Why a system was not measured.
NO_MODEL = "needs a model: --model"
#: In place of an extractor: the entities that the generator gives.
GIVEN = "given"


class Parameters(StrictModel):
    """What may follow the name of a system, as in `document@theta=0.9`."""

    @property
    def asks(self) -> bool:
        """Whether a language model is asked because of them."""
        return False


def one_of(registry: Registry[Any], *more: str) -> AfterValidator:
    """A check that a name is one of a registry, or one more."""

    def check(name: str) -> str:
        if name not in registry.classes and name not in more:
            raise ValueError(f"no such {registry.kind}; there are {', '.join([*registry.names, *more])}")
        return name

    return AfterValidator(check)


class Detection(Parameters):
    """Parameters of systems that change what was found."""

    extraction: Annotated[str, one_of(EXTRACTORS, GIVEN)] = Field(
        default="embedded", description=f"what finds the entities: an extractor, or {GIVEN} by the generator"
    )

    @property
    def asks(self) -> bool:
        """Whether the extractor asks a model."""
        return self.extraction != GIVEN and EXTRACTORS.named(self.extraction).asks_endpoint


class Replacing(Detection):
    """Parameters of systems that put something in place of what was found."""

    operator: Annotated[str, one_of(OPERATORS)] | None = Field(
        default=None, description="what stands in place of values, as --operator"
    )


@dataclass(frozen=True)
class Protected:
    """What a system makes of the corpus.

    Attributes:
        texts: source id -> what is indexed.
        masks: how many values it hides or changes; None if it cannot be said.
    """

    texts: dict[str, str]
    masks: int | None


P = TypeVar("P", bound=Parameters)


class System(ABC, Generic[P]):
    """A way to protect documents.

    Attributes:
        name: by which users ask for it.
        summary: what it does, in one sentence.
        parameters: type of what may follow the name.
        needs_model: whether it asks a language model.
        ours: whether it is sAnon, for pictures.
        sweep: parameters that lead from little protection to much, for curves.

    Args:
        label: name and parameters, as they were asked for.
    """

    name: ClassVar[str]
    summary: ClassVar[str]
    parameters: ClassVar[type[Parameters]] = Parameters
    needs_model: ClassVar[bool] = False
    ours: ClassVar[bool] = False
    sweep: ClassVar[tuple[str, ...]] = ()

    def __init__(self, label: str, options: P) -> None:
        self.label = label
        self.options = options

    @property
    def about(self) -> str:
        """What it does, with its parameters."""
        said = self.label.partition("@")[2].replace("@", ", ")
        return f"{self.summary}; {said}" if said else self.summary

    @property
    def asks(self) -> bool:
        """Whether it asks a language model with these parameters."""
        return self.needs_model or self.options.asks

    @abstractmethod
    def protect(self, workshop: Workshop) -> Protected:
        """The documents as they go into the index.

        Raises:
            ConfigurationError: what it needs is not installed.
            InputRejected: a document of the data set cannot be taken.
            ExtractionError: the model gives no answers any more.
        """
