"""Kinds of values that detectors report, and the types of a profile that they are filed under."""

from __future__ import annotations

from sanon.settings.profile import Profile

# What a detector reports -> the types it may be filed under, best first. A profile that knows none of them does not
# want the kind, and it is dropped.
KINDS: dict[str, tuple[str, ...]] = {
    "NAME": ("NAME",),
    "PATIENT_ID": ("PATIENT_ID", "NON_PERSONAL_ID"),
    "NON_PERSONAL_ID": ("NON_PERSONAL_ID", "PATIENT_ID"),
    "NATIONAL_ID": ("NATIONAL_ID", "PATIENT_ID", "NON_PERSONAL_ID"),
    "PASSPORT": ("PASSPORT", "NATIONAL_ID", "PATIENT_ID", "NON_PERSONAL_ID"),
    "TAX_ID": ("TAX_ID", "NATIONAL_ID", "PATIENT_ID", "NON_PERSONAL_ID"),
    "BANK_ACCOUNT": ("BANK_ACCOUNT", "PATIENT_ID", "NON_PERSONAL_ID"),
    "USERNAME": ("USERNAME", "PATIENT_ID", "INDIRECT_IDENTIFIER"),
    "DEVICE": ("DEVICE", "NON_PERSONAL_ID", "PATIENT_ID"),
    "VEHICLE": ("VEHICLE", "NON_PERSONAL_ID", "PATIENT_ID"),
    "ADDRESS": ("ADDRESS", "LOCATION"),
    "PHONE_NUMBER": ("PHONE_NUMBER",),
    "EMAIL": ("EMAIL",),
    "BIRTHDATE": ("BIRTHDATE", "EVENT_DATE"),
    "EVENT_DATE": ("EVENT_DATE",),
    "DURATION": ("DURATION", "DATETIME", "QUANTITY"),
    "AGE": ("AGE",),
    "LOCATION": ("LOCATION",),
    "PROVIDER": ("PROVIDER", "ORGANISATION", "ORG"),
    "ORGANISATION": ("ORGANISATION", "ORG", "PROVIDER", "INDIRECT_IDENTIFIER"),
    "MEDICAL_CONDITION": ("MEDICAL_CONDITION",),
    "TREATMENT": ("TREATMENT",),
    "OCCUPATION": ("OCCUPATION", "DEM", "INDIRECT_IDENTIFIER", "DEMOGRAPHIC"),
    "NATIONALITY": ("NATIONALITY", "DEMOGRAPHIC"),
    "DEMOGRAPHIC": ("DEMOGRAPHIC",),
    "EVENT": ("EVENT",),
    "UNIQUE_FACT": ("UNIQUE_FACT",),
    "INDIRECT_IDENTIFIER": ("INDIRECT_IDENTIFIER",),
    "QUANTITY": ("QUANTITY",),
}


#: Kinds that stand for one person, or for where to reach one.
DIRECT = frozenset(
    (
        *("NAME", "ADDRESS", "PHONE_NUMBER", "EMAIL", "USERNAME", "BIRTHDATE"),
        *("PATIENT_ID", "NATIONAL_ID", "PASSPORT", "TAX_ID", "BANK_ACCOUNT", "VEHICLE", "DEVICE"),
    )
)
#: Kinds that are numbers and codes.
NUMBERS = frozenset(
    (
        *("PATIENT_ID", "NATIONAL_ID", "PASSPORT", "TAX_ID", "BANK_ACCOUNT", "VEHICLE", "DEVICE"),
        *("NON_PERSONAL_ID", "PHONE_NUMBER", "USERNAME"),
    )
)


def types_of(profile: Profile) -> dict[str, str]:
    """Kind of a detector -> type of the profile, for the kinds that the profile takes."""
    accepted = profile.accepted
    found = {}
    for kind, candidates in KINDS.items():
        for candidate in candidates:
            if candidate in accepted:
                found[kind] = accepted[candidate]
                break
    return found
