"""What attackers ask about a value, and what models are asked: the files of `data/`."""

from __future__ import annotations

from typing import Any

from sanon.packaged import table


def prompts(name: str) -> dict[str, Any]:
    """The table of a file of `data/`, by its name without a suffix."""
    return table("sanon.testbench.data", name)


def model_prompt(part: str, name: str, **values: str) -> str:
    """What a model is asked in a part of the testbench, with values in it."""
    return str(prompts("models")[part][name]).format(**values)


def membership_prompts(value: str) -> list[str]:
    """Two questions whether a value is there."""
    return [prompt.format(value=value) for prompt in prompts("attacks")["membership"]]


def targeted_prompts(entity_type: str, value: str) -> list[str]:
    """Two questions for what is linked to a value of a type."""
    targeted = prompts("attacks")["targeted"]
    return [prompt.format(value=value) for prompt in targeted.get(entity_type, targeted["OTHER"])]
