"""The metric `reader`."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.attack.inference import Inference, added
from sanon.attack.reader import READ, Hidden, Reader
from sanon.progress import silent
from sanon.results.attack import InferredValues
from sanon.testbench.metrics.contract import Column, Metric, mean
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
        Column("read_named", "named by a reader"),
        Column("read_values", "hidden values guessed"),
        Column("read_coarser", "hidden values guessed at least coarser"),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """The reader looks for the other documents of each person by one of them, and guesses all hidden values."""
        if trial.ask is None:
            return {}
        reader = Reader(trial.ask, trial.material.workers)
        inferred = self._inferred(trial, reader)
        return {
            "read_joined": self._joined(trial, reader),
            "read_named": inferred.named / inferred.documents if inferred.documents else None,
            "read_values": inferred.exact / inferred.values if inferred.values else None,
            "read_coarser": (inferred.exact + inferred.coarser) / inferred.values if inferred.values else None,
        }

    def _joined(self, trial: Trial, reader: Reader) -> float | None:
        names = sorted(trial.texts)
        several = [one.target.documents for one in trial.standings if len(one.target.documents) > 1]
        asked = [trial.texts[documents[0]] for documents in several]
        found = reader.rank(asked, [trial.texts[name] for name in names], silent).texts[:, 0].tolist() if asked else []
        return mean([at >= 0 and names[at] in others[1:] for at, others in zip(found, several, strict=True)])

    def _inferred(self, trial: Trial, reader: Reader) -> InferredValues:
        hidden: dict[str, list[tuple[str, str]]] = {}
        for standing in trial.standings:
            for document in standing.target.documents:
                stated = standing.target.stated_in(document)
                gone = [secret for place, secret in stated if standing.shares[document].get(place) != 1.0]
                if gone:
                    hidden[document] = [(secret.type, secret.normalized) for secret in gone]
        asked = [Hidden(trial.texts[one], tuple(kind for kind, _ in values)) for one, values in hidden.items()]
        inference, originals = Inference(trial.material.profile), trial.material.originals
        return added(
            inference.of(guess, originals[document], trial.texts[document], values)
            for (document, values), guess in zip(hidden.items(), reader.guesses(asked), strict=True)
        )
