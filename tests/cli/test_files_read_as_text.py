"""E-mail, HTML, DOCX and PDF through the installed command: what is exported holds no masked value, in no form."""

import json
from email.message import EmailMessage

import docx
import pytest

NAME = "Utku Karaarslan"


@pytest.fixture
def corpus(sanon):
    """A name in a text, a header, a file name of an attachment, a cell, an attribute, a comment and an author."""
    docs = sanon.folder / "docs"
    docs.mkdir()
    mail = EmailMessage()
    mail["From"], mail["To"] = f"{NAME} <utku.karaarslan@example.org>", "claims@example.org"
    mail["Subject"] = f"Claim of {NAME}"
    mail.set_content(f"Regards,\n{NAME}\n")
    mail.add_attachment(b"x", maintype="image", subtype="png", filename=f"{NAME}.png")
    (docs / "mail.eml").write_bytes(mail.as_bytes())
    page = f'<title>{NAME}</title><p title="{NAME}">Paid to <b>Utku</b> Karaarslan.<!-- {NAME} --><img alt="{NAME}">'
    (docs / "page.html").write_text(page)
    paper = docx.Document()
    paper.core_properties.author = NAME
    paper.add_table(1, 1).cell(0, 0).text = f"Seen: {NAME}"
    paper.sections[0].header.paragraphs[0].text = NAME
    paper.save(docs / "paper.docx")
    (docs / "broken.pdf").write_bytes(b"%PDF-1.7")
    (docs / "plain.txt").write_text("The roof is new.")
    return sanon


def test_no_masked_value_leaves_and_the_export_can_be_loaded_again(corpus):
    first = corpus("run", "docs", "out", "--vault", "v", "--format", "json", SANON_VAULT_PASSPHRASE="pass")
    assert first.exit_code == 3  # the broken file; the rest is done
    assert json.loads(first.out)["load"]["rejected"] == [
        {"file": "broken.pdf", "line": None, "reason": "not a PDF file that can be read"}
    ]
    assert json.loads(first.out)["export"]["as_text"] == 3
    out = corpus.folder / "out"
    written = [path for path in out.rglob("*") if path.is_file()]
    assert {"mail.eml.json", "page.html.json", "paper.docx.json", "plain.txt"} <= {path.name for path in written}
    assert [path.name for path in written if b"araarslan" in path.read_bytes()] == []
    mail = json.loads((out / "mail.eml.json").read_text())
    assert mail["id"] == "mail.eml"
    assert mail["metadata"]["subject"] == "Claim of [NAME]"
    assert mail["metadata"]["attachments"] == ["[NAME].png"]
    assert "mail.eml -> mail.eml.json; not read: attachments: 1" in (out / ".sanon/read_as_text.txt").read_text()
    assert "only the text was read: out/.sanon/read_as_text.txt" in corpus("export", "out", "--overwrite").out

    again = corpus.json("load", "out", "--graph", "again")
    assert (again["documents"], again["rejected"]) == (4, [])
    audit = corpus.json("audit", "out", "--originals", "docs")
    assert (audit["documents"], audit["without_original"], audit["leaks"], audit["near_misses"]) == (4, 0, [], [])

    refused = corpus("restore", "out", "back", "--vault", "v", SANON_VAULT_PASSPHRASE="pass")
    assert (refused.exit_code, "3 files of 4" in refused.err) == (2, True)
    assert not (corpus.folder / "back").exists()


def test_renamed_files_and_chunks_of_them_leave_as_json_too(corpus):
    corpus("load", "docs", "--chunk", "sentences")
    corpus.json("redact")
    corpus.json("export", "out", "--rename")
    out = corpus.folder / "out"
    names = [path.name for path in out.iterdir()]
    assert sum(name.endswith((".eml.json", ".html.json", ".docx.json")) for name in names) == 3
    assert not any("paper" in name or "mail" in name for name in names)
    assert "paper" not in (out / ".sanon/read_as_text.txt").read_text()
