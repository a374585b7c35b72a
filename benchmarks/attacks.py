"""How often attackers find whom a protected document is about, and what finding them costs.

    python benchmarks/attacks.py people DATA                 DATA holds documents/, background/ and truth.csv
    python benchmarks/attacks.py each-other DOCS [TRUTH]     documents of one person against each other, by threshold;
                                                             TRUTH: CSV, or clusters.jsonl of sanon generate
    python benchmarks/attacks.py scale 10000 100000          time and memory of an attack on made-up texts

`people` compares sAnon with the originals, and with mindless blanking of the same export: besides its masks, every
capitalised word and every word rarer than a zipf value.
"""

from __future__ import annotations

import json
import re
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path

import numpy as np
import wordfreq

from sanon.attack.attackers import term_attackers
from sanon.attack.terms import MASK
from sanon.commands.attack import AttackRequest, run
from sanon.graph.open import open_existing
from sanon.graph.store import Store
from sanon.results import AttackResult
from sanon.results.attack import AttackerSuccess
from sanon.settings.settings import Settings

_SANON = str(Path(sys.executable).with_name("sanon"))
_CAPITALISED = re.compile(r"(?<=[a-z,;] )[A-Z][\w’'-]*")
_WORD = re.compile(r"[^\W\d_]+")
_LABEL = re.compile(r"\[[A-Z_]+\]")


def people(data: Path) -> None:
    """The whole command with and without a background, and mindless blanking."""
    documents, background = data / "documents", data / "background"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for title, more in (("without a background", ()), ("with the background", ("--background", str(background)))):
            out = folder / title.split()[0]
            _run("run", documents, out, "--graph", folder / f"{out.name}.graph", *more)
            _row(title, data, out)
        texts = {path.name: path.read_text("utf-8") for path in sorted(documents.iterdir())}
        protected = {path.name: (folder / "without" / path.name).read_text("utf-8") for path in documents.iterdir()}
        for rarest in (0.0, 3.0, 3.5, 4.0):
            _row(
                f"without, every capitalised word, and below zipf {rarest:g}",
                data,
                _written(folder / f"blank{rarest}", {one: _blanked(text, rarest) for one, text in protected.items()}),
            )
        _row("originals", data, _written(folder / "originals", texts))


def each_other(docs: Path, truth: Path | None) -> None:
    """Whether documents of one person find each other, beside the risk of chains, by θ_chain."""
    attackers = "".join(f"{name:>12}" for name in (*(one.name for one in term_attackers()), "all"))
    print(f"{'θ_chain':<9}{'chain':>7}{'over':>6}{'corr':>7}  {attackers}{'words':>8}")
    with tempfile.TemporaryDirectory() as name:
        graph = Path(name) / "graph"
        if truth and truth.suffix == ".jsonl":
            truth = _clusters(truth, Path(name) / "truth.csv")
        entities = docs.parent / "entities.jsonl"
        _run("load", docs, "--graph", graph, *(("--entities", entities) if entities.exists() else ()))
        for number, theta in enumerate((0.9, 0.7, 0.5, 0.3, 0.1)):
            _run("redact", "--fresh", "--theta-chain", theta, "--theta-doc", max(theta, 0.5), "--graph", graph)
            out = Path(name) / str(number)
            _run("export", out, "--graph", graph)
            with open_existing(str(graph)) as store:
                found = _attacked(store, out=out, truth=truth, originals=docs)
            if not number:
                print(f"{'originals':<29}  " + "".join(f"{one.original_top1 or 0:>12.2f}" for one in found.attackers))
            said = "-" if found.agreement is None else f"{found.agreement:.2f}"
            print(
                f"{theta:<9g}{found.max_chain_risk or 0:>7.2f}{found.chains_over_policy:>6,}{said:>7}  "
                + "".join(f"{one.top1:>12.2f}" for one in found.attackers)
                + f"{found.words_kept or 0:>8.2f}"
            )


def _clusters(file: Path, truth: Path) -> Path:
    """Which documents `sanon generate` wrote about which hidden person, as `sanon attack` reads it."""
    clusters = map(json.loads, file.read_text("utf-8").splitlines())
    rows = [f"{document},{one['cluster']}" for one in clusters for document in one["documents"]]
    truth.write_text("\n".join(["document,person", *rows]), "utf-8")
    return truth


def scale(documents: int, background: int) -> None:
    """Texts of 350 words drawn as often as the language uses them, each person with thirty words of their own."""
    draw = np.random.default_rng(7)
    listed = wordfreq.top_n_list("en", 60_000)
    weights = np.array([wordfreq.word_frequency(word, "en") for word in listed])
    words, chances = np.array(listed, dtype=object), weights / weights.sum()

    def text(own: np.ndarray) -> str:
        return " ".join([*words[draw.choice(len(words), 320, p=chances)], *words[own]])

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = ["document,person"]
        for part in ("docs", "press"):
            (folder / part).mkdir()
        with (folder / "press" / "press.jsonl").open("w") as press, (folder / "docs" / "docs.jsonl").open("w") as docs:
            for person in range(background):
                own = draw.integers(5_000, len(words), 30)
                press.write(f'{{"id": "p{person}", "content": "{text(own)}"}}\n')
                if person < documents:
                    docs.write(f'{{"id": "d{person}", "content": "{text(own[:10])}"}}\n')
                    rows.append(f"d{person},p{person}")
        (folder / "truth.csv").write_text("\n".join(rows))
        begin = time.perf_counter(), time.process_time()
        found = _attacked(None, out=folder / "docs", background=folder / "press", truth=folder / "truth.csv")
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
        spent = time.perf_counter() - begin[0], time.process_time() - begin[1]
        print(
            f"{documents:,} documents against {background:,} texts: {spent[0]:.0f} s ({spent[1]:.0f} s CPU), "
            f"{peak:.2f} GB; " + ", ".join(f"{one.name} {one.top1:.2f}" for one in found.attackers)
        )


def _attacked(store: Store | None, **given: object) -> AttackResult:
    return run(store, Settings(), AttackRequest.of(**given))


def _row(title: str, data: Path, out: Path) -> None:
    given = {"background": data / "background", "truth": data / "truth.csv", "originals": data / "documents"}
    found = _attacked(None, out=out, **given)
    print(f"{title:<60}{found.words_kept or 0:>6.3f}  {_shares(found.attackers)}", flush=True)


def _shares(attackers: list[AttackerSuccess]) -> str:
    return "  ".join(f"{one.name} {one.top1:.2f}" for one in attackers)


def _blanked(text: str, rarest: float) -> str:
    text = _CAPITALISED.sub(MASK, _LABEL.sub(MASK, text))
    return _WORD.sub(lambda word: MASK if wordfreq.zipf_frequency(word[0], "en") < rarest else word[0], text)


def _written(folder: Path, texts: Mapping[str, str]) -> Path:
    folder.mkdir()
    for name, text in texts.items():
        (folder / name).write_text(text, "utf-8")
    return folder


def _run(*arguments: object) -> None:
    subprocess.run([_SANON, *map(str, arguments)], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


if __name__ == "__main__":
    match sys.argv[1:]:
        case ["people", data]:
            people(Path(data))
        case ["each-other", docs, *truth]:
            each_other(Path(docs), Path(truth[0]) if truth else None)
        case ["scale", documents, background]:
            scale(int(documents), int(background))
        case _:
            sys.exit(__doc__)
