"""Turn trained weights into the file that sAnon ships: an ONNX graph in eight bits and the tables around it.

    python benchmarks/export_tagger.py FOLDER… [--out sanon/extraction/tagger/data/tagger.npz]

Of several folders, steps of one descent, the mean of their weights (Izmailov et al. 2018, Averaging weights leads to
wider optima and better generalization).

Weights of the products are whole numbers of seven bits, one scale per column (eight would saturate on processors
without VNNI), inputs of the products are rounded to eight bits when it runs.
"""

from __future__ import annotations

import pickle
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent / "tagger"))

import click
import jax
import numpy as np
import onnx
from network import HEAD, SEEN, WIDTH, Params
from onnx import TensorProto, helper, numpy_helper

from sanon.extraction.tagger.model import pack

_LARGEST = 63
_OWN = "com.microsoft"  # operations that onnxruntime has beside those of ONNX


class Graph:
    """Nodes and constants of a graph in the making."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []
        self.constants: list[onnx.TensorProto] = []
        self._count = 0

    def add(self, kind: str, *inputs: str, outputs: int = 1, domain: str = "", **attributes: object) -> str:
        """A node; the name of its first output."""
        self._count += 1
        names = [f"{kind.lower()}_{self._count}" + (f"_{n}" if n else "") for n in range(outputs)]
        self.nodes.append(helper.make_node(kind, list(inputs), names, domain=domain, **attributes))
        return names[0]

    def constant(self, array: np.ndarray) -> str:
        """A constant."""
        self._count += 1
        name = f"constant_{self._count}"
        self.constants.append(numpy_helper.from_array(array, name))
        return name

    def rounded(self, x: str) -> tuple[str, str, str]:
        """An input in eight bits, with its scale and zero."""
        first = self.add("DynamicQuantizeLinear", x, outputs=3)
        return first, first + "_1", first + "_2"

    def product(self, x: tuple[str, str, str], weights: np.ndarray, bias: np.ndarray) -> str:
        """X @ weights + bias."""
        scale = np.abs(weights).max(axis=0) / _LARGEST + 1e-12
        numbers = np.clip(np.round(weights / scale), -_LARGEST, _LARGEST).astype(np.int8)
        whole = self.add("MatMulInteger", x[0], self.constant(numbers), x[2])
        factor = self.add("Mul", x[1], self.constant(scale.astype(np.float32)))
        scaled = self.add("Mul", self.add("Cast", whole, to=TensorProto.FLOAT), factor)
        return self.add("Add", scaled, self.constant(bias.astype(np.float32)))

    def norm(self, x: str, weights: list[np.ndarray]) -> str:
        """Layer normalization."""
        return self.add("LayerNormalization", x, *(self.constant(w) for w in weights), axis=-1, epsilon=1e-12)

    def gelu(self, x: str) -> str:
        """x/2 (1 + erf(x/sqrt 2)): in one pass by onnxruntime's own operation, in five by those of ONNX."""
        return self.add("Gelu", x, domain=_OWN)


def graph_of(params: Params) -> bytes:
    """The encoder and the head as an ONNX model."""
    g = Graph()
    x = g.norm("embedded", params["norm"])
    split = g.constant(np.array([0, -1, HEAD], dtype=np.int64))
    merged = g.constant(np.array([0, -1], dtype=np.int64))
    scale = HEAD**-0.5
    for layer in params["layers"]:
        read = g.rounded(x)
        # The scale of attention goes into the query's weights.
        query = g.product(read, layer["query"] * scale, layer["query_bias"] * scale)
        key = g.product(read, layer["key"], layer["key_bias"])
        value = g.product(read, layer["value"], layer["value_bias"])
        rows = [g.add("Transpose", g.add("Reshape", y, split), perm=[1, 0, 2]) for y in (query, value)]
        columns = g.add("Transpose", g.add("Reshape", key, split), perm=[1, 2, 0])
        weights = g.add("Softmax", g.add("MatMul", rows[0], columns), axis=-1)
        mixed = g.add("Reshape", g.add("Transpose", g.add("MatMul", weights, rows[1]), perm=[1, 0, 2]), merged)
        told = g.rounded(mixed)
        if layer is params["layers"][-1]:
            # Only words are asked for. The marks at the ends stay: they are what eight bits are measured by.
            x, told = g.add("Gather", x, "kept", axis=0), (g.add("Gather", told[0], "kept", axis=0), *told[1:])
        x = g.norm(g.add("Add", x, g.product(told, layer["out"], layer["out_bias"])), layer["norm1"])
        up = g.gelu(g.product(g.rounded(x), layer["up"], layer["up_bias"]))
        x = g.norm(g.add("Add", x, g.product(g.rounded(up), layer["down"], layer["down_bias"])), layer["norm2"])
    words = g.add("Slice", x, g.constant(np.array([1])), g.constant(np.array([-1])), g.constant(np.array([0])))
    new = params["new"]
    joined = g.add("Concat", words, "seen", axis=1)
    hidden = g.add("Add", g.add("MatMul", joined, g.constant(new["hidden"])), g.constant(new["hidden_bias"]))
    out = g.add("MatMul", g.gelu(hidden), g.constant(new["out"]))
    g.nodes.append(helper.make_node("Add", [out, g.constant(new["out_bias"])], ["scores"]))
    inputs = [
        helper.make_tensor_value_info("embedded", TensorProto.FLOAT, ["pieces", WIDTH]),
        helper.make_tensor_value_info("seen", TensorProto.FLOAT, ["words", SEEN]),
        helper.make_tensor_value_info("kept", TensorProto.INT64, ["words and marks"]),
    ]
    output = helper.make_tensor_value_info("scores", TensorProto.FLOAT, ["words", len(new["out_bias"])])
    model = helper.make_model(
        helper.make_graph(g.nodes, "tagger", inputs, [output], g.constants),
        opset_imports=[helper.make_opsetid("", 17), helper.make_opsetid(_OWN, 1)],
    )
    model.ir_version = 8
    onnx.checker.check_model(model)
    return model.SerializeToString()


def mean(*arrays: np.ndarray) -> np.ndarray:
    """Of arrays of one shape."""
    return np.mean(arrays, axis=0, dtype=np.float32)


@click.command()
@click.argument("folders", type=click.Path(exists=True, path_type=Path), nargs=-1, required=True)
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    default=Path(__file__).parents[1] / "sanon/extraction/tagger/data/tagger.npz",
)
def main(folders: tuple[Path, ...], out: Path) -> None:
    """Write the model file."""
    several = [pickle.loads((folder / "weights.pkl").read_bytes()) for folder in folders]
    trained = several[0]
    params, embedded = jax.tree.map(mean, *(one["params"] for one in several)), trained["embedded"]
    new = params["new"]
    tables = {
        "vocabulary": np.frombuffer("\n".join(trained["vocabulary"]).encode(), dtype=np.uint8),
        "numbers": pack(embedded["numbers"]),
        "scales": embedded["scales"].astype(np.float16),
        "positions": params["positions"].astype(np.float16),
        "inside": new["inside"].astype(np.float16),
        "seen": new["seen"].astype(np.float16),
        **{name: new[name].astype(np.float16) for name in ("shapes", "beginnings", "endings")},
        "encoder": np.frombuffer(graph_of(params), dtype=np.uint8),
    }
    with out.open("wb") as file:
        np.savez_compressed(file, **tables)
    click.echo(f"{out}: {out.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main()
