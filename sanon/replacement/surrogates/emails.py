"""Stand-ins for e-mail addresses and user names: made of the stand-in of the person whose name they are made of."""

from __future__ import annotations

import re
from collections.abc import Mapping

from sanon.replacement.surrogates.draws import Draws
from sanon.replacement.surrogates.wordlists import neutral
from sanon.text.lexicons import fold
from sanon.text.vocabulary import words

_PIECE = re.compile(r"[^\W\d_]+|\d+")
#: What says for whom a mailbox is, and names nobody.
_ROLES = words("mailbox_words")


def made_of(text: str, name: list[str]) -> int:
    """How many letters of a user name are those of a name; 0 if it is not made of it.

    Args:
        text: user name or local part of an address.
        name: folded words of the name.
    """
    pieces = [piece for piece in _PIECE.findall(fold(text)) if piece.isalpha()]
    return sum(len(piece) for piece in pieces if _parts(piece, dict.fromkeys(name, "x")) is not None)


def stand_in(draws: Draws, host: str, value: str, word_for: Mapping[str, str], *, again: bool) -> str:
    """Another address or user name; the host the same for the same domain.

    Args:
        host: that stands for its domain.
        value: its normal form.
        word_for: folded words of the person's name -> those of the stand-in.
        again: another one was given to somebody else, so figures tell this one apart.
    """
    local, at, _ = value.partition("@")
    new = _PIECE.sub(lambda match: _piece(draws, fold(match[0]), word_for), local)
    if again:
        new += str(draws.below(90) + 10)
    return f"{new}@{host}" if at else new


def _piece(draws: Draws, piece: str, word_for: Mapping[str, str]) -> str:
    if piece.isdigit():
        return "".join(str(draws.below(10)) for _ in piece)
    made = _parts(piece, word_for)
    if made is not None:
        return made
    return piece if piece in _ROLES else draws.pick(neutral("mail"))


def _parts(piece: str, word_for: Mapping[str, str]) -> str | None:
    """A piece that is words or initials of a name, in the words of another: jdoe -> aweber; None if it is not."""
    if piece in word_for:
        return _plain(word_for[piece])
    if len(piece) == 1:
        return next((_plain(new)[:1] for word, new in word_for.items() if word.startswith(piece)), None)
    words = list(word_for)
    for first in words:
        for last in words:
            if first != last and piece in (first + last, first[:1] + last, first + last[:1], last + first):
                new, more = _plain(word_for[first]), _plain(word_for[last])
                made = {first + last: new + more, first[:1] + last: new[:1] + more, first + last[:1]: new + more[:1]}
                return made.get(piece, new + more)
    initials = "".join(word[:1] for word in words)
    if len(piece) > 1 and len(words) > 2 and piece.startswith(initials[:-1]) and piece[len(initials) - 1 :] in words:
        return "".join(_plain(word_for[word])[:1] for word in words[:-1]) + _plain(word_for[piece[len(initials) - 1 :]])
    return None


def _plain(word: str) -> str:
    return re.sub(r"[^a-z]", "", fold(word))


def host(draws: Draws) -> str:
    """A host that nobody can have (RFC 2606)."""
    return f"{draws.pick(neutral('mail'))}-{draws.pick(neutral('mail'))}.example"
