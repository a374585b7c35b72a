"""Dates and phone numbers of a document are read as the document writes them, whatever extractor found them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from sanon.records import Document, Mention
from sanon.resolution.conventions import REGIONS, Conventions, conventions_of, readings
from sanon.resolution.mentions import joined_mentions
from sanon.resolution.normal_forms import normalize_date, normalize_phone
from sanon.settings.input import DateOrder
from sanon.settings.profile import Profile


def read_as_written(
    document: Document, mentions: list[Mention], profile: Profile, date_order: DateOrder
) -> list[Mention]:
    """The mentions of a document with dates and phone numbers by its conventions, by entity id.

    "03/04/2024" of a document that does not tell its order is a mention of both dates: it is linked with either, and a
    mask of either replaces it. What came from an entities file stays as it was given.

    Args:
        document: whole, to see how it writes.
        profile: says which types are dates and phone numbers.
        date_order: the setting.
    """
    reader = _Reader(document.content, date_order)
    return joined_mentions(
        document.source_id,
        [one for mention in mentions for one in reader.read(mention, profile.types[mention.entity.type].normal_form)],
    )


class _Reader:
    """Reads mentions of one text; looks at the text only if there is something to decide."""

    def __init__(self, text: str, date_order: DateOrder) -> None:
        self._text, self._date_order = text, date_order

    @cached_property
    def _conventions(self) -> Conventions:
        return conventions_of(self._text, self._date_order)

    def read(self, mention: Mention, form: str) -> Iterator[Mention]:
        """The mention, or those it becomes: each spelling goes where its readings say."""
        if form not in ("date", "phone") or mention.is_given:
            yield mention
            return
        values: dict[str, set[str]] = {}
        for spelling in mention.original_values:
            for value in self._values(spelling, mention.entity.value, form):
                values.setdefault(value, set()).add(spelling)
        for value, spellings in values.items():
            entity = mention.entity._replace(value=value)
            yield replace(mention, entity=entity, original_values=tuple(sorted(spellings)))

    def _values(self, spelling: str, value: str, form: str) -> tuple[str, ...]:
        """Normal forms of a spelling; another one that an extractor knew from elsewhere (a year, say) stays."""
        if form == "phone":
            if spelling.lstrip("( ").startswith(("+", "00")):
                return (value,)
            known = {normalize_phone(spelling, region=region) for region in (None, *REGIONS)}
            return (normalize_phone(spelling, region=self._conventions.region),) if value in known else (value,)
        orders = {normalize_date(spelling, day_first=order) for order in (True, False)}
        return readings(spelling, self._conventions) if value in orders and len(orders) > 1 else (value,)
