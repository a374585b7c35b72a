"""Train the model of the embedded extractor on annotated court cases.

    python benchmarks/train_tagger.py [--data ../shared/data/tab] --out sanon/extraction/embedded/data/tagger.npz
    python benchmarks/train_tagger.py --folds 5 --out FOLDER      for benchmarks/extraction.py --fold-models FOLDER

Conditional random field with hashed features, L-BFGS with an L2 penalty: minutes on two cores, deterministic.
"""

# ruff: noqa: E402 (the number of threads must be set before NumPy is imported)

from __future__ import annotations

import json
import os
from pathlib import Path

for variable in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
    os.environ.setdefault(variable, "2")

import click
import numpy as np
from extraction import gold_spans, read_documents, read_gold
from scipy.optimize import minimize
from scipy.sparse import csr_matrix

from sanon.extraction.embedded.detectors import detect
from sanon.extraction.embedded.features import BITS, FEATURES, Tokens
from sanon.extraction.embedded.model import LABELS, TYPES, Tagger, chains_of, save
from sanon.extraction.embedded.spans import Span
from sanon.settings.profile import load_profile

Example = tuple[np.ndarray, np.ndarray, list[tuple[int, int]]]


def examples(folder: Path) -> dict[str, Example]:
    """Feature numbers, gold labels and chains of each document."""
    gold = read_gold(folder, load_profile("legal"))
    found = {}
    for document in read_documents(folder):
        tokens = Tokens(document.content, detect(document.content))
        labels = np.zeros(len(tokens), dtype=np.int64)
        entities = gold[document.source_id]
        for (start, end), number in gold_spans(document.content, entities):
            entity = entities[number]
            first, after = tokens.range_of(Span(start, end, entity.type, 1.0))
            sign = "-" if entity.identifier == "NO_MASK" else "+"
            labels[first:after] = LABELS.index(entity.type + sign)
        found[document.source_id] = (tokens.features(0, len(tokens)), labels, chains_of(tokens.words))
    return found


def train(parts: list[Example], penalty: float, rounds: int) -> Tagger:
    """Maximise the penalised likelihood of the labels."""
    numbers = np.concatenate([features for features, _, _ in parts])
    gold = np.concatenate([labels for _, labels, _ in parts])
    chains, offset = [], 0
    for features, _, own in parts:
        chains += [(start + offset, after + offset) for start, after in own]
        offset += len(features)
    count, size = len(numbers), len(LABELS)
    rows, columns = np.unique(numbers, return_inverse=True)
    matrix = csr_matrix(
        (np.ones(columns.size, dtype=np.float32), columns.ravel(), np.arange(count + 1) * FEATURES),
        shape=(count, len(rows)),
    )
    transposed = matrix.T.tocsr()
    # Chains of like length side by side, so that little is padded.
    chains.sort(key=lambda chain: chain[1] - chain[0])
    batches = [chains[at : at + 400] for at in range(0, len(chains), 400)]
    observed = np.zeros((count, size), dtype=np.float32)
    observed[np.arange(count), gold] = 1
    pairs = np.zeros((size, size))
    for start, after in chains:
        np.add.at(pairs, (gold[start : after - 1], gold[start + 1 : after]), 1)
    shape = (len(rows), size)
    cut = shape[0] * shape[1]

    def loss(vector: np.ndarray) -> tuple[float, np.ndarray]:
        weights, transitions = vector[:cut].reshape(shape), vector[cut:].reshape(size, size)
        scores = matrix @ weights.astype(np.float32)
        expected = np.zeros((count, size), dtype=np.float32)
        expected_pairs = np.zeros((size, size))
        total = 0.0
        step = np.exp(transitions).astype(np.float64)
        for batch in batches:
            total += _batch(scores, step, batch, expected, expected_pairs)
        value = total - float((scores * observed).sum()) - float((pairs * transitions).sum())
        gradient = (transposed @ (expected - observed)).astype(np.float64) + penalty * weights
        value += 0.5 * penalty * float((vector**2).sum())
        edge = expected_pairs - pairs + penalty * transitions
        return value, np.concatenate([gradient.ravel(), edge.ravel()])

    start = np.zeros(cut + size * size)
    best = minimize(loss, start, jac=True, method="L-BFGS-B", options={"maxiter": rounds, "maxcor": 6})
    weights = np.zeros((1 << BITS, size), dtype=np.float32)
    weights[rows] = best.x[:cut].reshape(shape)
    click.echo(f"{count} tokens, {len(rows)} features, loss {best.fun / count:.4f} after {best.nit} rounds", err=True)
    return Tagger(weights, best.x[cut:].reshape(size, size).astype(np.float32))


def _batch(
    scores: np.ndarray,
    step: np.ndarray,
    chains: list[tuple[int, int]],
    expected: np.ndarray,
    expected_pairs: np.ndarray,
) -> float:
    """Log-partition of some chains; adds their expected labels and pairs of labels."""
    lengths = np.array([after - start for start, after in chains])
    longest = int(lengths.max())
    rows = np.minimum(
        np.array([start for start, _ in chains])[:, None] + np.arange(longest),
        np.array([after - 1 for _, after in chains])[:, None],
    )
    inside = np.arange(longest) < lengths[:, None]
    raw = scores[rows].astype(np.float64)
    peak = raw.max(axis=2, keepdims=True)
    potentials = np.exp(raw - peak)
    total = float(peak[..., 0][inside].sum())
    forward = np.empty_like(potentials)
    backward = np.ones_like(potentials)
    scale = np.ones((len(chains), longest))
    current = potentials[:, 0]
    for at in range(longest):
        if at:
            current = (forward[:, at - 1] @ step) * potentials[:, at]
        scale[:, at] = current.sum(axis=1)
        forward[:, at] = current / scale[:, at][:, None]
    total += float(np.log(scale)[inside].sum())
    for at in range(longest - 2, -1, -1):
        message = (backward[:, at + 1] * potentials[:, at + 1]) @ step.T / scale[:, at + 1][:, None]
        backward[:, at] = np.where((lengths > at + 1)[:, None], message, 1.0)
    product = forward * backward
    product /= product.sum(axis=2, keepdims=True)
    expected[rows[inside]] = product[inside]
    for at in range(longest - 1):
        live = lengths > at + 1
        if live.any():
            right = potentials[live, at + 1] * backward[live, at + 1] / scale[live, at + 1][:, None]
            expected_pairs += (forward[live, at].T @ right) * step
    return total


@click.command()
@click.option(
    "--data", type=click.Path(exists=True, path_type=Path), default=Path(__file__).parents[2] / "shared/data/tab"
)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Model file, or folder with --folds.")
@click.option("--folds", default=0, help="Train this many models, each without its share of the documents.")
@click.option("--penalty", default=1.0, show_default=True, help="Weight of the L2 penalty.")
@click.option("--rounds", default=80, show_default=True, help="Rounds of L-BFGS.")
def main(data: Path, out: Path, folds: int, penalty: float, rounds: int) -> None:
    """Train the tagger."""
    assert len(TYPES) * 2 + 1 == len(LABELS)
    parts = examples(data)
    if not folds:
        save(out, train(list(parts.values()), penalty, rounds))
        click.echo(f"{out}: {out.stat().st_size // 1024} KiB")
        return
    out.mkdir(parents=True, exist_ok=True)
    fold_of = {name: number % folds for number, name in enumerate(sorted(parts))}
    for fold in range(folds):
        save(
            out / f"fold-{fold}.npz",
            train([part for name, part in parts.items() if fold_of[name] != fold], penalty, rounds),
        )
    (out / "folds.json").write_text(json.dumps(fold_of))


if __name__ == "__main__":
    main()
