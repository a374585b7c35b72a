"""Train the tagger, some hours on one core with bfloat16.

    pip install torch onnx protobuf && python benchmarks/tagger/vocabulary.py start.npz
    python benchmarks/tagger/train.py start.npz weights.pt --archives FOLDER… [--begin OTHER.pt] [--epochs 6]
    python benchmarks/tagger/export.py start.npz weights.pt

Or train what ships on: `shipped.py` writes `start.npz` and the weights for `--begin`; archives that it does not know
are read with `--archives`, and those that it knows come again in part (`--known 0.15`).

An epoch holds each document of the archives once, a share of the records and court cases, and some texts of the
corpora of names. `--quantized` rounds as onnxruntime will; the last run does. The weights are an average over the last
two fifths of the steps. How the shipped file was made stands in docs/decisions/.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import click
import numpy as np
import torch
from corpora import ANY_DOMAIN, BIT, Example, Stretch, archives, archives_in, court_cases, names, records
from network import Network

from sanon.extraction.tagger.labels import DOMAINS
from sanon.extraction.tagger.subwords import Cutter

LONGEST = 256  # pieces of a window
BATCH = 2600  # pieces of a batch, filling included
_UPPER, _LOWER = 0.02, 0.06  # texts in capitals only, and without any
_UNKNOWN, _HIDDEN = 3, 0.08  # share of the pieces that an epoch does not show: their neighbours must tell them
_OTHER_NAME, _SMALL_NAME, _INITIALS = 0.25, 0.05, 0.05  # shares of the names of archives that an epoch writes otherwise
_NAME = BIT["PERSON+"]
_BITS = torch.tensor(sorted(BIT.values()), dtype=torch.int64)
_IS_BFLOAT16_FAST = torch.ops.mkldnn._is_mkldnn_bf16_supported()


class Window(NamedTuple):
    """A stretch of an example in pieces: numbers, allowed labels, shares (-1 where unknown), domain."""

    pieces: list[int]
    allowed: list[int]
    shares: list[float]
    domain: int


def varied(example: Example, others: list[str], chance: random.Random) -> Example:
    """The example with some of its names written otherwise: as another's, in small letters, as initials."""
    instead: dict[str, str] = {}
    text, stretches, at = "", list[Stretch](), 0
    for one in example.stretches:
        value = example.text[one.start : one.end]
        if one.allowed == _NAME and value not in instead:
            instead[value] = _written_otherwise(value, others, chance)
        now = instead[value] if one.allowed == _NAME else value
        text += example.text[at : one.start]
        stretches.append(replace(one, start=len(text), end=len(text) + len(now)))
        text += now
        at = one.end
    return replace(example, text=text + example.text[at:], stretches=tuple(stretches))


def _written_otherwise(value: str, others: list[str], chance: random.Random) -> str:
    drawn = chance.random()
    if drawn < _OTHER_NAME:
        return chance.choice(others)
    if drawn < _OTHER_NAME + _SMALL_NAME:
        return value.lower()
    first = "".join(word[0] for word in value.split() if word[0].isupper())
    if drawn < _OTHER_NAME + _SMALL_NAME + _INITIALS and first:
        return chance.choice((first, first.lower(), "".join(f"{letter}." for letter in first)))
    return value


class Texts:
    """Examples as batches of windows, another order and other windows in each epoch."""

    def __init__(self, cutter: Cutter, groups: list[tuple[list[Example], float]], seed: int) -> None:
        self._cutter, self._groups, self._chance = cutter, groups, random.Random(seed)
        self._names = [
            example.text[one.start : one.end]
            for examples, _ in groups
            for example in examples
            if example.domain == DOMAINS.index("archive")
            for one in example.stretches
            if one.allowed == _NAME
        ]

    def epoch(self) -> list[list[Window]]:
        """The batches of an epoch."""
        windows = [
            window
            for examples, share in self._groups
            for example in self._chance.sample(examples, round(share * len(examples)))
            for window in self._windows(example)
        ]
        # Windows of like length go together, but not the whole epoch in order of length.
        windows.sort(key=lambda one: len(one.pieces) + self._chance.uniform(0, 40))
        batches: list[list[Window]] = [[]]
        for window in windows:
            longest = max((len(one.pieces) for one in batches[-1]), default=0)
            if max(longest, len(window.pieces)) * (len(batches[-1]) + 1) > BATCH and batches[-1]:
                batches.append([])
            batches[-1].append(window)
        self._chance.shuffle(batches)
        return batches

    def _windows(self, example: Example) -> Iterator[Window]:
        if example.domain == DOMAINS.index("archive"):
            example = varied(example, self._names, self._chance)
        drawn = self._chance.random()
        cased = example.text.upper() if drawn < _UPPER else example.text.lower() if drawn < _UPPER + _LOWER else None
        text = cased if cased and len(cased) == len(example.text) else example.text
        pieces = self._cutter.pieces(text)
        allowed = np.full(len(pieces.numbers), example.allowed, dtype=np.int64)
        shares = np.full(len(pieces.numbers), -1.0)
        for one in example.stretches:
            within = (pieces.starts < one.end) & (pieces.ends > one.start)
            allowed[within] = one.allowed
            shares[within] = -1.0 if one.exponent is None else one.exponent / 10
        count = len(pieces.numbers)
        first = -self._chance.randrange(LONGEST // 2) if count > LONGEST else 0
        for start in range(first, count, LONGEST):
            some = slice(max(0, start), min(count, start + LONGEST))
            columns = (pieces.numbers[some].tolist(), allowed[some].tolist(), shares[some].tolist())
            yield Window(*columns, example.domain)

    def tensors(self, batch: list[Window]) -> tuple[torch.Tensor, ...]:
        """Pieces, domains, lengths, allowed labels, shares; filled up to the longest."""
        lengths = torch.tensor([len(window.pieces) for window in batch])
        shape = (len(batch), int(lengths.max()))
        pieces, allowed = torch.ones(shape, dtype=torch.int64), torch.zeros(shape, dtype=torch.int64)
        shares = torch.full(shape, -1.0)
        for row, window in enumerate(batch):
            shown = [_UNKNOWN if self._chance.random() < _HIDDEN and one > 5 else one for one in window.pieces]
            pieces[row, : lengths[row]] = torch.tensor(shown)
            allowed[row, : lengths[row]] = torch.tensor(window.allowed)
            shares[row, : lengths[row]] = torch.tensor(window.shares)
        drawn = [self._chance.randrange(len(DOMAINS)) if w.domain == ANY_DOMAIN else w.domain for w in batch]
        return pieces, torch.tensor(drawn), lengths, allowed, shares


def losses(network: Network, batch: tuple[torch.Tensor, ...]) -> tuple[torch.Tensor, torch.Tensor]:
    """Mean negative logarithm of the probability of the allowed labels; mean squared error of the shares."""
    pieces, domains, lengths, allowed, shares = batch
    with torch.autocast("cpu", torch.bfloat16, enabled=_IS_BFLOAT16_FAST):
        scores, said = network(pieces, domains, lengths)
    scores, said = scores.float(), said.float()
    right = (allowed[..., None] & _BITS) != 0
    missed = torch.logsumexp(scores, -1) - torch.logsumexp(scores.masked_fill(~right, -1e4), -1)
    told = shares >= 0
    return missed[allowed != 0].mean(), ((said - shares)[told] ** 2).mean() if told.any() else missed.new_zeros(())


def _archives_of(folder: Path) -> Iterator[Example]:
    """The archive that a folder is, or the archives in it, in files of marks and in folders."""
    yield from archives(where=folder)
    for one in sorted((folder, *folder.iterdir())):
        if (one / "gold.jsonl").exists():
            yield from archives_in(one)


@click.command(help=__doc__, context_settings={"max_content_width": 120})
@click.argument("start", type=click.Path(path_type=Path, exists=True))
@click.argument("out", type=click.Path(path_type=Path))
@click.option(
    "--archives", "others", multiple=True, type=click.Path(path_type=Path, exists=True), help="More archives."
)
@click.option("--without", multiple=True, help="Names of files in archives/ to leave out.")
@click.option("--begin", type=click.Path(path_type=Path, exists=True), help="Weights of an earlier run.")
@click.option("--epochs", default=6.0)
@click.option("--rate", default=2.5e-4)
@click.option("--share", default=0.5, help="Of the records and court cases in an epoch; a fifth of it of the names.")
@click.option("--known", default=1.0, help="Share of the documents of archives/ in an epoch.")
@click.option("--frozen", default=0, help="So many layers, from the first on, stay as they are, and all before them.")
@click.option("--quantized", is_flag=True)
@click.option("--seed", default=0)
def train(
    start: Path, out: Path, others: tuple[Path, ...], without: tuple[str, ...], begin: Path | None, epochs: float,
    rate: float, share: float, known: float, frozen: int, quantized: bool, seed: int,
) -> None:  # fmt: skip
    """Train from the command line."""
    torch.manual_seed(seed)
    torch.set_num_threads(1)
    with np.load(start) as found:
        cutter = Cutter(found["model"].tobytes())
    held_out = json.loads((Path(__file__).parent / "held_out.json").read_text())
    new = [example for folder in others for example in _archives_of(folder)]
    old = list(archives(without))
    parts = [(new, 1.0), (old, known), (list(records()), share), (list(court_cases(held_out)), share)]
    texts = Texts(cutter, [*parts, (list(names(6000, seed)), share / 5)], seed)
    network = Network(start)
    if begin:
        network.load_state_dict(torch.load(begin))
    if quantized:
        network.quantize()
    if frozen:
        network.freeze(frozen)
    batches = texts.epoch()
    steps = round(epochs * len(batches))
    print(f"{len(new)} new documents, {len(old)} known, {len(batches)} batches an epoch, {steps} steps", flush=True)
    trained = {name: each for name, each in network.named_parameters() if each.requires_grad}
    decayed = {name for name, each in trained.items() if each.dim() > 1 and name != "positions"}
    products = {"params": [trained[name] for name in sorted(decayed)], "weight_decay": 0.01}
    rest = {"params": [trained[name] for name in sorted(trained.keys() - decayed)], "weight_decay": 0.0}
    optimizer = torch.optim.AdamW([products, rest], lr=rate, betas=(0.9, 0.98))
    network.train()
    mean: dict[str, torch.Tensor] = {}
    begun, missed, off = time.time(), 0.0, 0.0
    for step in range(steps):
        batches = batches or texts.epoch()
        for group in optimizer.param_groups:
            group["lr"] = rate * min(1, (step + 1) / (0.06 * steps)) * max(0.02, 1 - step / steps)
        label_loss, share_loss = losses(network, texts.tensors(batches.pop()))
        optimizer.zero_grad()
        (label_loss + share_loss).backward()
        torch.nn.utils.clip_grad_norm_(trained.values(), 1.0)
        optimizer.step()
        missed, off = missed + label_loss.item(), off + share_loss.item()
        if step > 0.6 * steps and step % 20 == 0:
            now = {name: each.detach().float().clone() for name, each in network.state_dict().items()}
            mean = {name: 0.95 * mean[name] + 0.05 * now[name] for name in now} if mean else now
        if step % 50 == 49:
            past = time.time() - begun
            print(f"{step + 1} of {steps}: {missed / 50:.4f}, shares {off / 50:.4f}, {past:.0f} s", flush=True)
            missed = off = 0.0
    torch.save(mean or network.state_dict(), out)


if __name__ == "__main__":
    train()
