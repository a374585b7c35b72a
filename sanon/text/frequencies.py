"""How often the words of a language are used: zipf values, by the library wordfreq.

A zipf value is the base-10 logarithm of how often a word stands in a billion words of the language: "the" 7.7,
"keeper" 4.0, "lighthouse" 3.6, a word that nobody lists 0. The lists (CC BY-SA 4.0) come with the library and are read
when they are asked for.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import cache
from math import log10

from sanon.text import languages

#: Languages that are told apart, the one that wins a draw first.
LANGUAGES = ("en", "de", "fr", "es", "it", "nl", "pt", "pl", "sv")
#: Languages whose everyday words are nobody's names: besides those others that archives are written in.
_OF_ARCHIVES = (*LANGUAGES, "ca", "cs", "da", "fi", "hu", "nb", "ro", "tr")
#: Words of a billion, as a power of ten: a frequency of 1 is a zipf value of 9.
BILLION = 9.0
#: Words of a text that tell its language.
_ENOUGH = 200
#: Zipf value of the thousandth word or so of a language.
_EVERYDAY = 4.9
#: Zipf value from which on a word tells nothing, whatever the language of the text.
_EVERYDAY_SOMEWHERE = 4.5
#: A text of so many words, of which this share is among the most common English ones, is English.
_LEAST, _SURELY = 30, 0.35


class Frequencies:
    """The words of one language.

    Args:
        language: ISO code, one that wordfreq has a list for.
        size: "best" for all words, "small" for those with a zipf value above 3, read in a tenth of the time.
    """

    def __init__(self, language: str, size: str) -> None:
        self.language = language
        self._of = _list(language, size)
        self._zipf: dict[str, float] = {}

    def zipf(self, word: str) -> float:
        """How common a word is, in [0, 8]; the word in lower case. With hyphens it is as common as its rarest part."""
        known = self._zipf.get(word)
        if known is None:
            known = self._zipf[word] = self._looked_up(word)
        return known

    def _looked_up(self, word: str) -> float:
        frequency = self._of.get(word.replace("’", "'"), 0.0)
        if frequency:
            return max(0.0, log10(frequency) + BILLION)
        parts = [part for part in word.split("-") if part]
        return min(map(self.zipf, parts)) if len(parts) > 1 else 0.0


def is_everyday(word: str, text: str) -> bool:
    """Whether a word is one of the thousand or so that texts in the language of this text use most, names or not."""
    language = languages.language_of(text) or "en"
    return frequencies(language, "small").zipf(word.lower().replace("’", "'")) >= _EVERYDAY


@cache
def zipf_somewhere(word: str) -> float:
    """How common a word, in lower case, is in the language that uses it most; 0 below 3."""
    return max(frequencies(language, "small").zipf(word) for language in _OF_ARCHIVES)


def is_everyday_somewhere(word: str) -> bool:
    """Whether a word, in lower case, is one of the two thousand or so that some language uses most."""
    return zipf_somewhere(word) >= _EVERYDAY_SOMEWHERE


@cache
def frequencies(language: str, size: str = "best") -> Frequencies:
    """The words of a language, read once; see `Frequencies`."""
    return Frequencies(language, size)


def likeliest_language(words: Iterable[str]) -> str:
    """The language whose common words a text uses most; English if it uses none.

    Args:
        words: in lower case, in the order of the text; the first few hundred decide.
    """
    counts = Counter(word for word, _ in zip(words, range(_ENOUGH), strict=False))
    english = sum(count for word, count in counts.items() if word in _common("en"))
    if counts.total() >= _LEAST and english >= _SURELY * counts.total():
        return "en"  # the other lists, half a second to read, are not needed
    scores = dict.fromkeys(LANGUAGES, 0.0)
    for word, count in counts.items():
        for language, common in _commonly().get(word, ()):
            scores[language] += count * common
    return max(LANGUAGES, key=lambda language: scores[language])


@cache
def _commonly() -> Mapping[str, list[tuple[str, float]]]:
    """The most common words of all languages, each with the languages that have it and how common it is there."""
    found: defaultdict[str, list[tuple[str, float]]] = defaultdict(list)
    for language in LANGUAGES:
        for word, common in _common(language).items():
            found[word].append((language, common))
    return found


@cache
def _common(language: str) -> Mapping[str, float]:
    """The 200 most common words of a language, each with the logarithm of how common it is."""
    words = sorted(_list(language, "small").items(), key=lambda item: (-item[1], item[0]))[:200]
    return {word: log10(frequency) + 4 for word, frequency in words}


@cache
def _list(language: str, size: str) -> Mapping[str, float]:
    import wordfreq  # 0.1 s, and as long for a list: only where words are looked up

    found: Mapping[str, float] = wordfreq.get_frequency_dict(language, wordlist=size)
    return found
