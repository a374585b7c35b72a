"""sanon attack."""

from __future__ import annotations

from sanon.cli import printing
from sanon.cli.command import command
from sanon.cli.printing import say
from sanon.commands.attack import ATTACK, AttackRequest
from sanon.results import AttackResult
from sanon.results.attack import AttackerSuccess, InferredValues
from sanon.text.counting import counted

_SHOWN = 10
#: What says which text is the right one for a document.
_RIGHT = {
    "truth": "the truth file says which text is right",
    "original": "the text that the attackers find for the original is right",
    "links": "documents that were linked before any mask are right for each other",
}


@command(ATTACK)
def attack(result: AttackResult, request: AttackRequest) -> None:
    """Try to find out whom each document of the export OUT is about.

    An attacker ranks the texts that he holds by their likeness to each protected document, which counts as found if
    the right one comes first. The same is done with the originals, to compare.

    \b
    Examples:
      sanon attack protected/ --background press/
      sanon attack protected/ --background press/ --truth who.csv --originals documents/
      sanon attack protected/ --background press/ --attackers tfidf --attackers embeddings
      sanon attack protected/ --background press/ --show-values --at-most 0.05
      sanon attack protected/ --background press/ --open-set --reader gpt-4o-mini
      sanon attack protected/ --record
    """
    if result.left_out:
        texts = counted(result.left_out, "background text")
        say(f"note: {texts} left out, since they are documents of the corpus themselves", err=True)
    printing.as_lines(_lines(result))
    printing.as_table(
        "Share of the documents found",
        ("attacker", "first", "in five", *(["first, originals", "in five, originals"] if _compared(result) else [])),
        [
            (one.name, f"{one.top1:.0%}", f"{one.top5:.0%}", *_former(one.original_top1, one.original_top5))
            for one in (*result.attackers, *_by_chance(result))
        ],
    )
    opened = [one for one in result.attackers if one.open_recall is not None]
    if opened:
        printing.as_table(
            "With half of the right texts taken away",
            ("attacker", "answers that are right", "right texts named"),
            [(one.name, _share(one.open_precision), _share(one.open_recall)) for one in opened],
        )
    if result.background == 1:
        say("\none text is about everybody: this tells nothing; add texts about others")
    elif not result.found:
        say("\nno attacker finds a document")
    else:
        _show_found(result, show_all=request.show_values)
    if result.against == "background":
        if result.found and not request.show_values:
            say("what gave them away: --show-values")
        printing.next_step("sanon load DOCS --background DIR, then sanon redact: masks until nobody is found")


def _compared(result: AttackResult) -> bool:
    return any(one.original_top1 is not None for one in result.attackers)


def _by_chance(result: AttackResult) -> list[AttackerSuccess]:
    """Who orders the texts by lot, as a row of the table."""
    first, five = result.chance_top1, result.chance_top5
    if first is None or five is None:
        return []
    originals = (first, five) if _compared(result) else (None, None)
    return [
        AttackerSuccess(name="by chance", top1=first, top5=five, original_top1=originals[0], original_top5=originals[1])
    ]


def _share(value: float | None) -> str:
    return "no answer" if value is None else f"{value:.0%}"


def _former(top1: float | None, top5: float | None) -> list[str]:
    return [] if top1 is None or top5 is None else [f"{top1:.0%}", f"{top5:.0%}"]


def _lines(result: AttackResult) -> list[tuple[str, str]]:
    others = "background text" if result.against == "background" else "document"
    found = [
        ("attacked", f"{counted(result.documents, 'document')} against {counted(result.background, others)}"),
        ("right", _RIGHT[result.right_by]),
    ]
    if result.words_kept is not None:
        found.append(("words", f"{result.words_kept:.0%} of the words of the originals still stand"))
    if result.max_chain_risk is not None:
        over = result.chains_over_policy
        after = "" if over is None else f"; {over:,} above their limits after the last redact"
        found.append(("chains", f"highest risk now {result.max_chain_risk:.3f}{after}"))
    if result.inferred is not None:
        found.append(("read", _inferred(result.inferred)))
    if result.agreement is not None:
        found.append(
            (
                "links",
                f"rank correlation {result.agreement:.2f} of their strength now with how soon they are found",
            )
        )
    return found


def _inferred(found: InferredValues) -> str:
    said = [
        f"{found.named:,} of {counted(found.documents, 'document')} named",
        f"of {counted(found.values, 'hidden value')} {found.exact:,} guessed, {found.coarser:,} more coarsely",
    ]
    if found.unread:
        said.append(f"no answer about {counted(found.unread, 'document')}")
    return "; ".join(said)


def _show_found(result: AttackResult, *, show_all: bool) -> None:
    say(f"\n{counted(len(result.found), 'document')} found")
    shown = result.found if show_all else result.found[:_SHOWN]
    for one in shown:
        words = f": {', '.join(one.words)}" if one.words else ""
        say(f"  {one.source_id} -> {one.person} by {', '.join(one.attackers)}{words}")
    for line in printing.more(len(result.found), len(shown)):
        say(line)
