"""What forms, courts, machines and everyday words say about nobody is not masked."""

from __future__ import annotations

import pytest

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.records import Document, Source
from sanon.settings.profile import load_profile

INSURANCE = EmbeddedExtractor(load_profile("insurance"))


def values(content: str) -> set[str]:
    document = Document(source_id="d", content=content, source=Source(path="d.txt", form="text"))
    return {finding.original_value for finding in INSURANCE.extract(document)}


@pytest.mark.parametrize(
    "heading",
    [
        "ADVERSE EVENT REPORT",
        "PRIVATE AND CONFIDENTIAL",
        "PROOF OF LOSS",
        "NURSING PROGRESS NOTE",
        "INCIDENT REPORT",
        "NOTICE OF ACTION FOR DISSOLUTION OF MARRIAGE",
        "Discharge Summary",
        "Medical History",
        "FAMILY DIVISION",
        "Claim Form",
        "INFORME DE ALTA",
        "COMPTE RENDU",
        "DENUNCIA DI SINISTRO",
        "Circuit Court",
        "Supreme Court",
        "Court of Appeals",
        "AUDIT",
        "AUDIT REPORT",
        "DOB: MM/DD/YYYY",
    ],
)
def test_a_heading_is_no_name_place_or_organisation(heading: str) -> None:
    assert not values(f"{heading}\n\nThe claim was opened and then closed.\n")


@pytest.mark.parametrize(
    ("content", "not_masked"),
    [
        ("By: the Deputy Clerk", "Deputy Clerk"),
        ("Clerk of the Court, please.", "Clerk of the Court"),
        ("The Petitioner asks for custody.", "Petitioner"),
        ("My Medicare card was lost.", "My Medicare"),
        ("National Insurance was paid.", "National Insurance"),
        ("To: HR Desk\n", "HR Desk"),
        ("She sold her wedding ring.", "ring"),
        ("The family met the parents.", "family"),
        ("a show in the evening", "show"),
        ("her rating is raised", "rating"),
        ("communication with the sisters", "communication"),
        ("It is 12:30 and 07:15:44 now.", "07:15:44"),
        ("Seen by Dr Ng. AUDIT REPORT follows.", "Ng. AUDIT REPORT"),
        ("Audit: nothing was found.", "Audi"),
        ("She worked as a lighthouse keeper for years.", "lighthouse keeper for"),
        ("He was with record producer friends.", "with record producer"),
        (
            "The President of the Second Section decided to give notice.",
            "President of the Second Section decided to give notice",
        ),
        ("The witness Lamar saw it.", "witness Lamar"),
    ],
)
def test_what_is_said_of_everybody_is_nobody(content: str, not_masked: str) -> None:
    assert not {value for value in values(content) if not_masked.lower() in value.lower()}


def test_the_times_of_a_log_are_not_dates_of_a_person() -> None:
    log = (
        "2024-11-05T07:14:02.118Z INFO portal.auth login ok\n"
        "2024-11-05T07:14:09.402Z WARN portal.mail bounce\n"
        "[2024-11-05 07:15:00] job finished, next visit 2024-12-01\n"
    )
    assert values(log) == {"2024-12-01"}
