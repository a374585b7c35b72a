"""What a reading model makes of protected documents: which it brings together, and what it guesses of their masks."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from sanon.attack.inference import Inference, added
from sanon.attack.reader import Hidden, Reader
from sanon.progress import silent
from sanon.results.attack import InferredValues
from sanon.results.bench import Part
from sanon.settings.profile import Profile


def joined(reader: Reader, people: Iterable[Sequence[str]], texts: Mapping[str, str]) -> tuple[Part, Part]:
    """Persons by whose first document another one is found; and, in an open set, for whom a wrong one is named.

    Of the open set the other documents of every second person are taken away, so that "none" is the right answer.

    Args:
        people: source ids of each person's documents; who has one alone plays no part.
        texts: protected, by source id.

    Raises:
        ExtractionError: the model gives no answers any more.
    """
    several = [documents for documents in people if len(documents) > 1]
    withheld = several[::2]
    gone = {document for documents in withheld for document in documents[1:]}
    first = _first(reader, several, sorted(texts), texts)
    alone = _first(reader, withheld, sorted(texts.keys() - gone), texts)
    right = sum(found in documents[1:] for found, documents in zip(first, several, strict=True))
    wrong = sum(found is not None for found in alone)
    return Part(part=right, whole=len(several)), Part(part=wrong, whole=len(withheld))


def _first(
    reader: Reader, people: Sequence[Sequence[str]], names: Sequence[str], texts: Mapping[str, str]
) -> list[str | None]:
    """The document that the reader puts first beside each person's first one; None where it names none."""
    asked, held = [texts[documents[0]] for documents in people], [texts[name] for name in names]
    places = reader.rank(asked, held, silent).texts[:, 0].tolist() if asked and held else [-1] * len(asked)
    return [names[place] if place >= 0 else None for place in places]


def inferred(
    reader: Reader,
    hidden: Mapping[str, Sequence[tuple[str, str]]],
    texts: Mapping[str, str],
    originals: Mapping[str, str],
    profile: Profile,
) -> InferredValues:
    """What the reader guesses right.

    Args:
        hidden: source id -> type and normal form of each value that is gone; documents without any play no part.
        texts, originals: by source id.

    Raises:
        ExtractionError: the model gives no answers any more.
    """
    of = {document: values for document, values in hidden.items() if values}
    asked = [Hidden(texts[one], tuple(kind for kind, _ in values)) for one, values in of.items()]
    inference = Inference(profile)
    return added(
        inference.of(guess, originals[document], texts[document], values)
        for (document, values), guess in zip(of.items(), reader.guesses(asked), strict=True)
    )
