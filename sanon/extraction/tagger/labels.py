"""What the tagger says of a word: its type, and whether it tells something of a person."""

from __future__ import annotations

from typing import Final

#: Types of the tagger, in the order of its output.
TYPES: Final = (
    "PERSON",
    "CODE",
    "ADDRESS",
    "LOC",
    "ORG",
    "DATE",
    "AGE",
    "QTY",
    "JOB",
    "COND",
    "TREAT",
    "TRAIT",
    "EVENT",
    "FACT",
    "WORK",
)
#: Type of the tagger -> kind of a span.
KIND_OF: Final = {
    "PERSON": "NAME",
    "CODE": "NON_PERSONAL_ID",
    "ADDRESS": "ADDRESS",
    "LOC": "LOCATION",
    "ORG": "ORGANISATION",
    "DATE": "EVENT_DATE",
    "AGE": "AGE",
    "QTY": "QUANTITY",
    "JOB": "OCCUPATION",
    "COND": "MEDICAL_CONDITION",
    "TREAT": "TREATMENT",
    "TRAIT": "DEMOGRAPHIC",
    "EVENT": "EVENT",
    "FACT": "UNIQUE_FACT",
    "WORK": "INDIRECT_IDENTIFIER",
}
#: Labels in the order of the output: nothing; a type that tells something of a person; a type that does not.
LABELS: Final = ("O", *(f"{kind}+" for kind in TYPES), *(f"{kind}-" for kind in TYPES))
#: What the tagger was taught with: whole documents of archives, short records, court cases. Annotators of each mark by
#: other rules, and the tagger is told by which it should judge.
DOMAINS: Final = ("archive", "record", "court")
