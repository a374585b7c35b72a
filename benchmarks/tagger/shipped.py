"""The tagger that ships, as weights of PyTorch: to train on from it without the files that it began with.

    pip install torch onnx
    python benchmarks/tagger/shipped.py start.npz weights.pt

The weights are those of the shipped graph, in seven bits; `start.npz` has what `vocabulary.py` writes.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import numpy as np
import onnx
import torch
from network import LAYERS, POSITIONS, WIDTH
from numpy.typing import NDArray
from onnx import ModelProto, numpy_helper
from vocabulary import BLOCK, unpacked

_PRODUCTS = ("qkv", "out", "up", "down")
_KINDS = (("w", "weight"), ("b", "bias"))


def weights_of(model: ModelProto) -> dict[str, NDArray[np.float32]]:
    """The weights of a graph that `export.py` made, by their names in `network.Network`."""
    constants = {one.name: numpy_helper.to_array(one) for one in model.graph.initializer}
    found = {
        name.removeprefix("network."): value.astype(np.float32)
        for name, value in constants.items()
        if name.startswith("network.")
    }
    names = [f"layers.{number}.{one}" for number in range(LAYERS) for one in _PRODUCTS] + ["labels", "share"]
    products = [each for node in model.graph.node for each in node.input if each.endswith("_quantized")]
    products = [each for each in products if each in constants]
    for name, product in zip(names, products, strict=True):
        scale = constants[product.replace("_quantized", "_scale")]
        found[f"{name}.weight"] = (constants[product].astype(np.float32) * scale).T
        assert found[f"{name}.weight"].shape[0] == found[f"{name}.bias"].shape[0], name
    return found


@click.command(help=__doc__)
@click.argument("start", type=click.Path(path_type=Path))
@click.argument("weights", type=click.Path(path_type=Path))
@click.option("--shipped", type=click.Path(path_type=Path), default="sanon/extraction/tagger/data/encoder.npz")
def write(start: Path, weights: Path, shipped: Path) -> None:
    """Write both files."""
    with np.load(shipped) as found:
        tables = {name: found[name] for name in found.files}
    found = weights_of(onnx.load_from_string(tables["encoder"].tobytes()))
    positions = np.zeros((POSITIONS, WIDTH), np.float32)
    positions[: len(tables["positions"])] = tables["positions"]
    numbers, scales = tables["numbers"], tables["scales"]
    pieces = unpacked(numbers.reshape(len(numbers), -1, BLOCK // 2), scales).reshape(len(numbers), -1)
    saved: dict[str, Any] = {
        "pieces": pieces.astype(np.float16),
        "numbers": numbers,
        "scales": scales,
        "model": tables["pieces"],
        **{f"l{number}.{name}": value for number in range(LAYERS) for name, value in _layer(found, number)},
        "emb.pos": positions,
        "emb.type": np.zeros((2, WIDTH), np.float32),
        "emb.ln.w": found["norm.weight"],
        "emb.ln.b": found["norm.bias"],
    }
    np.savez(start, **saved)
    found |= {name: tables[name].astype(np.float32) for name in ("marks", "domains")} | {"positions": positions}
    torch.save({"pieces.weight": torch.tensor(pieces)} | {n: torch.tensor(v) for n, v in found.items()}, weights)


def _layer(found: dict[str, NDArray[np.float32]], number: int) -> list[tuple[str, NDArray[np.float32]]]:
    """The weights of a layer by the names that they have in the file of weights to begin with."""
    own = {name.removeprefix(f"layers.{number}."): value for name, value in found.items()}
    thirds = [("q", 0), ("k", 1), ("v", 2)]
    renamed = [("ao", "out"), ("fi", "up"), ("fo", "down"), ("aln", "norm1"), ("oln", "norm2")]
    return [
        *((f"{one}.{w}", np.split(own[f"qkv.{n}"], 3)[at]) for one, at in thirds for w, n in _KINDS),
        *((f"{one}.{w}", own[f"{name}.{n}"]) for one, name in renamed for w, n in _KINDS),
    ]


if __name__ == "__main__":
    write()
