"""How many words a protected corpus keeps."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

_WORD = re.compile(r"\w+")


def words_kept(texts: Iterable[tuple[str, str]]) -> float:
    """Share of the words of the originals that still stand in the protected texts, each as often as it does.

    Args:
        texts: original and protected text of each document.

    Returns:
        In [0, 1]; 1 for originals without words.
    """
    kept = total = 0
    for original, protected in texts:
        before, after = Counter(_WORD.findall(original.lower())), Counter(_WORD.findall(protected.lower()))
        kept += (before & after).total()
        total += before.total()
    return kept / total if total else 1.0
