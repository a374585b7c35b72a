"""Phrases that lead a protected text back to its source, against a slow search for the same."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from sanon.audit.linkage import LONGEST, NGramIndex, words_of

SENTENCES = st.lists(st.lists(st.sampled_from("abcde"), min_size=1, max_size=9).map(" ".join), min_size=1, max_size=3)
TEXTS = SENTENCES.map(". ".join)


def phrases(text):
    """Every n-gram of a text with its place; breaks take a place too."""
    words, place = [], 0
    for sentence in text.split(". "):
        for word in sentence.split():
            words.append((place, word))
            place += 1
        words.append((place, None))
        place += 1
    for begin in range(len(words)):
        for end in range(begin + 1, min(begin + LONGEST, len(words)) + 1):
            gram = tuple(word for _, word in words[begin:end])
            if None not in gram and "[x]" not in gram:
                yield words[begin][0], gram


def holders(gram, originals):
    return {n for n, text in enumerate(originals) if gram in {other for _, other in phrases(text)}}


def parts(gram):
    return {gram[a:b] for a in range(len(gram)) for b in range(a + 1, len(gram) + 1)} - {gram}


@given(st.lists(TEXTS, min_size=1, max_size=5), st.integers(2, 3), st.data())
def test_the_index_finds_what_a_slow_search_finds(originals, k, data):
    index = NGramIndex(originals, k)
    source = data.draw(st.integers(0, len(originals) - 1))
    words = originals[source].split(" ")
    masked = data.draw(st.sets(st.integers(0, len(words) - 1)))
    protected = " ".join("[x]" if n in masked and not w.endswith(".") else w for n, w in enumerate(words))
    found = index.find([protected], {0: source})
    everything = {gram for text in originals for _, gram in phrases(text)}
    kept = {gram for gram in everything if all(len(holders(part, originals)) >= k for part in parts(gram))}
    assert index.stored == len(kept)
    telling = {
        (place, len(gram))
        for place, gram in phrases(protected)
        if gram in kept and source in holders(gram, originals) and len(holders(gram, originals)) < k
    }
    assert set(zip(found.start.tolist(), found.length.tolist(), strict=True)) == telling
    if found.combined:
        lists = [holders(gram, originals) for _, gram in phrases(protected)]
        lists = [one for one in lists if source in one]
        assert not telling
        assert any(len(set.intersection(*some)) < k for size in (2, 3) for some in combinations(lists, size))


def test_two_common_phrases_that_meet_in_one_document_only_lead_back_to_it():
    originals = ["red house. old man", "red house. young man", "blue house. old man", "blue house. young man"]
    found = NGramIndex(originals).find(["[x] red house. old [x]", "house. man"], {0: 0, 1: 0})
    assert (found.text.tolist(), found.combined) == ([], [0])


def test_a_phrase_ends_at_a_mask_and_at_the_end_of_a_sentence():
    originals = ["he saw the dog. It ran", "he saw the cat. It ran", "the dog he saw"]
    index = NGramIndex(originals)
    whole = index.find(["he saw the dog"], {0: 0})
    assert list(zip(whole.start.tolist(), whole.length.tolist(), strict=True)) == [(1, 3)]
    assert len(index.find(["he saw [NAME] dog"], {0: 0}).text) == 0
    assert len(index.find(["he saw the \ue000. dog"], {0: 0}).text) == 0


def test_a_phrase_of_another_document_does_not_lead_back():
    originals = ["alpha beta", "gamma delta"]
    assert NGramIndex(originals).find(["gamma"], {0: 0}).linked == set()
    assert NGramIndex(originals).find(["gamma"]).linked == {0}


def test_a_text_without_its_name_finds_its_source():
    assert NGramIndex(["a b c d", "a b e f", "a b"]).sources_of(["x e f [y]", "a b"]) == [1, None]


def test_places_are_those_of_the_words():
    text = "Ann saw it. Then [NAME] left"
    assert [text[slice(*span)] for span in words_of(text)] == ["Ann", "saw", "it", ".", "Then", "[NAME]", "left"]


def test_an_empty_corpus_links_nothing():
    assert NGramIndex([]).find(["a b"]).linked == set()
    assert NGramIndex(["..."]).find([]).linked == set()
