"""Names in the cases of Slavic languages are replaced: whole ones in all documents, parts where the person is known."""

from __future__ import annotations

import pytest

from sanon.replacement.masked import MaskedEntity, RedactedDocument
from sanon.replacement.replacer import Replacer
from tests.documents import document

NAMES = (
    # Polish: e that goes, changed consonants, adjectives
    ("Marek Nowak", "Marka Nowaka, Markowi Nowakowi, Markiem Nowakiem, Marku Nowaku"),
    ("Tomek Wróbel", "Tomka Wróbla, Tomkowi Wróblowi, Tomkiem Wróblem"),
    ("Agnieszka Sikora", "Agnieszki Sikory, Agnieszce Sikorze, Agnieszkę Sikorę"),
    ("Piotr Zieliński", "Piotra Zielińskiego, Piotrowi Zielińskiemu, Piotrze Zielińskim"),
    ("Robert Pawlak", "Roberta Pawlaka, Robercie Pawlaku"),
    ("Antoni Górecki", "Antoniego Góreckiego, Antonim Góreckim"),
    ("Stanisław Kościuszko", "Stanisława Kościuszki, Stanisławowi Kościuszce"),
    ("Katarzyna Wójcik", "Katarzyny Wójcik, Katarzynie Wójcik"),
    # Czech and Slovak
    ("Zdeněk Hájek", "Zdeňka Hájka, Zdeňkovi Hájkovi, Zdeňkem Hájkem"),
    ("Jiří Pokorný", "Jiřího Pokorného, Jiřímu Pokornému, Jiřím Pokorným"),
    ("Hana Marešová", "Hany Marešové, Haně Marešové, Hanu Marešovou, Hanou Marešovou"),
    ("Karel Svoboda", "Karla Svobody, Karlovi Svobodovi, Karlem Svobodou"),
    ("Peter Mihálik", "Petra Mihálika, Petrovi Mihálikovi, Petrom Mihálikom"),
    # Croatian and Serbian
    ("Aleksandar Petrović", "Aleksandra Petrovića, Aleksandru Petroviću, Aleksandrom Petrovićem"),
    ("Luka Modrić", "Luke Modrića, Luki Modriću, Lukom Modrićem"),
    # Russian and Ukrainian
    ("Павел Достоевский", "Павла Достоевского, Павлу Достоевскому, Павлом Достоевским"),
    ("Анна Соколова", "Анны Соколовой, Анне Соколовой, Анну Соколову"),
    ("Игорь Лебедь", "Игоря Лебедя, Игорю Лебедю, Игорем Лебедем"),
    ("Андрій Коваленко", "Андрія Коваленка, Андрієві Коваленкові, Андрієм Коваленком"),
)


def redacted(name: str, text: str, *, mentioned: bool) -> RedactedDocument:
    one = MaskedEntity("e", (name,), 1.0, True, "name", "NAME", "type-label", "[NAME]")
    return Replacer([one]).redact(document(text), {"e"} if mentioned else ())


@pytest.mark.parametrize(("name", "cases"), NAMES)
def test_a_full_name_in_another_case_goes_from_all_documents(name: str, cases: str) -> None:
    for form in cases.split(", "):
        assert redacted(name, f"o {form} i", mentioned=False).document.content == "o [NAME] i"
        assert (
            redacted(name, f"o {' '.join(reversed(form.split()))} i", mentioned=False).document.content == "o [NAME] i"
        )


@pytest.mark.parametrize(("name", "cases"), NAMES)
def test_a_part_of_it_goes_where_the_person_is_mentioned(name: str, cases: str) -> None:
    for part in cases.replace(",", "").split():
        assert redacted(name, f"a o {part} i", mentioned=True).document.content == "a o [NAME] i", part


def test_elsewhere_a_surname_is_reported_and_a_given_name_stays() -> None:
    one = redacted("Tomek Wróbel", "z Wróblem, z Tomkiem", mentioned=False)
    assert (one.document.content, one.doubtful) == ("z Wróblem, z Tomkiem", (("content", "inflected"),))


def test_a_full_name_that_is_another_persons_too_is_reported() -> None:
    one = redacted("Martin Nowak", "Martina Nowak was there", mentioned=False)
    assert (one.document.content, one.doubtful) == ("Martina Nowak was there", (("content", "inflected"),))


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("Tomáš Nový", "Nového nic. koupil nového psa, NOVÉHO"),  # "new", where a sentence begins and within one
        ("Grace Hall", "die Halle, in Halle 4"),
        ("Eva Stein", "die Steine, eve, on the Eve of it"),
        ("Ana Costa", "Ani to, ani ono; | AÑO"),
        ("Jan Malý", "jana, janem; MALÁ"),
        ("Wu Li", "Wa Lu, Wem Lim"),  # too short to be told apart
    ],
)
def test_ordinary_words_stay(name: str, text: str) -> None:
    assert redacted(name, text, mentioned=True).document.content == text
