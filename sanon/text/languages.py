"""Which language a text is written in, told by its commonest small words. Pure; six languages and no list to load."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import Literal

Language = Literal["en", "de", "fr", "es", "it", "nl"]
LANGUAGES: tuple[Language, ...] = ("en", "de", "fr", "es", "it", "nl")

# Words of one language, or nearly: "in" and "die" are written in two, and then count for both.
_SMALL_WORDS: dict[Language, str] = {
    "en": "the of and to was is for with on that his her she he it by from at are has have had were this be been not "
    "who which you your my our their an as after will would they there",
    "de": "der die das und ist nicht ein eine einen einem einer mit den dem des von zu zum zur auf für sich im bei war "
    "wird wurde werden sie er ich ihr ihre ihrer als auch an nach seit am sowie wir haben hat",
    "fr": "le la les de des du et est une un que qui dans pour par sur avec au aux ce cette pas ne il elle nous vous "
    "votre je mon sa son ses été être sont à depuis chez",
    "es": "el la los las de del y es en un una que por para con no se su sus al lo como más fue ha desde este esta "
    "años muy pero hasta sin sobre su mi le me",
    "it": "il lo la gli le di del della dei delle e è un una che per con non si in da dal nel nella al alla sono ha "
    "ho mia mio suo sua stato dopo anni come presso",
    "nl": "de het een en van is niet op te dat die in met voor aan er zijn haar hij ze ik wij u uw bij naar om ook als "
    "werd wordt heeft door uit sinds jaar geen",
}
_LANGUAGES_OF: dict[str, tuple[Language, ...]] = {
    word: tuple(language for language in LANGUAGES if word in _SMALL_WORDS[language].split())
    for words in _SMALL_WORDS.values()
    for word in words.split()
}
_WORD = re.compile(r"[^\W\d_]+")
#: What is read: enough to tell, and no more.
_CHARACTERS = 6_000
#: Fewer than these small words tell nothing: a log or a table has none.
_LEAST = 3


@lru_cache(maxsize=8)
def language_of(text: str) -> Language | None:
    """The language with the most small words in the text; None if it has too few, or two languages as many."""
    counts: Counter[Language] = Counter()
    for word, times in Counter(_WORD.findall(text[:_CHARACTERS].lower())).items():
        for language in _LANGUAGES_OF.get(word, ()):
            counts[language] += times
    ranked = counts.most_common(2)
    if not ranked or ranked[0][1] < _LEAST or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]
