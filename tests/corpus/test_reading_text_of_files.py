"""E-mail, HTML, DOCX and PDF: what is read of them, and why what is not is refused. The files are made here."""

import io
import zipfile
from contextlib import suppress
from email.message import EmailMessage

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls
from hypothesis import given
from hypothesis import strategies as st
from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

from sanon.corpus.readers.base import LARGEST, NotReadable
from sanon.corpus.readers.email_reader import HEADERS, EmailReader
from sanon.corpus.readers.html_reader import page_text
from sanon.corpus.reading import read_corpus
from sanon.corpus.record import Columns


def read(tmp_path, name, raw):
    """The document of one file, or why there is none."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / name).write_bytes(raw)
    reading = read_corpus(folder)
    return next(iter(reading.documents), None) or reading.rejected[0].reason


def message(**options):
    made = EmailMessage()
    made["From"] = "Jörg Müller <joerg@example.org>"
    made["To"] = "a@example.org, Bea B <b@example.org>"
    made["Subject"] = "The claim of Anna"
    made["Date"] = "Fri, 04 Oct 2024 10:00:00 +0200"
    made["Message-ID"] = "<77@mail.example.org>"
    made["Received"] = "from mail.example.org (203.0.113.42)"
    made.set_content("Dear Bea,\nAnna called.\n", **options)
    return made


def pdf(*pages, encrypted=None, title=None):
    """A PDF with one line of Helvetica a page; an empty one for a page without text."""
    writer = PdfWriter()
    font = DictionaryObject(
        {
            NameObject(f"/{k}"): NameObject(f"/{v}")
            for k, v in (("Type", "Font"), ("Subtype", "Type1"), ("BaseFont", "Helvetica"))
        }
    )
    for text in pages:
        page = writer.add_blank_page(300, 300)
        page[NameObject("/Resources")] = DictionaryObject(
            {NameObject("/Font"): DictionaryObject({NameObject("/F1"): font})}
        )
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode() if text else b"")
        page[NameObject("/Contents")] = writer._add_object(stream)
    if title:
        writer.add_metadata({"/Title": title, "/Author": "Anna Author"})
    if encrypted:
        writer.encrypt(encrypted, algorithm="AES-256")
    writer.write(made := io.BytesIO())
    return made.getvalue()


def saved(document):
    document.save(made := io.BytesIO())
    return made.getvalue()


def test_an_e_mail_is_its_text_its_visible_headers_and_the_names_of_what_is_attached(tmp_path):
    made = message(charset="iso-8859-15")
    made.add_attachment(b"%PDF secret", maintype="application", subtype="pdf", filename="cv of Anna.pdf")
    found = read(tmp_path, "mail.eml", made.as_bytes())
    assert (found.source_id, found.content) == ("mail.eml", "Dear Bea,\nAnna called.\n")
    assert found.metadata == {
        "from": "Jörg Müller <joerg@example.org>",
        "to": "a@example.org, Bea B <b@example.org>",
        "subject": "The claim of Anna",
        "date": "Fri, 04 Oct 2024 10:00:00 +0200",
        "attachments": ["cv of Anna.pdf"],
    }
    # Message-ID, Received, MIME-Version and Content-Type.
    assert found.source.left_out == ("attachments: 1", "other headers: 4")
    assert "203.0" not in found.model_dump_json()


def test_of_alternatives_the_plain_one_is_read_and_html_if_there_is_no_other(tmp_path):
    both = message()
    both.add_alternative("<p>Dear <b>Bea</b></p>", subtype="html")
    assert read(tmp_path, "both.eml", both.as_bytes()).content == "Dear Bea,\nAnna called.\n"
    only = EmailMessage()
    only["Subject"] = "x"
    only.set_content("<style>p{}</style><p>Dear <b>Bea</b></p><img alt='a boat'>at sea<img alt=''>", subtype="html")
    (tmp_path / "2").mkdir()
    assert read(tmp_path / "2", "only.eml", only.as_bytes()).content == "Dear Bea\na boat at sea"


@pytest.mark.parametrize(
    "value", ["j@example.org (Anna Berger)", "Anna <anna@ex ample..org>, <<>>, @@ Bea", "Fri, 4 Oct 2024 10:00 (Ulm)"]
)
def test_of_a_header_nothing_is_lost_that_no_address_and_no_date_would_hold(tmp_path, value):
    found = read(tmp_path, "m.eml", f"From: {value}\nDate: {value}\nSubject: x\n\nhi".encode())
    assert (found.metadata["from"], found.metadata["date"]) == (value, value)


def test_a_blank_alternative_does_not_stand_for_the_one_that_says_something(tmp_path):
    made = message()
    made.set_content(" \n")
    made.add_alternative("<p>Anna called</p>", subtype="html")
    assert read(tmp_path, "m.eml", made.as_bytes()).content == "Anna called"


NAMED = b"""Subject: x
Content-Type: multipart/mixed; boundary=b

--b
Content-Type: text/plain

hi
--b
Content-Type: application/pdf
Content-Disposition: attachment; %s

--b--
"""


@pytest.mark.parametrize("name", [b'filename="J\xf6rg.pdf"', b"filename*=utf-8''J%F6rg.pdf"])
def test_an_attachment_whose_name_has_lost_a_letter_is_refused_as_a_header_is(tmp_path, name):
    assert "name of an attachment" in read(tmp_path, "m.eml", NAMED % name)


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"just a text\n", "no header"),
        (b"Subject: x\nContent-Type: text/plain; charset=utf-8\n\nJ\xf6rg", "character set"),
        (b"Subject: x\nContent-Type: text/plain; charset=klingon\n\nJ", "character set"),
        # Read as what they name these would be signs that no name is found in, and that anybody turns back.
        (b"Subject: x\nContent-Type: text/plain; charset=utf-16\n\nAnna came", "character set"),
        (b"Subject: x\nContent-Type: text/plain; charset=cp037\n\nAnna came", "character set"),
        (b"Subject: x\n\n" + "Anna came".encode("utf-16-le"), "character set"),
        (b"Subject: =?utf-8?q?J=F6rg?=\n\nx", "header Subject"),
        (b"Subject: x\nContent-Transfer-Encoding: base64\n\n!!!*", "decoded"),
        (b"Subject: x\nContent-Type: application/pdf\n\nx", "no text of its own"),
        (
            b"Subject: x\nContent-Type: multipart/mixed; boundary=b\n\n"
            + b"--b\nContent-Type: multipart/mixed; boundary=b\n\n" * 3000,
            "more than 2,000 parts",
        ),
        (b"Subject: x\n\n" + b"a" * LARGEST, "larger"),
    ],
)
def test_an_e_mail_that_cannot_be_read_whole_is_refused(tmp_path, raw, reason):
    found = read(tmp_path, "m.eml", raw)
    assert isinstance(found, str)
    assert reason in found


@given(st.dictionaries(st.sampled_from(HEADERS), st.binary(max_size=60)), st.binary(max_size=60))
def test_no_header_and_no_body_makes_the_reader_crash_or_half_readable(headers, body):
    raw = b"".join(name.encode() + b": " + value + b"\n" for name, value in headers.items()) + b"\n" + body
    (record,) = EmailReader.read(io.BytesIO(raw), "m.eml", Columns("id", "content"))
    if not isinstance(record.found, str):
        record.found.model_dump_json().encode()
        assert "\ufffd" not in "".join(record.found.texts())


PAGE = """<!doctype html><html><head><title>Case of Ann</title><meta charset="utf-8"></head>
<body data-who="Ann1"><!-- Ann2 --><h1>Report</h1><p title="Ann3">One <b>two</b>three<br>four &amp; f&uuml;nf</p>
<div style="color: red; display: none">Ann4</div><p hidden>Ann5</p><a href="mailto:ann6@example.org">mail</a>
<table><tr><td><p>a</p></td><td>b</td></tr></table><script>var who = "Ann7"</script>
<input value="Ann8"></body></html>"""


def test_a_page_is_what_its_reader_sees(tmp_path):
    found = read(tmp_path, "page.html", PAGE.encode())
    assert found.content == "Report\n\nOne twothree\nfour & fünf\n\nmail\n\na | b"
    assert found.metadata == {"title": "Case of Ann"}
    # Attributes: data-who, charset, title, style, hidden, href, value.
    counted = "attributes: 7", "comments: 1", "form fields: 1", "hidden elements: 2", "scripts and styles: 1"
    assert found.source.left_out == counted


def test_what_stands_behind_the_end_of_a_page_is_shown_and_read(tmp_path):
    raw = b"<html><body><p>One</p></body></html>two<!-- c --><p>three</p><div>four"
    found = read(tmp_path, "p.html", raw)
    assert found.content.split() == ["One", "two", "three", "four"]
    assert found.source.left_out == ("comments: 1",)


def test_a_comment_parts_no_word_of_a_page(tmp_path):
    assert read(tmp_path, "p.html", b"<p>An<!-- x -->na <?y?>came</p>").content == "Anna came"


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"<p>J\xf6rg</p>", "character set"),
        (b'<meta charset="klingon"><p>x</p>', "nobody knows"),
        ("<p>Anna came</p>".encode("utf-16-le"), "byte order mark"),
        ("<p>Anna came</p>".encode("utf-32"), "byte order mark"),
        (b"<div>" * 3000 + b"x", "nested too deeply"),
        (b"<p>" + b"a " * 6_000_000, "larger"),
        (b"<p>" + b"a" * LARGEST, "larger"),
        (b"<img src=a.png>", "blank"),
    ],
)
def test_a_page_that_cannot_be_read_to_its_end_is_refused(tmp_path, raw, reason):
    found = read(tmp_path, "p.htm", raw)
    assert isinstance(found, str)
    assert reason in found


@pytest.mark.parametrize("named", ["utf-16", "utf-16be", "utf-32", "cp037"])
def test_a_page_is_utf_8_if_it_names_a_set_in_which_the_name_could_not_be_read(tmp_path, named):
    raw = f'<meta charset="{named}"><p>Jörg came</p>'.encode()
    assert read(tmp_path, "p.html", raw).content == "Jörg came"


@given(st.text(max_size=200))
def test_any_markup_is_a_page_or_is_refused(markup):
    with suppress(NotReadable):
        assert "\0" not in page_text(markup).text


def test_a_docx_is_what_is_printed_of_it(tmp_path):
    made = docx.Document()
    made.core_properties.author, made.core_properties.title = "Anna Author", "Case 7"
    made.add_heading("Report", 1)
    paragraph = made.add_paragraph("One ")
    paragraph.add_run("two").bold = True
    hidden = paragraph.add_run("Anna Hidden")
    hidden.font.hidden = True
    made.add_comment(paragraph.runs[0], text="Anna Comment", author="Anna Comment")
    deleted = parse_xml(f'<w:del {nsdecls("w")} w:author="x"><w:r><w:delText>Anna Deleted</w:delText></w:r></w:del>')
    paragraph._p.append(deleted)
    box = parse_xml(
        f"<w:r {nsdecls('w')}><w:pict><v:shape xmlns:v='urn:schemas-microsoft-com:vml'><v:textbox><w:txbxContent>"
        "<w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
    )
    made.add_paragraph("Next")._p.append(box)
    table = made.add_table(1, 2)
    table.cell(0, 0).text, table.cell(0, 1).text = "a\nb", "c"
    made.sections[0].header.paragraphs[0].text = "Clinic of Ulm"
    made.sections[0].footer.paragraphs[0].text = "page"
    found = read(tmp_path, "case.docx", saved(made))
    lines = [line for line in found.content.split("\n") if line]
    assert lines == ["Report", "One two", "Next in a box", "a b | c", "Clinic of Ulm", "page"]
    assert found.metadata == {"title": "Case 7"}
    assert found.source.left_out == ("comments: 1", "deleted passages: 1", "hidden passages: 1")
    assert "Anna" not in found.model_dump_json()


def with_document(replaced, declared=""):
    """A DOCX file whose one paragraph holds other markup than python-docx would write."""
    made = docx.Document()
    made.add_paragraph("REPLACED")
    with zipfile.ZipFile(io.BytesIO(saved(made))) as old, zipfile.ZipFile(new := io.BytesIO(), "w") as changed:
        for name in old.namelist():
            text = old.read(name)
            if name == "word/document.xml":
                text = text.replace(b"<w:t>REPLACED</w:t>", replaced.encode())
                text = text.replace(b"<w:document", declared.encode() + b"<w:document", 1)
            changed.writestr(name, text)
    return new.getvalue()


@pytest.mark.parametrize(
    ("markup", "content"),
    [
        ('<w:rPr><w:vanish w:val="0"/></w:rPr><w:t>Anna came</w:t>', "Anna came"),
        ('<w:rPr><w:vanish w:val="false"/></w:rPr><w:t>Anna came</w:t>', "Anna came"),
        ('<w:rPr><w:vanish w:val="1"/></w:rPr><w:t>Anna</w:t></w:r><w:r><w:t>Bea</w:t>', "Bea"),
        ("<w:t>Anna<!-- x --> came<?y?> back</w:t>", "Anna came back"),
        ("<w:t><![CDATA[Anna]]> came &amp; left</w:t>", "Anna came & left"),
        ('<w:t>Anna</w:t><w:ptab w:alignment="right"/><w:t>1961</w:t>', "Anna\t1961"),
    ],
)
def test_what_a_docx_shows_is_read_however_it_is_marked_up(tmp_path, markup, content):
    assert read(tmp_path, "a.docx", with_document(markup)).content == content


@pytest.mark.parametrize(
    "declared",
    ['<!DOCTYPE x SYSTEM "x.dtd">', '<!DOCTYPE x [<!ENTITY who "Anna">]>', '<!DOCTYPE x [<!ENTITY y "z">]>', ""],
)
def test_a_docx_that_names_entities_is_refused_since_what_stands_behind_them_would_be_lost(tmp_path, declared):
    found = read(tmp_path, "a.docx", with_document("<w:t>asked &who; Smith</w:t>", declared))
    assert isinstance(found, str)
    assert "not a DOCX file" in found


def test_footnotes_are_read(tmp_path):
    raw, made = io.BytesIO(saved(docx.Document())), io.BytesIO()
    note = '<w:footnote w:id="2"><w:p><w:r><w:t>see Ulm</w:t></w:r></w:p></w:footnote>'
    notes = f"<w:footnotes {nsdecls('w')}>{note}</w:footnotes>"
    kind = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
    relation = "http://schemas.openxmlformats.org/officeDocument/2006/relationships/footnotes"
    with zipfile.ZipFile(raw) as old, zipfile.ZipFile(made, "w") as new:
        for name in old.namelist():
            text = old.read(name)
            if name == "[Content_Types].xml":
                text = text.replace(
                    b"</Types>", f'<Override PartName="/word/footnotes.xml" ContentType="{kind}"/></Types>'.encode()
                )
            if name == "word/_rels/document.xml.rels":
                text = text.replace(
                    b"</Relationships>",
                    f'<Relationship Id="rId99" Type="{relation}" Target="footnotes.xml"/></Relationships>'.encode(),
                )
            new.writestr(name, text)
        new.writestr("word/footnotes.xml", notes)
    assert read(tmp_path, "n.docx", made.getvalue()).content == "see Ulm"


def test_a_docx_that_unpacks_to_too_much_or_is_none_is_refused(tmp_path):
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as bomb:
        bomb.writestr("word/document.xml", b"0" * 60_000_000)
    assert len(made.getvalue()) < 1_000_000
    assert "zip bomb" in read(tmp_path, "bomb.docx", made.getvalue())
    (tmp_path / "2").mkdir()
    assert "not a DOCX file" in read(tmp_path / "2", "none.docx", b"PK nothing")
    (tmp_path / "3").mkdir()
    with zipfile.ZipFile(other := io.BytesIO(), "w") as archive:
        archive.writestr("a.txt", "x")
    assert "not a DOCX file" in read(tmp_path / "3", "zip.docx", other.getvalue())


def test_a_pdf_is_its_text_layer(tmp_path):
    found = read(tmp_path, "case.pdf", pdf("First page of Anna", "", "Third page", title="Case 7"))
    assert found.content == "First page of Anna\n\nThird page"
    assert found.metadata == {"title": "Case 7"}
    assert found.source.left_out == ("pages without text: 1",)
    assert "Author" not in found.model_dump_json()


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (pdf("", ""), "no text layer"),
        (pdf("secret", encrypted="pass"), "encrypted"),
        (pdf("text")[:200], "not a PDF"),
        (b"%PDF-1.7 nothing", "not a PDF"),
    ],
)
def test_a_pdf_without_text_is_refused_with_its_reason(tmp_path, raw, reason):
    found = read(tmp_path, "p.pdf", raw)
    assert isinstance(found, str)
    assert reason in found
