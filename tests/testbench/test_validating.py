"""The validator finds what is wrong with a cluster; each test breaks a sound one in one way."""

from dataclasses import replace

import pytest

from sanon.testbench.dataset.records import DocumentEntities
from sanon.testbench.rules import RULES, allowed, overlap
from sanon.testbench.truth import AnswerNeeds, ClusterTruth, Fact, Scene
from sanon.testbench.validating import Diversity, faults


@pytest.fixture(scope="module")
def sound(fifty):
    """One cluster of each risk."""
    return {made.cluster.cluster.risk: made for made in fifty[:10]}


def changed(cluster, /, **parts):
    return cluster.model_copy(update=parts)


def with_person(cluster, person):
    return changed(cluster, cluster=cluster.cluster.model_copy(update={"person": tuple(person)}))


def found(made, cluster=None, truth=None):
    return " | ".join(faults(cluster or made.cluster, truth or made.truth))


def test_sound_clusters_have_no_fault(sound):
    assert sound.keys() == RULES.keys()
    assert [found(made) for made in sound.values()] == ["", "", ""]


def test_a_cluster_of_another_risk_than_asked_for(sound):
    made = sound["HIGH"]
    low = changed(made.cluster, cluster=made.cluster.cluster.model_copy(update={"risk": "LOW"}))
    said = found(made, low)
    assert "risk: not the one that was asked for" in said
    assert "entities, which LOW does not allow" in said
    assert "of high vulnerability, which LOW does not allow" in said
    assert "NAME, which LOW does not allow" in said


@pytest.mark.parametrize("risk", ["HIGH", "MEDIUM"])
def test_a_person_of_too_few_entities(sound, risk):
    made = sound[risk]
    fewest = RULES[risk].entities[0]
    assert "entities, which" in found(made, with_person(made.cluster, made.cluster.cluster.person[: fewest - 1]))


def test_a_person_that_the_documents_say_more_of(sound):
    made = sound["LOW"]
    assert "not all that the documents say" in found(made, with_person(made.cluster, made.cluster.cluster.person[1:]))


def test_an_entity_of_the_person_twice(sound):
    made = sound["LOW"]
    person = made.cluster.cluster.person
    assert "person: an entity twice" in found(made, with_person(made.cluster, [*person, person[0]]))


def test_an_overlap_that_is_too_great(sound):
    """All that is said of the person stands in two documents: the lines of the entities go from one to the next."""
    made = sound["LOW"]
    lines = made.cluster.entities
    every = tuple(dict.fromkeys(entity for line in lines for entity in line.entities))
    both = [DocumentEntities(id=line.id, entities=every) for line in lines[:2]]
    assert "overlap: 1.00" in found(made, changed(made.cluster, entities=(*both, *lines[2:])))


def test_overlap_is_the_share_that_stands_in_two_documents():
    a, b, c, d = (("AGE", name) for name in "abcd")
    assert overlap([a, b, c, d], [{a, b}, {b, c}, {c, d}]) == 2 / 4
    assert overlap([], [{a}]) == 0


def test_a_name_where_risk_is_medium(sound):
    made = sound["MEDIUM"]
    line = made.cluster.entities[0]
    word = made.cluster.documents[0].content.split()[0]
    named = line.model_copy(update={"entities": (*line.entities, (word, "somebody", "NAME", 0.5))})
    said = found(made, changed(made.cluster, entities=(named, *made.cluster.entities[1:])))
    assert said == f"entities of {line.id}: NAME, which MEDIUM does not allow"


@pytest.mark.parametrize(
    ("entity_type", "risks"),
    [
        ("NAME", {"HIGH"}),
        ("PATIENT_ID", {"HIGH", "MEDIUM"}),
        ("UNIQUE_FACT", {"HIGH", "MEDIUM", "LOW"}),
        ("PASSPORT", set()),  # not in the table
    ],
)
def test_types_are_allowed_as_the_table_says(entity_type, risks):
    assert {risk for risk in RULES if allowed(entity_type, risk)} == risks


def test_documents_too_few_too_short_and_of_one_format(sound):
    made = sound["HIGH"]
    first, second, *rest = made.cluster.documents
    short = first.model_copy(update={"content": " ".join(first.content.split()[:39])})
    said = found(made, changed(made.cluster, documents=(short, second, *rest)))
    assert f"{first.id}: 39 words" in said
    alike = second.model_copy(update={"metadata": first.metadata})
    assert "documents: two of one format" in found(made, changed(made.cluster, documents=(first, alike, *rest)))
    assert "documents: 1 of them" in found(made, changed(made.cluster, documents=(first,)))


def test_a_stated_fact_that_the_entities_lack(sound):
    made = sound["HIGH"]
    bare = made.cluster.entities[0].model_copy(update={"entities": ()})
    said = found(made, changed(made.cluster, entities=(bare, *made.cluster.entities[1:])))
    assert f"entities of {bare.id}: " in said
    assert "stated facts are not among them" in said


def test_a_truth_of_other_documents(sound):
    made = sound["LOW"]
    stated = dict(made.truth.stated)
    stated["another"] = stated.pop(made.cluster.documents[-1].id)
    assert "truth: of other documents" in found(made, truth=replace(made.truth, stated=stated))


# Questions: two documents, worked out by hand.
SCENE = Scene("a topic", None, None, None)


def fact(key, of_person=True, kind=None):
    return Fact(key, f"value of {key}", key, kind, 0.5, of_person)


def world(stated, *asked):
    keys = frozenset().union(*stated.values())
    facts = {key: fact(key) for key in keys}
    return ClusterTruth("LOW", SCENE, facts, {name: dict.fromkeys(some, "") for name, some in stated.items()}, asked)


def test_an_answer_needs_every_fact_from_a_document_that_shows_whom_it_is_about():
    asked = AnswerNeeds(("drug", "stay"), frozenset({"claim"}))
    truth = world({"a": {"claim", "drug"}, "b": {"claim", "stay"}, "c": {"stay"}}, asked)
    assert truth.answerable(asked, ["a", "b"])
    assert not truth.answerable(asked, ["a"])
    assert not truth.answerable(asked, ["b"])
    # c says how long somebody stayed, and not who.
    assert not truth.answerable(asked, ["a", "c"])
    assert truth.documents_of("stay") == ["b", "c"]


def test_the_same_value_under_another_key_is_the_same():
    truth = world({"a": {"drug"}, "b": {"other"}})
    same = replace(truth, facts=truth.facts | {"other": replace(fact("other"), normalized="drug")})
    assert same.documents_of("drug") == ["a", "b"]


def questions_of(made):
    return {(one.specificity, one.scope): number for number, one in enumerate(made.cluster.questions)}


def asked_differently(made, which, **needs):
    number = questions_of(made)[which]
    asked = list(made.truth.needs)
    asked[number] = replace(asked[number], **needs)
    return replace(made.truth, needs=tuple(asked))


def with_question(made, which, **parts):
    number = questions_of(made)[which]
    questions = list(made.cluster.questions)
    questions[number] = questions[number].model_copy(update=parts)
    return changed(made.cluster, questions=tuple(questions))


def test_a_source_that_does_not_give_the_answer(sound):
    made = sound["HIGH"]
    right = made.cluster.questions[questions_of(made)["specific", "single"]].sources
    wrong = next(one for one in made.cluster.cluster.documents if one not in right)
    said = found(made, with_question(made, ("specific", "single"), sources=(wrong,)))
    assert "question specific single: its sources do not give the answer" in said
    assert "question specific single: a part of the answer stands in another document" in said


def test_a_source_that_is_not_needed(sound):
    made = sound["HIGH"]
    sources = made.cluster.questions[questions_of(made)["general", "multi"]].sources
    more = next(one for one in made.cluster.cluster.documents if one not in sources)
    said = found(made, with_question(made, ("general", "multi"), sources=(*sources, more)))
    assert said == f"question general multi: {more} is not needed"


def test_a_multi_source_question_that_one_source_answers(sound):
    made = sound["MEDIUM"]
    which = ("specific", "multi")
    first = made.truth.needs[questions_of(made)[which]].facts[:1]
    assert "is not needed" in found(made, truth=asked_differently(made, which, facts=first))


def test_a_question_that_names_nothing_of_its_sources(sound):
    made = sound["MEDIUM"]
    truth = asked_differently(made, ("specific", "single"), anchors=frozenset())
    assert found(made, truth=truth) == "question specific single: its sources do not give the answer"


def test_a_general_question_about_the_person_and_the_other_way_round(sound):
    made = sound["HIGH"]
    specific, general = (made.truth.needs[questions_of(made)[kind, "single"]] for kind in ("specific", "general"))
    swapped = with_question(made, ("general", "single"), sources=made.cluster.questions[0].sources)
    truth = asked_differently(made, ("general", "single"), facts=specific.facts, anchors=specific.anchors)
    assert found(made, swapped, truth) == "question general single: about the hidden person"
    source = made.cluster.questions[questions_of(made)["general", "single"]].sources
    swapped = with_question(made, ("specific", "single"), sources=source)
    truth = asked_differently(made, ("specific", "single"), facts=general.facts, anchors=general.anchors)
    assert found(made, swapped, truth) == "question specific single: not about the hidden person"


def test_an_answer_that_another_text_lets_slip(sound):
    """The truth does not know that the document says it; the text does."""
    made = next(one for one in sound.values() if one.truth.facts[one.truth.needs[0].facts[0]].type is not None)
    value = made.truth.facts[made.truth.needs[0].facts[0]].value
    source = made.cluster.questions[0].sources[0]
    slipped = tuple(
        one if one.id == source else one.model_copy(update={"content": f"{one.content} {value}."})
        for one in made.cluster.documents
    )
    said = found(made, changed(made.cluster, documents=slipped))
    assert "question specific single: the text of another document holds a part of the answer" in said


def test_questions_that_the_truth_does_not_know(sound):
    made = sound["LOW"]
    assert found(made, truth=replace(made.truth, needs=made.truth.needs[:3])) == "questions: the truth knows of others"


# Diversity.
def scene(number, **same):
    return Scene(**({"topic": f"topic {number}", "condition": f"c{number}", "town": None, "demographic": None} | same))


@pytest.mark.parametrize(
    ("same", "back", "fault"),
    [
        ({"condition": "gout"}, 10, "the condition"),
        ({"topic": "strike"}, 5, "the topic"),
    ],
)
def test_what_the_last_clusters_had_is_not_repeated_until_they_are_forgotten(same, back, fault):
    diversity = Diversity()
    diversity.remember(scene(0, **same))
    for number in range(1, back):
        diversity.remember(scene(number))
    assert [fault in one for one in diversity.faults(scene(99, **same))] == [True]
    diversity.remember(scene(back))
    assert diversity.faults(scene(99, **same)) == []


@pytest.mark.parametrize(("same", "often"), [({"town": "eskford"}, 2), ({"demographic": "widowed"}, 3)])
def test_a_town_and_a_demographic_come_back_only_so_often(same, often):
    diversity = Diversity()
    for number in range(often):
        assert diversity.faults(scene(number, **same)) == []
        diversity.remember(scene(number, **same))
    assert len(diversity.faults(scene(99, **same))) == 1
