"""What one document reveals of a person is looked for in all documents."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from sanon.records import TAKEN_AS_GIVEN, Document, Entity, Mention
from sanon.resolution.normal_forms import normalize_name
from sanon.resolution.persons import bare_given_names, bare_surnames
from sanon.settings.profile import Profile
from sanon.text import lexicons
from sanon.text.frequencies import frequencies
from sanon.text.initials import capitals, initials_apart, is_initials
from sanon.text.languages import language_of
from sanon.text.matching import Match, Matcher
from sanon.text.searched import SearchedEntity
from sanon.text.titles import says_else

FOUND_BY = "corpus search"
#: Below this zipf value the rarest word of a value is rare: "bevacizumab" 1.9; "aneurysm" 3.1, "asthma" 3.7 are not.
_RARE = 3.0
_WORD = re.compile(r"[^\W\d_]+")


def search_identifiers(
    documents: Iterable[Document],
    mentions: Mapping[str, list[Mention]],
    profile: Profile,
    possible_names: Collection[str] = (),
) -> dict[str, list[Mention]]:
    """Mentions of direct identifiers, and of what else is searched everywhere, where no extractor saw a value.

    A rare disease that is masked in one document must not be read in another, where an extractor saw only "first
    infusion of …", or nothing.

    Rare parts of people's names are looked for as well, each as an entity of its own: nobody knows whether the
    "Hoekstra" of another document is the same person. Initials of people are looked for where they stand apart: at the
    end of a note, in a cell, in brackets.

    One pass over the corpus, case-insensitive. Relevance is the largest that the entity has anywhere. What an extractor
    filed under another entity of the type stays there: the "Doe" of "John Doe" is no mention of Jane Doe.

    Args:
        documents: all documents whose extraction is finished.
        mentions: what extractors found, by source id.
        profile: says which types are looked for in every document.
        possible_names: parts of names, and values that are looked for if they are rare, that are not; folded.

    Returns:
        Only the additional mentions, by source id.
    """
    whole = [mention for found in mentions.values() for mention in found]
    parts = list(_parts_of_names(whole, profile, possible_names))
    values, largest = _searched_values(whole + parts, profile, possible_names), _largest(whole + parts)
    guessed = frozenset(mention.entity for mention in parts).difference(mention.entity for mention in whole)
    sought = _Sought(values, largest, profile, guessed, _people_by_initials(whole, profile))
    return sought.in_documents(documents, mentions)


def search_masked_spellings(
    documents: Iterable[Document],
    mentions: Mapping[str, list[Mention]],
    masked: Iterable[Mention],
    profile: Profile,
) -> dict[str, list[Mention]]:
    """Mentions that keep masked what was masked: spellings that a masked entity had, and no masked entity has now.

    Names change their entity when the corpus grows ("Ms Doe" was Jane's, then could be John's). What may be published
    already must not come back, so the spelling stays with the masked entity too, wherever it stands.

    Args:
        documents: all documents whose extraction is finished.
        mentions: what the load found, by source id.
        masked: mentions of masked entities that the graph holds.
        profile: says which types are looked for in every document.

    Returns:
        Only the additional mentions, by source id.
    """
    had = list(masked)
    entities = {mention.entity for mention in had}
    now = (mention for found in mentions.values() for mention in found if mention.entity in entities)
    covered = {folded(spelling) for spellings in _searched_values(now, profile).values() for spelling in spellings}
    lost = {
        entity: {spelling for spelling in spellings if folded(spelling) not in covered}
        for entity, spellings in _searched_values(had, profile).items()
    }
    lost = {entity: spellings for entity, spellings in lost.items() if spellings}
    return _Sought(lost, _largest(had), profile).in_documents(documents, {}) if lost else {}


def _searched_values(
    mentions: Iterable[Mention], profile: Profile, possible_names: Collection[str] = ()
) -> dict[Entity, set[str]]:
    values: defaultdict[Entity, set[str]] = defaultdict(set)
    for mention in mentions:
        kind = profile.types[mention.entity.type]
        if kind.searched:
            values[mention.entity].update(mention.original_values)
        elif kind.everywhere == "rare":
            others = (value for value in mention.original_values if folded(value) not in possible_names)
            rare = [value for value in others if _is_rare(value, "en")]
            if rare:
                values[mention.entity].update(rare)
    return values


def _parts_of_names(mentions: Iterable[Mention], profile: Profile, possible: Collection[str]) -> Iterator[Mention]:
    """Mentions of the parts of people's full names that are looked for."""
    for mention in mentions:
        if profile.is_name(mention.entity.type) and TAKEN_AS_GIVEN not in mention.found_by:
            for part in name_parts(mention.original_values):
                if folded(part) not in possible:
                    entity = Entity(normalize_name(part), mention.entity.type)
                    yield replace(mention, entity=entity, original_values=(part,))


def name_parts(names: Collection[str]) -> Iterator[str]:
    """The given names and surnames within full names that are rare and mean nothing else."""
    for part in bare_surnames(names) | bare_given_names(names):
        if _is_rare(part, "en") and lexicons.fold(part) not in lexicons.places() and not says_else(part):
            yield part


def _people_by_initials(mentions: Iterable[Mention], profile: Profile) -> dict[str, Entity]:
    """Whom the initials that extractors found stand for; of several people the one with the first id."""
    people: dict[str, Entity] = {}
    for mention in mentions:
        if profile.is_name(mention.entity.type) and TAKEN_AS_GIVEN not in mention.found_by:
            for value in mention.original_values:
                if is_initials(value, ""):
                    people[value] = min(mention.entity, people.get(value, mention.entity), key=lambda one: one.id)
    return people


def _is_rare(value: str, language: str) -> bool:
    """Whether a word of a value is rare in a language; figures and signs are not."""
    known = frequencies(language)
    return any(known.zipf(word) < _RARE for word in _WORD.findall(value.casefold()))


def _largest(mentions: Iterable[Mention]) -> dict[Entity, tuple[float, float]]:
    """The largest relevance and the largest confidence of each entity."""
    largest: dict[Entity, tuple[float, float]] = {}
    for mention in mentions:
        relevance, confidence = largest.get(mention.entity, (0.0, 0.0))
        largest[mention.entity] = max(mention.relevance, relevance), max(mention.confidence, confidence)
    return largest


@dataclass(frozen=True)
class _Sought:
    """What is looked for in documents.

    Attributes:
        values: spellings of each entity.
        largest: relevance and confidence of each entity.
        guessed: entities that count only where a value has a capital letter and is rare in the language of the text.
        initials: whom initials stand for; they count only where they stand apart, as written.
    """

    values: Mapping[Entity, set[str]]
    largest: Mapping[Entity, tuple[float, float]]
    profile: Profile
    guessed: Collection[Entity] = ()
    initials: Mapping[str, Entity] = field(default_factory=dict)

    @cached_property
    def _entity_of(self) -> dict[str, Entity]:
        return {entity.id: entity for entity in self.values}

    @cached_property
    def _matcher(self) -> Matcher[SearchedEntity]:
        return Matcher(
            [
                # A rare value of another type is looked for in all documents too.
                replace(SearchedEntity.of_type(entity.id, self.profile.types[entity.type], known), corpus_wide=True)
                for entity, known in self.values.items()
            ]
        )

    def in_documents(
        self, documents: Iterable[Document], mentions: Mapping[str, list[Mention]]
    ) -> dict[str, list[Mention]]:
        """Mentions of entities that a document holds a value of, and that it does not mention yet; by source id."""
        additional: dict[str, list[Mention]] = {}
        for document in documents:
            here: defaultdict[Entity, set[str]] = defaultdict(set)
            for entity, spelling in self._found(document, mentions.get(document.source_id, ())):
                here[entity].add(spelling)
            if here:
                additional[document.source_id] = [
                    Mention(document.source_id, entity, relevance, tuple(sorted(some)), (FOUND_BY,), None, confidence)
                    for entity, some in sorted(here.items(), key=lambda item: item[0].id)
                    for relevance, confidence in [self.largest[entity]]
                ]
        return additional

    def _found(self, document: Document, mentioned: Collection[Mention]) -> Iterator[tuple[Entity, str]]:
        known = {mention.entity for mention in mentioned}
        settled = {(m.entity.type, folded(spelling)) for m in mentioned for spelling in m.original_values}
        for text in document.texts():
            for match in _outermost(self._matcher.occurrences(text, ()), self._entity_of, self.profile):
                entity, spelling = self._entity_of[match.entity.id], text[match.start : match.end]
                is_new = entity not in known and (entity.type, folded(spelling)) not in settled
                if is_new and self._means(entity, spelling, document):
                    yield entity, spelling
            for start, end in (*initials_apart(text), *capitals(text)) if self.initials else ():
                person = self.initials.get(text[start:end])
                if person is not None and person not in known:
                    yield person, text[start:end]

    def _means(self, entity: Entity, spelling: str, document: Document) -> bool:
        """Whether a spelling in a document is the entity, and no other word."""
        if entity in self.guessed:
            if not spelling[0].isupper():
                return False
        elif self.profile.types[entity.type].searched:
            return True
        return _is_rare(spelling, language_of(document.content) or "en")


def _outermost(
    matches: Iterable[Match[SearchedEntity]], entity_of: Mapping[str, Entity], profile: Profile
) -> Iterator[Match[SearchedEntity]]:
    """Leave out what stands inside a longer match of the same type, which goes as well.

    Rare values stay: what holds one ("first infusion of …") is no other form of it, and may stay readable.
    """
    reach: dict[str, int] = {}
    for match in sorted(matches, key=lambda match: (match.start, -match.end)):
        kind = entity_of[match.entity.id].type
        if match.end > reach.get(kind, 0):
            reach[kind] = match.end
            yield match
        elif not profile.types[kind].searched:
            yield match


def folded(spelling: str) -> str:
    """A spelling in small letters, one blank between its words."""
    return " ".join(spelling.casefold().split())
