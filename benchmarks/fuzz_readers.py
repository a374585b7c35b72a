"""Files that are broken in every way, read: no traceback, and no file takes longer than ten seconds.

python benchmarks/fuzz_readers.py                            # 1,000 files a form
python benchmarks/fuzz_readers.py --cases 100 --form pdf

Sound files are made here and damaged: bytes turned, cut, doubled, moved, put in from other files, numbers made huge; of
a DOCX file the parts inside too. Each is read by a process of its own that is killed after ten
seconds. A file is read, refused with a reason, or it is a fault: a traceback, a death, or too long.
"""

from __future__ import annotations

import io
import multiprocessing
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from multiprocessing.connection import Connection
from pathlib import Path
from random import Random

import click

_LONGEST = 10.0
_HUGE = (b"99999999999", b"-1", b"0", b"2147483648", b"NaN")


def _pdf() -> bytes:
    from pypdf import PdfWriter
    from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject

    writer = PdfWriter()
    names = {"Type": "Font", "Subtype": "Type1", "BaseFont": "Helvetica"}
    font = DictionaryObject({NameObject(f"/{key}"): NameObject(f"/{value}") for key, value in names.items()})
    for text in ("First page of Anna Berger", "Second page, Ulm, 12 March 1961"):
        page = writer.add_blank_page(300, 300)
        fonts = DictionaryObject({NameObject("/F1"): font})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 20 200 Td ({text}) Tj ET".encode())
        page[NameObject("/Contents")] = writer._add_object(stream)
    writer.write(made := io.BytesIO())
    return made.getvalue()


def _docx() -> bytes:
    import docx

    made = docx.Document()
    made.add_heading("Report", 1)
    made.add_paragraph("Anna Berger came on 12 March 1961.").add_run(" Again.").bold = True
    table = made.add_table(2, 2)
    table.cell(0, 0).text, table.cell(1, 1).text = "Name", "Anna Berger"
    made.sections[0].header.paragraphs[0].text = "Clinic of Ulm"
    made.save(out := io.BytesIO())
    return out.getvalue()


def _email() -> bytes:
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = "Jörg Müller <j@example.org>", "a@example.org", "The claim of Anna"
    made["Date"] = "Fri, 04 Oct 2024 10:00:00 +0200"
    made.set_content("Dear Bea,\nAnna called über das Boot.\n")
    made.add_alternative("<p>Dear <b>Bea</b>, Anna called</p>", subtype="html")
    made.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="cv of Anna.pdf")
    return made.as_bytes()


def _html() -> bytes:
    return (
        b'<!doctype html><html><head><title>Case</title><meta charset="utf-8"><style>p{}</style></head><body>'
        b"<h1>Report</h1><p title='x'>One <b>two</b> f&uuml;nf &#x4a;<br>four<!-- c --><table><tr><td>a<td>b</table>"
        b"<div style='display:none'>hidden</div><script>x = '<p>'</script><img alt='a boat'></body></html>"
    )


def _parquet() -> bytes:
    import pyarrow as pa
    import pyarrow.parquet as pq

    rows = {
        "id": [f"r{n}" for n in range(50)],
        "content": [f"Anna Berger came {n} times" for n in range(50)],
        "n": list(range(50)),
        "at": pa.array([n * 86_400_000 for n in range(50)], pa.timestamp("ms")),
        "of": [{"x": float(n), "y": [str(n)]} for n in range(50)],
    }
    pq.write_table(pa.table(rows), out := io.BytesIO())
    return out.getvalue()


def _csv() -> bytes:
    return b'id,content,who\r\na,"Anna, came\n""again""",x\r\nb,Bea went,\xc3\xa9\r\n'


def _json() -> bytes:
    return b'{"id": "a", "metadata": {"x": [1, {"y": null}]}, "content": "Anna \\u00e9 came"}\n'


FORMS: dict[str, tuple[str, Callable[[], bytes]]] = {
    "pdf": (".pdf", _pdf), "docx": (".docx", _docx), "email": (".eml", _email), "html": (".html", _html),
    "parquet": (".parquet", _parquet), "csv": (".csv", _csv), "json": (".json", _json), "jsonl": (".jsonl", _json),
}  # fmt: skip


def damaged(raw: bytes, rng: Random) -> bytes:
    """A file with one to eight faults."""
    for _ in range(rng.choice((1, 1, 2, 4, 8))):
        raw = rng.choice(_FAULTS)(raw, rng)
    return raw


def _turned(raw: bytes, rng: Random) -> bytes:
    data = bytearray(raw)
    for _ in range(rng.choice((1, 3, 20))):
        if data:
            data[rng.randrange(len(data))] = rng.choice((rng.randrange(256), 0, 255, ord("<"), ord("&")))
    return bytes(data)


def _cut(raw: bytes, rng: Random) -> bytes:
    return raw[: rng.randrange(len(raw) + 1)]


def _without(raw: bytes, rng: Random) -> bytes:
    start, end = _stretch(raw, rng)
    return raw[:start] + raw[end:]


def _repeated(raw: bytes, rng: Random) -> bytes:
    start, end = _stretch(raw, rng)
    return raw[:end] + raw[start:end] * min(rng.choice((1, 10, 3000)), 2_000_000 // max(end - start, 1)) + raw[end:]


def _moved(raw: bytes, rng: Random) -> bytes:
    start, end = _stretch(raw, rng)
    rest = raw[:start] + raw[end:]
    at = rng.randrange(len(rest) + 1)
    return rest[:at] + raw[start:end] + rest[at:]


def _foreign(raw: bytes, rng: Random) -> bytes:
    other = FORMS[rng.choice(sorted(FORMS))][1]()
    start, end = _stretch(other, rng)
    at = rng.randrange(len(raw) + 1)
    return raw[:at] + other[start:end] + raw[at:]


def _number(raw: bytes, rng: Random) -> bytes:
    places = [place for place, byte in enumerate(raw) if 48 <= byte < 58]
    if not places:
        return raw
    at = rng.choice(places)
    return raw[:at] + rng.choice(_HUGE) + raw[at + 1 :]


_FAULTS = (_turned, _cut, _without, _repeated, _moved, _foreign, _number)


def _stretch(raw: bytes, rng: Random) -> tuple[int, int]:
    start = rng.randrange(len(raw) + 1)
    return start, min(len(raw), start + rng.choice((1, 8, 80, 800)))


def _damaged_inside(raw: bytes, rng: Random) -> bytes:
    """A zip that is sound, with a part that is not."""
    with zipfile.ZipFile(io.BytesIO(raw)) as old, zipfile.ZipFile(made := io.BytesIO(), "w") as new:
        names = old.namelist()
        hit = {"word/document.xml", rng.choice(names)} if rng.random() < 0.7 else {rng.choice(names)}
        for name in names:
            new.writestr(name, damaged(old.read(name), rng) if name in hit else old.read(name))
    return made.getvalue()


def case(form: str, number: int) -> bytes:
    """A damaged file, the same one for the same number; the first one is sound."""
    rng = Random(f"{form} {number}")
    raw = FORMS[form][1]()
    if not number:
        return raw
    return _damaged_inside(raw, rng) if form == "docx" and rng.random() < 0.7 else damaged(raw, rng)


def _reads(connection: Connection, folder: str) -> None:
    """Read what is named until nothing more is, and say what became of it."""
    from sanon.corpus.reading import read_corpus

    while name := connection.recv():
        try:
            reading = read_corpus(Path(folder) / name)
            texts = [document.content for document in reading.documents]
            connection.send("refused" if reading.rejected and not texts else "read")
        except BaseException as error:  # a fault of any kind is what is looked for
            connection.send(f"{type(error).__name__}: {error}")


class _Reader:
    """A process that reads, started anew when it dies."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._start()

    def _start(self) -> None:
        self._ours, theirs = multiprocessing.Pipe()
        self._process = multiprocessing.Process(target=_reads, args=(theirs, str(self._folder)), daemon=True)
        self._process.start()
        theirs.close()

    def outcome(self, name: str) -> str:
        """What became of a file: "read", "refused", or the fault."""
        self._ours.send(name)
        try:
            if self._ours.poll(_LONGEST):
                return str(self._ours.recv())
            fault = f"longer than {_LONGEST:.0f} s"
        except EOFError:
            self._process.join()
            fault = f"died with {self._process.exitcode}"
        self._process.kill()
        self._start()
        return fault

    def close(self) -> None:
        """End the process."""
        self._process.kill()


def outcomes(form: str, cases: int, folder: Path) -> Iterator[tuple[int, str, float]]:
    """Number of the case, what became of it, and its seconds."""
    suffix, _ = FORMS[form]
    reader = _Reader(folder)
    try:
        for number in range(cases):
            name = f"case{suffix}"
            (folder / name).write_bytes(case(form, number))
            began = time.monotonic()
            yield number, reader.outcome(name), time.monotonic() - began
    finally:
        reader.close()


@click.command()
@click.option("--cases", default=1_000, show_default=True)
@click.option("--form", "forms", multiple=True, type=click.Choice(sorted(FORMS)))
def main(cases: int, forms: tuple[str, ...]) -> None:
    """Read damaged files, and count what becomes of them."""
    faults = 0
    for form in forms or FORMS:
        counts, slowest = Counter[str](), 0.0
        with tempfile.TemporaryDirectory(prefix="sanon-fuzz-") as folder:
            for number, outcome, seconds in outcomes(form, cases, Path(folder)):
                slowest = max(slowest, seconds)
                is_sound = outcome == "read" if number == 0 else outcome in ("read", "refused")
                counts[outcome if is_sound else "fault"] += 1
                if not is_sound:
                    click.echo(f"  {form} {number}: {outcome}")
        faults += counts["fault"]
        click.echo(
            f"{form}: {cases:,} files, {counts['read']:,} read, {counts['refused']:,} refused, "
            f"{counts['fault']} faults; {slowest:.1f} s at most"
        )
    raise SystemExit(faults > 0)


if __name__ == "__main__":
    main()
