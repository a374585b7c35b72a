"""Background: texts that an attacker may know come into the graph, and what documents share with them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace
from hashlib import md5
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pandas as pd

from sanon.attack.attackers import term_attackers
from sanon.attack.attackers.likeness import Bm25Attacker, TermAttacker
from sanon.attack.ranking import Ranking, fused
from sanon.attack.shared import shared_words
from sanon.corpus.reading import read_corpus
from sanon.corpus.record import Rejection
from sanon.corpus.spool import Documents
from sanon.corpus_state.chunks import nodes_with_wholes
from sanon.errors import ConfigurationError, InputRejected
from sanon.graph.store import Store
from sanon.progress import Progress
from sanon.records import LEXICON, RULES, TAGGER, Document, Entity, Mention
from sanon.resolution.mentions import Mentions, joined_mentions
from sanon.settings.profile import Profile

FOUND_BY = "background"
#: Relevance of a word that only the background makes telling: it identifies nobody, and links no documents, by itself.
RELEVANCE = 0.0
#: Type of such a word, or what a profile files under it.
_TYPES = ("INDIRECT_IDENTIFIER", "UNIQUE_FACT", "MISC")
#: What finds such words without knowing them, by what stands in or around them.
_GUESSED_BY = frozenset((RULES, LEXICON, TAGGER))
#: Other texts that a word must count less for.
_RIVALS = 20
#: Attackers that the background stage makes fail; `embeddings` is left out, to measure how others fail by it.
ATTACKERS: tuple[TermAttacker, ...] = tuple(term_attackers())


class Background(NamedTuple):
    """What an attacker may know, after a load.

    Attributes:
        texts: columns id, source_id, path, content, content_md5, by source id.
        new: those that the graph does not hold yet.
        gone: ids that the graph holds and the folder has no more; only with `prune`.
        rejected: files that hold no text.
    """

    texts: pd.DataFrame
    new: pd.DataFrame
    gone: list[str]
    rejected: list[Rejection]

    @property
    def changed(self) -> bool:
        """Whether the graph holds something else."""
        return bool(len(self.new) or self.gone)


def background_of(store: Store, folder: Path | None, documents: Documents, prune: bool) -> Background:
    """Read the folder, if one is named, beside what the graph holds.

    Raises:
        InputRejected: a folder without texts, or with nothing but the corpus itself.
    """
    held = store.background()
    if folder is None:
        return Background(held, held.iloc[:0], [], [])
    found = read_corpus(folder)
    own = {plain(text_of(document)) for document in documents}
    rows = [
        (md5(f"{one.source_id}\0{text}".encode()).hexdigest(), one.source_id, one.source.path, text)
        for one in found.documents
        if plain(text := text_of(one)) not in own
    ]
    if not rows:
        what = "nothing but the documents of the corpus themselves" if found.documents else "no text that can be read"
        raise InputRejected(f"--background {folder}: holds {what}")
    read = pd.DataFrame(rows, columns=["id", "source_id", "path", "content"], dtype=object)
    read = read.assign(content_md5=[md5(text.encode()).hexdigest() for text in read["content"]])
    replaced = held[held["source_id"].isin(read["source_id"]) & ~held["id"].isin(read["id"])]
    gone = set(replaced["id"]) | (set(held["id"]) - set(read["id"]) if prune else set())
    new = read[~read["id"].isin(held["id"])]
    texts = pd.concat([part for part in (held[~held["id"].isin(gone)], new) if len(part)], ignore_index=True)
    return Background(
        texts.sort_values("source_id", kind="stable", ignore_index=True),
        new,
        sorted(gone),
        found.rejected,
    )


class Resemblance(NamedTuple):
    """The background texts that attackers put first for the original of a document: taken for the right ones.

    Attributes:
        ranks: number of a text -> attacker -> its place, from 1; 0 if it is none of the first hundred.
        rivals: numbers of the next ones.
    """

    ranks: dict[int, dict[str, int]]
    rivals: list[int]


def resemblances(background: pd.DataFrame, documents: Documents, progress: Progress) -> dict[str, Resemblance]:
    """By source id, what each attacker, and all together, find first."""
    texts, contents = background["content"].tolist(), [text_of(document) for document in documents]
    rankings = {one.name: one.rank(contents, texts, progress) for one in ATTACKERS}
    together = fused(list(rankings.values()), len(texts))
    found: dict[str, Resemblance] = {}
    for row, source_id in enumerate(documents.ids):
        first = {int(ranking.texts[row, 0]) for ranking in (*rankings.values(), together)} - {-1}
        found[source_id] = Resemblance(
            {text: {name: _place(ranking, row, text) for name, ranking in rankings.items()} for text in sorted(first)},
            [text for text in together.texts[row].tolist() if text >= 0 and text not in first][:_RIVALS],
        )
    return found


def with_shared_words(
    mentions: Mentions,
    masked: Collection[Mention],
    documents: Documents,
    background: pd.DataFrame,
    resembling: Mapping[str, Resemblance],
    profile: Profile,
) -> Mentions:
    """Mentions with the words that a document shares with the text about its person, and with few others.

    What was found by a rule, a lexicon or the tagger, and is of a type for whatever tells something
    indirectly, keeps its mention and loses its relevance: the attacker's texts are known, and need not be guessed.
    Words of before are found anew, but those that are masked stay: what is published does not come back.
    """
    kind = word_type(profile)
    guessed = {profile.accepted[name] for name in _TYPES if name in profile.accepted}
    texts = background["content"].tolist()
    knowledge = Bm25Attacker().knowledge_of(texts)
    words = {
        source_id: shared_words(text_of(documents.by_id(source_id)), sorted(one.ranks), one.rivals, texts, knowledge)
        for source_id, one in resembling.items()
    }
    kept: defaultdict[str, list[Mention]] = defaultdict(list)
    for mention in masked:
        if FOUND_BY in mention.found_by:
            kept[mention.source_id].append(mention)
    result: Mentions = {}
    for source_id, found in mentions.items():
        others = [_by_background(mention, guessed) for mention in found if mention.found_by != (FOUND_BY,)]
        elsewhere = {mention.entity for mention in others}
        shared = [
            Mention(source_id, Entity(word, kind), RELEVANCE, tuple(sorted(spellings)), (FOUND_BY,))
            for word, spellings in words.get(source_id, {}).items()
        ]
        added = [one for one in (*shared, *kept[source_id]) if one.entity not in elsewhere]
        result[source_id] = joined_mentions(source_id, others + added)
    return result


def without_shared_words(mentions: Mentions) -> Mentions:
    """What was found before a background was looked at: it is looked at anew."""
    only = frozenset([FOUND_BY])
    return {
        source_id: [
            mention
            if FOUND_BY not in mention.found_by
            else replace(mention, found_by=tuple(by for by in mention.found_by if by != FOUND_BY))
            for mention in found
            if not only.issuperset(mention.found_by)
        ]
        for source_id, found in mentions.items()
    }


def _by_background(mention: Mention, types: Collection[str]) -> Mention:
    """What is only guessed to tell something tells as much as the background says it does."""
    guessed = mention.entity.type in types and _GUESSED_BY.issuperset(mention.found_by)
    return replace(mention, relevance=RELEVANCE) if guessed else mention


def write_background(store: Store, background: Background, resembling: Mapping[str, Resemblance]) -> None:
    """Bring the texts in the graph, and what resembles them, to what was read; documents must be written already."""
    with store.transaction():
        store.delete_background(background.gone)
        store.upsert_background(background.new)
    if background.gone:
        store.forget_texts()
    with store.transaction():
        store.write_resemblances(_resemblance_rows(resembling, background.texts, nodes_of_wholes(store)))


def nodes_of_wholes(store: Store) -> dict[str, str]:
    """Source id of a whole document -> id of its node, or of its first chunk."""
    nodes = nodes_with_wholes(store)
    first = nodes[nodes["is_first"].astype(bool)]
    return dict(zip(first["whole"], first["id"], strict=True))


def _resemblance_rows(
    resembling: Mapping[str, Resemblance], background: pd.DataFrame, nodes: Mapping[str, str]
) -> pd.DataFrame:
    """As `Store.write_resemblances` takes them; nothing is known yet of what will be exported."""
    ids = background["id"].tolist()
    rows = [
        (nodes[source_id], ids[text], attacker, rank, rank)
        for source_id, one in sorted(resembling.items())
        if source_id in nodes
        for text, ranks in one.ranks.items()
        for attacker, rank in ranks.items()
    ]
    columns = ["document_id", "background_id", "attacker", "rank_before", "rank_after"]
    frame = pd.DataFrame(rows, columns=columns)
    return frame.astype({"rank_before": np.int64, "rank_after": np.int64})


def word_type(profile: Profile) -> str:
    """Type of a word that only the background makes telling.

    Raises:
        ConfigurationError: the profile has no type for it.
    """
    for name in _TYPES:
        if name in profile.accepted:
            return profile.accepted[name]
    raise ConfigurationError(
        f"profile {profile.name} has no type for words that the background shares: add one that accepts {_TYPES[0]}"
    )


def text_of(document: Document) -> str:
    """Everything that an attacker reads of a document."""
    return "\n".join(document.texts())


def _place(ranking: Ranking, row: int, text: int) -> int:
    at = np.flatnonzero(ranking.texts[row] == text)
    return int(at[0]) + 1 if len(at) else 0


def plain(text: str) -> str:
    """A text by its words, upper and lower case alike: two equal ones are one text."""
    return " ".join(text.casefold().split())
