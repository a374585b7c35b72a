"""Conditions, treatments, occupations and nationalities: one automaton over all term lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ahocorasick_rs import AhoCorasick

from sanon.extraction.embedded import lexicons
from sanon.extraction.embedded.spans import Span

_INFECTION = re.compile(
    r"\b(?:[Cc]ampylobacter|[Ss]almonella|[Ll]egionella|[Ll]isteria|E\. ?coli|[Hh]istoplasma|[Bb]orrelia|"
    r"[Cc]hlamydia|MRSA|norovirus|[Rr]otavirus|"
    r"[Hh]antavirus|[Cc]lostridium difficile|C\. ?diff|[Hh]elicobacter(?: pylori)?|[Tt]oxoplasma|[Cc]ryptococcus|"
    r"[Aa]spergillus|[Pp]seudomonas|[Hh]epatitis [A-E]|HIV(?:-positive)?|"
    r"(?:[a-z]{4,20} )?infections?(?: with [A-Z]?[a-z]{4,20})?)\b"
)
_CONDITION_SHAPE = re.compile(
    r"\b(?:[A-Z][a-zé]+(?:[-–][A-Z][a-z]+)?[’']s? (?:disease|syndrome|disorder|lymphoma|palsy|sarcoma)"
    r"|(?:(?:acute|chronic|severe|mild|moderate|primary|secondary|congenital|metastatic|recurrent|bilateral|left|"
    r"right|stage [IV1-4]{1,3}) ){0,2}"
    r"[a-z]{3,20}(?:itis|osis|oma|emia|aemia|pathy|plegia|algia|trophy|sclerosis|phrenia|cytosis|philia|thalassemia)s?\b"
    r"|[a-z]{4,20} (?:cancer|carcinoma|lymphoma|leuk(?:a)?emia|fracture|hernia|dystrophy|syndrome|disorder|"
    r"deficiency|transplant(?:ation)?|stenosis)\b)"
)
_INJURY = re.compile(
    r"\b(?:fractured|broken|dislocated|torn|ruptured|sprained|herniated|crushed|amputated|lacerated) (?:(?:left|"
    r"right|both|lower|upper) ){0,2}"
    r"(?!by|in|at|the|into|and|off|down|out|up|to)[a-z]{3,14}(?: (?:bone|ligament|tendon|disc|disk|cuff|joint|"
    r"finger|toe|leg|arm|foot|hand|ankle|wrist)s?)?\b"
)
_GERMAN = re.compile(
    r"\b(?:(?:[A-ZÄÖÜ][a-zäöüß]{2,20})?(?:[Ff]raktur|[Bb]ruch|[Rr]uptur|[Pp]rellung|[Rr]iss)"
    r"(?: (?:des|der|am)(?: linken| rechten)? [A-ZÄÖÜ][a-zäöüß]{3,25})?|"
    r"[A-ZÄÖÜ][a-zäöüß]{2,25}(?:itis|krebs|infarkt|insuffizienz|karzinom|erkrankung|syndrom|tumor|"
    r"entzündung|schmerzen|störung|sklerose|arthrose|thrombose|embolie))\b"
)
_ABBREVIATED = re.compile(
    r"\b(?:T[12]DM|DM ?[12]|COPD|BPH|CHF|CKD|ESRD|GERD|PTSD|OCD|ADHD|ALS|SLE|DVT|TIA|STEMI|NSTEMI|IBS|IBD|PCOS|"
    r"AML|CML|CLL|[Ss]ickle[- ]cell(?: (?:an(?:a)?emia|disease|crisis|trait))?|[a-z]{4,20} crisis)\b"
)
_DOSED = re.compile(r"\b(?P<drug>[A-Za-z]{5,24}) \d{1,4}(?:\.\d{1,2})? ?(?:mg|mcg|µg|IU|units)\b")
_NOT_A_CONDITION = lexicons.word_set(
    "diagnosis prognosis hypnosis symptoms soma coma diploma aroma sarcoma hypothesis empathy sympathy apathy "
    "telepathy osmosis metamorphosis "
    "the this any other such her his possible rare"
)
_FUNCTION_WORDS = lexicons.word_set(
    "with after before from this that under during received started further more through given into having "
    "requiring without"
)
_DRUG_SHAPE = re.compile(
    r"\b[a-z]{2,14}(?:mab|nib|statin|sartan|prazole|cillin|mycin|floxacin|olol|dipine|gliptin|gliflozin|glutide|parin|xaban|setron|triptan|"
    r"vir|azole|oxetine|cycline|platin|taxel|rubicin|ciclib|lukast)\b(?: \d{1,4} ?(?:mg|mcg|g|ml|units))?",
    re.IGNORECASE,
)
_PROCEDURE_SHAPE = re.compile(
    r"\b(?:(?:[Cc]oronary|total|partial|left|right|bilateral|laparoscopic|[Cc]oil|radical|percutaneous|[Ii]ntravenous|endovascular|[Ll]iposomal|open|robotic|emergency|"
    r"elective|subcutaneous|oral|arterial|[Nn]erve|bone|skin|blood|stem|cell|red|"
    r"plasma) ){0,2}(?:[a-z]{3,20}(?:ectomy|ectomies|plasty|scopy|scopies|otomy|ostomy|desis|pexy|graphy|centesis)|"
    r"emboli[sz]ation|ablation|transfusions?|transplantation|transplant|replacement|catheteri[sz]ation|"
    r"immunoglobulins?|infusions?|amphotericin(?: B)?|biologics|inhalers?|vaccination|"
    r"conduction stud(?:y|ies)|chemo|radioiodine|grafting|ligation|resection|excision|drainage|arthrodesis|"
    r"osteotomy|injections?|dialysis|intubation|ventilation)\b"
    r"|\b(?:(?:[Cc]hest|[Bb]rain|[Ss]pinal|[Cc]ardiac|[Cc]ontrast|[Aa]bdominal|[Pp]elvic|[Ll]umbar|"
    r"[Cc]ranial) )?(?:PET[-/ ]?CT|CT(?:[- ]scan)?|MRI(?: scan)?|ECG|EKG|EEG|EMG|X-ray|x-ray|ultrasound|"
    r"echo(?:cardiogram)?|[Ee]ndoscopy|DEXA scan)\b"
    r"|\b(?:[a-z]{4,20} ){1,2}(?:therapy|chemotherapy|surgery)\b",
)
_ICD = re.compile(r"(?<![\w.-])(?:ICD-?10(?:-CM)?[: ]{1,2})?[A-TV-Z]\d{2}\.[0-9A-Z]{1,4}(?![\w.-]*\w)")
_DEMOGRAPHIC = re.compile(
    r"\b(?:married|divorced|widowed|unmarried|never married|separated from (?:his|her) (?:wife|husband)|"
    r"single (?:mother|father|parent)|"
    r"mother of \w+|father of \w+|(?:homo|bi|hetero)sexual|transgender|non-binary|non-smoker|left-handed|pregnant|"
    r"lives alone|living alone|(?:fe)?male|widow(?:er)?|sole carer|single parent|verheiratet|ledig|geschieden|"
    r"verwitwet|(?:only|adopted|foster) child|(?:civil|domestic) partnership)\b",
    re.IGNORECASE,
)


# MeSH spells the American way.
_AMERICAN = re.compile(
    r"hem[ao]|emi[ac]|edema|tumor|esoph|pedi|diarrhea|fetal|estr|ischem|gynec|orthop|dyspnea|anesth|apnea|celiac|fiber|color"
)


_BRITISH = {
    "hemo": "haemo",
    "hema": "haema",
    "hemorr": "haemorr",
    "emia": "aemia",
    "emic": "aemic",
    "edema": "oedema",
    "tumor": "tumour",
    "esoph": "oesoph",
    "pedi": "paedi",
    "diarrhea": "diarrhoea",
    "fetal": "foetal",
    "estr": "oestr",
    "gynec": "gynaec",
    "dyspnea": "dyspnoea",
    "apnea": "apnoea",
    "celiac": "coeliac",
    "anesth": "anaesth",
}


def _british(term: str) -> str:
    for american, british in _BRITISH.items():
        term = term.replace(american, british)
    return term


@cache
def _automaton() -> tuple[AhoCorasick, list[tuple[int, str, float]]]:
    """All terms with their length, kind and relevance; the first list that knows a term decides."""
    terms: dict[str, tuple[str, float]] = {}
    for name, kind, relevance in (("occupations", "OCCUPATION", 0.5), ("nationalities", "NATIONALITY", 0.35)):
        for term in lexicons.words(name):
            terms.setdefault(term, (kind, relevance))
    for name, relevance in (("drugs", 0.55), ("treatments", 0.55)):
        for term in lexicons.words(name):
            terms.setdefault(term, ("TREATMENT", relevance))
    common, vague = lexicons.words("common_conditions"), lexicons.words("vague_conditions")
    for term in common:
        terms.setdefault(term, ("MEDICAL_CONDITION", 0.4))
    for term, depth in lexicons.conditions().items():
        if term not in vague:
            condition = ("MEDICAL_CONDITION", min(0.9, 0.5 + 0.05 * depth))
            terms.setdefault(term, condition)
            if _AMERICAN.search(term):
                terms.setdefault(_british(term), condition)
    ordered = sorted(terms)
    return AhoCorasick(ordered), [(len(term), *terms[term]) for term in ordered]


def _folded(text: str) -> str:
    """`fold` letter by letter, so that offsets stay those of the text."""
    if text.isascii():
        return text.lower()
    return text.translate(_LETTERS)


class _Letters(dict[int, str]):
    """Folded letters, worked out when they first occur."""

    def __missing__(self, code: int) -> str:
        folded = lexicons.fold(chr(code))
        # Surrogates cannot reach the automaton; what folds to several letters would move the offsets.
        letter = folded if len(folded) == 1 and not 0xD800 <= code < 0xE000 else " "
        self[code] = letter
        return letter


_LETTERS = _Letters()


def find_terms(text: str) -> Iterator[Span]:
    """Terms of the lists as whole words (plural allowed), then what is built like a disease or a medicine."""
    automaton, entries = _automaton()
    folded = _folded(text)
    for number, start, end in automaton.find_matches_as_indexes(folded, overlapping=True):
        _, kind, relevance = entries[number]
        if start and (folded[start - 1].isalnum() or folded[start - 1] == "-"):
            continue
        if end < len(folded) and folded[end].isalnum():
            plural = folded[end] == "s" and not (end + 1 < len(folded) and folded[end + 1].isalnum())
            if not plural or kind == "TREATMENT":
                continue
            end += 1
        if kind == "NATIONALITY" and not text[start].isupper():
            continue
        if end - start <= 4 and kind in ("MEDICAL_CONDITION", "TREATMENT") and not text[start:end].isupper():
            continue  # "als", "aids", "cat": acronyms in capitals only
        yield Span(start, end, kind, relevance, "lexicon")
    for match in _CONDITION_SHAPE.finditer(text):
        if match[0].split()[0].lower() not in _NOT_A_CONDITION and match[0].split()[-1] not in _NOT_A_CONDITION:
            yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.65)
    for pattern in (_GERMAN, _ABBREVIATED):
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.5)
    for match in _DOSED.finditer(text):
        if match["drug"].lower() not in lexicons.common_words():
            yield Span(match.start("drug"), match.end("drug"), "TREATMENT", 0.5)
    for match in _INJURY.finditer(text):
        yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.5)
    for match in _INFECTION.finditer(text):
        if " " in match[0] or not match[0].startswith("infection"):
            yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.6)
    for match in _DRUG_SHAPE.finditer(text):
        yield Span(match.start(), match.end(), "TREATMENT", 0.55)
    for match in _PROCEDURE_SHAPE.finditer(text):
        first = match[0].split()[0]
        if first in _FUNCTION_WORDS:
            start = match.start() + len(first) + 1
            if " " in match[0][len(first) + 1 :] or first not in _FUNCTION_WORDS:
                yield Span(start, match.end(), "TREATMENT", 0.4)
            continue
        yield Span(match.start(), match.end(), "TREATMENT", 0.45)
    for match in _ICD.finditer(text):
        yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.6)
    for match in _DEMOGRAPHIC.finditer(text):
        yield Span(match.start(), match.end(), "DEMOGRAPHIC", 0.3)
