"""What no list knows: rare in the language, and in few documents of the corpus."""

from __future__ import annotations

import pytest

from sanon.extraction.phrases.candidates import IMPERSONAL
from sanon.extraction.phrases.pieces import COMMON, FREQUENT
from sanon.extraction.phrases.rarity import FOUND_BY, kept_masked, rare_phrases
from sanon.records import Document, Entity, Mention, Source
from sanon.settings.profile import load_profile
from sanon.text.frequencies import frequencies, language_of

PROFILE = load_profile("insurance")
LETTERS = {
    "a": "My grandfather was the last lighthouse keeper on Ouessant. He went there by boat every week.",
    "b": "She says that her father worked as a lighthouse keeper for some years before they moved to town.",
    "c": "The children were at home and we had a good time with them. They will come back for the new year.",
}


def _document(source_id: str, content: str) -> Document:
    return Document(source_id=source_id, content=content, source=Source(path=f"{source_id}.txt", form="text"))


def _found(texts: dict[str, str], known: dict[str, list[Mention]] | None = None) -> dict[str, dict[str, Mention]]:
    documents = [_document(source_id, content) for source_id, content in texts.items()]
    rare = rare_phrases(documents, known or {}, PROFILE)
    return {source_id: {mention.entity.value: mention for mention in found} for source_id, found in rare.items()}


def test_a_lighthouse_keeper_in_two_letters_is_one_entity() -> None:
    found = _found(LETTERS)
    assert found["a"]["lighthouse keeper"].entity == found["b"]["lighthouse keeper"].entity
    assert found["a"]["lighthouse keeper"].original_values == ("lighthouse keeper",)


def test_a_phrase_that_one_document_holds_is_its_words() -> None:
    found = _found({"a": LETTERS["a"], "c": LETTERS["c"]})
    assert "lighthouse" in found["a"]
    assert "lighthouse keeper" not in found["a"]


def test_common_words_are_not_found() -> None:
    assert _found(LETTERS)["c"] == {}


def test_a_title_is_found_whole_with_its_small_words() -> None:
    found = _found({"a": "He was then seen in A Pin for the Butterfly and in the Crocodile Shoes of 1994."})
    assert found["a"]["pin for the butterfly"].original_values == ("A Pin for the Butterfly",)
    assert "crocodile shoes" in found["a"]


def test_a_quoted_title_is_found_even_if_all_its_words_are_common() -> None:
    assert "all the way home" in _found({"a": 'Everybody knows her song "All the Way Home" from that year.'})["a"]


def test_a_word_of_a_title_that_stands_alone_goes_with_the_title() -> None:
    found = _found({"a": "They were on the Gannet Voyager when it sank. When the Voyager sank, it was night."})
    assert found["a"]["gannet voyager"].original_values == ("Gannet Voyager", "Voyager")


def test_the_capital_of_a_sentence_makes_no_name() -> None:
    assert _found({"a": "Children come home. People were there."})["a"] == {}


def test_singular_and_plural_are_one_entity() -> None:
    found = _found({"a": "One puppet was left. All the other puppets were sold."})
    assert found["a"]["puppet"].original_values == ("puppet", "puppets")


def test_what_is_rarer_in_the_language_and_repeated_in_the_document_says_more() -> None:
    texts = {
        "a": "We saw the film Zarbanov. A puppet, a puppet, a lantern.",
        **{f"b{n}": "They were there." for n in range(63)},
    }
    found = _found(texts)["a"]
    assert found["zarbanov"].relevance > found["puppet"].relevance > found["lantern"].relevance > 0
    assert all(mention.relevance <= 1 for mention in found.values())


def test_what_is_said_again_tells_more_than_what_is_said_once_unless_that_is_strange() -> None:
    texts = {
        "a": "Her tournament was held. His aunt saw the tournament. There was a painter and a theodolite.",
        **{f"b{n}": "They were there." for n in range(63)},
    }
    found = {value: mention.relevance for value, mention in _found(texts)["a"].items()}
    assert found["tournament"] > found["theodolite"] > found["painter"] > 0


def test_a_word_of_everyday_is_found_where_a_document_says_it_again() -> None:
    assert COMMON < frequencies("en").zipf("studio") < FREQUENT
    others = {f"b{n}": "They were there." for n in range(62)}
    found = _found({"a": "Her studio was left. He was in the studio.", "b": "She was in a studio."} | others)
    assert found["a"]["studio"].relevance > 0
    assert "studio" not in found["b"]


def test_each_time_that_a_word_is_said_it_tells_more() -> None:
    texts = {f"a{times}": "She had a harpoon. " * times for times in (1, 2, 3)}
    found = _found(texts | {f"b{n}": "They were there." for n in range(61)})
    once, twice, thrice = (found[f"a{times}"]["harpoon"].relevance for times in (1, 2, 3))
    assert 0 < once < twice < thrice <= 1


def test_who_speaks_in_a_chat_is_not_said_again() -> None:
    chat = "Agent: he was there.\nCaller: she was there.\nAgent: they were there."
    others = {f"b{n}": "They were there." for n in range(63)}
    assert "agent" not in _found({"a": chat} | others)["a"]
    assert "agent" in _found({"a": chat.replace(":", ",")} | others)["a"]


def test_what_some_documents_say_again_may_stand_in_more_of_them() -> None:
    texts = {f"a{n}": "She had a harpoon, and his harpoon." for n in range(5)}
    texts |= {f"b{n}": "She had a harpoon." for n in range(2)} | {f"c{n}": "They were there." for n in range(57)}
    found = _found(texts)
    assert all("harpoon" in found[f"a{n}"] for n in range(5))
    assert not any("harpoon" in found[f"b{n}"] for n in range(2))


def test_what_an_expiano_found_is_left_to_it() -> None:
    known = Mention("a", Entity("ouessant", "LOCATION"), 0.5, ("Ouessant",), ("lexicon",))
    assert "ouessant" in _found(LETTERS)["a"]
    assert "ouessant" not in _found(LETTERS, {"a": [known]})["a"]


@pytest.mark.parametrize(
    ("about_nobody", "about_somebody", "word"),
    [
        ("A puppet was there.", "She was there with a puppet.", "puppet"),
        ("A puppet was there.", "The keeper was there with a puppet.", "puppet"),
        (
            "Das ist der Hof, und die Kelter ist nicht da.",
            "Er war nicht da, und die Kelter ist auch nicht da.",
            "kelter",
        ),
        ("A puppet was there.", "Aro Ventu was there with a puppet.", "puppet"),
    ],
)
def test_a_rare_word_tells_less_in_a_sentence_without_a_person(
    about_nobody: str, about_somebody: str, word: str
) -> None:
    texts = {"a": about_nobody, "b": about_somebody, **{f"c{n}": "They were there." for n in range(62)}}
    known = {"b": [Mention("b", Entity("aro ventu", "NAME"), 0.9, ("Aro Ventu",), ("rules",))]}
    found = _found(texts, known)
    assert found["a"][word].relevance == pytest.approx(IMPERSONAL * found["b"][word].relevance)


def test_a_phrase_that_two_documents_hold_tells_less_where_nobody_is_spoken_of() -> None:
    rule = "Taxi rides are paid in the next county."
    found = _found({"a": rule, "b": rule, "c": f"I am the aunt. My taxi rides are not. {rule}"})
    assert 0 < found["a"]["taxi ride"].relevance < 0.5 < found["c"]["taxi ride"].relevance


def test_a_small_corpus_does_not_tell_which_common_words_are_rare() -> None:
    other = "They were there."
    alone, few, many = (
        _found({"a": "A piano was there."} | {f"b{number}": other for number in range(others)})["a"]
        for others in (0, 31, 63)
    )
    assert "piano" not in alone
    assert 0 < few["piano"].relevance < many["piano"].relevance


def test_a_word_that_many_documents_hold_is_not_found_in_any() -> None:
    texts = {f"d{number:02}": "The puppet was there." for number in range(4)}
    texts |= {f"e{number:02}": "They were there." for number in range(16)}
    assert not any("puppet" in found for found in _found(texts).values())
    few = dict(list(texts.items())[1:])
    assert "puppet" in _found(few)["d01"]


def test_what_names_the_file_is_no_secret_of_its_text() -> None:
    text = "This is the Gannet Report, with a puppet."
    named = Document(source_id="gannet-report", content=text, source=Source(path="gannet-report.txt", form="text"))
    found = rare_phrases([named, _document("b", text)], {}, PROFILE)
    assert [mention.entity.value for mention in found["gannet-report"]] == ["puppet"]
    assert {mention.entity.value for mention in found["b"]} == {"puppet", "gannet report"}


def test_the_order_of_the_documents_does_not_matter() -> None:
    assert _found(dict(reversed(LETTERS.items()))) == _found(LETTERS)


@pytest.mark.parametrize("text", ["", " ", "\x00", "1", "'", "A", "“”", "ÀÉ \u202e x", "the " * 50, "Of The And " * 9])
def test_any_text_can_be_read(text: str) -> None:
    for mentions in _found({"a": f"{text}."}).values():
        for mention in mentions.values():
            assert all(value in f"{text}." for value in mention.original_values)


def test_german_nouns_are_found_by_their_rarity_not_by_their_capital() -> None:
    found = _found({"a": "Mein Vater war auf der Insel als Leuchtturmwärter und hat dort mit der Familie ein Haus."})
    assert "leuchtturmwärter" in found["a"]
    assert "haus" not in found["a"]


def test_what_was_masked_stays_found_where_it_still_stands() -> None:
    masked = Mention("a", Entity("lighthouse", "INDIRECT_IDENTIFIER"), 0.5, ("lighthouse",), (FOUND_BY,))
    gone = Mention("a", Entity("ship", "INDIRECT_IDENTIFIER"), 0.5, ("ship",), (FOUND_BY,))
    documents = [_document(source_id, content) for source_id, content in LETTERS.items()]
    rare = rare_phrases(documents, {}, PROFILE)
    assert kept_masked(documents, rare, {"a": [masked, gone]}, {masked.entity, gone.entity}) == {"a": [masked]}
    assert kept_masked(documents, rare, {"a": [masked, gone]}, {gone.entity}) == {}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("the man who was in the house", "en"),
        ("der Mann, der in dem Haus war", "de"),
        ("le gardien de phare est dans la maison", "fr"),
        ("el hombre que es de la isla", "es"),
        ("de man die in het huis was", "nl"),
        ("", "en"),
    ],
)
def test_the_language_of_a_text(text: str, language: str) -> None:
    assert language_of(text.casefold().split()) == language


def test_frequencies_are_those_of_the_language() -> None:
    english = frequencies("en")
    assert 7 < english.zipf("the") < 8
    assert 3 < english.zipf("lighthouse") < english.zipf("keeper") < 4.5
    assert english.zipf("qzxvwk") == 0
    assert english.zipf("lighthouse-keeper") == english.zipf("lighthouse")


def test_how_much_a_name_tells_says_its_rarity_where_the_tagger_alone_guessed_that_it_tells_something() -> None:
    text = {"a": "She was then seen in Crocodile Shoes on television, and a miner sold her the coat."}

    def known(found_by: str) -> dict[str, list[Mention]]:
        entity = Entity("crocodile shoes", "INDIRECT_IDENTIFIER")
        return {"a": [Mention("a", entity, 0.1, ("Crocodile Shoes",), (found_by,))]}

    assert _found(text)["a"]["crocodile shoes"] == _found(text, known("model"))["a"]["crocodile shoes"]
    assert _found(text, known("model"))["a"]["crocodile shoes"].relevance > 0.5
    assert "crocodile shoes" not in _found(text, known("rules"))["a"]
