"""Look at every document before it leaves: no masked value may stand in it, and it may have a pseudonym for its id."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from sanon.audit.leakcheck import NAMES, Leak, LeakCheck
from sanon.audit.near_misses import NearMissesLeft
from sanon.errors import LeakFound
from sanon.export.renaming import Renaming
from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.search import Search
from sanon.results.export import NearMiss
from sanon.text.counting import counted

_PLACES_SHOWN = 10


class Check:
    """The check of one corpus.

    Args:
        masked: all masked entities of the corpus.
        search: of all masked entities.
        mentioned: source id -> ids of the entities that the document mentions.
        rename_key: secret of the corpus, to give ids and file names keyed pseudonyms; None to leave them.
    """

    def __init__(
        self,
        masked: Sequence[MaskedEntity],
        search: Search,
        mentioned: Mapping[str, Collection[str]],
        rename_key: bytes | None,
    ) -> None:
        self._leaks, self._near, self._mentioned = LeakCheck(masked), NearMissesLeft(search), mentioned
        self._renaming = Renaming(rename_key) if rename_key else None

    def looked_at(self, one: RedactedDocument) -> RedactedDocument:
        """A document as it leaves, under its pseudonym if it gets one."""
        ids = self._mentioned.get(one.document.source_id, ())
        if self._renaming:
            one = replace(one, document=self._renaming.renamed(one.document))
        self._leaks.look(one, ids)
        self._near.look(one, ids)
        return one

    def passed(self, *, strict: bool) -> list[NearMiss]:
        """Direct identifiers in disguise where nothing is replaced, once all documents were looked at.

        Raises:
            LeakFound: a masked value still stands in a document, a text differs beside what was replaced, or with
                `strict` a direct identifier stands in disguise.
        """
        if leaks := self._leaks.leaks():
            raise LeakFound(_message(leaks, renamed=self._renaming is not None))
        near = self._near.found()
        if strict and near:
            raise LeakFound(_near_message(near))
        return near


def _message(leaks: Sequence[Leak], renamed: bool) -> str:
    places = Counter(
        (leak.source, leak.field, leak.entity_type or "text outside of what was replaced") for leak in leaks
    )
    shown = [
        f"{source}, {field}: {kind} ({times})" for (source, field, kind), times in list(places.items())[:_PLACES_SHOWN]
    ]
    more = len(places) - len(shown)
    values = sum(leak.entity_type is not None for leak in leaks)
    differ = len(leaks) - values
    found = (
        [counted(values, "value", verb=("that had to go still stands", "that had to go still stand"))] if values else []
    )
    found += (
        [f"{counted(differ, 'text', verb=('differs', 'differ'))} from the original where nothing was replaced"]
        if differ
        else []
    )
    lines = [f"{'; '.join(found)}; nothing was written", *shown]
    if more:
        lines.append(f"and {counted(more, 'more place')}")
    fields = {leak.field for leak in leaks}
    if not renamed and fields & set(NAMES):
        lines.append("ids or file names leak: export with --rename")
    if any(field.startswith("metadata key") for field in fields):
        lines.append("names of metadata entries leak: rename them in the input, or list the value under never_mask")
    if any(field == "content" or field.startswith(("metadata.", "metadata value")) for field in fields):
        lines.append(
            "texts or metadata leak: run `sanon redact` and export again; if that does not help, it is a defect"
        )
    return "\n  ".join(lines)


def _near_message(near: list[NearMiss]) -> str:
    shown = [f"{one.source}, {one.field}: {one.form} ({one.count})" for one in near[:_PLACES_SHOWN]]
    more = [f"and {counted(len(near) - _PLACES_SHOWN, 'more place')}"] if len(near) > _PLACES_SHOWN else []
    count = sum(one.count for one in near)
    heading = counted(count, "direct identifier", verb=("stands", "stand"))
    heading += " in disguise where nothing is replaced; nothing was written"
    names = "ids and file names: export with --rename; names of metadata entries: rename them in the input"
    texts = "texts: what may be somebody else's name is masked by always_mask, and stays without --strict"
    help_ = [names] if any(one.certain for one in near) else []
    help_ += [texts] if not all(one.certain for one in near) else []
    return "\n  ".join([heading, *shown, *more, *help_])
