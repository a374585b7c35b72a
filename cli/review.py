"""sanon review."""

from __future__ import annotations

from typing import Any

from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.command import Command
from sanon.commands.review import REVIEW, ReviewRequest
from sanon.results import ReviewResult
from sanon.text.counting import counted


def _chosen(given: dict[str, Any]) -> Command[Any, Any]:
    """Review, with a policy file that may be new."""
    if "policy" in given:
        given["decisions"] = given["policy"] if given["policy"].exists() else given.pop("policy")
    return REVIEW


@command(REVIEW, choose=_chosen)
def review(result: ReviewResult, request: ReviewRequest) -> None:
    """Look at originals and protected documents side by side, and decide mask by mask, in the browser.

    The page is on this computer only, and only for whoever has the address that is printed. What is decided goes into
    the policy file, never into the graph; sanon redact with that file applies it. Control+C ends it.

    \b
    Examples:
      sanon review
      sanon review --policy policy.toml
      sanon review --no-open --port 8899
    """
    say(
        f"decided    {counted(result.mask, 'value')} to mask, {counted(result.keep, 'value')} to keep, "
        f"{counted(result.accepted, 'risk')} accepted"
    )
    if result.mask + result.keep + result.accepted:
        say(f"next       sanon redact --policy {result.policy_file}")
