"""Where systems work: the documents, and graphs of them that are made as a user makes them, by `Corpus`."""

from __future__ import annotations

import json
import re
import shutil
from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple, Self

import pandas as pd
import tomlkit

from sanon.api import Corpus
from sanon.attack.asking import JsonModel
from sanon.attack.attackers.embeddings import SentenceEmbeddings
from sanon.commands.command import ASKING
from sanon.corpus.reading import read_corpus
from sanon.errors import ConfigurationError, InputRejected
from sanon.extraction.llm.answers import FILE as ANSWERS
from sanon.graph.open import create_or_open
from sanon.settings.model import Model
from sanon.settings.policy import Policy
from sanon.settings.profile import Profile
from sanon.testbench.dataset.records import GeneratedDocument, Mentioned
from sanon.testbench.rag.vectors import Vectors
from sanon.testbench.systems.contract import GIVEN, Protected
from sanon.text.counting import counted

#: Of the graphs here, whose documents nobody needs to be protected in: the same stand-ins in every run.
_KEY = "5a" * 32


def write_entities(file: Path, entities: Mapping[str, Sequence[Mentioned]]) -> Path:
    """Write what was found, source id -> entities, as `sanon load --entities` reads it; return the file."""
    lines = (json.dumps({"id": one, "entities": some}) for one, some in sorted(entities.items()))
    file.write_text("\n".join(lines) + "\n", "utf-8")
    return file


class Found(NamedTuple):
    """What stands in the documents, as an extractor finds it.

    Attributes:
        entities: columns of `Corpus.entities`, those that a document mentions, by id.
        mentions: columns of `Corpus.mentions`.
    """

    entities: pd.DataFrame
    mentions: pd.DataFrame


@dataclass
class Workshop:
    """The corpus, and graphs of it in a folder that is gone afterwards.

    Attributes:
        entities: file of what stands in them, as `sanon load --entities` reads it.
        out: keeps what a model answers, and vectors; there already.
        model: how a model is asked; none is if it has no name.
        vectors: of texts; while the workshop is open.
        asking: the model, likewise; None without one.
    """

    documents: Sequence[GeneratedDocument]
    entities: Path
    out: Path
    profile: Profile
    model: Model
    seed: int
    vectors: Vectors = field(init=False)
    asking: JsonModel | None = field(default=None, init=False)

    def __enter__(self) -> Self:
        self._graphs: dict[tuple[str, str | None], Path] = {}
        self._closing = ExitStack()
        self._folder = Path(self._closing.enter_context(TemporaryDirectory(prefix="sanon-bench-")))
        self.vectors = self._closing.enter_context(Vectors(self.out, SentenceEmbeddings()))
        if asking := JsonModel.of(self.model, self.out, "texts of the documents"):
            self.asking = self._closing.enter_context(asking)
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    @property
    def workers(self) -> int:
        """Questions to the model at a time."""
        return self.model.concurrency if self.asking else 1

    @property
    def texts(self) -> dict[str, str]:
        """The documents as they are, by source id."""
        return {document.id: document.content for document in self.documents}

    @property
    def formats(self) -> dict[str, str]:
        """What kind of document each is, by source id."""
        return {document.id: str(document.metadata.get("format", "document")) for document in self.documents}

    @property
    def ask(self) -> JsonModel:
        """The model.

        Raises:
            ConfigurationError: there is none.
        """
        if self.asking is None:
            raise ConfigurationError("this system asks a model: name it with --model or SANON_MODEL")
        return self.asking

    @property
    def _named(self) -> Model | None:
        return self.model if self.asking else None

    def graph(self, extraction: str, chunk: str | None = None) -> Path:
        """A graph of the corpus, loaded once for each way to read it; nothing is decided in it.

        Args:
            extraction: an extractor by name, or `GIVEN`.
            chunk: how documents are cut, as `sanon load --chunk`.

        Raises:
            ConfigurationError: no such extractor, or it is not installed.
            InputRejected: a document cannot be taken.
        """
        how: dict[str, Any] = {"extractor": extraction, "model": self._named}
        if extraction == GIVEN:
            how = {"entities": self.entities}
        return self._loaded(extraction, chunk, **how)

    def given_by(self, name: str, entities: Mapping[str, Sequence[Mentioned]]) -> str:
        """A graph of entities that a system found itself, by a name that takes the place of an extractor.

        Args:
            entities: source id -> what was found.
        """
        self._loaded(name, None, entities=write_entities(self._folder / f"{name}.jsonl", entities))
        return name

    def _loaded(self, name: str, chunk: str | None, **how: Any) -> Path:
        if (name, chunk) in self._graphs:
            return self._graphs[name, chunk]
        folder = self._folder / f"graph-{len(self._graphs)}"
        with create_or_open(str(folder), _KEY):
            pass
        if self.asking:
            # An extractor keeps its answers beside its graph, which is gone afterwards.
            (folder / ANSWERS).symlink_to((self.out / ANSWERS).absolute())
        with Corpus(folder, profile=self.profile.name) as corpus:
            found = corpus.load([document.model_dump() for document in self.documents], chunk=chunk, **how)
        if found.pending or found.rejected:
            # Which systems could be compared, if one of them has fewer documents than another?
            names = sorted(found.pending) or [one.file for one in found.rejected]
            raise InputRejected(f"{counted(len(names), 'document')} cannot be taken, such as {names[0]}")
        self._graphs[name, chunk] = folder
        return folder

    def found(self, extraction: str) -> Found:
        """What stands in the documents."""
        with Corpus(self.graph(extraction), profile=self.profile.name) as corpus:
            entities = corpus.entities
            return Found(entities[entities["frequency"] > 0].sort_values("id", ignore_index=True), corpus.mentions)

    def exchanged(self, found: Found, instead: Mapping[str, str]) -> dict[str, str]:
        """The documents with other words in place of values, by source id.

        Args:
            instead: entity id -> words that take its place wherever a document mentions it.
        """
        values: defaultdict[str, dict[str, str]] = defaultdict(dict)
        for source_id, entity_id, originals in zip(
            *(found.mentions[name].tolist() for name in ("source_id", "entity_id", "original_values")), strict=True
        ):
            if entity_id in instead:
                values[source_id].update(dict.fromkeys(originals, instead[entity_id]))
        return {one: _exchanged(text, values[one]) for one, text in self.texts.items()}

    def redacted(
        self,
        extraction: str,
        policy: Policy,
        *,
        always: Sequence[Mapping[str, str]] = (),
        chunk: str | None = None,
        unlinkable: int | None = None,
        **masking: Any,
    ) -> Protected:
        """The documents under a policy, decided on a graph of their own.

        Args:
            extraction, chunk: as `graph`.
            always: what is masked in any case, as `always_mask` of a policy file.
            unlinkable: the model rewrites until no phrase stands in fewer originals than this.
            masking: as `Corpus.redact`.
        """
        rules = self._folder / "rules.toml"
        rules.write_text(tomlkit.dumps({"always_mask": [dict(one) for one in always]} if always else {}), "utf-8")
        every = Policy(**policy.model_dump())  # every limit is set, that none of the graph's memory is taken
        with TemporaryDirectory(dir=self._folder) as folder:
            graph = Path(folder) / "graph"
            # The answers of the model stay where they are, behind the link.
            shutil.copytree(self.graph(extraction, chunk), graph, symlinks=True)
            with Corpus(graph, profile=self.profile.name, policy=every, policy_file=rules) as corpus:
                corpus.redact(fresh=True, **masking)
                entities = corpus.entities
                # Ids are no text of the documents: what a value does in one says nothing here.
                documents = corpus.hand_out(rename=True).documents
                texts = {name: one.content for name, one in documents.items()}
                if unlinkable:
                    out = Path(folder) / "exported"
                    asked: dict[str, Any] = self.model.model_dump(include=set(ASKING))
                    corpus.export(out, rename=True, until_unlinkable=unlinkable, **asked)
                    exported = {one.source_id: one.content for one in read_corpus(out).documents}
                    texts = {name: exported[one.source_id] for name, one in documents.items()}
        masks = int((entities["masked"].astype(bool) & (entities["frequency"] > 0)).sum())
        return Protected(texts, masks)


def _exchanged(text: str, values: dict[str, str]) -> str:
    """A text with other values in place of some, as whole words; the longest first."""
    if not values:
        return text
    longest_first = sorted(values, key=lambda value: (-len(value), value))
    pattern = re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, longest_first)) + r")(?!\w)")
    return pattern.sub(lambda match: values[match[0]], text)
