"""What if: what other masks or limits would change. Only reads, extracts nothing, writes nothing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from sanon.commands.command import LIMITS, MASKING, Command, Question, Terminal
from sanon.deciding.corpus_in_graph import CorpusInGraph, read_corpus_in_graph
from sanon.deciding.demands import demands_under, operator_of
from sanon.deciding.softening import softening_anew
from sanon.deciding.stages import decide
from sanon.errors import ConfigurationError
from sanon.explanation.comparison import compare, undecided
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.results import WhatIfResult
from sanon.results.redact import BackgroundResult
from sanon.results.what_if import BackgroundChangeResult, OperatorOfType
from sanon.selection.masked_corpus import MaskedCorpus
from sanon.settings.policy import Policy
from sanon.settings.settings import Settings
from sanon.settings.source import Source

CHAINS_LISTED = 100
#: Settings that are part of the question: under others, masks are chosen anew.
_ASKED = frozenset({*Policy.model_fields, "operators", "scope", "candidates"})


class WhatIfRequest(Question):
    """Other masks; other limits and operators are the settings that the call names."""

    mask: Annotated[tuple[str, ...], Terminal(metavar="ENTITY")] = Field(
        default=(), description="Mask this entity too: its id, or at least 6 digits of it."
    )
    keep: Annotated[tuple[str, ...], Terminal(metavar="ENTITY")] = Field(
        default=(), description="Leave this entity readable; both may be repeated."
    )
    show_values: bool = Field(
        default=False, description="Show the values of entities, and take the value of an entity in place of its id."
    )


def run(store: Store, settings: Settings, request: WhatIfRequest, progress: Progress = silent) -> WhatIfResult:
    """Compare the corpus as it stands with what it would be.

    Without other limits or operators all other masks stay as they are. With them redact decides from no masks, with
    those to mask first and those to keep never masked, and with coarser values where the operators say so.

    Raises:
        ConfigurationError: nothing is asked, or an entity is unknown or both to be masked and to be kept.
    """
    named = request.named
    anew = named.policy_file is not None or bool(_ASKED & named.values.keys())
    if not (request.mask or request.keep or anew):
        raise ConfigurationError("nothing asked: name --mask ENTITY, --keep ENTITY, a limit, an operator or --policy")
    others = Source({name: value for name, value in named.values.items() if name not in _ASKED})
    corpus, then = read_corpus_in_graph(store, settings.changed(others)), settings.changed(named)
    masks, keeps = (
        [corpus.entity(name, by_value=request.show_values) for name in names] for names in (request.mask, request.keep)
    )
    if both := sorted(set(masks) & set(keeps)):
        raise ConfigurationError(f"entity {corpus.masked.incidence.entity_ids[both[0]]} cannot be masked and kept")
    before, masked = corpus.masked, corpus.masked.masks.now.in_documents
    background, idle = None, list[int]()
    if anew:
        after, hiding = _chosen_anew(store, corpus, then, masks, keeps, progress)
        background = _background_change(store, corpus, hiding) if hiding else None
    else:
        after = before.with_labels(masks).without_masks(keeps)
        idle = [entity for entity in masks if masked[entity]] + [entity for entity in keeps if not masked[entity]]
    found = vars(compare(before, after, CHAINS_LISTED)) | {
        "people_before": before.people(),
        "people_after": after.people(),
        "idle": [before.named(entity) | {"masked": bool(masked[entity])} for entity in idle],
        "chosen_anew": anew,
        "masked_before": int(masked.sum()),
        "masked_after": int(after.masks.now.in_documents.sum()),
        "operators": _operators(after, then),
        "background": background,
        "parameters": then.policy.model_dump() | {"profile": then.profile.name},
        "parameters_before": before.policy.model_dump() | {"profile": then.profile.name},
    }
    result = WhatIfResult.model_validate(found)
    return result.model_copy(update={"values": store.values(result.named)}) if request.show_values else result


def _chosen_anew(
    store: Store,
    corpus: CorpusInGraph,
    settings: Settings,
    masks: Sequence[int],
    keeps: Sequence[int],
    progress: Progress,
) -> tuple[MaskedCorpus, BackgroundResult | None]:
    """The corpus as redact would leave it under other settings, and what its background stage would do."""
    before = corpus.masked
    demands = demands_under(store, before.incidence, corpus.entities, settings)
    fresh = undecided(before, settings.policy, demands, mask=masks, keep=keeps)
    decided = decide(store, fresh, settings, progress=progress)
    softening = softening_anew(before.incidence, corpus.entities, settings)
    after = softening.soften(decided.corpus, [choice.entity for choice in decided.background]).corpus
    return after, decided.hiding.result if decided.hiding else None


def _background_change(store: Store, corpus: CorpusInGraph, hiding: BackgroundResult) -> BackgroundChangeResult:
    places = store.resemblances()
    found = places[places["rank_after"].between(1, hiding.candidates)]
    return BackgroundChangeResult(
        candidates=hiding.candidates,
        texts=hiding.texts,
        documents=hiding.documents,
        masked_before=int((corpus.entities["decided_by"] == "background").sum()),
        masked_after=hiding.masked,
        found_before=found["document_id"].nunique(),
        found_after=hiding.found_after,
    )


def _operators(corpus: MaskedCorpus, settings: Settings) -> list[OperatorOfType]:
    types = corpus.incidence.entity_types
    masked = Counter(types[entity] for entity in corpus.losses())
    coarser = Counter(types[entity] for entity, lost in corpus.losses().items() if lost < 1.0)
    return [
        OperatorOfType(
            type=kind, operator=operator_of(settings.masking, kind), masked=masked[kind], coarser=coarser[kind]
        )
        for kind in sorted(masked)
    ]


WHAT_IF = Command("what-if", WhatIfRequest, run, graph="needed", settings=LIMITS | MASKING)
