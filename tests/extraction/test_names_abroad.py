"""Names in many languages by what stands before them."""

from __future__ import annotations

import pytest

from sanon.extraction.adapters.embedded import EmbeddedExtractor
from sanon.records import Document, Source
from sanon.settings.profile import load_profile

INSURANCE = EmbeddedExtractor(load_profile("insurance"))


def names(content: str) -> set[str]:
    document = Document(source_id="d", content=content, source=Source(path="d.txt", form="text"))
    return {f.normalized_value for f in INSURANCE.extract(document) if f.entity_type == "NAME"}


@pytest.mark.parametrize(
    ("content", "name"),
    [
        ("vu par le docteur Castaing hier", "castaing"),
        ("adressée à Mme Bénédicte Fayolle ce jour", "bénédicte fayolle"),
        ("Son fils Ewen, qui viendra,", "ewen"),
        ("je soussignée Solenn Quéméneur, déclare", "solenn quéméneur"),
        ("Cordialement\nGwendal Morvan\n", "gwendal morvan"),
        ("revisión con la Dra. Pilar Mesonero", "pilar mesonero"),
        ("su marido, Blas, trabajó", "blas"),
        ("Fdo.: Anselmo Quirós", "anselmo quirós"),
        ("visto dal Dott. Ettore Zennaro", "ettore zennaro"),
        ("Io sottoscritto Lavinio Bertuccelli, nato", "lavinio bertuccelli"),
        ("mia moglie Ersilia mi accompagna", "ersilia"),
        ("Geachte mevrouw Van der Hoeck,", "van der hoeck"),
        ("volgens dokter Postma", "postma"),
        ("Uw dochter Hiltje krijgt", "hiltje"),
        ("Ihr Sohn Bosse leidet", "bosse"),
        ("Liebe Swantje,\nwie geht es", "swantje"),
        ("fragt lieber meine kollegin wiebke", "wiebke"),
        ("e mio zio tullio arriva", "tullio"),
        ("Personne à prévenir : compagnon : yanis, 06 39 98 41 12", "yanis"),
        ("pick up mrs pellow at nine", "pellow"),
        ("Så prøver vi igen. Fru af Hellevad skal med 6.15-færgen", "af hellevad"),
        ("ringed fru Lindqvist i går", "lindqvist"),
        ("rozmawiałam z panią Wierzbicką wczoraj", "wierzbicką"),
        ("mluvil jsem s paní Hrubou dnes", "hrubou"),
        ("a sunat doamna Munteanu ieri", "munteanu"),
        ("gospođa Horvat je zvala", "horvat"),
        ("o senhor Pimenta ligou", "pimenta"),
        ("suor Benedetta ha detto", "benedetta"),
        ("Mrs D rang at nine about the bottle", "d"),
    ],
)
def test_a_name_is_told_by_title_kin_greeting_or_farewell(content: str, name: str) -> None:
    assert any(one.endswith(name) for one in names(content))


@pytest.mark.parametrize(
    "content",
    [
        "Sehr geehrte Damen und Herren,",
        "Estimado señor,",
        "Gentile Signora,",
        "Beste allen,",
        "Cher Monsieur,",
        "Ihre Mutter war krank.",
        "le docteur a dit",
        "die frau hatte eine tante mit hut",
        "An den Herrn Amtsleiter, persönlich!",
        "Die Frau Obfrau bittet, es trotzdem zu zahlen.",
        "Monsieur le Directeur,",
        "Mr Chairman, I object.",
        "Fr. Nachmittag geschlossen, Sa. offen.",
    ],
)
def test_a_form_of_address_alone_is_nobody(content: str) -> None:
    assert not names(content)
