"""Conditions, treatments, occupations and walks of life in German, French, Spanish, Italian and Dutch.

A text is searched for the words of the language it is written in: "die" and "mal" are words of others too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from sanon.extraction.span import Span
from sanon.text import lexicons
from sanon.text.languages import Language, language_of
from sanon.text.patterns import Pattern


class _Vocabulary(NamedTuple):
    """What one language calls things; `job` follows words that announce an occupation."""

    condition: Pattern
    treatment: Pattern
    demographic: Pattern
    job: Pattern
    age: Pattern


def _words(text: str) -> str:
    return r"\b(?:" + text.strip() + r")\b"


def _vocabulary(condition: str, treatment: str, demographic: str, job: str, age: str) -> _Vocabulary:
    return _Vocabulary(
        Pattern(condition, re.IGNORECASE),
        Pattern(treatment, re.IGNORECASE),
        Pattern(_words(demographic), re.IGNORECASE),
        Pattern(job),
        Pattern(age, re.IGNORECASE),
    )


_N = r"(?P<n>1[01]\d|[1-9]?\d)"
_L = r"[a-zà-öø-ÿœ]"
_WORLDWIDE = r"diabetes|asthma|asma|alzheimer|parkinson|crohn|epilepsia"
_DRUG_ENDS = (
    rf"\b{_L}{{3,18}}(?:mab|nib|statin[ae]?|sartan|prazole?|prazolo?|cillin[ae]?|mycine?|floxacin[ae]?|olol|ololo|dipino?e?|"
    rf"gliptin[ae]?|xaban|parin[ae]?|predniso(?:na|ne|n|lona|lone|lon)|metformin[ae]?|formine|trexat[eo]?|zepam|profene?o?|"
    rf"tropium|semide|semida|tirox[iy]ne?a?|thyroxine?|insulin[ae]?|insuline|cortisone?|cortison[ae]|dronate?o?)\b"
)

_VOCABULARIES: dict[Language, _Vocabulary] = {
    "de": _vocabulary(
        _words(
            r"diabetes(?: mellitus)?|zuckerkrankheit|herzschwäche|herzrasen|herzfehler|bluthochdruck|asthma|"
            r"tinnitus|hörsturz|"
            r"gürtelrose|grauer star|grüner star|lungenkrebs|heuschnupfen|schlafapnoe|tennisarm|magersucht|"
            r"gelbsucht|krampfadern|spina bifida|bandscheibenvorfall|gehirnerschütterung|"
            r"querschnittslähmung|alkoholabhängigkeit|alkoholsucht|spielsucht|essstörung|angststörung|zwangsstörung|"
            r"neurodermitis|schuppenflechte|psoriasis|borreliose|malaria|tuberkulose|polyarthritis|endometriose|fibromyalgie|"
            r"autismus|adhs|blindheit|taubheit|schwerhörigkeit|legasthenie|fehlgeburt|frühgeburt|brandwunden?|schädelbruch|"
            r"[a-zäöü]{3,20}(?:krebs|leiden|schwäche|krankheit|syndrom|anämie|sucht)"
        ),
        _words(
            r"[a-zäöü-]{2,20}(?:-?kur|schrittmacher|operation|transplantation|therapie|bestrahlung|prothese|stent|bypass)|"
            r"dialyse|kaiserschnitt|psychotherapie|krankengymnastik|reha(?:bilitation)?"
        )
        + "|"
        + _DRUG_ENDS,
        r"alleinerziehende[nrms]?|alleinstehende?[nrms]?|verwitwete?[nrms]?|geschiedene?[nrms]?|ledige?[nrms]?|witwer?|"
        r"kinderlose?[nrms]?|rentner(?:in)?|pensionär(?:in)?|katholisch|evangelisch|muslimisch|jüdisch|konfessionslos|"
        r"schwul|lesbisch|arbeitslos|(?:drei|vier|fünf|sechs|sieben)fache[rn]? (?:mutter|vater|großmutter|großvater)|"
        r"mutter (?:von|dreier|zweier|vierer) \w+|vater (?:von|dreier|zweier|vierer) \w+|waise|linkshänder(?:in)?|"
        r"(?:einzige|älteste|jüngste)[rs]? (?:tochter|sohn|kind)",
        r"\b(?:[Bb]eruf(?:lich)?:? (?:ist (?:er|sie) )?|als (?:[a-zäöü]+[en] )?|(?:ist|"
        r"war) (?:früher |bis \d{4} )?|[Ee]hemalige[rn]? |"
        r"[Gg]elernte[rn]? )"
        r"(?P<job>[A-ZÄÖÜ][a-zäöüß]{3,24}(?:fischer|schiffer|macher|bauer|binder|dreher|gießer|schmied|setzer|schneider|weber|"
        r"brauer|metzger|koch|wirt|züchter|jäger|hirte|hirt|drucker|musiker|sänger|lotse|führer|zieher|taucher|wart|wärter|meister|"
        r"berater|prüfer|anwalt|pfleger|therapeut|arzt|trainer|planer|decker|leger|schnitzer|schleifer|bläser|brenner|flechter|"
        r"springer|hüter|händler|sammler|forscher|zeichner|köhler)(?:in)?|Tier[aä]rzt(?:in)?|Zahn[aä]rzt(?:in)?|Imker(?:in)?|"
        r"Winzer(?:in)?|Förster(?:in)?|Dolmetscher(?:in)?|Organist(?:in)?|Hebamme|Notar(?:in)?|Pfarrer(?:in)?|Küster(?:in)?|"
        r"Bestatter(?:in)?|Glaser(?:in)?|Sattler(?:in)?|Schornsteinfeger(?:in)?|Leuchtturmwärter(?:in)?|Bildhauer(?:in)?|"
        r"Restaurator(?:in)?|Kapitän(?:in)?|Matrose|Lokführer(?:in)?)\b",
        rf"\b{_N} Jahre(?= alt|\)|, (?:weiblich|männlich|verheiratet|ledig|"
        rf"wohnhaft))(?: alt)?|\(\s?{_N.replace('n>', 'm>')} J(?:ahre|\.)",
    ),
    "fr": _vocabulary(
        rf"\b(?:fracture|entorse|luxation|rupture|lésions?|plaie|brûlures?|tumeur|cancer|insuffisance|infarctus|maladie|syndrome|"
        rf"hernie|commotion|traumatisme|contusions?|hémorragie|infection|embolie|thrombose|paralysie|déchirure|trouble|sclérose|"
        rf"accident vasculaire|dépression|surdité|cécité|allergie|ulcère|calculs?|arrêt|hypertension|hypotension)"
        rf"(?: (?:de la |de l[’']|des |du |de |d[’']|à la |à l[’']|aux? )?{_L}{{3,18}}"
        rf"(?:[’'][A-Z]?{_L}+)?| de [A-ZÉ]{_L}+){{1,2}}"
        rf"|\b{_L}{{3,20}}(?:ite|ose|ome|émie|pathie|algie|plégie|rragie|phrénie|lepsie|urie|trophie|plasie|pénie|asthénie|dermie|rrhée|manie)s?"
        rf"(?: (?:de la |de l[’']|du |des ){_L}{{3,14}})?\b"
        rf"|\b(?:diabète|asthme|migraines?|épilepsie|cataracte|glaucome|zona|goutte|anorexie|boulimie|autisme|alcoolisme|"
        rf"eczéma|psoriasis|rougeole|acouphènes|vertiges|sciatique|varices|insomnies?|lupus|lumbago|fibromyalgie|"
        rf"maladie cœliaque|tuberculose|paludisme|surmenage|fausse couche|AVC|VIH|BPCO|{_WORLDWIDE})\b",
        r"\b(?:chimiothérapie|radiothérapie|kinésithérapie|psychothérapie|dialyse|césarienne|"
        r"greffe (?:de |du |d[’'])?\w+|ablation "
        r"(?:de la |de l[’']|du |des )?\w+|prothèse (?:de |du |d[’'])?\w+|pacemaker|stimulateur cardiaque|perfusion|"
        r"intervention "
        r"chirurgicale|rééducation|transfusion|morphine|"
        rf"{_L}{{3,20}}(?:ectomie|plastie|scopie|tomie|graphie)s?)\b|" + _DRUG_ENDS,
        r"veuve|veuf|divorcée?|mariée?|célibataire|pacsée?|séparée?|retraitée?|orphelin(?:e|s)?|sans domicile fixe|"
        r"chômeu(?:r|se)|"
        r"(?:mère|père) (?:de|d[’']) ?(?:\w+ enfants?|famille)|mère célibataire|enceinte|gauchère?|catholique|"
        r"protestante?|"
        r"musulmane?|juive?|homosexuelle?|fille unique|fils unique|jum(?:eaux|elles|elle|eau)",
        r"\b(?i:profession de|métier de|travaill\w+ comme|exer\w+ comme|en tant que|ancien(?:ne)?|emploi de|poste de|"
        r"(?:[Ii]l|[Ee]lle|[Jj]e|vous) (?:est|suis|êtes|était|étais)) "
        r"(?:une? )?(?P<job>(?!en\b|de\b|du\b|la\b|le\b|très\b|bien\b|pas\b|née?\b|plus\b|âgée?\b|veu|divorc|mari|"
        r"célib|retrait)"
        r"[a-zà-ÿœ]{3,18}(?:eur|euse|ier|ière|ien|ienne|iste|teur|trice|ant|ante|aire|ène|in|ine|er|ère|ien|en|ne|te|fe|ge|que)"
        r"(?: (?:de la |de l[’']|de |d[’']|du |des |à )[a-zà-ÿœ]{3,18})?)\b",
        rf"\b(?:âgée?s? de |de |à )?{_N} ans\b(?! (?:de (?:service|métier|carrière|prison|mariage|garantie)|après|"
        rf"plus|avant))",
    ),
    "es": _vocabulary(
        rf"\b(?:fracturas?|esguince|rotura|lesi[oó]n(?:es)?|tumor|cáncer|insuficiencia|infarto|enfermedad|síndrome|hernia|herida|"
        rf"quemaduras?|traumatismo|infección|trombosis|parálisis|hipertensión|hipotensión|trastorno|alergia|úlcera|ictus|"
        rf"accidente cerebrovascular|depresión|sordera|ceguera|dolor)"
        rf"(?: (?:de la |de los |de las |del |de |a la |al |a )?{_L}{{3,18}}| de [A-ZÁÉÍÓÚ]{_L}+){{1,2}}"
        rf"|\b{_L}{{3,20}}(?:itis|osis|oma|emia|patía|algia|plejía|rragia|uria|frenia|lepsia|trofia|cosis|dermia|plasia|penia|megalia|astenia|rrea)"
        rf"(?: (?:de la |del |de los |de las ){_L}{{3,14}})?\b"
        rf"|\b(?:migrañas?|jaquecas?|gota|cataratas|glaucoma|ansiedad|anorexia|autismo|alcoholismo|eccema|psoriasis|sarampión|acúfenos|vértigos?|ciática|lumbago|varices|insomnio|lupus|celiaquía|fibromialgia|cefaleas?|artrosis|"
        rf"tuberculosis|paludismo|silicosis|EPOC|VIH|sida|{_WORLDWIDE})\b",
        r"\b(?:quimioterapia|radioterapia|fisioterapia|psicoterapia|diálisis|cesárea|"
        r"trasplante (?:de )?\w+|prótesis (?:de )?\w+|"
        r"marcapasos|transfusión|oxígeno domiciliario|rehabilitación|morfina|intervención quirúrgica|"
        rf"{_L}{{3,20}}(?:ectomía|plastia|scopia|tomía|grafía)s?)\b|" + _DRUG_ENDS,
        r"viud[oa]|divorciad[oa]|casad[oa]|solter[oa]|separad[oa]|jubilad[oa]|pensionista|huérfan[oa]|zurd[oa]|embarazada|parad[oa]|"
        r"(?:madre|padre|abuel[oa]) de \w+(?: hij[oa]s)?|madre soltera|"
        r"católic[oa]|musulm[aá]na?|judí[oa]|gitan[oa]|evangélic[oa]|"
        r"homosexual|hij[oa] únic[oa]|gemel[oa]s?",
        r"\b(?i:de profesión|de oficio|profesión:|trabaj\w+ (?:como|de)|ejerc\w+ (?:como|de)|antigu[oa]|ex|como|"
        r"(?:es|era|fue|soy|fui)) (?:una? )?(?P<job>(?!ahora\b|mejor\b|mayor\b|menor\b|primer|tercer|ante\b|"
        r"durante\b|hora\b)"
        r"[a-zà-ÿ]{3,18}(?:ero|era|dor|dora|ista|or|ario|aria|ante|ente|ólogo|óloga|afo|afa|ano|ana|ico|ica|ador|adora|estro|estra)"
        r"(?: (?:de la |de los |de las |del |de )[a-zà-ÿ]{3,18})?)\b",
        rf"\b(?<!hace )(?<!durante )(?<!de los )(?:de )?{_N} años\b(?! (?:de (?:servicio|experiencia|trabajo|"
        rf"prisión|matrimonio)|"
        r"después|antes|más|atrás))",
    ),
    "it": _vocabulary(
        rf"\b(?:frattura|distorsione|rottura|lesion[ei]|tumore|cancro|insufficienza|infarto|malattia|morbo|sindrome|ernia|ferita|"
        rf"ustion[ei]|trauma|infezione|trombosi|paralisi|ipertensione|ipotensione|disturbo|allergia|ulcera|ictus|depressione|"
        rf"sordità|cecità|sclerosi|arresto)"
        rf"(?: (?:della |dell[’']|delle |dei |degli |del |di |al |alla |all[’'])?{_L}{{3,18}}| di [A-Z]{_L}+){{1,2}}"
        rf"|\b{_L}{{3,20}}(?:ite|osi|oma|emia|patia|algia|plegia|rragia|uria|frenia|lessia|trofia|dermia|plasia|penia|megalia|astenia|rrea)"
        rf"(?: (?:della |dell[’']|del |dei |delle ){_L}{{3,14}})?\b"
        rf"|\b(?:diabete|emicrania|gotta|cataratta|glaucoma|ansia|anoressia|autismo|alcolismo|eczema|psoriasi|morbillo|acufeni|vertigini|sciatica|lombaggine|varici|insonnia|lupus|celiachia|cefalea|"
        rf"tubercolosi|malaria|BPCO|HIV|{_WORLDWIDE})\b",
        r"\b(?:chemioterapia|radioterapia|fisioterapia|psicoterapia|dialisi|parto cesareo|"
        r"trapianto (?:di |del )?\w+|protesi "
        r"(?:d[’']|di |del )?\w+|pacemaker|trasfusione|ossigenoterapia|riabilitazione|morfina|intervento chirurgico|"
        rf"{_L}{{3,20}}(?:ectomia|plastica|scopia|tomia|grafia))\b|" + _DRUG_ENDS,
        r"vedov[oa]|divorziat[oa]|sposat[oa]|coniugat[oa]|celibe|nubile|separat[oa]|pensionat[oa]|orfan[oa]|mancin[oa]|incinta|"
        r"disoccupat[oa]|(?:madre|padre|nonn[oa]) di \w+(?: figli)?|ragazza madre|"
        r"cattolic[oa]|musulman[oa]|ebre[oa]|valdese|"
        r"omosessuale|figli[oa] unic[oa]|gemell[ioae]",
        r"\b(?i:di professione|di mestiere|professione:|lavor\w+ come|in qualità di|ex|(?:[Ss]ono|era|"
        r"è stat[oa]|[Ff]accio (?:il|la))) "
        r"(?:una? |un[’'])?(?P<job>(?:maestr[oa] |mastro |capo )?(?!prima\b|allora\b|ancora\b|vero\b|sera\b)"
        r"[a-zà-ÿ]{3,18}(?:aio|aia|iere|iera|tore|trice|ista|aiolo|aiola|ante|ano|ana|ologo|ologa|ino|ina|ico|ica|ente|ere|era)"
        r"(?: (?:della |dell[’']|delle |dei |del |di |da )[a-zà-ÿ]{3,18})?)\b",
        rf"\b(?<!da )(?<!per )(?<!dopo )(?:di |ha |anni )?{_N} anni\b(?! (?:fa|di (?:servizio|lavoro|esperienza|"
        rf"carcere|matrimonio)|"
        r"dopo|prima))",
    ),
    "nl": _vocabulary(
        rf"\b(?:de )?ziekte van [A-Z]{_L}+|\b(?:gebroken|gescheurde|verstuikte|gekneusde) {_L}{{3,14}}"
        rf"|\b{_L}{{3,20}}(?:breuk|kanker|ontsteking|ziekte|stoornis|infarct|hernia|vernauwing|letsel|aandoening|itis|ose|pathie|emie|"
        rf"epsie|trofie|tumor|koorts|bloeding|verlamming|allergie|syndroom|falen|gebrek)\b"
        rf"|\b(?:staar|suikerziekte|astma|dementie|reuma|jicht|migraine|depressie|burn-?out|beroerte|hersenschudding|gordelroos|"
        rf"griep|hartkloppingen|oorsuizen|tinnitus|duizeligheid|spataderen|slapeloosheid|whiplash|slechtziend|"
        rf"eczeem|lupus|coeliakie|slechthorend|doof|blind|longembolie|hoge bloeddruk|kanker|leukemie|"
        rf"multiple sclerose|adhd|COPD|hiv|"
        rf"epilepsie|{_WORLDWIDE})\b",
        rf"\b(?:chemotherapie|chemokuur|bestraling|fysiotherapie|psychotherapie|dialyse|keizersnede|{_L}{{2,14}}transplantatie|"
        rf"{_L}{{2,14}}operatie|kunst{_L}{{3,10}}|pacemaker|bloedtransfusie|revalidatie|morfine|{_L}{{3,20}}(?:ectomie|scopie|"
        rf"tomie))\b|" + _DRUG_ENDS,
        r"weduwe|weduwnaar|gescheiden|gehuwd|getrouwd|ongehuwd|alleenstaande?|gepensioneerde?|wees|linkshandig|zwanger|werkloos|"
        r"(?:moeder|vader|oma|opa) van \w+(?: kinderen)?|alleenstaande (?:moeder|vader)|katholiek|hervormd|"
        r"gereformeerd|joods|"
        r"moslima?|homoseksueel|enig kind|tweeling(?:zus|broer)?",
        r"\b(?i:werk\w* als|van beroep|beroep:|[Vv]oormalig|[Oo]ud-|gepensioneerde?|(?:[Uu]|[Hh]ij|[Zz]ij|[Ii]k) "
        r"(?:was|bent|is|ben)|"
        r"later) (?:een )?(?P<job>(?!later\b|altijd\b|niet\b|hier\b|eerder\b|onder\b|over\b|weer\b|zeker\b|verder\b)"
        r"[a-z]{3,22}(?:er|aar|ist|eur|euse|ster|man|vrouw|tor|loog|bouwer|visser|wachter|arts|kundige|iër|es)|jutter|kok|smid|boer|"
        r"boerin|loods|schipper(?: op [a-z ]{2,20})?)\b",
        rf"\b(?<!sinds )(?<!al )(?:van |is |bent )?{_N} jaar(?: oud)?\b(?! (?:geleden|lang|later|ervaring|in dienst|"
        rf"getrouwd))",
    ),
}
_RELEVANCE = {"MEDICAL_CONDITION": 0.6, "TREATMENT": 0.5, "DEMOGRAPHIC": 0.3}
_NO_CONDITION = lexicons.word_set(
    "suite visite site limite vite petite quitte invite écrite profite mérite conduite reste poste liste piste dose "
    "pose chose "
    "rose close cause homme comme somme nome nombre tome atome idiome diplôme symptôme système thème blême même crème "
    "problème extrême poème diploma idioma aroma broma forma toma asoma paloma goma coma doma sistema problema tema "
    "cosi così quasi mosi visite lite vite unite gite scritte finite insolite favorite invite dosi "
    "deposé imposé proposé grandiose dispose suppose oppose expose "
    "onderwerp genoemd grootte gezonde behoefte"
)


def find_terms_abroad(text: str) -> Iterator[Span]:
    """What a text in German, French, Spanish, Italian or Dutch says of health, work and family."""
    language = language_of(text)
    if language is None or language not in _VOCABULARIES:
        return
    vocabulary = _VOCABULARIES[language]
    for kind, pattern in (
        ("MEDICAL_CONDITION", vocabulary.condition),
        ("TREATMENT", vocabulary.treatment),
        ("DEMOGRAPHIC", vocabulary.demographic),
    ):
        for match in pattern.finditer(text):
            if match[0].lower() not in _NO_CONDITION:
                yield Span(match.start(), match.end(), kind, _RELEVANCE[kind])
    for match in vocabulary.job.finditer(text):
        yield Span(match.start("job"), match.end("job"), "OCCUPATION", 0.5)


def find_ages_abroad(text: str) -> Iterator[Span]:
    """Ages in the words of the language of the text: "66 años", "âgée de 57 ans"."""
    language = language_of(text)
    if language is not None and language in _VOCABULARIES:
        for match in _VOCABULARIES[language].age.finditer(text):
            number = next(group for group in match.groups() if group)
            yield Span(match.start(), match.end(), "AGE", 0.8 if int(number) > 89 else 0.55, normal=number)
