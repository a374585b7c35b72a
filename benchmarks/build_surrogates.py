"""Build the list of names that surrogates are made of, from Faker.

    pip install faker==40.54.0
    python benchmarks/build_surrogates.py

Only needed to renew it; and then published surrogates stay, but a corpus that is protected anew gets others.
"""

from __future__ import annotations

import gzip
import importlib
import re
from pathlib import Path

TARGET = Path(__file__).parents[1] / "sanon/replacement/surrogates/data/names.txt.gz"
LOCALES = (
    "en_GB en_US de_DE fr_FR it_IT es_ES es_MX pt_PT pt_BR nl_NL pl_PL cs_CZ sk_SK hu_HU ro_RO hr_HR sl_SI tr_TR "
    "sv_SE no_NO da_DK fi_FI et_EE lt_LT lv_LV el_GR ru_RU uk_UA bg_BG en_IN ne_NP ar_SA fa_IR he_IL ja_JP ko_KR zh_CN "
    "vi_VN id_ID yo_NG ga_IE"
)
KINDS = {
    "female": ("first_names_female", "first_names_women"),
    "male": ("first_names_male", "first_names_men"),
    "family": ("last_names", "last_names_male", "last_names_unisex", "unisex_last_names"),
}
#: Names of each kind and locale that are kept: enough for 100,000 different full names.
KEPT = 400
NAME = re.compile(r"[^\W\d_]{2,}(?:['’-][^\W\d_]+)*")


def names(provider: object, attributes: tuple[str, ...]) -> list[str]:
    """The names of a provider, single words only, the most frequent first where it knows."""
    best: list[str] = []
    for attribute in attributes:
        values = getattr(provider, attribute, None) or ()
        if isinstance(values, dict):
            values = sorted(values, key=lambda name: (-values[name], name))
        flat = [one if isinstance(one, str) else one[0] for one in values]
        found = [one for one in dict.fromkeys(flat) if NAME.fullmatch(one)][:KEPT]
        best = max(best, found, key=len)
    return best


def main() -> None:
    """Write the list: locale, kind, names."""
    lines = []
    for locale in LOCALES.split():
        try:
            provider = importlib.import_module(f"faker.providers.person.{locale}").Provider
        except ModuleNotFoundError:
            print("no", locale)
            continue
        found = {kind: names(provider, attributes) for kind, attributes in KINDS.items()}
        if all(len(some) >= 20 for some in found.values()):
            lines += [f"{locale}\t{kind}\t{';'.join(sorted(some))}" for kind, some in found.items()]
        else:
            print("too few", locale, {kind: len(some) for kind, some in found.items()})
    header = (
        "# Names by locale and kind, single words.\n"
        "# Source: Faker 40.54.0 (https://github.com/joke2k/faker), MIT licence, Copyright (c) 2012 Daniele Faraglia.\n"
    )
    TARGET.write_bytes(gzip.compress((header + "".join(f"{line}\n" for line in lines)).encode(), 9, mtime=0))
    print(len(lines), TARGET.stat().st_size // 1024, "KiB")


if __name__ == "__main__":
    main()
