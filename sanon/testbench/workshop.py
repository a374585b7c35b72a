"""What each system of the testbench makes of the corpus; those of sAnon by the steps that a user takes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Self

import numpy as np

from sanon.commands.hand_out import protected
from sanon.commands.load import load_read
from sanon.commands.redact import redact
from sanon.corpus.chunks import Cut
from sanon.corpus.reading import IN_MEMORY, read_records
from sanon.errors import ConfigurationError, InputRejected
from sanon.extraction.build import extraction_of
from sanon.graph.open import create_or_open
from sanon.graph.store import Store
from sanon.replacement.masked import MaskedEntity
from sanon.replacement.operators import DEFAULT_OPERATOR
from sanon.replacement.operators.surrogate import Surrogate
from sanon.replacement.replacer import Replacer
from sanon.settings.input import ExtractorName, Input, Model
from sanon.settings.masking import EVERY_TYPE, Masking
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.settings.rules import EntityRule, Rules
from sanon.settings.tables import Tables
from sanon.testbench.asking import Ask
from sanon.testbench.dataset import Dataset, GeneratedCluster
from sanon.testbench.perturbation import Perturbation
from sanon.testbench.presidio import anonymized
from sanon.testbench.sage import Sage
from sanon.testbench.systems import Parameters, Protected, System
from sanon.testbench.vectors import Vectors
from sanon.text.counting import counted

#: A policy that asks for nothing: what is masked then, lists and the direct rule mask.
_NOTHING = Policy(theta_doc=1, theta_chain=1, rho_high=1, rho_medium=1)
#: Extractor of a system -> what load is told.
_EXTRACTORS: dict[str, ExtractorName] = {"embedded": "embedded", "presidio": "presidio"}


class Workshop:
    """The corpus, and graphs of it in a folder that is gone afterwards.

    Args:
        dataset: read for its entities.
        clusters: of it, those that are measured.
        profile: entity types and weights.
        vectors: likeness of values, for perturbation.
        ask: a model; None without one.
        seed: of what is drawn.
    """

    def __init__(
        self,
        dataset: Dataset,
        clusters: Sequence[GeneratedCluster],
        *,
        profile: Profile,
        vectors: Vectors,
        ask: Ask | None,
        seed: int,
        workers: int = 1,
    ) -> None:
        self._dataset = dataset
        self._documents = [document for cluster in clusters for document in cluster.documents]
        self._profile = profile
        self._vectors = vectors
        self._ask = ask
        self._seed = seed
        self._workers = workers
        self._stores: dict[tuple[str, str | None], Store] = {}
        self._closing = ExitStack()

    def __enter__(self) -> Self:
        self._folder = Path(self._closing.enter_context(TemporaryDirectory(prefix="sanon-bench-")))
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def protect(self, system: System) -> Protected:
        """The documents as a system gives them to the index.

        Raises:
            ConfigurationError: what the system needs is not installed, or there is no model.
            InputRejected: a document of the data set cannot be taken.
        """
        return _MAKERS[system.base](self, system)

    @property
    def texts(self) -> dict[str, str]:
        """The documents as they are."""
        return {document.id: document.content for document in self._documents}

    @property
    def graph(self) -> Store:
        """The graph of the documents whole, with the entities of the data set."""
        return self._store(Parameters())

    # What follows makes the systems.

    def verbatim(self, system: System) -> Protected:
        """Nothing is masked."""
        return Protected(self.texts, 0)

    def every_entity(self, system: System) -> Protected:
        """All types go."""
        rules = Rules(always_mask=tuple(EntityRule(type=kind) for kind in self._profile.types))
        return self._redacted(system.parameters, _NOTHING, Masking(), rules)

    def direct_only(self, system: System) -> Protected:
        """Only the rule for direct identifiers."""
        return self._redacted(system.parameters, _NOTHING, Masking())

    def presidio(self, system: System) -> Protected:
        """Presidio by itself."""
        return anonymized(self.texts)

    def random(self, system: System) -> Protected:
        """As many masks as greedy by its defaults, drawn from all entities; with the direct rule, from the others."""
        store = self._store(Parameters())
        direct = system.parameters.direct == "always"
        masked = self._redact(store, Policy(), Masking(), Rules())
        entities = store.entities()
        entities = entities[entities["frequency"] > 0].sort_values("id")
        is_direct = entities["type"].map(lambda kind: self._profile.types[kind].direct)
        if direct:
            masked -= int(is_direct.sum())
            entities = entities[~is_direct]
        drawn = np.random.default_rng(self._seed).choice(len(entities), size=min(masked, len(entities)), replace=False)
        rows = entities.iloc[sorted(drawn.tolist())]
        rules = Rules(
            always_mask=tuple(
                EntityRule(type=kind, value=value)
                for kind, value in zip(rows["type"].tolist(), rows["value"].tolist(), strict=True)
            )
        )
        policy = _NOTHING.model_copy(update={"direct": "always" if direct else "by-risk"})
        return self._redacted(Parameters(), policy, Masking(), rules)

    def document_stage(self, system: System) -> Protected:
        """θ_doc alone."""
        said = system.parameters
        theta = Policy().theta_doc if said.theta is None else said.theta
        policy = _NOTHING.model_copy(update={"theta_doc": theta, "direct": said.direct or "by-risk"})
        return self._redacted(said, policy, Masking())

    def perturbed(self, system: System) -> Protected:
        """Every entity of the data set takes another value."""
        store = self._store(Parameters())
        entities, mentions = store.entities(), store.mentioned_values()
        perturbation = Perturbation(system.parameters.epsilon, self._seed)
        spelled: defaultdict[str, set[str]] = defaultdict(set)
        mentioned: defaultdict[str, set[str]] = defaultdict(set)
        for source_id, entity_id, originals in zip(
            *(mentions[name].tolist() for name in ("source_id", "entity_id", "original_values")), strict=True
        ):
            spelled[entity_id].update(originals)
            mentioned[source_id].add(entity_id)
        changed: list[MaskedEntity] = []
        for kind, rows in entities[entities["frequency"] > 0].groupby("type"):
            described = self._profile.types[str(kind)]
            values = rows["value"].tolist()
            stands_in = perturbation.values(str(kind), described.normal_form, values, self._vectors.of)
            changed += [
                MaskedEntity(
                    id=entity_id,
                    type=str(kind),
                    weight=described.weight,
                    corpus_wide=described.searched,
                    normal_form=described.normal_form,
                    original_values=tuple(sorted(spelled[entity_id])),
                    value=value,
                    operator=Surrogate.name if stands_in[value] else DEFAULT_OPERATOR,
                    replacement=stands_in[value] or f"[{kind}]",
                )
                for entity_id, value in zip(rows["id"].tolist(), values, strict=True)
                if stands_in[value] != value
            ]
        replacer = Replacer(changed)
        read = read_records([document.model_dump() for document in self._documents]).documents
        texts = {one.source_id: replacer.redact(one, mentioned[one.source_id]).document.content for one in read}
        return Protected(texts, len(changed))

    def synthetic(self, system: System) -> Protected:
        """Written by a model."""
        if self._ask is None:
            raise ConfigurationError("the system sage needs a model: --model")
        formats = {document.id: str(document.metadata.get("format", "document")) for document in self._documents}
        return Protected(Sage(self._ask, self._workers).written(self.texts, formats), None)

    def sanon(self, system: System) -> Protected:
        """The policy of sAnon, as the name of the system changes it."""
        said = system.parameters
        told = {
            "max_chain_length": said.k,
            "theta_doc": said.theta,
            "theta_chain": said.chain,
            "edge_threshold": said.edge,
            "direct": said.direct,
        }
        policy = Policy.model_validate({name: value for name, value in told.items() if value is not None})
        strategy = said.strategy or {"knapsack": "knapsack", "optimal": "optimal"}.get(system.base, "greedy")
        masking = Masking.model_validate({"strategy": strategy})
        if system.base in ("generalize", "surrogate"):
            said = said.model_copy(update={"operator": system.base})
        return self._redacted(said, policy, masking)

    def _redacted(self, said: Parameters, policy: Policy, masking: Masking, rules: Rules | None = None) -> Protected:
        store = self._store(said)
        if said.operator:
            masking = masking.model_copy(update={"operators": {EVERY_TYPE: said.operator}})
        masks = self._redact(store, policy, masking, rules or Rules())
        texts = {document.source_id: document.content for document in protected(store, self._profile)}
        return Protected(texts, masks)

    def _redact(self, store: Store, policy: Policy, masking: Masking, rules: Rules) -> int:
        redact(store, policy=policy, profile=self._profile, rules=rules, masking=masking, fresh=True)
        entities = store.entities()
        return int((entities["masked"].astype(bool) & (entities["frequency"] > 0)).sum())

    def _store(self, said: Parameters) -> Store:
        """The graph of the corpus, made once for each way to read it."""
        key = (said.extraction, said.chunk)
        if key not in self._stores:
            store = self._closing.enter_context(create_or_open(str(self._folder / f"graph-{len(self._stores)}")))
            self._load(store, said)
            self._stores[key] = store
        return self._stores[key]

    def _load(self, store: Store, said: Parameters) -> None:
        given = said.extraction == "given"
        reading = Input(
            entities=self._dataset.entities_file if given else None,
            extractor=_EXTRACTORS.get(said.extraction, "embedded"),
        )
        parts = (reading, Model(), Tables(), self._profile)
        with extraction_of(*parts, answers=lambda: self._folder) as extraction:
            found = load_read(
                store,
                read_records([document.model_dump() for document in self._documents]),
                IN_MEMORY,
                extraction=extraction,
                profile=self._profile,
                policy=Policy(),
                cut=Cut.parse(said.chunk.replace(":", "=")) if said.chunk else None,
            )
        if found.pending or found.rejected:
            # Which systems could be compared, if one of them has fewer documents than another?
            names = sorted(found.pending) or [one.file for one in found.rejected]
            raise InputRejected(
                f"{self._dataset.folder}: {counted(len(names), 'document')} cannot be taken, such as {names[0]}"
            )


_MAKERS: dict[str, Callable[[Workshop, System], Protected]] = {
    "verbatim": Workshop.verbatim,
    "every-entity": Workshop.every_entity,
    "direct-only": Workshop.direct_only,
    "presidio": Workshop.presidio,
    "random": Workshop.random,
    "document": Workshop.document_stage,
    "lprag": Workshop.perturbed,
    "sage": Workshop.synthetic,
    "greedy": Workshop.sanon,
    "knapsack": Workshop.sanon,
    "optimal": Workshop.sanon,
    "generalize": Workshop.sanon,
    "surrogate": Workshop.sanon,
}
