"""Texts that no corpus holds: tables, forms, chats, signatures, historical and one-word names, in six languages.

A line's slots: {P} whole name, {G} given name, {S} surname, {I} initials and surname, {L} place, {A} address,
{C} number of a person or a case. Everything else stays unlabelled.
"""

from __future__ import annotations

import random
import re

from augmentation import People, places
from corpora import Labelled, Text

_SLOT = re.compile(r"\{([PGSILACKh])\}")
_KIND = {
    "P": "PERSON",
    "G": "PERSON",
    "S": "PERSON",
    "I": "PERSON",
    "K": "PERSON",
    "h": "PERSON",
    "L": "LOC",
    "A": "LOC",
    "C": "CODE",
}
_LINES = """Patient: {P}\nDOB: 04/11/1961\nMRN: {C}\nReferred by: Dr. {P}
Name: {P}    Sex: F    Age: 54\nAddress: {A}
{S}, {G}\t{C}\t{L}
{S}, {G}; {S}, {G}; {S}, {G}
first_name,last_name,city\n{G},{S},{L}\n{G},{S},{L}\n{G},{S},{L}
id;last_name;first_name;town\n17;{S};{G};{L}\n18;{S};{G};{L}
| last_name | first_name | ward |\n| --- | --- | --- |\n| {S} | {G} | 4B |\n| {S} | {G} | 2A |
"name": "{P}", "city": "{L}", "id": "{C}"
{"patient": "{P}", "note": "seen today", "town": "{L}"}
[10:02] {K}: hi is this about the claim\n[10:03] agent {G}: yes, your name and address?\n[10:04] {K}: {k} from {L}
{K}: hey did you see what happened to {K}\n{K}: no what
my name is {K} and i live in {l}
hi its {K}, can u call me back about the invoice
Dear {G},\n\nthank you for your letter. {G} told me about it.\n\nKind regards,\n{P}
Sehr geehrte Frau {S},\n\nwir haben Ihr Schreiben erhalten.\n\nMit freundlichen Grüßen\n{P}
Sehr geehrter Herr {S},\nIhre Tochter {G} wurde am Montag in {L} aufgenommen.
Die Versicherte {P} aus {L} wurde von Dr. {S} untersucht. Frau {S} klagt über Schmerzen.
Herr {P}, wohnhaft {A}, gab an, dass sein Bruder {G} dabei war.
Madame {P}, demeurant à {L}, a été reçue par le docteur {S}.
Monsieur {S} habite {A}. Son fils {G} travaille à {L}.
La señora {P} vive en {L} con su hijo {G}. El doctor {S} la visitó.
Don {P}, con domicilio en {A}, presentó una reclamación.
La signora {P} abita a {L} in {A}. Suo marito {G} lavora con {P}.
Mevrouw {P} uit {L} werd gezien door dokter {S}. Haar man {G} was erbij.
O senhor {P} mora em {L} com a filha {G}.
{P} was seen today with her daughter {G}. {S} reports pain since March. {G} lives in {L}.
{S} said that {S} and {S} had left {L} before noon.
Witness {P} stated that {G} had been at home. Mr {S} denied it.
Driver 1: {P}, {A}\nDriver 2: {P}, {A}\nWitness: {P}
{I} and {I} (2004) showed that. See also {I}, {I} and {I}.
{I} played for {L} before {P} replaced him.
{h} was born in {L}. {h} died there in 1184 and was succeeded by {h}.
{h} and {h} signed the treaty at {L}.
In the year 1092 {h} went to {L} with {h}, son of {h}.
{P} ({L}, 4 May 1881 – {L}, 12 June 1949) was a painter. {S} studied with {P} and married {P}.
{P} (born 12 March 1967 in {L}) is a former footballer. {S} played for clubs in {L} and {L}.
{P}, known as {G}, is an actress. {S} is the daughter of {P} and {P}. Her brother {G} is a singer.
{P}, {P} and {P} were named in the will of {P}. {G} got the house at {A}.
SISTER {S} TOLD DR {S} THAT {P} HAD LEFT.
RE: {P} / {P}\nClaim {C}
From: {P}\nTo: {P}; {P}\nCc: {G}\nSubject: minutes
Present: {P}, {P}, {I}, {P}\nApologies: {P}
Teacher: {S}\nPupil: {P}\nParents: {G} and {G} {S}
{G} and {G} were there too, and so was old {S}.
{G}'s mother called. {S}'s house in {L} is empty.
Employee {P} (staff no. {C}) was moved to {L} by {P}.
Tenant {P}, flat 3, {A}. Landlord: {P}.
The dog of {P} bit {G}. {P} from {L} saw it.
I met {P} at the club with {G} and {G}.
@{K} thanks! tell {K} i said hi
Order {C} shipped to {P}, {A}.
Signed: {P}\nWitnessed: {P}
To whom it may concern: {P}, passport {C}, lived in {L} from 1999 until 2003.
Name, Vorname: {S}, {G}\nWohnort: {L}\nVers.-Nr.: {C}
Nom : {S}\nPrénom : {G}\nAdresse : {A}
Apellidos: {S} {S}\nNombre: {G}\nDomicilio: {A}
Cognome: {S}\nNome: {G}\nResidenza: {A}
Achternaam: {S}\nVoornaam: {G}\nWoonplaats: {L}"""
_STREETS = (
    "{n} {s} Road", "{n} {s} Street", "{n} {s} Avenue, {L}", "{n} {s} Close",
    "{n} {s} Crescent", "{s}straße {n}, {z} {L}",
    "{n}, rue de {s}, {z} {L}", "Calle {s}, {n}", "C/ {s}, {n}", "Via {s} {n}, {z} {L}", "{s}straat {n}, {L}",
    "{s}weg {n}", "Rua {s}, {n}", "{n} {s} Lane, {L}", "PO Box {n}, {L}",
)  # fmt: skip


def _historic(people: People, chance: random.Random) -> str:
    given = people.new(family=False)
    place = chance.choice(places()[:4000])
    return chance.choice(
        [
            given,
            f"{given} of {place}",
            f"{given} the Elder",
            f"{given} II",
            f"{given} III of {place}",
            f"{given} of {place}",
        ]
    )


def _value(slot: str, people: People, chance: random.Random) -> str:
    town = chance.choice(places())
    if slot == "P":
        return people.full()
    if slot in "GS":
        return people.new(family=slot == "S")
    if slot == "I":
        initials = " ".join(f"{chance.choice('ABCDEFGHJKLMNPRSTW')}." for _ in range(chance.choice([1, 1, 2])))
        return f"{initials} {people.new(family=True)}"
    if slot == "K":
        return chance.choice([people.new(family=False), people.full()]).lower()
    if slot == "h":
        return _historic(people, chance)
    if slot == "C":
        return chance.choice(["", "HX-", "P", "KV "]) + str(chance.randrange(10**5, 10**9))
    if slot == "A":
        street = chance.choice(_STREETS)
        name = chance.choice([people.new(family=True), chance.choice(places())])
        for key, new in (
            ("{n}", str(chance.randrange(1, 260))),
            ("{s}", name),
            ("{z}", str(chance.randrange(10000, 99999))),
            ("{L}", town),
        ):
            street = street.replace(key, new)
        return street
    return town


def made(count: int, chance: random.Random) -> list[Text]:
    """Some texts, a few lines each."""
    lines = [line.replace("\\n", "\n").replace("\\t", "\t") for line in _LINES.split("\n")]
    found = []
    for number in range(count):
        people = People(chance)
        parts: list[str] = []
        spans: list[Labelled] = []
        length = at = 0
        line = chance.choice(lines).replace("{k}", "{K}").replace("{l}", "{L}")
        for match in _SLOT.finditer(line):
            value = _value(match[1], people, chance)
            before = line[at : match.start()]
            parts += [before, value]
            length += len(before)
            spans.append((length, length + len(value), _KIND[match[1]]))
            length += len(value)
            at = match.end()
        text = "".join(parts) + line[at:]
        found.append(Text("templates", text, tuple(spans), f"templates-{number}"))
    return found
