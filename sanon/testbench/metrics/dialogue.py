"""The metric `dialogue`."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.testbench.metrics.contract import Column, Metric, mean
from sanon.testbench.prompts import targeted_prompts
from sanon.testbench.standing import Standing, together
from sanon.testbench.trial import Trial

#: Turns of a dialogue, and values asked about in each.
TURNS, ASKED = 4, 2


class Dialogue(Metric):
    """What somebody learns who knows one thing of a person and asks on with what he is told."""

    name = "dialogue"
    summary = f"weight of a person's values learnt in {TURNS} turns that begin with one known value, that one left out"
    order = 66
    slow = True
    columns = (
        Column("dialogue", "learnt in a dialogue"),
        Column("dialogue_first", "learnt in the first turn"),
    )

    def measure(self, trial: Trial) -> Mapping[str, object]:
        """The attacker reads what is retrieved, and tells the person's values from others'."""
        every, first = list[float | None](), list[float | None]()
        for standing in trial.standings:
            if len(standing.target.secrets) < 2:
                continue
            turns = self._turns(standing, trial)
            every.append(trial.leak_rate(standing.target, turns[-1]))
            first.append(trial.leak_rate(standing.target, turns[0]))
        return {"dialogue": mean(every), "dialogue_first": mean(first)}

    def _turns(self, standing: Standing, trial: Trial) -> list[dict[int, float]]:
        """What is learnt up to each turn; the value known at first is that which most documents state."""
        secrets = standing.target.secrets
        start = max(range(len(secrets)), key=lambda number: (len(secrets[number].documents), -number))
        asked, waiting, learnt = set[int](), [start], dict[int, float]()
        turns = []
        for _ in range(TURNS):
            now = [number for number in waiting if number not in asked][:ASKED]
            asked.update(now)
            prompts = [targeted_prompts(secrets[one].type, secrets[one].spellings[0])[0] for one in now]
            for ids in trial.index.nearest(prompts):
                learnt = together([learnt, standing.read_in(ids)])
            learnt.pop(start, None)
            waiting = sorted(learnt, key=lambda number: (-learnt[number], number))
            turns.append(dict(learnt))
        return turns
