"""What one document reveals is looked for in all."""

from sanon.records import Entity, Mention
from sanon.resolution.corpus_search import search_identifiers
from sanon.settings.profile import load_profile
from sanon.text.searched import SearchedEntity
from tests.documents import document

PROFILE = load_profile("insurance")


def found_elsewhere(kind, value, text):
    """What is found in a text if another document mentions the value."""
    entity = Entity(value.casefold(), kind)
    mentions = {"a": [Mention("a", entity, 0.9, (value,), ("rules",))], "b": []}
    documents = [document(f"It says {value}.", "a"), document(text, "b")]
    added = search_identifiers(documents, mentions, PROFILE)
    return {(one.entity.type, *one.original_values) for one in added.get("b", [])}


def test_the_number_of_a_file_is_looked_for_in_every_document_as_a_name_is():
    assert found_elsewhere("NAME", "Ann Lee", "so ANN LEE came") == {("NAME", "ANN LEE")}
    assert found_elsewhere("NON_PERSONAL_ID", "HK 99812", "claim hk 99812, paid") == {("NON_PERSONAL_ID", "hk 99812")}
    assert found_elsewhere("LOCATION", "Ulm", "in Ulm") == set()


def test_a_number_of_two_figures_is_masked_only_where_it_was_found():
    assert found_elsewhere("PATIENT_ID", "17", "17 days") == set()
    assert SearchedEntity("e", ("17", "A-17"), 1.0, corpus_wide=True, normal_form="id").corpus_wide_values == ("A-17",)


def test_a_word_of_everyday_language_that_was_taken_for_a_name_is_masked_only_where_it_was_found():
    assert found_elsewhere("NAME", "School", "he went to school") == set()
    assert found_elsewhere("NAME", "Vous", "comme vous savez") == set()
    assert found_elsewhere("NAME", "Andet", "ikke andet end det") == set()
    assert found_elsewhere("NAME", "Truco", "un truco para comer") == set()
    assert found_elsewhere("NAME", "Texas", "born in Texas") == set()
    assert found_elsewhere("NAME", "Kingston", "and Kingston came") == {("NAME", "Kingston")}
    assert found_elsewhere("NAME", "Smith", "and Smith came") == {("NAME", "Smith")}
    assert found_elsewhere("NAME", "Ann School", "as ann school said") == {("NAME", "ann school")}


def test_a_rare_disease_or_treatment_is_looked_for_in_every_document_and_a_common_one_is_not():
    assert found_elsewhere("TREATMENT", "vemurafenib", "first fill of Vemurafenib.") == {("TREATMENT", "Vemurafenib")}
    assert found_elsewhere("MEDICAL_CONDITION", "asthma", "he has asthma") == set()
    assert found_elsewhere("MEDICAL_CONDITION", "Schmerzen", "Er hat seit Jahren Schmerzen und nimmt nichts.") == set()


def test_a_rare_value_within_a_longer_one_is_found_beside_it():
    drug, fill = Entity("vemurafenib", "TREATMENT"), Entity("first fill of vemurafenib", "TREATMENT")
    mentions = {
        "a": [Mention("a", drug, 0.9, ("vemurafenib",), ("rules",))],
        "b": [Mention("b", fill, 0.3, ("first fill of vemurafenib",), ("model",))],
    }
    documents = [document("takes vemurafenib", "a"), document("paid the first fill of vemurafenib", "b")]
    added = search_identifiers(documents, mentions, PROFILE)
    assert {name: [(one.entity, one.relevance) for one in found] for name, found in added.items()} == {
        "b": [(drug, 0.9)]
    }


def test_a_rare_part_of_a_full_name_is_looked_for_in_every_document():
    assert found_elsewhere("NAME", "Gesa Hoekstra", "Kunde / Hoekstra / Tarif") == {("NAME", "Hoekstra")}
    assert found_elsewhere("NAME", "Gesa Hoekstra", "the hoekstra of it") == set()
    assert found_elsewhere("NAME", "Anna Smith", "and Anna came, with Smith") == set()  # there are many of them
    waiter = "Der Kellner hat die Suppe gebracht und ist wieder gegangen."
    assert found_elsewhere("NAME", "Jan Kellner", waiter) == set()
    assert found_elsewhere("NAME", "Jan Kellner", "Ask Kellner for the key.") == {("NAME", "Kellner")}
