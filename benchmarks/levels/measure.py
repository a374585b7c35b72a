"""Can the level that a reader chooses be told from value, type, ladder and context? Cross-validated by document.

    python benchmarks/levels/measure.py TAB
    python benchmarks/levels/measure.py TAB --table > sanon/testbench/data/levels.tsv

TAB is the folder of the court cases, with documents/ and entities.jsonl. The table is what the system `levels` of the
testbench knows: how often each level was chosen for a type and a length of ladder.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from sklearn.compose import ColumnTransformer
from sklearn.ensemble import ExtraTreesClassifier, StackingClassifier
from sklearn.feature_extraction.text import CountVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.metrics import cohen_kappa_score, precision_recall_fscore_support
from sklearn.model_selection import GroupKFold
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import OneHotEncoder

from sanon.attack.attackers.embeddings import SentenceEmbeddings
from sanon.resolution.ladders import Ladders
from sanon.settings.profile import load_profile

HERE = Path(__file__).parent
FOLDS = 10
_BEFORE, _BEHIND = 60, 45


class Value(NamedTuple):
    """A value with its ladder, and what was chosen.

    Attributes:
        document: corpus and id.
        kind: its type.
        rungs: the texts of its ladder, the finest first.
        kept: share of its information that each rung keeps, in its corpus.
        before, text, behind: the value and its neighbourhood.
        level: chosen; 0 is a label.
        again: chosen on the second reading, if it was read again.
    """

    document: str
    kind: str
    rungs: tuple[str, ...]
    kept: tuple[float, ...]
    before: str
    text: str
    behind: str
    level: int
    again: int | None


def values(folders: dict[str, tuple[Path, str]]) -> Iterator[Value]:
    """Look up the choices in their documents."""
    rows = [json.loads(line) for line in (HERE / "choices.jsonl").read_text().splitlines()]
    for corpus, (folder, profile) in folders.items():
        ladders, entities = Ladders(load_profile(profile)), _entities(folder)
        spread = Counter[str]()
        climbs = {(kind, value): ladders.climb(kind, value) for found in entities.values() for _, value, kind in found}
        for found in entities.values():
            seen = set()
            for _, value, kind in found:
                climb = climbs[kind, value]
                seen |= {f"{kind}:{value}"} | ({rung.value for rung in climb.rungs} if climb else set())
            spread.update(seen)
        for row in (row for row in rows if row["corpus"] == corpus):
            content = json.loads((folder / "documents" / f"{row['id']}.json").read_text())["content"]
            start, end = row["start"], row["end"]
            text = content[start:end]
            _, value, kind = next(one for one in entities[row["id"]] if one[0] == text and climbs[one[2], one[1]])
            climb = climbs[kind, value]
            assert climb is not None
            own = _information(spread[f"{kind}:{value}"], len(entities))
            yield Value(
                document=f"{corpus}/{row['id']}",
                kind=kind,
                rungs=tuple(rung.text for rung in climb.rungs),
                kept=tuple(_information(spread[rung.value], len(entities)) / own for rung in climb.rungs),
                before=content[max(0, start - _BEFORE) : start],
                text=text,
                behind=content[end : end + _BEHIND],
                level=row["level"],
                again=row.get("again"),
            )


def _entities(folder: Path) -> dict[str, list[tuple[str, str, str]]]:
    """By document: value as it stands, normalized value, type."""
    name = "entities.jsonl" if (folder / "entities.jsonl").exists() else "gold.jsonl"
    found = {}
    for line in (folder / name).read_text().splitlines():
        row = json.loads(line)
        found[row["id"]] = [
            (one["original_value"], one["normalized_value"], one["type"]) if isinstance(one, dict) else tuple(one[:3])
            for one in row["entities"]
        ]
    return found


def _information(documents: int, of: int) -> float:
    return float(np.log((of + 1) / max(documents, 1)))


def _features(some: list[Value]) -> np.ndarray:
    """Columns: type, words before, words behind, letters of the value and of the ladder; numbers, likeness."""
    rows = []
    for one in some:
        shape = "".join("9" if c.isdigit() else c for c in one.text)
        numbers = [len(one.rungs), *np.pad(one.kept, (0, 4))[:4].tolist(), len(one.text)]
        rows.append([one.kind, one.before.lower(), one.behind.lower(), shape, " | ".join(one.rungs), *numbers])
    return np.column_stack([np.array(rows, dtype=object), _likeness(some).astype(object)])


def _likeness(some: list[Value]) -> np.ndarray:
    """How like the sentence is to itself with a label, and with each of four rungs in the value's place: cosines.

    Where a ladder is shorter, its last rung again.
    """
    texts = []
    for one in some:
        shown = [one.text, one.kind.lower().replace("_", " "), *one.rungs[:4]]
        texts += [one.before + text + one.behind for text in (shown + [shown[-1]] * 4)[:6]]
    vectors = SentenceEmbeddings().embed(texts).reshape(len(some), 6, -1)
    likeness: np.ndarray = np.einsum("nd,nrd->nr", vectors[:, 0], vectors[:, 1:])
    return likeness


def _models() -> dict[str, Any]:
    words = CountVectorizer(ngram_range=(1, 2), min_df=2, binary=True)
    letters = CountVectorizer(analyzer="char_wb", ngram_range=(2, 4), min_df=2, binary=True)
    columns = [("kind", OneHotEncoder(handle_unknown="ignore"), [0]), ("numbers", "passthrough", [5, 6, 7, 8, 9, 10])]
    likeness = [("likeness", "passthrough", [11, 12, 13, 14, 15])]
    context = [("before", words, 1), ("behind", words, 2)]
    value = [("shape", letters, 3), ("rungs", letters, 4)]

    def linear(parts: list[tuple[str, Any, Any]]) -> Any:
        return make_pipeline(ColumnTransformer(parts), LogisticRegression(max_iter=2000))

    def trees(parts: list[tuple[str, Any, Any]]) -> Any:
        return make_pipeline(ColumnTransformer(parts), ExtraTreesClassifier(300, random_state=1))

    bases = [("ladder", trees(columns)), ("context", linear(columns + context)), ("value", linear(columns + value))]
    bases += [("all", trees(columns + context + value))]
    return {
        "type and ladder alone": trees(columns),
        "with the sentence scored": trees(columns + likeness),
        "with context": linear(columns + context),
        "stacked": StackingClassifier(bases, cv=5),
        "stacked, with the sentence scored": StackingClassifier([*bases, ("scored", trees(columns + likeness))], cv=5),
    }


def main() -> None:
    """Print agreement, and accuracy of every model with the baselines."""
    tab = Path(sys.argv[1])
    root = HERE.parent.parent
    some = list(
        values(
            {
                "tab": (tab, "legal"),
                "example": (root / "examples/insurance", "insurance"),
                "fresh": (root / "benchmarks/fresh", "insurance"),
                "unseen": (root / "benchmarks/unseen", "insurance"),
            }
        )
    )
    if "--table" in sys.argv:
        times = Counter((one.kind, len(one.rungs), one.level) for one in some)
        print("type\trungs\tlevel\ttimes")
        for row in sorted(times):
            print(*row, times[row], sep="\t")
        return
    twice = [(one.level, one.again) for one in some if one.again is not None]
    first, again = zip(*twice, strict=True)
    print(f"{len(some)} values, {Counter(one.level for one in some)}")
    same = np.mean(np.array(first) == np.array(again))
    print(f"read twice: {len(twice)}, {same:.1%} the same, kappa {cohen_kappa_score(first, again):.2f}")

    features, levels = _features(some), np.array([one.level for one in some])
    guessed: dict[str, np.ndarray] = {
        "always finest": np.ones(len(some), dtype=int),
        "always coarsest rung": np.array([len(one.rungs) for one in some]),
        "always label": np.zeros(len(some), dtype=int),
        "majority by type": np.zeros(len(some), dtype=int),
        "majority by type and length of ladder": np.zeros(len(some), dtype=int),
    } | {name: np.zeros(len(some), dtype=int) for name in _models()}
    folds = GroupKFold(FOLDS, shuffle=True, random_state=1)
    for train, test in folds.split(features, groups=[one.document for one in some]):
        by_type, by_ladder = (
            defaultdict[str, Counter[int]](Counter),
            defaultdict[tuple[str, int], Counter[int]](Counter),
        )
        for i in train:
            by_type[some[i].kind][levels[i]] += 1
            by_ladder[some[i].kind, len(some[i].rungs)][levels[i]] += 1
        for i in test:
            of_type = by_type[some[i].kind] or Counter(levels[train])
            of_ladder = by_ladder[some[i].kind, len(some[i].rungs)] or of_type
            guessed["majority by type"][i] = of_type.most_common(1)[0][0]
            guessed["majority by type and length of ladder"][i] = of_ladder.most_common(1)[0][0]
        # What was chosen a few times only cannot be learnt, nor split for stacking.
        train = train[(np.bincount(levels[train]) >= FOLDS)[levels[train]]]
        for name, model in _models().items():
            guessed[name][test] = model.fit(features[train], levels[train]).predict(features[test])
    rows = {"all": np.ones(len(some), dtype=bool), "court cases": np.array([v.document[:3] == "tab" for v in some])}
    rows["other"] = ~rows["court cases"]
    selected = [{one.level, one.again} for one in some]
    heads = [*rows, "all selections", "weighted precision", "recall", "F1", "kappa"]
    print("| | " + " | ".join(heads) + " |\n| --- |" + " ---: |" * len(heads))
    for name, guess in guessed.items():
        shares = [float(np.mean(guess[row] == levels[row])) for row in rows.values()]
        shares.append(float(np.mean([int(one) in any_of for one, any_of in zip(guess, selected, strict=True)])))
        shares += precision_recall_fscore_support(levels, guess, average="weighted", zero_division=0)[:3]
        print(f"| {name} | " + " | ".join(f"{share:.1%}" for share in shares), end=" | ")
        print(f"{cohen_kappa_score(guess, levels):.2f} |")


if __name__ == "__main__":
    main()
