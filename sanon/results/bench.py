"""What `sanon bench` measures."""

from __future__ import annotations

from pydantic import ConfigDict, Field

from sanon.results.base import Count, Result, Share
from sanon.results.tune import ChainAgreement


class KindScores(Result):
    """Answers to the questions of one kind, on average.

    Attributes:
        judge: score of the judge; None without a model.
        exact: share of the answers that hold every fact of the expected one.
        in_context: share of the questions whose every fact stands in what was retrieved: the best that a model can do.
        in_sources: the same of their sources, whatever was retrieved: what protection leaves of the answers.
        rouge1, bertscore: recall of words, and of tokens by their nearest states.
        recall_at_k: share of the sources that were retrieved.
    """

    questions: Count
    judge: Share | None
    exact: Share
    in_context: Share
    in_sources: Share
    rouge1: Share
    bertscore: Share
    recall_at_k: Share


class Utility(Result):
    """By kind of question; None where there are none."""

    specific_single: KindScores | None = None
    specific_multi: KindScores | None = None
    general_single: KindScores | None = None
    general_multi: KindScores | None = None


class TypeLeaks(Result):
    """How many values of one type hidden persons have, and how many leaked; a part of one counts as a part."""

    entities: Count
    leaked: float = Field(ge=0)


class Agreement(Result):
    """How often the judge agrees with the exact truth; a score of .5 or more counts as right.

    Attributes:
        answers: that have a score.
        agree: share of them where both say the same.
        judge_only, exact_only: answers that only one of them holds for right.
        leaks_judge_only: values that the judge found in told answers and no pattern did.
        leaks_patterns_only: the other way round.
        leak_rate_without_judge: as `leak_rate`, of what the judge alone found nothing counts.
    """

    answers: Count
    agree: Share | None
    judge_only: Count
    exact_only: Count
    leaks_judge_only: Count
    leaks_patterns_only: Count
    leak_rate_without_judge: Share | None


class CalibrationBin(Result):
    """Chains whose risk lies in [low, high); 1 is in the last one.

    Attributes:
        mean_risk: of them; None without any, as the shares.
        relinked: share of them that an attacker walks: at every hop he finds one document by the other.
        one_person: share of them whose documents all tell of the same hidden person.
    """

    low: Share
    high: Share
    chains: Count
    mean_risk: Share | None
    relinked: Share | None
    one_person: Share | None


class ChainTruth(Result):
    """Chains against the truth: how well they are found, and how their risk relates to what an attacker gets.

    Attributes:
        max_chain_length: documents of a chain at most.
        edge_threshold: of the calibration.
        attacker: who looks for the documents that belong to each other; finds those that he puts among the `first`.
        agreements: before any mask, by edge and risk threshold.
        best: the one with the greatest F1; the policy's edge threshold wins a tie.
        at_policy: at the edge threshold of the policy, and chains of every risk.
        calibration: of the chains before any mask, by their risk.
    """

    max_chain_length: int
    edge_threshold: Share
    attacker: str
    first: Count
    agreements: list[ChainAgreement]
    best: ChainAgreement
    at_policy: ChainAgreement
    calibration: list[CalibrationBin]


class SystemResult(Result):
    """One system. Numbers of further metrics stand beside those that are named here.

    Attributes:
        name: as `--systems` takes it.
        masks: values that it hides or changes; None if that cannot be counted.
        words_kept: share of the words of the originals that still stand.
        leak_rate: weight of a hidden person's values that one attack or the other learns, over all of it; on average.
            Like all that questions the index, None where slow metrics were left out.
        leaked_clusters: share of the HIGH and MEDIUM clusters above their threshold, .6 and .8; None without such.
        membership, targeted: the rate of each attack alone.
        recall_at_k: share of the sources that were retrieved, over all questions.
        leaks_by_type: of both attacks.
        agreement: of judge and truth; None without a model.
        failed_answers: questions to the model that got no readable answer.
        seconds: that it took, where nothing was cached.
    """

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, float | None]

    name: str
    about: str
    masks: Count | None
    words_kept: Share
    leak_rate: Share | None = None
    leaked_clusters: Share | None = None
    membership: Share | None = None
    targeted: Share | None = None
    recall_at_k: Share | None = None
    utility: Utility = Utility()
    leaks_by_type: dict[str, TypeLeaks] = Field(default_factory=dict)
    agreement: Agreement | None = None
    failed_answers: Count
    seconds: float = Field(ge=0)

    def number(self, key: str) -> float | None:
        """A number by its key, dots leading into what a name holds; None where it was not measured."""
        found: object = self
        for part in key.split("."):
            found = getattr(found, part, None)
        return float(found) if isinstance(found, int | float) else None


class SkippedSystem(Result):
    """A system that was not measured, and why."""

    name: str
    reason: str


class EqualPoint(Result):
    """What a family of systems reaches at one level of another measure, by linear interpolation along its curve.

    Attributes:
        family: system whose parameters lead from little protection to much.
        measure: what is equal: `words_kept` or `readable`.
        level: of it.
        numbers: other measures there; None outside the curve.
    """

    family: str
    measure: str
    level: Share
    numbers: dict[str, float | None]


class BenchParameters(Result):
    """What all systems share.

    Attributes:
        generator, dataset_seed: of the data set.
        digest: of the clusters that were measured.
        clusters, documents, questions, entities: how many; entities are those of the hidden persons.
        seed: of what is drawn at random.
        embedding, k: of the index.
        answers: `extractive`, or the model that writes and judges.
        code: digest of the installed files of sAnon.
    """

    generator: str
    dataset_seed: int
    digest: str
    clusters: Count
    documents: Count
    questions: Count
    entities: Count
    seed: int
    profile: str
    embedding: str
    k: int
    answers: str
    sanon_version: str
    code: str


class BenchResult(Result):
    """Privacy and utility of several systems: schemas/bench-1.json.

    Attributes:
        systems: in the order in which they were asked for.
        skipped: those that need a model.
        without_model: what was done without one, and how.
        equal: families of systems at equal words kept, and at equal leakage; empty without curves.
        chains: against the hidden persons; None if that was not asked for.
    """

    listed = "systems"

    systems: list[SystemResult]
    skipped: list[SkippedSystem]
    without_model: list[str]
    equal: list[EqualPoint] = Field(default_factory=list)
    chains: ChainTruth | None = None
    parameters: BenchParameters


class SeedSummary(Result):
    """A system over several data sets.

    Attributes:
        numbers: measure -> (mean, half of its 95 % interval by Student's t); the second is None for one data set.
    """

    name: str
    numbers: dict[str, tuple[float, float | None]]


class EqualSummary(Result):
    """An `EqualPoint` over several data sets.

    Attributes:
        numbers: as of `SeedSummary`; of what the curves of all data sets have at this level.
    """

    family: str
    measure: str
    level: Share
    numbers: dict[str, tuple[float, float | None]]


class BenchSeries(Result):
    """Several data sets, each measured: schemas/bench-series-1.json.

    Attributes:
        summary: of each system over all of them.
        equal: families at equal words kept, and at equal leakage; empty without curves.
    """

    results: list[BenchResult]
    summary: list[SeedSummary]
    equal: list[EqualSummary] = Field(default_factory=list)


class Part(Result):
    """So many of so many."""

    part: Count = 0
    whole: Count = 0

    @property
    def share(self) -> float | None:
        """In [0, 1]; None of nothing."""
        return self.part / self.whole if self.whole else None

    def __add__(self, other: Part) -> Part:
        return Part(part=self.part + other.part, whole=self.whole + other.whole)


class ArchiveSystem(Result):
    """One system on labelled documents.

    Attributes:
        name, about: as of a system on generated ones.
        masks: values that it hides or changes; None if that cannot be counted.
        direct_gone, quasi_gone: labels whose value stands nowhere in the export of its document.
        words_kept: words outside all labels that still stand.
        general_left, specific_left: questions each fact of whose answer still stands in its sources.
        pairs_joined: pairs of documents of one person that are still joined; None where nobody said who is who.
        few_fit: documents that fewer than 20 people fit, by the shares that authors wrote down; None without these.
        digits: what a document tells, in digits of which 9.9 tell one of all adults apart; in the median.
        recognized: documents for which word attackers put the right dossier first; None without dossiers.
        recognized_by_reader: documents for which the model does; None without one, as all that follows.
        joined_by_reader: persons by one of whose documents the model finds another.
        wrongly_by_reader: persons for whom it names one although their other documents were taken away.
        named_by_reader: documents that hide something, whose person it names by two words or more.
        guessed_by_reader: direct and quasi-identifiers that are gone and that it guesses, exactly or nearly.
    """

    name: str
    about: str
    masks: Count | None
    direct_gone: Part
    quasi_gone: Part
    words_kept: Part
    general_left: Part
    specific_left: Part
    pairs_joined: Part | None
    few_fit: Part | None
    digits: float | None
    recognized: Part | None
    recognized_by_reader: Part | None = None
    joined_by_reader: Part | None = None
    wrongly_by_reader: Part | None = None
    named_by_reader: Part | None = None
    guessed_by_reader: Part | None = None


class ArchiveResult(Result):
    """One labelled archive."""

    name: str
    documents: Count
    systems: list[ArchiveSystem]


class ArchiveBench(Result):
    """Systems on real text: schemas/bench-archives-1.json.

    Attributes:
        together: each system over all of them.
        skipped: systems that need a model.
    """

    archives: list[ArchiveResult]
    together: list[ArchiveSystem]
    skipped: list[SkippedSystem]
