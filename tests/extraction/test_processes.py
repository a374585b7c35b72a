"""The rules on all cores."""

from sanon.corpus.spool import Documents
from sanon.errors import ExtractionError
from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.extraction.processes import extract_in_processes
from sanon.records import Document, Finding, Source
from sanon.settings.profile import load_profile


class OddOnes:
    """Fails on some documents, as an extractor may; can be pickled."""

    name = "odd"

    def extract(self, document: Document) -> list[Finding]:
        if document.source_id == "2":
            raise ExtractionError("an odd one")
        return [Finding(document.content, document.content, "NAME", 0.5, self.name)]


def documents(*contents: str) -> Documents:
    return Documents.of(
        Document(source_id=str(number), content=content, source=Source(path=f"{number}.txt", form="text"))
        for number, content in enumerate(contents)
    )


def test_two_processes_find_what_one_does_in_the_same_order():
    asked = documents("Ms Jane Doe, born 4 July 1950, lives in Leeds.", "Call +49 30 1234567.", "Nothing.", "DOE, Jane")
    extractor = EmbeddedExtractor(load_profile("insurance"))
    assert list(extract_in_processes(extractor, asked, 2)) == [(one.source_id, extractor.extract(one)) for one in asked]


def test_a_failure_stays_with_its_document():
    found = dict(extract_in_processes(OddOnes(), documents("a", "b", "c", "d"), 2))
    assert [source_id for source_id, result in found.items() if isinstance(result, ExtractionError)] == ["2"]
    assert [found[one][0].original_value for one in "013"] == ["a", "b", "d"]
