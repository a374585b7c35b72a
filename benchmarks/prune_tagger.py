"""Make a trained tagger smaller: leave out what its loss asks for least, to be trained on afterwards.

    python benchmarks/prune_tagger.py FOLDER… --out FOLDER --inner 1024 --heads 9

Of several folders the mean of their weights, as `export_tagger.py` takes it. A unit between the two products of a
layer, and a head of attention, counts as much as the square of what the loss would change by if it were scaled, summed
over batches (Molchanov et al. 2019, Importance estimation for neural network pruning).
"""

from __future__ import annotations

import pickle
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "tagger"))

import click
import jax
import jax.numpy as jnp
import network
import numpy as np
import train_tagger
from augmentation import Marks
from corpora import PATTERNS, Text, court_cases, invented_records, texts_of_kinds
from export_tagger import mean
from network import HEAD
from train_tagger import RECORDS, SHARED

from sanon.extraction.tagger.pieces import Pieces

_SHARE = 0.1  # of the texts of kinds
_CASES = 15
_BATCHES = 200


def importances(
    params: network.Params, table: jax.Array, batches: list[network.Batch]
) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """Of the inner units and of the heads of each layer."""
    gradient = jax.jit(jax.grad(lambda p, b: network.loss(p, table, jnp.asarray(PATTERNS), b, None)))
    inner = [np.zeros(len(layer["down"])) for layer in params["layers"]]
    heads = [np.zeros(len(layer["out"]) // HEAD) for layer in params["layers"]]
    for batch in batches:
        for at, (layer, slope) in enumerate(zip(params["layers"], gradient(params, batch)["layers"], strict=True)):
            inner[at] += np.asarray((layer["down"] * slope["down"]).sum(axis=1)) ** 2
            heads[at] += np.asarray((layer["out"] * slope["out"]).sum(axis=1).reshape(-1, HEAD).sum(axis=1)) ** 2
    return inner, heads


def pruned(
    layer: network.Params, inner: np.ndarray, heads: np.ndarray, inner_kept: int, heads_kept: int
) -> network.Params:
    """A layer with its most important inner units and heads, in their order."""
    units = np.sort(np.argsort(-inner)[:inner_kept])
    kept = np.sort(np.argsort(-heads)[:heads_kept])
    rows = (kept[:, None] * HEAD + np.arange(HEAD)).ravel()
    found = {**layer, "up": layer["up"][:, units], "up_bias": layer["up_bias"][units], "down": layer["down"][units]}
    for name in ("query", "key", "value"):
        found[name], found[name + "_bias"] = layer[name][:, rows], layer[name + "_bias"][rows]
    return {**found, "out": layer["out"][rows]}


def texts() -> list[Text]:
    """Some of what the tagger learns from."""
    chance = random.Random(5)
    kinds = [text for text in texts_of_kinds(SHARED / "ner") if chance.random() < _SHARE]
    return kinds + list(invented_records(RECORDS)) + list(court_cases(SHARED / "tab"))[:_CASES]


@click.command()
@click.argument("folders", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.option("--out", type=click.Path(path_type=Path), required=True, help="Folder for weights.")
@click.option("--inner", type=int, required=True, help="Inner units of a layer to keep.")
@click.option("--heads", type=int, required=True, help="Heads of a layer to keep.")
def main(folders: tuple[Path, ...], out: Path, inner: int, heads: int) -> None:
    """Write weights of a smaller tagger."""
    several = [pickle.loads((folder / "weights.pkl").read_bytes()) for folder in folders]
    trained = several[0]
    params = jax.tree.map(jnp.asarray, jax.tree.map(mean, *(one["params"] for one in several)))
    embedded = trained["embedded"]
    table = jnp.asarray(embedded["numbers"] * embedded["scales"][:, None])
    train_tagger.BUDGET //= 4  # a unit matters that matters to few
    pool = texts()
    marks = Marks([text for text in pool if text.source == "records"])
    batches = train_tagger.batches(pool, marks, Pieces(trained["vocabulary"]), random.Random(5))
    found = importances(params, table, [batch for batch, _ in zip(batches, range(_BATCHES), strict=False)])
    layers = [pruned(*each, inner, heads) for each in zip(params["layers"], *found, strict=True)]
    out.mkdir(parents=True, exist_ok=True)
    train_tagger.written(out, {**params, "layers": layers}, embedded, trained["vocabulary"])


if __name__ == "__main__":
    main()
