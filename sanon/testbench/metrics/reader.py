"""The metric `reader`."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.attack.reader import READ, Reader
from sanon.testbench.attacks import inferred, joined
from sanon.testbench.metrics.contract import Column, Metric
from sanon.testbench.trial import Trial


class ReaderAttack(Metric):
    """What the model infers that reads the protected documents."""

    name = "reader"
    summary = f"hidden values that a reading model guesses, and whether it finds a person's other document among {READ}"
    order = 68
    needs_model = True
    slow = True
    columns = (
        Column("read_joined", "documents joined by a reader"),
        Column("read_wrongly", "joined by a reader though the other document is not there"),
        Column("read_named", "named by a reader"),
        Column("read_values", "hidden values guessed"),
        Column("read_coarser", "hidden values guessed at least coarser"),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """The reader looks for the other documents of each person by one of them, and guesses all hidden values."""
        if trial.ask is None:
            return {}
        reader, material = Reader(trial.ask, trial.material.workers), trial.material
        right, wrong = joined(reader, [one.target.documents for one in trial.standings], trial.texts)
        found = inferred(reader, _hidden(trial), trial.texts, material.originals, material.profile)
        return {
            "read_joined": right.share,
            "read_wrongly": wrong.share,
            "read_named": found.named / found.documents if found.documents else None,
            "read_values": found.exact / found.values if found.values else None,
            "read_coarser": (found.exact + found.coarser) / found.values if found.values else None,
        }


def _hidden(trial: Trial) -> dict[str, list[tuple[str, str]]]:
    """Source id -> type and normal form of what the document no longer shows whole of its person."""
    return {
        document: [
            (secret.type, secret.normalized)
            for place, secret in standing.target.stated_in(document)
            if standing.shares[document].get(place) != 1.0
        ]
        for standing in trial.standings
        for document in standing.target.documents
    }
