"""One person, one entity: the names of a corpus, in whatever order and in however many loads they come."""

from collections import defaultdict

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sanon.extraction.build import Extraction
from sanon.extraction.mentions import mentions_of
from sanon.records import TAKEN_AS_GIVEN as GIVEN
from sanon.records import Finding
from sanon.resolution.normal_forms import normalize_name
from sanon.resolution.persons import unify
from sanon.resolution.variants import FOUND_BY, join_in_document, join_name_variants
from sanon.settings.policy import Policy
from sanon.settings.profile import load_profile
from sanon.settings.rules import EntityRule, Rules
from tests.on_store import export, load, redact

PROFILE = load_profile("insurance")
# Every spelling that a form of the same person may have, two persons of one surname, accents, particles, a middle name.
SPELLINGS = [
    "Jane Doe", "Ms Doe", "DOE, Jane", "J. Doe", "Dr. Jane M. Doe", "Jane", "John Doe", "Mr Doe", "Mary Jane Doe",
    "Hasan Çalış", "Hasan Calis", "H. Calis", "Jan van der Berg", "Frau Berg", "van der Berg", "Doe",
]  # fmt: skip


def names_in(source_id, spellings, found_by="rules"):
    """The mentions of a document in which an extractor found names."""
    forms = {spelling: normalize_name(spelling) for spelling in spellings}
    findings = [Finding(spelling, form, "NAME", 0.9, found_by) for spelling, form in forms.items()]
    return join_in_document(source_id, mentions_of(source_id, findings), PROFILE)


def persons(corpus):
    """Document -> persons, after the corpus was looked at as a whole."""
    joined = join_name_variants({name: names_in(name, found) for name, found in corpus.items()}, PROFILE)
    return {name: {mention.entity.value for mention in found} for name, found in joined.items()}


def test_five_spellings_in_five_documents_are_one_person():
    spellings = ["Jane Doe", "Ms Doe", "DOE, Jane", "J. Doe", "Dr. Jane M. Doe"]
    assert persons({str(n): [spelling] for n, spelling in enumerate(spellings)}) == {
        str(n): {"jane m. doe"} for n in range(5)
    }


def test_two_does_stay_apart_and_only_the_document_decides():
    assert persons({"a": ["Jane Doe", "Ms Doe"], "b": ["John Doe"], "c": ["Ms Doe"], "d": ["J. Doe"]}) == {
        "a": {"jane doe"},
        "b": {"john doe"},
        "c": {"doe"},
        "d": {"j. doe"},
    }


@pytest.mark.parametrize(
    ("first", "second", "one"),
    [
        ("Hasan Calis", "Hasan Çalış", True),
        ("Herr Berg", "Jan van der Berg", True),
        ("Kevin Lee Smith", "Lee Smith", False),  # the second given name alone is another person
        ("Jane", "Jane Doe", False),  # a given name alone says too little in another document
        ("Anna Schmidt", "Anna Schmidt-Roth", False),
        ("J. Doe", "Kim Doe", False),
    ],
)
def test_what_is_one_person_across_documents(first, second, one):
    found = persons({"a": [first], "b": [second]})
    assert (found["a"] == found["b"]) is one


def test_two_names_that_a_document_tells_apart_do_not_become_one():
    two = {"jane m. doe", "jane p. doe"}
    assert persons({"a": ["Jane M. Doe", "Jane P. Doe"], "b": ["Jane Mary Patricia Doe"]})["a"] == two
    assert persons({"a": ["Jane M. Doe"], "b": ["Jane Mary Patricia Doe"]})["a"] == {"jane mary patricia doe"}
    assert persons({"a": ["Jane Doe", "Jane M. Doe", "Jane P. Doe"], "b": ["J. Doe"]})["b"] == {"j. doe"}


def test_a_given_entity_stays_as_it_was_given():
    given_name = names_in("a", ["Ms Doe"], found_by=GIVEN)
    joined = join_name_variants({"a": given_name, "b": names_in("b", ["Jane Doe"])}, PROFILE)
    assert joined["a"] == given_name


corpora = st.lists(st.lists(st.sampled_from(SPELLINGS), min_size=1, max_size=3), min_size=1, max_size=6)


@given(corpora, st.randoms(use_true_random=False))
def test_the_order_of_documents_and_of_loads_does_not_matter(contents, random):
    found = {f"d{number}": names_in(f"d{number}", spellings) for number, spellings in enumerate(contents)}
    at_once = join_name_variants(found, PROFILE)
    order = list(found)
    random.shuffle(order)
    graph = {}
    for name in order:
        graph = join_name_variants({**graph, name: found[name]}, PROFILE)
    assert graph == at_once
    some = dict(list(graph.items())[: len(graph) // 2])  # others were removed again
    assert join_name_variants(some, PROFILE) == join_name_variants({name: found[name] for name in some}, PROFILE)


@given(corpora)
def test_a_person_is_one_entity_and_nobody_loses_a_spelling(contents):
    found = {f"d{number}": names_in(f"d{number}", spellings) for number, spellings in enumerate(contents)}
    joined = join_name_variants(found, PROFILE)
    moved = {
        mention.entity.value for mentions in joined.values() for mention in mentions if FOUND_BY in mention.found_by
    }
    named = {mention.entity.value for mentions in found.values() for mention in mentions}
    assert moved <= named
    for name, mentions in joined.items():
        assert sorted(s for m in mentions for s in m.original_values) == sorted(
            s for m in found[name] for s in m.original_values
        )


@given(st.lists(st.sampled_from(SPELLINGS), min_size=1, max_size=6))
def test_names_of_a_document_unified_again_stay_as_they_are(spellings):
    forms = unify(spellings)
    assert unify(forms.values()) == {form: form for form in forms.values()}


class Names:
    """An extractor that knows names when it sees them, each by itself."""

    name = "names"

    def extract(self, document):
        seen = [spelling for spelling in SPELLINGS if spelling in document.content and spelling not in ("Doe", "Jane")]
        return [Finding(spelling, normalize_name(spelling), "NAME", 0.9, "rules") for spelling in seen]


@pytest.fixture
def docs(tmp_path):
    folder = tmp_path / "docs"
    folder.mkdir()

    def write(**contents):
        for name, content in contents.items():
            (folder / f"{name}.txt").write_text(content)
        return folder

    return write


# Everything goes, or nothing needs to.
STRICT = Policy(theta_doc=0.0, theta_chain=0.0)
LENIENT = Policy(theta_doc=1.0, theta_chain=1.0, direct="by-risk", at_least=0)


def load_names(store, folder, policy=STRICT, **options):
    return load(store, folder, extraction=Extraction(Names()), profile=PROFILE, policy=policy, **options)


def protect(store, out, policy=STRICT, **options):
    redact(store, profile=PROFILE, policy=policy, **options)
    export(store, out, profile=PROFILE, overwrite=True)
    return {file.name: file.read_text() for file in out.glob("*.txt")}


def persons_in(store):
    value = dict(zip(store.entities()["id"], store.entities()["value"], strict=True))
    found = defaultdict(set)
    for row in store.mentioned_values().itertuples():
        found[row.source_id].add(value[row.entity_id])
    return dict(found)


def test_a_second_doe_separates_what_one_doe_had_joined(store, docs, tmp_path):
    load_names(store, docs(a="Jane Doe came.", c="Then Ms Doe went."))
    assert persons_in(store) == {"a.txt": {"jane doe"}, "c.txt": {"jane doe"}}
    load_names(store, docs(b="John Doe came."))
    assert persons_in(store) == {"a.txt": {"jane doe"}, "b.txt": {"john doe"}, "c.txt": {"doe"}}
    (tmp_path / "docs/b.txt").unlink()
    load_names(store, tmp_path / "docs", prune=True)
    assert persons_in(store) == {"a.txt": {"jane doe"}, "c.txt": {"jane doe"}}


def test_a_name_that_was_masked_stays_masked_when_persons_separate(store, docs, tmp_path):
    load_names(store, docs(a="Jane Doe came.", c="Then Ms Doe went."))
    assert protect(store, tmp_path / "out") == {"a.txt": "[NAME] came.", "c.txt": "Then Ms [NAME] went."}
    # From now on nothing needs a mask: "doe", an entity of its own again, gets none.
    load_names(store, docs(b="John Doe came."), LENIENT)
    assert protect(store, tmp_path / "out", LENIENT)["c.txt"] == "Then Ms [NAME] went."
    # And when the document changes, so that it is extracted anew.
    load_names(store, docs(c="Then Ms Doe went home."), LENIENT)
    assert protect(store, tmp_path / "out", LENIENT)["c.txt"] == "Then Ms [NAME] went home."


def test_a_name_that_was_masked_stays_masked_when_it_joins_a_person_who_is_not(store, docs, tmp_path):
    folder = docs(a="John Doe came.", c="Then Ms Doe went.", d="Jane Doe came.")
    load_names(store, folder, LENIENT)
    always = Rules(always_mask=(EntityRule(type="NAME", pattern="^ms doe$"),))
    before = protect(store, tmp_path / "out", LENIENT, rules=always)
    assert before == {"a.txt": "John [NAME] came.", "c.txt": "Then Ms [NAME] went.", "d.txt": "Jane [NAME] came."}
    (folder / "a.txt").unlink()
    load_names(store, folder, LENIENT, prune=True)
    assert "jane doe" in persons_in(store)["c.txt"]
    after = protect(store, tmp_path / "out", LENIENT)
    assert after == {"c.txt": "Then Ms [NAME] went.", "d.txt": "Jane [NAME] came."}


def test_a_name_that_was_masked_stays_masked_when_its_document_goes(store, docs, tmp_path):
    """The other document holds the name by the corpus search alone."""

    class OnlyFirst(Names):
        def extract(self, document):
            return super().extract(document) if document.source_id == "a.txt" else []

    folder = docs(a="Jane Doe came.", b="Later Jane Doe went.")
    options = {"extraction": Extraction(OnlyFirst()), "profile": PROFILE}
    load(store, folder, policy=STRICT, **options)
    assert protect(store, tmp_path / "out")["b.txt"] == "Later [NAME] went."
    (folder / "a.txt").unlink()
    for _ in range(2):
        load(store, folder, policy=LENIENT, prune=True, reextract=True, **options)
        assert protect(store, tmp_path / "out", LENIENT)["b.txt"] == "Later [NAME] went."


def test_the_surname_within_another_persons_name_is_no_mention(store, docs):
    load_names(store, docs(a="Ms Doe, that is Jane Doe, came.", b="John Doe came."))
    assert persons_in(store)["b.txt"] == {"john doe"}
