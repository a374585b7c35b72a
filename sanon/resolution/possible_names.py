"""Names that one document shows, and that most documents use as another word.

"Agent: Norskerry, good morning" names somebody; "Norskerry" in ten other documents is the house. Who looks for the name
in all documents masks the name of the house in all of them; who looks for none leaves people readable. So documents
vote: a name that extractors only suggested, which several documents hold and few of them hold as a name, is a possible
name. It is masked where it was found, and not looked for elsewhere.

Like names that are filed under one person, this is decided anew by each load, from what the documents alone give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from sanon.records import LEXICON, TAGGER, Document, Mention
from sanon.resolution.corpus_search import folded, name_parts
from sanon.resolution.mentions import joined_mentions
from sanon.resolution.variants import FOUND_BY as NAME_VARIANT
from sanon.settings.profile import Profile
from sanon.text.matching import Matcher
from sanon.text.searched import SearchedEntity

#: Who suggests names: the word lists and the tagger of the extractor `embedded`.
_SUGGESTED = frozenset((LEXICON, TAGGER, NAME_VARIANT))
#: So many documents vote at least, and a possible name is a name in at most this share of them: no person of ten
#: archives is (docs/decisions/0015-possible-names.md).
_LEAST_VOTES, _LARGEST_SHARE = 3, 0.4
#: Shorter names are initials, which are looked for only where they stand apart.
_SHORTEST = 3


class Votes(NamedTuple):
    """Of each doubtful name, folded: the documents that hold it with a capital letter, and as a name."""

    holding: Counter[str]
    naming: Counter[str]


class Names(NamedTuple):
    """Spellings that are looked for, folded.

    Attributes:
        suggested: names of people and their parts that extractors only suggested.
        proven: those that something else shows.
        organisations: names of organisations.
    """

    suggested: set[str]
    proven: set[str]
    organisations: set[str]

    @property
    def doubtful(self) -> set[str]:
        """Those that documents vote on."""
        unproven = (self.suggested | self.organisations) - self.proven
        return {name for name in unproven if sum(map(str.isalpha, name)) >= _SHORTEST}


def names_of(mentions: Iterable[Mention], profile: Profile) -> Names:
    """The names that extractors found; those of parts of a corpus add up."""
    found = Names(set(), set(), set())
    for mention in mentions:
        is_suggested = _SUGGESTED.issuperset(mention.found_by)
        if profile.is_name(mention.entity.type):
            names = found.suggested if is_suggested else found.proven
            names.update(map(folded, (*mention.original_values, *name_parts(mention.original_values))))
        elif is_suggested and mention.entity.type == profile.accepted.get("PROVIDER"):
            found.organisations.update(map(folded, mention.original_values))
    return found


def votes(
    documents: Iterable[Document], mentions: Mapping[str, list[Mention]], names: Names, profile: Profile
) -> Votes:
    """What some documents say of doubtful names; votes of parts of a corpus add up.

    What may be a person or an organisation is a name where it is a person's.

    Args:
        documents: those that vote.
        mentions: what extractors found, by source id.
        names: what extractors found in the whole corpus.
        profile: says what is a name.
    """
    matcher = Matcher(
        [
            SearchedEntity(name, (name,), weight=0.0, corpus_wide=True, normal_form="text")
            for name in sorted(names.doubtful)
        ]
    )
    organisations = names.organisations - names.suggested
    found = Votes(Counter(), Counter())
    for document in documents:
        holding = {
            match.entity.id
            for text in document.texts()
            for match in matcher.occurrences(text, ())
            if text[match.start].isupper()
        }
        found.holding.update(holding)
        there = mentions.get(document.source_id, ())
        found.naming.update(_held(matcher, (one for one in there if profile.is_name(one.entity.type))) & holding)
        theirs = _held(matcher, (one for one in there if one.entity.type == profile.accepted.get("PROVIDER")))
        found.naming.update(theirs & holding & organisations)
    return found


def _held(matcher: Matcher[SearchedEntity], mentions: Iterable[Mention]) -> set[str]:
    """The searched names that spellings of some mentions hold."""
    spellings = " | ".join(spelling for mention in mentions for spelling in mention.original_values)
    return {match.entity.id for match in matcher.occurrences(spellings, ())}


def outvoted(counted: Votes) -> frozenset[str]:
    """The names that are possible names, folded."""
    return frozenset(
        name
        for name, holding in counted.holding.items()
        if holding >= _LEAST_VOTES and counted.naming[name] <= _LARGEST_SHARE * holding
    )


def with_possible_names(mentions: Iterable[Mention], names: Collection[str], profile: Profile) -> list[Mention]:
    """Mentions of one document, by entity id; spellings that are possible names are filed as such."""
    return sorted(_filed(mentions, names, profile), key=lambda mention: mention.entity.id)


def as_names(mentions: Sequence[Mention], profile: Profile) -> list[Mention]:
    """Mentions of one document, by entity id, before any name became a possible one."""
    name, possible = profile.accepted.get("NAME"), profile.possible_name
    own = [
        replace(mention, entity=mention.entity._replace(type=name))
        if name and mention.entity.type == possible and not mention.is_given
        else mention
        for mention in mentions
    ]
    return joined_mentions(own[0].source_id, own) if own else []


def _filed(mentions: Iterable[Mention], names: Collection[str], profile: Profile) -> Iterator[Mention]:
    kind = profile.possible_name
    for mention in mentions:
        is_suggested = profile.is_name(mention.entity.type) and _SUGGESTED.issuperset(mention.found_by)
        possible = tuple(one for one in mention.original_values if is_suggested and folded(one) in names)
        if not (kind and possible):
            yield mention
            continue
        yield replace(mention, entity=mention.entity._replace(type=kind), original_values=possible)
        if rest := tuple(one for one in mention.original_values if one not in possible):
            yield replace(mention, original_values=rest)
