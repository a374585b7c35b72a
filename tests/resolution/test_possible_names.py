"""What few of the documents that hold it use as a name is masked where it was found, and nowhere else."""

import json

from hypothesis import given
from hypothesis import strategies as st

from sanon import Corpus
from sanon.records import Entity, Mention
from sanon.resolution.corpus_search import search_identifiers
from sanon.resolution.possible_names import as_names, names_of, outvoted, votes, with_possible_names
from sanon.settings.profile import load_profile
from tests.documents import document

PROFILE = load_profile("insurance")
TEXTS = {
    "a": "Agent: Norskerry, good morning.",
    "b": "Norskerry pays within ten days.",
    "c": "Write to Norskerry, Harbour Street.",
    "d": "The Norskerry rules apply; Norskerry decides.",
}


def possible(suggested, texts=TEXTS, found_by=("model",), kind="NAME"):
    """The possible names of a corpus where some documents hold the names that somebody suggests."""
    documents = [document(text, one) for one, text in texts.items()]
    mentions = {
        one: [Mention(one, Entity(name.casefold(), kind), 1.0, (name,), found_by) for name in suggested.get(one, ())]
        for one in texts
    }
    names = names_of((mention for found in mentions.values() for mention in found), PROFILE)
    return outvoted(votes(documents, mentions, names, PROFILE))


def test_a_name_that_one_of_four_documents_shows_is_only_possible():
    assert possible({"a": ["Norskerry"]}) == {"norskerry"}


def test_a_name_that_half_of_the_documents_show_is_one():
    assert possible({"a": ["Norskerry"], "b": ["Norskerry"]}) == set()


def test_an_organisation_that_most_documents_speak_of_without_a_person_is_not_looked_for():
    assert possible({"a": ["Norskerry"]}, kind="PROVIDER") == {"norskerry"}
    assert possible({"a": ["Norskerry"], "b": ["Norskerry"]}, kind="PROVIDER") == set()
    assert possible({"a": ["norskerrosis"]}, kind="MEDICAL_CONDITION") == set()


def test_two_documents_outvote_nothing():
    assert possible({"a": ["Norskerry"]}, {"a": TEXTS["a"], "b": TEXTS["b"]}) == set()


def test_what_a_rule_proves_is_not_voted_on():
    assert possible({"a": ["Norskerry"]}, found_by=("model", "rules")) == set()


def test_documents_that_name_the_person_in_full_vote_for_the_name():
    texts = TEXTS | {"b": "Ida Norskerry pays.", "c": "To Ida Norskerry, Harbour Street"}
    suggested = {"a": ["Norskerry"], "b": ["Ida Norskerry"], "c": ["Ida Norskerry"]}
    assert possible(suggested, texts) == set()


def test_small_letters_are_no_vote():
    assert possible({"a": ["Rose"]}, {"a": "Ask Rose.", "b": "he rose", "c": "prices rose", "d": "it rose"}) == set()


names = st.lists(st.sampled_from(["Norskerry", "Ida Norskerry", "Koch", "Harbour"]), unique=True)


@given(st.dictionaries(st.sampled_from(sorted(TEXTS)), names))
def test_whatever_became_a_possible_name_can_be_taken_back(suggested):
    outvoted = possible(suggested)
    for one, found in suggested.items():
        mentions = sorted(
            (Mention(one, Entity(name.casefold(), "NAME"), 1.0, (name,), ("model",)) for name in found),
            key=lambda mention: mention.entity.id,
        )
        filed = with_possible_names(mentions, outvoted, PROFILE)
        assert as_names(filed, PROFILE) == mentions
        as_possible = {one.entity.value for one in filed if one.entity.type == "POSSIBLE_NAME"}
        assert as_possible == {one.entity.value for one in mentions} & outvoted


def test_of_a_person_of_several_spellings_only_what_is_outvoted_is_a_possible_name():
    """Pilar is in the address book of her pupils as "Pilar OSB", which is the office that four documents speak of."""
    pilar = Mention("a", Entity("pilar osb", "NAME"), 1.0, ("OSB", "Pilar", "Pilar OSB"), ("lexicon", "model"))
    filed = with_possible_names([pilar], {"osb"}, PROFILE)
    assert {(one.entity.type, one.original_values) for one in filed} == {
        ("NAME", ("Pilar", "Pilar OSB")),
        ("POSSIBLE_NAME", ("OSB",)),
    }
    assert as_names(filed, PROFILE) == [pilar]


def test_what_follows_the_vote_is_not_looked_for_elsewhere():
    """Neither as a part of a full name nor, since it is rare, as a treatment that one document names."""
    texts = {"a": "Ida Norskerry came", "b": "after Norskerry therapy", "c": "by Norskerry"}
    a, b, c = (document(text, one) for one, text in texts.items())
    name = Mention("a", Entity("ida norskerry", "NAME"), 1.0, ("Ida Norskerry",), ("model",))
    treatment = Mention("b", Entity("norskerry", "TREATMENT"), 0.5, ("Norskerry",), ("model",))
    for mention, kind in ((name, "NAME"), (treatment, "TREATMENT")):
        mentions = {"a": [], "b": [], "c": []} | {mention.source_id: [mention]}
        assert [one.entity.type for one in search_identifiers([a, b, c], mentions, PROFILE)["c"]] == [kind]
        assert search_identifiers([a, b, c], mentions, PROFILE, {"norskerry"}) == {}


def test_a_corpus_that_grows_holds_the_same_as_one_that_is_loaded_at_once(tmp_path):
    """The house of four documents is somebody's name when two more are about her."""
    texts = {
        "a": "Norskerry rang about her knee, her sister drove her.",
        "b": "Norskerry pays claims within ten days of the notice.",
        "c": "The rules of Norskerry apply to all ferries.",
        "d": "Tickets of Norskerry are valid for a year.",
    }
    more = {f"e{number}": f"Mrs Ida Norskerry called again on day {number}, about her knee." for number in range(4)}
    documents = tmp_path / "documents"
    documents.mkdir()

    def write(some):
        for one, text in some.items():
            (documents / f"{one}.json").write_text(json.dumps({"id": one, "content": text}))

    def held(corpus):
        found = corpus.mentions.merge(corpus.entities, left_on="entity_id", right_on="id")
        rows = found[["source_id", "type", "value", "original_values", "found_by"]].itertuples(index=False)
        return sorted((a, b, c, tuple(d), tuple(e)) for a, b, c, d, e in rows)

    write(texts)
    with Corpus(tmp_path / "grown") as corpus:
        corpus.load(documents)
        first = held(corpus)
        write(more)
        corpus.load(documents)
        grown = held(corpus)
    with Corpus(tmp_path / "fresh") as corpus:
        corpus.load(documents)
        assert held(corpus) == grown
    assert [row[:2] for row in first if row[2] == "norskerry"] == [("a", "POSSIBLE_NAME")]
    assert not any(row[1] == "POSSIBLE_NAME" for row in grown)
