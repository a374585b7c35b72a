"""Whether what a page shows is what a command printed, where numbers follow from the tagger.

Its products are rounded to eight bits, and another processor moves what it is in doubt of: a value more or less, the
end of another. So counts and risks may differ a little there; words, layout and zeros may not.
"""

from __future__ import annotations

import re
from itertools import zip_longest

#: Of a count, a share of it or so many; of a risk, as a difference.
SHARE, COUNT, RISK = 0.1, 8, 0.1
_NUMBER = re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?!\w)")
_LABEL = re.compile(r"(\[[A-Z_]*[A-Z])_\d+\]")
#: How many people fit is a product of many shares: one value more or less makes it several times as many.
_PEOPLE = re.compile(r"at least [\d,]+ fit each document, [\d,]+ each chain")
#: "36 EVENT_DATE, 20 QUANTITY": of a type that has few, the last one may go.
_TYPES = re.compile(r"\d+ [A-Z_]+(?:, \d+ [A-Z_]+)+")


def is_alike(shown: str, printed: str) -> bool:
    """Whether texts are equal but for numbers of labels, of people who fit, and small differences of other numbers.

    In what is shown "..." stands for anything.
    """
    shown, printed = _plain(shown), _plain(printed)
    parts = [re.escape(part) for part in _NUMBER.sub("\0", shown).split("...")]
    pattern = ".*?".join(parts).replace("\0", f"({_NUMBER.pattern})")
    found = re.fullmatch(pattern, printed, re.DOTALL)
    return found is not None and all(
        one is not None and other is not None and is_near(one, other)
        for one, other in zip_longest(_NUMBER.findall(shown), found.groups())
    )


def is_near(shown: str, printed: str) -> bool:
    """Whether two numbers, as they are written, may come from the same command on two processors."""
    one, other = (float(each.replace(",", "")) for each in (shown, printed))
    if "." in shown + printed:
        return abs(one - other) <= RISK
    return one == other or (min(one, other) > 0 and abs(one - other) <= max(COUNT, SHARE * one))


def _plain(text: str) -> str:
    """A text without the numbers of labels, of people and of types."""
    plain = _PEOPLE.sub("some fit each document, some each chain", _LABEL.sub(r"\1]", text))
    return _TYPES.sub("some types", plain).strip()
