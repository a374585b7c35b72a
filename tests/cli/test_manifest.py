"""The manifest for an auditor: what it says, and that nobody can change an export that was signed."""

import hashlib
import json
import os
import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.rsa import generate_private_key
from cryptography.hazmat.primitives.serialization import (
    BestAvailableEncryption,
    Encoding,
    NoEncryption,
    PrivateFormat,
    PublicFormat,
)

from sanon import Corpus
from sanon.audit.record import record_attack
from sanon.errors import ConfigurationError
from sanon.export.signing import read_signing_key, read_verifying_key
from sanon.results import AttackResult
from tests.cli.conftest import Sanon

TEXTS = {"a": "Anna Berger of Ulm has Fabry.", "b": "Anna Berger paid.", "c": "Nothing of note."}
NAME = ["Anna Berger", "anna berger", "NAME", 1.0]
FOUND = {
    "a": [NAME, ["Ulm", "ulm", "LOCATION", 1.0], ["Fabry", "fabry", "MEDICAL_CONDITION", 1.0]],
    "b": [NAME],
    "c": [],
}
PASSPHRASE = "correct horse"


def private(key, passphrase=None):
    secret = BestAvailableEncryption(passphrase.encode()) if passphrase else NoEncryption()
    return key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, secret)


def public(key):
    return key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """A signed export, with its keys."""
    sanon = Sanon(tmp_path_factory.mktemp("manifest"))
    (sanon.folder / "docs").mkdir()
    for name, text in TEXTS.items():
        (sanon.folder / f"docs/{name}.json").write_text(json.dumps({"id": name, "content": text}))
    lines = [json.dumps({"id": name, "entities": found}) for name, found in FOUND.items()]
    (sanon.folder / "entities.jsonl").write_text("\n".join(lines))
    key, other = Ed25519PrivateKey.generate(), Ed25519PrivateKey.generate()
    (sanon.folder / "key.pem").write_bytes(private(key, PASSPHRASE))
    (sanon.folder / "pub.pem").write_bytes(public(key))
    (sanon.folder / "other.pem").write_bytes(public(other))
    (sanon.folder / "rsa.pem").write_bytes(private(generate_private_key(65537, 2048)))
    sanon.json("load", "docs", "--entities", "entities.jsonl")
    (sanon.folder / "policy.toml").write_text('theta_doc = 0.8\n[[always_mask]]\nvalue = "ulm"\n')
    decided = sanon.json("redact", "--policy", "policy.toml")
    done = sanon("export", "out", "--sign", "key.pem", SANON_SIGN_PASSPHRASE=PASSPHRASE)
    assert done.exit_code == 0, done.err
    return sanon, decided


@pytest.fixture
def export(made, tmp_path):
    return shutil.copytree(made[0].folder / "out", tmp_path / "out")


def verified(made, out, exit_code=0, key="pub.pem"):
    return made[0].json("audit", out, "--verify-key", key, exit_code=exit_code)


def test_it_says_when_by_what_and_with_which_risks(made):
    sanon, decided = made
    raw = (sanon.folder / "out/.sanon/manifest.json").read_text()
    said = json.loads(raw)
    making = said["making"]
    assert making["run_id"] == decided["run_id"]
    assert abs((datetime.now(UTC) - datetime.fromisoformat(making["made_at"])).total_seconds()) < 600
    assert (making["extractor"], making["model"]) == ("entities file", None)
    assert making["risks"] == {"before": decided["before"], "after": decided["after"]}
    # a mentions all three, u = 1 for two of them: R = 1 − (1 − .5·1)(1 − .55)(1 − .85), u(NAME) = ln(4/2)/ln 4 = .5
    assert making["risks"]["before"]["max_document_risk"] == pytest.approx(1 - 0.5 * 0.45 * 0.15)
    assert said["parameters"]["policy"]["theta_doc"] == 0.8
    assert said["parameters"]["rules"]["always_mask"] == [None]
    text = json.dumps(said["parameters"], sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    assert said["policy_sha256"] == hashlib.sha256(text.encode()).hexdigest()
    assert "ulm" not in raw.lower()


def test_before_is_without_any_mask_also_when_a_later_run_adds_some(made, tmp_path):
    shutil.copytree(made[0].folder, tmp_path / "again")
    again = Sanon(tmp_path / "again")
    later = again.json("redact", "--policy", "policy.toml")
    again.json("export", "out2")
    risks = json.loads((again.folder / "out2/.sanon/manifest.json").read_text())["making"]["risks"]
    assert later["before"]["max_document_risk"] < made[1]["before"]["max_document_risk"]
    assert risks["before"] == made[1]["before"]


def test_an_untouched_export_is_verified(made, export):
    good = verified(made, export)
    assert (good["signature"], good["touched"], good["run_id"]) == ("good", [], made[1]["run_id"])
    assert good["files"] == 5  # three documents, spans and changes


@pytest.mark.parametrize(
    ("tamper", "place", "what"),
    [
        (lambda out: (out / "b.json").write_text("{}"), "b.json", "changed"),
        (lambda out: (out / "b.json").unlink(), "b.json", "missing"),
        (lambda out: (out / "d.json").write_text("{}"), "d.json", "not in the manifest"),
        (lambda out: (out / ".sanon/spans.jsonl").write_text(""), ".sanon/spans.jsonl", "changed"),
        (lambda out: (out / ".sanon/manifest.json").write_text("{}"), ".sanon/manifest.json", "says nothing"),
        (lambda out: (out / "d.json").symlink_to("a.json"), "d.json", "not a regular file"),
        (lambda out: (out / "d.json").symlink_to("nowhere"), "d.json", "not a regular file"),
        (lambda out: (out / "more").symlink_to("/etc"), "more", "not a regular file"),
        (lambda out: os.mkfifo(out / "d.json"), "d.json", "not a regular file"),
        (lambda out: (out / "more").mkdir(), "more/", "not a regular file"),
    ],
)
def test_a_touched_file_is_named(made, export, tamper, place, what):
    tamper(export)
    found = verified(made, export, exit_code=1)
    assert found["touched"] == [{"file": place, "what": what}]
    assert found["signature"] == ("bad" if place == ".sanon/manifest.json" else "good")
    assert place in made[0]("audit", export, "--verify-key", "pub.pem").out


def test_a_key_that_is_a_pipe_or_never_ends_is_refused(tmp_path):
    os.mkfifo(tmp_path / "key.pem")
    for key in (tmp_path / "key.pem", Path("/dev/zero")):
        with pytest.raises(ConfigurationError, match="not a regular file"):
            read_verifying_key(key)
    with pytest.raises(ConfigurationError, match="not an Ed25519 key"):
        read_signing_key(Path("/dev/zero"), str)


def test_a_link_or_a_pipe_in_the_place_of_a_file_is_told_and_not_waited_for(made, export):
    (export / "b.json").rename(export.parent / "b.json")
    (export / "b.json").symlink_to("../b.json")
    (export / "c.json").unlink()
    os.mkfifo(export / "c.json")
    touched = verified(made, export, exit_code=1)["touched"]
    assert [(one["file"], one["what"]) for one in touched] == [
        ("b.json", "not a regular file"), ("c.json", "not a regular file")
    ]  # fmt: skip
    # The other audit, of the texts, reads what is left and says the same.
    audited = made[0].json("audit", export, exit_code=1)
    assert audited["changed_files"] == 2


def test_a_manifest_that_was_rewritten_to_match_is_not_what_was_signed(made, export):
    (export / "b.json").write_text("{}")
    manifest = json.loads((export / ".sanon/manifest.json").read_text())
    manifest["files"]["b.json"] = hashlib.sha256(b"{}").hexdigest()
    lines = "".join(f"{digest}  {name}\n" for name, digest in sorted(manifest["files"].items()))
    manifest["files_sha256"] = hashlib.sha256(lines.encode()).hexdigest()
    (export / ".sanon/manifest.json").write_text(json.dumps(manifest))
    found = verified(made, export, exit_code=1)
    assert (found["signature"], found["touched"]) == ("bad", [])


def test_another_key_and_no_signature_are_not_good(made, export):
    assert verified(made, export, exit_code=1, key="other.pem")["signature"] == "bad"
    (export / ".sanon/manifest.json.sig").unlink()
    assert verified(made, export, exit_code=1)["signature"] == "missing"


def test_a_record_that_was_signed_is_what_was_signed(made, export):
    result = AttackResult(
        documents=3, background=5, against="background", right_by="truth", attackers=[], words_kept=1.0
    )
    key = read_signing_key(made[0].folder / "key.pem", lambda: PASSPHRASE)
    public_key = made[0].folder / "pub.pem"
    record = record_attack(export, result, key.sign)
    found = Corpus().verify(export, public_key)
    assert (found.passed, found.unsigned) == (True, [])
    record.write_text(record.read_text().replace('"documents": 3', '"documents": 2'))
    assert [(one.file, one.what) for one in Corpus().verify(export, public_key).touched] == [
        (".sanon/attack.json", "not signed by this key")
    ]
    # Another look, unsigned, leaves no signature of the one before.
    record_attack(export, result, None)
    found = Corpus().verify(export, public_key)
    assert (found.passed, found.unsigned) == (True, [".sanon/attack.json"])


def test_python_signs_too(made, tmp_path):
    sanon = made[0]
    with Corpus(sanon.folder / ".sanon/graph") as corpus:
        with pytest.raises(ConfigurationError, match="wrong passphrase"):
            corpus.export(tmp_path / "out", sign=sanon.folder / "key.pem")
        corpus.export(tmp_path / "out", sign=sanon.folder / "key.pem", sign_passphrase=PASSPHRASE)
    assert verified(made, tmp_path / "out")["signature"] == "good"


def test_records_stand_beside_what_was_signed_and_belong_to_it(made, export):
    sanon = made[0]
    audit = sanon("audit", export, "--originals", "docs", "--record")
    (export.parent / "press").mkdir()
    for name, text in TEXTS.items():
        (export.parent / f"press/{name}.txt").write_text(f"{text} So the neighbours said.")
    sanon.json("attack", export, "--originals", "docs", "--background", export.parent / "press", "--record")
    recorded = json.loads((export / ".sanon/audit.json").read_text())
    assert recorded["found"]["passed"] == (audit.exit_code == 0)
    assert recorded["found"]["documents"] == 3
    attack = json.loads((export / ".sanon/attack.json").read_text())
    assert [one["name"] for one in attack["found"]["attackers"]]
    assert attack["manifest_sha256"] == hashlib.sha256((export / ".sanon/manifest.json").read_bytes()).hexdigest()
    looked = verified(made, export)
    assert (looked["signature"], looked["unsigned"]) == ("good", [".sanon/audit.json", ".sanon/attack.json"])
    assert sanon.json("load", export, "--graph", export.parent / "graph")["rejected"] == []
    recorded["manifest_sha256"] = "0" * 64
    (export / ".sanon/audit.json").write_text(json.dumps(recorded))
    assert verified(made, export, exit_code=1)["touched"] == [
        {"file": ".sanon/audit.json", "what": "about another manifest"}
    ]


@pytest.mark.parametrize(
    ("arguments", "environment", "said"),
    [
        (["--sign", "key.pem"], {}, "SANON_SIGN_PASSPHRASE"),
        (["--sign", "key.pem"], {"SANON_SIGN_PASSPHRASE": "wrong"}, "wrong passphrase"),
        (["--sign", "rsa.pem"], {}, "Ed25519"),
        (["--sign", "pub.pem"], {}, "Ed25519"),
        (["--sign-passphrase-file", "pub.pem"], {}, "without --sign"),
    ],
)
def test_a_key_that_cannot_sign_stops_before_anything_is_done(made, arguments, environment, said):
    sanon = made[0]
    refused = sanon("export", "unsigned", *arguments, **environment)
    assert (refused.exit_code, said in refused.err) == (2, True), refused.err
    assert not (sanon.folder / "unsigned").exists()
