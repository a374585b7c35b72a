"""Conditions, treatments, occupations and nationalities: one automaton over all term lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from ahocorasick_rs import AhoCorasick

from sanon.extraction.span import Span
from sanon.text import lexicons
from sanon.text.patterns import Pattern, folded

_INFECTION = Pattern(
    r"\b(?:[Cc]ampylobacter|[Ss]almonella|[Ll]egionella|[Ll]isteria|E\. ?coli|[Hh]istoplasma|[Bb]orrelia|"
    r"[Cc]hlamydia|MRSA|norovirus|[Rr]otavirus|"
    r"[Hh]antavirus|[Cc]lostridium difficile|C\. ?diff|[Hh]elicobacter(?: pylori)?|[Tt]oxoplasma|[Cc]ryptococcus|"
    r"[Aa]spergillus|[Pp]seudomonas|[Hh]epatitis [A-E]|HIV(?:-positive)?|"
    r"(?:[a-z]{4,20} )?infections?(?: with [A-Z]?[a-z]{4,20})?)\b"
)
_CONDITION_SHAPE = Pattern(
    r"\b(?:[A-Z][a-zé]+(?:[-–][A-Z][a-z]+)?[’']s? (?:disease|syndrome|disorder|lymphoma|palsy|sarcoma)"
    r"|(?:(?:acute|chronic|severe|mild|moderate|primary|secondary|congenital|metastatic|recurrent|bilateral|left|"
    r"right|stage [IV1-4]{1,3}) ){0,2}"
    r"[a-z]{3,20}(?:itis|osis|oma|emia|aemia|pathy|plegia|algia|trophy|sclerosis|phrenia|cytosis|philia|"
    r"thalassemia)s?\b"
    r"|[a-z]{4,20} (?:cancer|carcinoma|lymphoma|leuk(?:a)?emia|fracture|hernia|dystrophy|syndrome|disorder|"
    r"deficiency|transplant(?:ation)?|stenosis)\b)"
)
_INJURED = Pattern(
    r"\b(?:broke|fractured|injured|sprained|tore|dislocated|crushed|bruised|burned|burnt|twisted|hurt|lost) "
    r"(?P<part>(?:my|his|her|their) (?:(?:left|right|both|lower|upper|little|index) ){0,2}(?:leg|arm|hip|wrist|"
    r"ankle|hand|foot|"
    r"knee|elbow|shoulder|collarbone|rib|ribs|nose|jaw|finger|fingers|thumb|toe|toes|neck|back|spine|pelvis|skull|"
    r"femur|"
    r"tibia|achilles tendon|hearing|sight|eyesight|eye|leg))\b"
)
# Allergies, injuries of a part, and blood groups.
_OF_THE_BODY = Pattern(
    r"\b(?:pea)?(?:nuts?|shellfish|egg|milk|latex|bee|wasp|penicillin|pollen|gluten|soy|fish) allerg(?:y|ies)\b"
    r"|\b(?:allergic|allergique|allergisch|al[eé]rgic[oa]|allergic[oa]) (?:to|à|aux?|al?|gegen|voor) [a-zà-ž]{3,16}"
    r"|\b(?:(?:in)?complete )?(?:spinal cord|spinal|head|brain|knee|shoulder|neck|back|hand|eye|ankle|hip) "
    r"injur(?:y|ies)\b"
    r"|(?<![\w-])(?:AB|A|B|O|0)[ -]?(?:Rh(?:esus)?[ -]?)?(?:[Pp]ositi(?:ve|v|f|vo|ef)|[Nn][eé]gati(?:ve|v|f|vo|ef))\b"
    r"|\bmotor neurone?\b"
)
_INJURY = Pattern(
    r"\b(?:[Ff]ractured|[Bb]roken|[Dd]islocated|[Tt]orn|[Ss]hattered|ruptured|sprained|herniated|crushed|amputated|"
    r"lacerated) (?:(?:left|"
    r"right|both|lower|upper) ){0,2}"
    r"(?!by|in|at|the|into|and|off|down|out|up|to)[a-z]{3,14}(?: (?:bone|ligament|tendon|disc|disk|cuff|joint|"
    r"finger|toe|leg|arm|foot|hand|ankle|wrist)s?)?\b"
)
_GERMAN = Pattern(
    r"\b(?:(?:[A-ZÄÖÜ][a-zäöüß]{2,20})?(?:[Ff]raktur|[Bb]ruch|[Rr]uptur|[Pp]rellung|[Rr]iss)"
    r"(?: (?:links|rechts|beidseits|bds\.|li\.|re\.))?(?: (?:des|der|am)(?: linken|"
    r" rechten)? [A-ZÄÖÜ][a-zäöüß]{3,25})?|"
    r"Morbus [A-ZÄÖÜ][a-zäöüß]{2,20}|(?:Bluthochdruck|Schlaganfall|Migräne|Rheuma|Gicht|Demenz|Depression(?:en)?|"
    r"Burnout|Diabetes(?: mellitus)?|Krebs|Asthma|Epilepsie|Schwindel|Zöliakie|Leukämie|Multiple Sklerose)|"
    r"[A-ZÄÖÜ][a-zäöüß]{2,25}(?:allergie|intoleranz|urie|ämie|flimmern|flattern|vorfalls?|lähmung|blutung|verletzung|"
    r"verbrennung|phobie|psychose|pathie|penie|philie|algie|hernie|zyste|geschwür|schwindel|demenz|hypertonie|"
    r"hypotonie|anfall|epilepsie|itis|krebs|infarkt|insuffizienz|karzinom|erkrankung|syndrom|tumor|"
    r"entzündung|schmerzen|störung|sklerose|arthrose|thrombose|embolie|erfrierung(?:en)?))\b"
)
_ABBREVIATED = Pattern(
    r"(?:(?<=[Hh]as )|(?<=[Hh]ave )|(?<=[Ww]ith ))(?:AF|MS|TB|RA|UC|CF|OA)\b|"
    r"\b(?:HTN|CAD|NOF|MND|IHD|SVT|CVA|MDD|GAD|BPD|ASD|OSA|AKI|PVD|HFrEF)\b|"
    r"\b(?:T[12]DM|DM ?[12]|COPD|BPH|CHF|CKD|ESRD|GERD|PTSD|OCD|ADHD|ALS|SLE|DVT|TIA|STEMI|NSTEMI|IBS|IBD|PCOS|"
    r"AML|CML|CLL|[Ss]ickle[- ]cell(?: (?:an(?:a)?emia|disease|crisis|trait))?|[a-z]{4,20} crisis)\b"
)
_DOSED = Pattern(r"\b(?P<drug>[A-Za-z]{5,24}) \d{1,4}(?:\.\d{1,2})? ?(?:mg|mcg|µg|IU|units)\b")
_NOT_A_CONDITION = lexicons.word_set(
    "diagnosis prognosis hypnosis symptoms soma coma diploma aroma sarcoma hypothesis empathy sympathy apathy "
    "telepathy osmosis metamorphosis "
    "the this any other such her his possible rare"
)
_FUNCTION_WORDS = lexicons.word_set(
    "with after before from this that under during received started further more through given into having "
    "requiring without"
)
_CO_DRUG = Pattern(
    r"\bco-(?:codamol|careldopa|beneldopa|amoxiclav|dydramol|trimoxazole|danthramer|cyprindiol)\b", re.IGNORECASE
)
_DRUG_ENDINGS = tuple(
    lexicons.word_set(
        "mab nib statin sartan prazole cillin mycin floxacin olol dipine gliptin gliflozin glutide parin "
        "xaban tropium terol solone pril zosin dronate trexate oxacin thiazide phylline profen coxib zepam "
        "zolam fibrate stigmine formin parib limus vaptan tidine cisteine pidem bactam azepine lukast nazole "
        "setron triptan vir azole oxetine cycline platin taxel rubicin ciclib"
    )
)
_LONG_WORD = Pattern(r"\b[A-Za-z]{5,24}\b")
_DOSE = re.compile(r" \d{1,4} ?(?:mg|mcg|g|ml|units)\b", re.IGNORECASE)
_PROCEDURE_SHAPE = Pattern(
    r"\b(?:(?:[Cc]oronary|total|partial|left|right|bilateral|laparoscopic|[Cc]oil|radical|percutaneous|"
    r"[Ii]ntravenous|endovascular|[Ll]iposomal|open|robotic|emergency|"
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
_GERMAN_PROCEDURE = Pattern(
    r"\b(?:[A-ZÄÖÜ][a-zäöüß-]{2,24})?(?:[Oo]steosynthese|ektomie|plastik|skopie|tomie|stomie|[Tt]herapie|"
    r"transplantation|implantation|"
    r"[Rr]esektion|punktion|spiegelung|[Bb]estrahlung|[Dd]ialyse|prothese|[Ii]mpfung|[Ii]nfusion)(?:en|n)?\b"
)
_BODY_PROCEDURE = Pattern(
    r"\b(?:decompression|fusion|resection|repair|dialysis|biopsy|amputation|revision|reconstruction|grafting)\b"
    r"|\blap(?:aroscopic)? (?:chole|appy|band)\w*"
)
_BODY_PART = re.compile(
    r"\b(?:[LTCS]\d{1,2}(?:[-/][LTCS]?\d{1,2})?|(?!(?:the|and|for|with|after|before|his|her|this|that|"
    r"from)\b)[a-z]{4,14}) $"
)
_EPONYM = Pattern(
    r"\b(?:Crohn|Parkinson|Alzheimer|Hodgkin|Huntington|Addison|Graves|Cushing|Hashimoto|Raynaud|Tourette|"
    r"Asperger|Bell|Paget|Ménière|"
    r"Marfan|Wilson|Sjögren|Behçet|Bechterew|Basedow|Meniere)[’']s?(?! (?:disease|syndrome|house|car|Hospital|"
    r"Clinic))(?=[\s,.;:)])"
)
_WOUND = Pattern(
    r"\b(?:lacerations?|contusions?|bruis(?:e|es|ing)|concussion|whiplash|puncture wounds?|stab wounds?|"
    r"gunshot wounds?|abrasions?|burns?(?= (?:to|on))|"
    r"second-degree burns?|third-degree burns?|dislocation|sprain)\b"
    r"(?: (?:to|of|on|above|below|over|near|around) (?:the |his |her |my |their )?(?:(?:left|right|upper|lower|"
    r"both) ){0,2}[a-z]{3,12})?"
)
_ICD = Pattern(r"(?<![\w.-])(?:ICD-?10(?:-CM)?[: ]{1,2})?[A-TV-Z]\d{2}\.[0-9A-Z]{1,4}(?![\w.-]*\w)")
_DEMOGRAPHIC = Pattern(
    r"\b(?:(?:eldest|oldest|youngest|second|third|fourth|fifth|sixth|seventh|eighth|ninth) of (?:three|four|five|six|"
    r"seven|eight|nine|ten|eleven|twelve|\d{1,2})\b(?: (?:children|siblings|brothers|sisters))?|"
    r"speaks? only [A-Z][a-z]{1,24}(?: (?:and|or) [A-Z][a-z]{1,24})?|"
    r"married|divorced|widowed|unmarried|never married|separated from (?:his|her) (?:wife|husband)|"
    r"single (?:mother|father|parent)|"
    r"(?:grand)?(?:mother|father|parents?|mum|mom|dad) of (?:\w{1,40} children|\w{1,40})|(?:homo|bi|hetero|a|trans|"
    r"inter)sexual|"
    r"married to (?:an? |the )[a-z]{3,14}|(?:union|church|parish|school) (?:delegate|elder|governor|warden|"
    r"councillor)|"
    r"trans(?:gender)?(?= (?:man|woman|male|female|person)|[,;)])|gay|lesbian|queer|non-?binary|non-smoker|"
    r"left-handed|(?:[a-z]{1,24} (?:months|weeks) )?pregnant|"
    r"lives alone|living alone|(?:lifelong )?bachelor|newly(?:wed| engaged)|toddler|newborn|childless|bilingual|"
    r"teetotal|vegan|"
    r"(?:(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|"
    r"\d\d?) )?(?:great-)?grand(?:sons?|daughters?|child(?:ren)?)|stepchild(?:ren)?|step(?:son|"
    r"daughter)s?|night-blind|"
    r"[WBHAIO]/[MF]|(?:\w{1,40}|an?) (?:citizen|national)(?= and| who|,|\.)|native speaker|asylum seeker|refugee|"
    r"orphan(?:ed)?|"
    r"(?:white|black|asian|hispanic|latin[oa]|caucasian|african[- ]american|native american|mixed[- ]race)"
    r"(?= (?:man|wom[ae]n|males?|females?|widow|widower|lady|gentleman|boy|girl|patient|british|american|african|"
    r"caribbean)\b)|"
    r"(?<=(?:yo|/o|ld) )(?:white|black|asian|hispanic|latin[oa]|caucasian|african[- ]american)|"
    r"s[áa]mi|m[āa]ori|inuit|roma(?:ni)?(?= (?:family|woman|man|community|origin))|sinti|kurdish|yazidi|aboriginal|"
    r"amish|"
    r"alleinerziehende[nrs]? (?:Vater|Mutter)|alleinerziehend|alleinlebend|kinderlos|verlobt|Zwillinge?n?|Witwer?|"
    r"getrennt lebend|Linkshänder(?:in)?|(?:fe)?male|widow(?:er)?|sole carer|single parent|verheiratet|ledig|"
    r"geschieden|"
    r"verwitwet|(?:only|adopted|foster) child|(?:civil|domestic) partnership)\b",
    re.IGNORECASE,
)


# Conditions of few letters that are meant in small letters too.
_SHORT = lexicons.word_set("deaf gout acne flu")
_DEGREE = re.compile(
    r"\b(?:acute|chronic|severe|mild|moderate|brittle|bullous|pleural|juvenile|congenital|familial|hereditary|"
    r"advanced|terminal|idiopathic|recurrent|relapsing|bilateral|metastatic|refractory|untreated|uncontrolled|"
    r"new-onset|early-onset|late-onset|atypical) $"
)


# MeSH spells the American way.
_AMERICAN = re.compile(
    r"hem[ao]|emi[ac]|edema|tumor|esoph|pedi|diarrhea|fetal|estr|ischem|gynec|orthop|dyspnea|anesth|apnea|"
    r"celiac|fiber|color"
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
    for name, kind, relevance in (
        ("occupations", "OCCUPATION", 0.5),
        ("nationalities", "NATIONALITY", 0.35),
        ("demographics", "DEMOGRAPHIC", 0.5),
    ):
        for term in lexicons.words(name):
            terms.setdefault(term, (kind, relevance))
    for term in lexicons.jobs():
        terms.setdefault(term, ("OCCUPATION", 0.45))
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


def find_terms(text: str) -> Iterator[Span]:
    """Terms of the lists as whole words (plural allowed), then what is built like a disease or a medicine."""
    automaton, entries = _automaton()
    small = folded(text)
    for number, start, end in automaton.find_matches_as_indexes(small, overlapping=True):
        _, kind, relevance = entries[number]
        if start and (small[start - 1].isalnum() or small[start - 1] == "-"):
            continue
        if end < len(small) and small[end].isalnum():
            plural = small[end] == "s" and not (end + 1 < len(small) and small[end + 1].isalnum())
            if not plural or kind == "TREATMENT":
                continue
            end += 1
        if kind == "NATIONALITY" and not text[start].isupper():
            continue
        short = end - start <= 4 and kind in ("MEDICAL_CONDITION", "TREATMENT")
        if short and not text[start:end].isupper() and small[start:end] not in _SHORT:
            continue  # "als", "aids", "cat": acronyms in capitals only
        if kind == "TREATMENT" and (dose := _DOSE.match(text, end)):
            end = dose.end()
        if kind == "MEDICAL_CONDITION" and (degree := _DEGREE.search(text, max(0, start - 16), start)):
            start = degree.start()
        yield Span(start, end, kind, relevance, "lexicon")
    for match in _CONDITION_SHAPE.finditer(text):
        if match[0].split()[0].lower() not in _NOT_A_CONDITION and match[0].split()[-1] not in _NOT_A_CONDITION:
            yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.65)
    for pattern in (_GERMAN, _ABBREVIATED, _EPONYM, _WOUND):
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.5)
    for match in _DOSED.finditer(text):
        if match["drug"].lower() not in lexicons.common_words():
            yield Span(match.start("drug"), match.end("drug"), "TREATMENT", 0.5)
    for match in _INJURED.finditer(text):
        yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.5)
    for match in _OF_THE_BODY.finditer(text):
        yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.5)
    for match in _INJURY.finditer(text):
        yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.5)
    for match in _INFECTION.finditer(text):
        if " " in match[0] or not match[0].startswith("infection"):
            yield Span(match.start(), match.end(), "MEDICAL_CONDITION", 0.6)
    for match in _GERMAN_PROCEDURE.finditer(text):
        yield Span(match.start(), match.end(), "TREATMENT", 0.45)
    for match in _BODY_PROCEDURE.finditer(text):
        part = _BODY_PART.search(text, max(0, match.start() - 16), match.start())
        if part or match[0].startswith("lap"):
            yield Span(part.start() if part else match.start(), match.end(), "TREATMENT", 0.45)
    for match in _LONG_WORD.finditer(text):
        word = match[0].lower()
        if word.endswith(_DRUG_ENDINGS) and any(word.endswith(ending, 2) for ending in _DRUG_ENDINGS):
            dose = _DOSE.match(text, match.end())
            yield Span(match.start(), dose.end() if dose else match.end(), "TREATMENT", 0.55)
    for match in _CO_DRUG.finditer(text):
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
