"""All rule and lexicon detectors in their order of precedence."""

from __future__ import annotations

from dataclasses import replace

from sanon.extraction.detectors.addresses import find_addresses, find_streets, find_towns
from sanon.extraction.detectors.addresses_abroad import find_addresses_abroad
from sanon.extraction.detectors.ages import find_ages
from sanon.extraction.detectors.contacts import find_contacts
from sanon.extraction.detectors.dates import find_dates, find_durations
from sanon.extraction.detectors.devices import find_coordinates, find_devices
from sanon.extraction.detectors.facts import find_facts
from sanon.extraction.detectors.fields import find_fields
from sanon.extraction.detectors.headings import is_heading
from sanon.extraction.detectors.identifiers import find_identifiers, find_labelled_identifiers
from sanon.extraction.detectors.livelihoods import find_livelihoods
from sanon.extraction.detectors.names import find_names
from sanon.extraction.detectors.names_abroad import find_names_abroad
from sanon.extraction.detectors.national_numbers import find_national_numbers
from sanon.extraction.detectors.organisations import find_organisations
from sanon.extraction.detectors.places import find_places
from sanon.extraction.detectors.quantities import find_quantities
from sanon.extraction.detectors.relations import find_relations
from sanon.extraction.detectors.tables import find_keyed_values
from sanon.extraction.detectors.terms import find_terms
from sanon.extraction.detectors.terms_abroad import find_ages_abroad, find_terms_abroad
from sanon.extraction.detectors.told import find_told
from sanon.extraction.span import Span, around, without_overlaps

# What is built of figures is certain: a name or an organisation never reaches into it ("2004 the Supreme Court").
# Within a group the longer span wins, among equals the earlier detector.
CERTAIN = (
    find_dates,
    find_labelled_identifiers,
    find_national_numbers,
    find_devices,
    find_coordinates,
    find_contacts,
    find_identifiers,
    find_addresses,
    find_addresses_abroad,
    find_ages,
    find_ages_abroad,
    find_quantities,
)
LIKELY = (
    find_names,
    find_names_abroad,
    find_fields,
    find_organisations,
    find_streets,
    find_terms,
    find_terms_abroad,
    find_facts,
    find_told,
    find_livelihoods,
    find_places,
    find_durations,
    find_relations,
)

# What is told in words goes on around a date: "winner of the 2024 Spelling Bee".
TOLD = frozenset(("UNIQUE_FACT", "EVENT"))


def detect(text: str) -> list[Span]:
    """What the rules and lexicons find in a text, without overlaps."""
    keyed = list(find_keyed_values(text))
    # A name under its header is one, whatever else it looks like: "Winter,August,1956" is no date.
    names = without_overlaps((span for span in keyed if span.kind == "NAME"), len(text))
    others = [span for span in keyed if span.kind not in ("NAME", "PERSON")]
    certain = without_overlaps([*others, *(span for find in CERTAIN for span in find(text))], len(text), names)
    likely = [
        part
        for find in LIKELY
        for span in find(text)
        for part in (around(span, certain) if span.kind in TOLD else [span])
        if not is_heading(text, part)
    ]
    likely += [replace(span, kind="NAME") for span in keyed if span.kind == "PERSON"]
    likely += find_towns(text, [span for span in certain if span.kind == "ADDRESS"])
    return without_overlaps(likely, len(text), certain)
