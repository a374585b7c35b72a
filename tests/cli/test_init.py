"""`sanon init`: what it writes is usable at once, and each preset masks what its rule names."""

import os
import pty
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from sanon.commands import init
from sanon.commands.init import InitRequest
from sanon.errors import ConfigurationError
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.settings.settings import Settings
from sanon.settings.templates import PRESETS
from tests.cli.conftest import read_terminal

#: 45 CFR 164.514(b)(2)(i): letter -> types that stand for it, and sentences with what must go from each.
SAFE_HARBOR = {
    "A": (
        {"NAME", "PROVIDER"},
        [("The patient, Margaret Ellison, lives with her brother Tobias.", ["Ellison", "Tobias"])],
    ),
    "B": (
        {"ADDRESS", "LOCATION"},
        [
            ("She was seen at home, 48 Larkspur Road, Millbrook, NY 12545.", ["Larkspur", "Millbrook", "12545"]),
            ("The accident happened near Denton in Dutchess County, precinct 12.", ["Denton", "Dutchess", "12"]),
            ("ZIP code of the clinic: 12546", ["12546"]),
        ],
    ),
    "C": (
        {"EVENT_DATE", "BIRTHDATE", "AGE"},
        [
            ("Admitted on 4 October 2023 and discharged on 10/09/2023.", ["October", "10/09"]),
            ("Her symptoms began in March 2022.", ["March"]),
            ("She was born on 12 May 1931.", ["May", "1931"]),
            ("Date of death: 2023-11-02", ["11-02"]),
            ("The patient is 93 years old.", ["93"]),
            ("He is in his late nineties, a nonagenarian.", ["nineties", "nonagenarian"]),
        ],
    ),
    "D": ({"PHONE_NUMBER"}, [("Phone: (845) 555-0143", ["555", "0143"])]),
    "E": ({"PHONE_NUMBER"}, [("Fax: 845-555-0199", ["555", "0199"])]),
    "F": ({"EMAIL"}, [("E-mail: m.ellison@example.org", ["ellison", "example.org"])]),
    "G": ({"NATIONAL_ID"}, [("Social security number: 219-09-9999", ["219", "9999"])]),
    "H": ({"PATIENT_ID"}, [("Medical record number: MRN 4471902", ["4471902"])]),
    "I": ({"PATIENT_ID"}, [("Health plan beneficiary number: XGH-552-9181", ["552", "9181"])]),
    "J": ({"BANK_ACCOUNT", "NON_PERSONAL_ID"}, [("Account number: 7733920015", ["7733920015"])]),
    "K": (
        {"NATIONAL_ID", "NON_PERSONAL_ID"},
        [("Driver's license: S514-7723-9901", ["7723"]), ("Certificate number 88-20145", ["20145"])],
    ),
    "L": ({"VEHICLE"}, [("VIN: 1HGCM82633A004352", ["HGCM"]), ("License plate: KLM 4821", ["KLM", "4821"])]),
    "M": ({"DEVICE"}, [("Pacemaker serial number: PJN884213H", ["PJN884213H"])]),
    "N": (
        {"USERNAME"},
        [("Her page is https://www.ridge.example/margaret and www.example.net/p/77", ["ridge", "margaret", "p/77"])],
    ),
    "O": ({"DEVICE"}, [("She logged in from 203.0.113.42 and 2001:db8::7334.", ["203.0", "2001"])]),
    # Prints and photographs are no text; numbers of templates and names of files are what a text has of them.
    "P": (
        {"NON_PERSONAL_ID"},
        [
            ("Fingerprint template ID: FP-88213-AX", ["88213"]),
            ("Her voice print is stored as 9f86d081884c7d659a2feaa0c55ad015.", ["9f86", "d015"]),
        ],
    ),
    "Q": ({"NON_PERSONAL_ID"}, [("See the photograph IMG_20231004_mellison.jpg of her face.", ["IMG", "mellison"])]),
    "R": ({"NON_PERSONAL_ID", "UNIQUE_FACT"}, [("Study participant code: TRX-0042", ["TRX", "0042"])]),
}
GDPR = [
    ("The applicant, Margaret Ellison, called from +49 30 5550143.", ["Margaret", "Ellison", "5550143"]),
    ("Identity card number: L01X00T471", ["L01X00T471"]),
    ("Her car stood at 52.520008, 13.404954.", ["52.52", "13.40"]),
    ("The request came from 203.0.113.42, user @maggie_e.", ["203.0", "maggie"]),
    ("Cookie 3f2504e0-4f89-11d3-9a0c-0305e82c3301 was set.", ["3f2504e0", "0305e82c3301"]),
    ("IBAN: DE89 3704 0044 0532 0130 00", ["3704", "0532"]),
]
COURT = [
    ("The applicant, Ms Jane Ridley, is a French national who was born in 1961.", ["Jane", "Ridley"]),
    ("Her brother Thomas Ridley gave evidence before Dr Amelia Hart.", ["Thomas", "Amelia", "Hart"]),
    ("The case originated in an application (no. 36760/06) against the Republic.", ["36760"]),
    ("She lives at 12 Harbour Street, London.", ["12 Harbour"]),
]


def protected(sanon, write, preset, sentences):
    """Documents of one sentence each, protected after a preset and nothing else."""
    for number, (text, _) in enumerate(sentences):
        write(f"docs/{number:02}.txt", text)
    assert sanon("init", "--preset", preset).exit_code == 0
    done = sanon("run", "docs", "out")
    assert (done.exit_code, [line for line in done.err.splitlines() if "note" in line or "warn" in line.lower()]) == (
        0,
        [],
    )
    return [(sanon.folder / f"out/{number:02}.txt").read_text() for number in range(len(sentences))]


def test_each_of_the_18_identifiers_goes(sanon, write):
    sentences = [sentence for _, of_letter in SAFE_HARBOR.values() for sentence in of_letter]
    sentences.append(("The guideline of 2019 holds for patients of 45 years.", []))
    texts = protected(sanon, write, "hipaa", sentences)
    left = [(text, gone) for text, (_, parts) in zip(texts, sentences, strict=True) for gone in parts if gone in text]
    assert left == []
    assert "2019" in texts[-1]
    policy = tomllib.loads((sanon.folder / "policy.toml").read_text())
    always = {rule["type"] for rule in policy["always_mask"]}
    direct = {name for name, kind in load_profile("insurance").types.items() if kind.direct}
    assert sorted(SAFE_HARBOR) == list("ABCDEFGHIJKLMNOPQR")
    assert policy["direct"] == "always"
    assert [letter for letter, (types, _) in SAFE_HARBOR.items() if not types <= always | direct] == []


@pytest.mark.parametrize(("preset", "sentences"), [("gdpr", GDPR), ("court", COURT)])
def test_a_preset_masks_what_its_source_names(sanon, write, preset, sentences):
    texts = protected(sanon, write, preset, sentences)
    left = [(text, gone) for text, (_, parts) in zip(texts, sentences, strict=True) for gone in parts if gone in text]
    assert left == []


def test_without_a_preset_the_files_change_nothing_but_what_was_told(sanon, write):
    write("docs/a.txt", "Anna Berger lives in Ulm.")
    assert sanon("init", "--theta-chain", "0.4", "--operator", "NAME=pseudonym").exit_code == 0
    decided = sanon.json("run", "docs", "out")["redact"]["parameters"]
    assert decided == Policy(theta_chain=0.4).model_dump() | {"profile": "insurance"}
    assert "[NAME_" in (sanon.folder / "out/a.txt").read_text()
    # The whole policy file and its lists are read; flags beat both files.
    write("policy.toml", 'theta_chain = 0.3\n[[never_mask]]\ntype = "NAME"\n')
    kept = sanon.json("redact", "--fresh", "--theta-doc", "1.0")
    assert (kept["parameters"]["theta_chain"], kept["parameters"]["theta_doc"], kept["direct_readable"]) == (
        0.3,
        1.0,
        1,
    )
    write("other.toml", "theta_doc = 0.9\n")
    other = sanon.json("redact", "--fresh", "--policy", "other.toml")
    assert (other["parameters"]["theta_doc"], other["direct_readable"]) == (0.9, 0)


@pytest.mark.parametrize("name", ["sanon.toml", "policy.toml"])
def test_no_file_is_overwritten_unasked(sanon, write, name):
    write(name, "# mine\n")
    refused = sanon("init")
    assert (refused.exit_code, name in refused.err) == (2, True)
    assert sorted(path.name for path in sanon.folder.iterdir()) == [name]
    assert (sanon.folder / name).read_text() == "# mine\n"
    assert sanon.json("init", "--overwrite")["replaced"] == [name]
    assert tomllib.loads((sanon.folder / name).read_text())


def test_a_folder_that_cannot_be_made_is_told_in_one_line(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(ConfigurationError, match="cannot be written: Not a directory"):
        init.run(None, Settings(), InitRequest(folder=tmp_path / "file/settings"))


def test_a_profile_without_the_types_of_a_preset_is_refused(sanon):
    refused = sanon("init", "--preset", "hipaa", "--profile", "legal")
    assert (refused.exit_code, "LOCATION" in refused.err, list(sanon.folder.iterdir())) == (2, True, [])


def test_on_a_terminal_the_few_questions_are_asked(tmp_path):
    ours, theirs = pty.openpty()
    command = [str(Path(sys.executable).with_name("sanon")), "init"]
    with subprocess.Popen(command, cwd=tmp_path, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        os.write(ours, b"court\nredacted\n150\n")
        said = b""
        while chunk := read_terminal(ours):
            said += chunk
    os.close(ours)
    assert process.returncode == 0, said
    written = tomllib.loads((tmp_path / "sanon.toml").read_text())
    assert (written["profile"], written["operators"], written["chunk"]) == ("legal", ["redacted"], "words=150")
    assert all(preset.source.encode() in said for preset in PRESETS.values())
