"""What `sanon attack` finds."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from sanon.errors import PolicyNotMet, SanonError
from sanon.results.base import Result


class AttackerSuccess(Result):
    """How often one attacker is right.

    Attributes:
        top1, top5: share of the documents whose right text comes first, or among the first five, in [0, 1].
        original_top1, original_top5: the same of the originals; None without them.
        open_precision, open_recall: with half of the right texts taken away, share of the answers that are right, and
            of the documents whose right text is left that get it; None where that was not asked for, or nobody answers.
    """

    name: str
    top1: float
    top5: float
    original_top1: float | None
    original_top5: float | None
    open_precision: float | None = None
    open_recall: float | None = None


class InferredValues(Result):
    """What a reading model makes of the documents that hide something in their content.

    Attributes:
        documents: that it read; of `unread` ones there is no readable answer.
        named: documents for which it writes a name of two words or more that stands in the original or in a right text,
            and is hidden.
        values: hidden values, each once in a document.
        exact: guessed, in any of their forms.
        coarser: guessed no more exactly than their nearest coarser value.
    """

    documents: int
    unread: int
    named: int
    values: int
    exact: int
    coarser: int


class FoundDocument(Result):
    """A document that at least one attacker puts to the right text.

    Attributes:
        source_id: as exported.
        person: the right text; in an attack within the corpus a document of the same person.
        words: that gave it away, the most telling first; only if the request asks to show values.
    """

    source_id: str
    person: str
    attackers: list[str]
    words: list[str] = Field(default_factory=list)


class AttackSummary(Result):
    """What attackers make of an export, without persons.

    Attributes:
        documents: those that have a right text, of which all shares are.
        background: texts that the attackers know.
        against: texts of the attackers, or the other documents of the export.
        right_by: what says which text is right: a file, what all attackers together find from the original, or the
            links of the graph.
        attackers: one after the other, all together last.
        chance_top1, chance_top5: shares of the documents that somebody finds who orders the texts by lot.
        words_kept: share of the words of the originals that still stand; None without originals.
    """

    documents: int
    background: int
    against: Literal["background", "corpus"]
    right_by: Literal["truth", "original", "links"]
    attackers: list[AttackerSuccess]
    chance_top1: float | None = None
    chance_top5: float | None = None
    words_kept: float | None


class AttackResult(AttackSummary):
    """What attackers make of an export: schemas/attack-1.json.

    Attributes:
        found: by source id.
        left_out: background texts that are documents of the corpus themselves.
        max_chain_risk: of the worst chain of the graph now, to compare; only within the corpus, with its graph.
        chains_over_policy: as the last redact left them; only within the corpus, with its graph.
        agreement: rank correlation, in [-1, 1], of the strength of links now and of how near their documents find each
            other; only within the corpus, with its graph, and where both differ.
        inferred: by the reader from the context of masks; None without a reader, or without originals.
        at_most: share of the documents that an attacker may find at most; None if there is no limit.
    """

    listed = "attackers"

    found: list[FoundDocument] = Field(default_factory=list)
    left_out: int = 0
    max_chain_risk: float | None = None
    chains_over_policy: int | None = None
    agreement: float | None = None
    inferred: InferredValues | None = None
    at_most: float | None = None

    def problem(self) -> SanonError | None:
        """An attacker who finds more than the request allows."""
        worst = max(self.attackers, key=lambda one: one.top1)
        if self.at_most is None or worst.top1 <= self.at_most:
            return None
        return PolicyNotMet(
            f"attacker {worst.name} finds {worst.top1:.0%} of the documents, more than {self.at_most:.0%}"
        )
