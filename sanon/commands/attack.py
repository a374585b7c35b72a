"""Attack: let somebody who holds texts about people look for them in an export."""

from __future__ import annotations

import csv
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from sanon.attack.attackers import Attacker, attackers_named
from sanon.attack.attackers.tfidf import TfIdfAttacker
from sanon.attack.evidence import telling_terms
from sanon.attack.ranking import DEPTH, Integers, Ranking, fused
from sanon.attack.terms import MASK
from sanon.attack.words import words_kept
from sanon.corpus.reading import read_corpus
from sanon.corpus.walk import RESERVED, SPANS
from sanon.corpus_state.chunks import read_wholes
from sanon.errors import ConfigurationError, InputRejected
from sanon.export.renaming import Renaming
from sanon.graph.store import Store
from sanon.progress import Progress, silent
from sanon.records import Document
from sanon.replacement.operators import OPERATORS
from sanon.results import AttackerSuccess, AttackResult, FoundDocument

#: Name of the ranking of all attackers together.
TOGETHER = "all"
_TRUTH = ("document", "person")
_NAMED = 5


@dataclass(frozen=True)
class Attack:
    """What came out.

    Attributes:
        result: for other programs.
        evidence: source id of a found document -> the words that gave it away, the most telling first; if asked for.
    """

    result: AttackResult
    evidence: dict[str, list[str]]


@dataclass(frozen=True)
class _Side:
    """Texts with their names, by name."""

    names: list[str]
    texts: list[str]

    def of(self, names: Sequence[str]) -> _Side:
        at = {name: number for number, name in enumerate(self.names)}
        return _Side(list(names), [self.texts[at[name]] for name in names])


def attack(
    out: Path,
    *,
    background: Path | None = None,
    truth: Path | None = None,
    originals: Path | None = None,
    store: Store | None = None,
    attackers: Sequence[Attacker] = (),
    id_column: str = "id",
    text_column: str = "content",
    evidence: bool = False,
    progress: Progress = silent,
) -> Attack:
    """Rank background texts, or the other documents, by likeness to each document of an export.

    Args:
        out: an export; any folder of documents can be attacked, masks are known from `spans.jsonl`.
        background: texts about people; without, the documents are compared with each other.
        truth: CSV with the columns document and person. Against a background, person is the text about the person of
            the document; within a corpus, documents with the same person belong together.
        originals: the documents before protection; by default those of the graph, if there is one.
        store: the graph that the export comes from.
        attackers: who attacks, by default those that need nothing but the texts; with several, all together too.
        evidence: say what gave a document away.

    Raises:
        ConfigurationError: nothing to compare, or nothing that says which text is right.
        InputRejected: no texts that can be read, or a truth that names what is not there.
    """
    attackers = attackers or attackers_named()
    exported = _exported(out, id_column, text_column)
    before = _originals(exported, originals, store, id_column, text_column)
    if background is None:
        return _within(exported, before, truth, store, attackers, progress)
    held, left_out = _background(background, exported, before, id_column, text_column)
    if truth is not None:
        right = _right_texts(truth, exported, held)
    elif before is None:
        raise ConfigurationError(
            "nothing says which text is right: give the originals with --originals DOCS, the graph that the export "
            "comes from with --graph, or a --truth CSV with the columns document and person"
        )
    else:
        right = None
    known = set(before.names) if before else set()
    names = sorted(known if right is None else right)
    protected = exported.of(names)
    unprotected = before.of(names) if before and known.issuperset(names) else None
    both = protected.texts + (unprotected.texts if unprotected else [])
    rankings = _all_rankings(attackers, both, held.texts, progress)
    here, there = slice(0, len(names)), slice(len(names), None)
    if right is None:
        first = next(reversed(rankings.values())).rows(there).texts[:, 0].tolist()
        right = {name: frozenset({text}) for name, text in zip(names, first, strict=True)}
    wanted = [right[name] for name in names]
    places = {name: ranking.rows(here).rank_of(wanted) for name, ranking in rankings.items()}
    former = {name: ranking.rows(there).rank_of(wanted) for name, ranking in rankings.items()} if unprotected else {}
    found = _found(names, places, {name: held.names[min(right[name])] for name in names if min(right[name]) >= 0})
    result = AttackResult(
        documents=len(names),
        background=len(held.names),
        against="background",
        right_by="truth" if truth else "original",
        attackers=_successes(places, former),
        words_kept=_kept(protected, unprotected),
        found=found,
        left_out=left_out,
    )
    told = _evidence(found, protected, held, right, rankings, progress) if evidence else {}
    return Attack(result, told)


def _within(
    exported: _Side,
    before: _Side | None,
    truth: Path | None,
    store: Store | None,
    attackers: Sequence[Attacker],
    progress: Progress,
) -> Attack:
    """Each document against all others, to see whether documents of one person still find each other."""
    if len(exported.names) < 2:
        raise ConfigurationError("one document alone has no other to be found by; name texts to compare: --background")
    partners = _same_person(truth, exported) if truth else _linked(store, exported)
    names = [name for name in exported.names if partners.get(name)]
    if not names:
        raise ConfigurationError("no two documents belong together, by the truth or the links of the graph")
    at = {name: number for number, name in enumerate(exported.names)}
    asked = [at[name] for name in names]
    wanted = [frozenset(at[other] for other in partners[name]) for name in names]
    whole = before is not None and set(before.names) >= set(exported.names)
    sides = [exported, before.of(exported.names)] if before and whole else [exported]
    places: list[dict[str, Integers]] = []
    together: list[Ranking] = []
    for side in sides:
        rankings = _all_rankings(attackers, side.texts, side.texts, progress, leave_out=np.arange(len(side.texts)))
        together.append(list(rankings.values())[-1])
        places.append(
            {
                name: Ranking(ranking.texts[asked], ranking.scores[asked]).rank_of(wanted)
                for name, ranking in rankings.items()
            }
        )
    persons = {name: min(partners[name]) for name in names}
    chains = store.chains()["residual_risk"] if store else None
    return Attack(
        AttackResult(
            documents=len(names),
            background=len(exported.names),
            against="corpus",
            right_by="truth" if truth else "links",
            attackers=_successes(places[0], places[1] if len(places) > 1 else {}),
            words_kept=_kept(exported, sides[1] if len(sides) > 1 else None),
            found=_found(names, places[0], persons),
            max_chain_risk=None if chains is None else float(chains.max() if len(chains) else 0.0),
            chains_over_policy=_over_policy(store) if store else None,
            agreement=_agreement(store, at, together[0]) if store else None,
        ),
        {},
    )


def _over_policy(store: Store) -> int | None:
    """Chains above their limits after the last redact; None if there was none, or it did not keep them."""
    last = next((run for run in store.runs() if run.command == "redact" and run.finished), None)
    after = ((last.counts if last else None) or {}).get("after")
    return int(after["chains_over_policy"]) if after else None


def _agreement(store: Store, row: Mapping[str, int], ranking: Ranking) -> float | None:
    """Whether the links that are strong now are those along which documents still find each other.

    Args:
        store: the links.
        row: of each document in the ranking, by source id.
        ranking: of each document against the others.

    Returns:
        Spearman's rank correlation, in [-1, 1], of a link's strength now and the inverse of the places at which its
        documents find each other, over all links; None where one of them is the same for all.
    """
    from scipy.stats import spearmanr  # half a second, and only here

    owners = read_wholes(store).owners
    strengths, nearness = list[float](), list[float]()
    links = store.links()[["source", "target", "residual_strength"]]
    for a, b, strength in links.itertuples(index=False):
        one, other = row.get(owners.get(a, a)), row.get(owners.get(b, b))
        if one is not None and other is not None and one != other:
            there, back = ranking.rows(slice(one, one + 1)), ranking.rows(slice(other, other + 1))
            found = int(there.rank_of([frozenset((other,))])[0]), int(back.rank_of([frozenset((one,))])[0])
            strengths.append(strength)
            nearness.append(sum(1.0 / (1 + place) for place in found))
    if len(set(strengths)) < 2 or len(set(nearness)) < 2:
        return None
    return float(spearmanr(strengths, nearness).statistic)


def _all_rankings(
    attackers: Sequence[Attacker],
    documents: Sequence[str],
    background: Sequence[str],
    progress: Progress,
    leave_out: Integers | None = None,
) -> dict[str, Ranking]:
    """By name, with all together last; `leave_out` is for each document a text that it must not find."""
    depth = DEPTH if leave_out is None else DEPTH + 1
    rankings: dict[str, Ranking] = {}
    for one in attackers:
        ranking = one.rank(documents, background, progress, depth)
        rankings[one.name] = ranking if leave_out is None else ranking.without(leave_out)
    if len(rankings) > 1:
        rankings[TOGETHER] = fused(list(rankings.values()), len(background))
    return rankings


def _successes(places: Mapping[str, Integers], former: Mapping[str, Integers]) -> list[AttackerSuccess]:
    def share(of: Mapping[str, Integers], name: str, first: int) -> float | None:
        return float((of[name] < first).mean()) if name in of and len(of[name]) else None

    return [
        AttackerSuccess(
            name=name,
            top1=share(places, name, 1) or 0.0,
            top5=share(places, name, 5) or 0.0,
            original_top1=share(former, name, 1),
            original_top5=share(former, name, 5),
        )
        for name in places
    ]


def _found(names: Sequence[str], places: Mapping[str, Integers], person: Mapping[str, str]) -> list[FoundDocument]:
    found = []
    for row, name in enumerate(names):
        by = [attacker for attacker, place in places.items() if place[row] == 0]
        if by:
            found.append(FoundDocument(source_id=name, person=person[name], attackers=by))
    return found


def _evidence(
    found: Sequence[FoundDocument],
    protected: _Side,
    held: _Side,
    right: Mapping[str, frozenset[int]],
    rankings: Mapping[str, Ranking],
    progress: Progress,
) -> dict[str, list[str]]:
    knowledge = TfIdfAttacker().knowledge_of(held.texts, progress)
    ranking = list(rankings.values())[-1]
    at = {name: row for row, name in enumerate(protected.names)}
    told = {}
    for one in found:
        row = at[one.source_id]
        rivals = [text for text in ranking.texts[row].tolist() if text >= 0 and text not in right[one.source_id]]
        told[one.source_id] = telling_terms(
            protected.texts[row],
            held.texts[min(right[one.source_id])],
            held.texts[rivals[0]] if rivals else None,
            knowledge,
        )
    return told


def _kept(protected: _Side, originals: _Side | None) -> float | None:
    return None if originals is None else words_kept(zip(originals.texts, protected.texts, strict=True))


# What is read


def _exported(out: Path, id_column: str, text_column: str) -> _Side:
    reading = read_corpus(
        out,
        id_column=id_column,
        text_column=text_column,
        skip=[out / name for name in RESERVED] if out.is_dir() else (),
    )
    if not reading.documents:
        raise InputRejected(f"{out}: holds no document that can be read")
    masks = _masks(out / SPANS)
    return _side(reading.documents, masks)


def _masks(spans: Path) -> dict[str, set[str]]:
    """Source id -> replacements that are no words."""
    masks: defaultdict[str, set[str]] = defaultdict(set)
    labels = {name for name, one in OPERATORS.classes.items() if one.is_label}
    if spans.is_file():
        try:
            for line in spans.read_text("utf-8").splitlines():
                span = json.loads(line)
                if span["operator"] in labels:
                    masks[span["source_id"]].add(span["replacement"])
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise InputRejected(f"{spans}: cannot be read as the spans of an export; export again") from error
    return masks


def _side(documents: Sequence[Document], masks: Mapping[str, set[str]] | None = None) -> _Side:
    texts = []
    for document in documents:
        text = "\n".join(document.texts())
        for mask in sorted((masks or {}).get(document.source_id, ()), key=lambda mask: (-len(mask), mask)):
            text = text.replace(mask, MASK)
        texts.append(text)
    return _Side([document.source_id for document in documents], texts)


def _originals(
    exported: _Side, docs: Path | None, store: Store | None, id_column: str, text_column: str
) -> _Side | None:
    """The documents of before, under the names of the export; None if there are none."""
    if docs is not None:
        documents: Sequence[Document] = read_corpus(docs, id_column=id_column, text_column=text_column).documents
    elif store is not None:
        documents = read_wholes(store).documents
    else:
        return None
    names = set(exported.names)
    if store is not None and names.isdisjoint(document.source_id for document in documents):
        renaming = Renaming(store.pseudonym_key())
        documents = [renaming.renamed(document) for document in documents]
    there = [document for document in documents if document.source_id in names]
    if not there and docs is not None:
        raise ConfigurationError(
            f"--originals {docs}: no document there has the name of one in the export; after --rename the graph that "
            "it comes from knows the names: --graph"
        )
    return _side(there) if there else None


def _background(
    folder: Path, exported: _Side, before: _Side | None, id_column: str, text_column: str
) -> tuple[_Side, int]:
    """Texts of the attackers, and how many of them are documents of the corpus themselves, which are left out."""
    documents = read_corpus(folder, id_column=id_column, text_column=text_column).documents
    if not documents:
        raise InputRejected(f"--background {folder}: holds no text that can be read")
    texts = _side(documents)
    own = {_plain(text) for side in (exported, before) if side for text in side.texts}
    kept = [number for number, text in enumerate(texts.texts) if _plain(text) not in own]
    if not kept:
        raise InputRejected(f"--background {folder}: holds only the documents of the corpus themselves")
    left = _Side([texts.names[number] for number in kept], [texts.texts[number] for number in kept])
    return left, len(documents) - len(kept)


def _plain(text: str) -> str:
    return " ".join(text.casefold().split())


def _truth_rows(truth: Path) -> list[tuple[int, str, str]]:
    try:
        with truth.open(encoding="utf-8-sig", newline="") as file:
            rows = csv.DictReader(file)
            if not set(_TRUTH) <= set(rows.fieldnames or ()):
                raise InputRejected(f"--truth {truth}: needs a first line with the columns document and person")
            return [(rows.line_num, row["document"] or "", row["person"] or "") for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputRejected(f"--truth {truth}: cannot be read as CSV in UTF-8") from error


def _refuse_unknown(truth: Path, what: str, unknown: Sequence[tuple[int, str]]) -> None:
    if unknown:
        named = ", ".join(f"line {line}: {name}" for line, name in unknown[:_NAMED])
        more = f" and {len(unknown) - _NAMED} more" if len(unknown) > _NAMED else ""
        raise InputRejected(f"--truth {truth}: no such {what}: {named}{more}")


def _right_texts(truth: Path, exported: _Side, held: _Side) -> dict[str, frozenset[int]]:
    """Source id -> numbers of its right texts."""
    rows = _truth_rows(truth)
    at, names = {name: number for number, name in enumerate(held.names)}, set(exported.names)
    _refuse_unknown(truth, "document in the export", [(line, name) for line, name, _ in rows if name not in names])
    _refuse_unknown(truth, "text in the background", [(line, name) for line, _, name in rows if name not in at])
    right: defaultdict[str, set[int]] = defaultdict(set)
    for _, document, person in rows:
        right[document].add(at[person])
    if not right:
        raise InputRejected(f"--truth {truth}: names no document")
    return {name: frozenset(texts) for name, texts in right.items()}


def _same_person(truth: Path, exported: _Side) -> dict[str, set[str]]:
    rows = _truth_rows(truth)
    names = set(exported.names)
    _refuse_unknown(truth, "document in the export", [(line, name) for line, name, _ in rows if name not in names])
    of_person: defaultdict[str, set[str]] = defaultdict(set)
    for _, document, person in rows:
        of_person[person].add(document)
    partners: defaultdict[str, set[str]] = defaultdict(set)
    for together in of_person.values():
        for document in together:
            partners[document] |= together - {document}
    return partners


def _linked(store: Store | None, exported: _Side) -> dict[str, set[str]]:
    """Documents that were linked before any mask."""
    if store is None:
        raise ConfigurationError(
            "nothing says which documents belong together: give the graph that the export comes from with --graph, a "
            "--truth CSV with the columns document and person, or texts of an attacker with --background"
        )
    owners = read_wholes(store).owners
    names, partners = set(exported.names), defaultdict[str, set[str]](set)
    for a, b in store.links()[["source", "target"]].itertuples(index=False):
        one, other = owners.get(a, a), owners.get(b, b)
        if one != other and one in names and other in names:
            partners[one].add(other)
            partners[other].add(one)
    return partners
