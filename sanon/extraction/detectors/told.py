"""Facts that are told in a sentence: firsts and onlys, feats, posts, names of ships and works, in six languages.

What singles somebody out is mostly no name but a clause, so that a find goes on to the end of its clause.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.detectors.words import words_of
from sanon.extraction.span import Span
from sanon.text import lexicons
from sanon.text.frequencies import frequencies
from sanon.text.patterns import Pattern

_UP = "A-ZÀ-ÖØ-ÞŁŚŠŽ"
_WORD = r"(?:(?:[A-Z]\.){2,3}|[^\W_][\w’'&-]{0,60})"
# To the end of the clause: no mark, no conjunction that begins another.
_ON = (
    rf"(?:[ \u00a0](?!(?:and|but|und|aber|et|mais|y|pero|e|ma|en|maar|which|who|whose|where|when|while|because|"
    rf"although|so|then|"
    r"has|have|had|is|was|were|weil|der|die|das|qui|que|che|die|wat|omdat)[ \u00a0])"
    rf"[\"“‘]?{_WORD}[\"”’]?){{0,9}}"
)
_ORDINAL = (
    r"(?:first|only|sole|last|youngest|oldest|eldest|tallest|longest-serving|fastest|second|third|smallest|heaviest)"
)
_FIRST = Pattern(
    rf"\b(?:(?:[Tt]he|[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[Tt]own[’']s|"
    rf"[\w-]{{2,20}}[’']s) )?(?:very )?{_ORDINAL}(?:[- ]ever)? "
    rf"(?P<head>(?:{_WORD} ){{0,5}}?{_WORD}) "
    rf"(?:(?:who |that )(?:ever |has |had )?|ever |still |left |to |in |of |on |at |from |for |since |aboard )"
    rf"(?P<rest>(?:(?!to\b){_WORD}){_ON})"
)
# "the only Jehovah's Witness", "first in her family".
_ALONE = Pattern(
    rf"\b(?:(?:the |our )?[\w-]{{2,20}}[’']s |the |our )(?:only|first|last|"
    rf"sole) (?P<head>(?:[a-z-]{{3,16}} )?[{_UP}][\w’'-]{{1,40}}(?: [{_UP}][\w’'-]{{1,40}}){{0,9}})"
    rf"|\bfirst in (?:her|his|their|my|the|our) (?:family|village|year|town|class|community)(?: to{_ON})?"
)
_NOTHING_UNUSUAL = lexicons.word_set(
    """
    time times day days week weeks month months year years night nights hour hours minute minutes name names visit
    visits
    hearing aid step steps dose instance place floor way reason question attempt moment page line paragraph quarter
    half
    part parts thing things one two few three four five ten line payment instalment installment date letter
    appointment
    session party person meeting opportunity sentence order report claim degree degrees degree-burn episode admission
    operation round chance option resort edition sight glance class semester term season choice
    """
)
_FEAT = Pattern(
    r"\b(?:(?:won|wins|c[ao]me (?:first|second|third|last)|"
    r"(?:was )?placed|(?:was )?struck by|ran away (?:with|from)|"
    r"(?:stuck|trapped) [a-z0-9-]+ (?:hours|days|nights) (?:in|on|under)|swum|crossed|"
    r"photograph hangs in|donated|finished (?:first|second|third|last)|"
    r"[Rr]anked \d+(?:st|nd|rd|th)?|"
    r"led the|leads the|opened for|unveiled|set (?:a|the) [a-z ]{0,20}record|holds? (?:a|the) [a-z ]{0,20}record|"
    r"broke (?:a|the) [a-z ]{0,20}record|crowned|voted|captained|coached|plays [a-z]{3,14} (?:in|with|for)|"
    r"played [a-z]{3,14} (?:in|with|for)|sings? (?:[a-z]{3,10} )?(?:in|with)|sang (?:[a-z]{3,10} )?(?:in|with)|"
    r"starred in|appeared (?:in|on)|"
    r"climbed|rowed|swam|sailed|cycled|walked (?:from|to|across|the)|survived the|discovered|invented|rescued|saved|"
    r"represented (?!by\b)|"
    r"shook hands with|danced (?:with|for)|sang for|cooked for|drowned when|(?:broke|lost|injured|hurt|"
    r"burned) (?:his|her|my|their) [a-z]{2,12} (?:in|at|on|aboard)|sank with|fought (?:in|at)|served (?:in|"
    r"on|aboard|under)|"
    r"flew|jumped|rode|carried the|lit the|rang the|painted the|carved the|poured the|raised the|wrote the|"
    r"composed the|"
    r"hand-?built|restored the|designed the|built the|founded the|discovered the)"
    rf"(?P<rest>{_ON}))"
)
_WINNING = Pattern(
    rf"\b(?:[Ww]inn(?:er of|ing)|[Hh]older of|[Cc]hampion (?:of|in)|[Rr]unner-up (?:in|of|at)|"
    rf"[Mm]edal(?:l?ist)? (?:at|in)|"
    r"[Ee]ditor of|[Ff]ounder of|[Aa]uthor of|[Ii]nventor of|[Pp]resident of|[Cc]hair(?:man|woman|person)? of|"
    r"[Cc]aptain of|"
    r"[Vv]eteran of|[Ss]urvivor of|[Ww]idow of|[Ss]on of|[Dd]aughter of|(?:[a-z]{3,12} )?[Cc]hef to|[Tt]utor to|"
    r"[Nn]anny to|"
    r"[Bb]utler to|"
    rf"[Dd]river to|[Cc]rew of|[Ss]tar of|[Pp]atron of|[Kk]eeper of|[Cc]urator of|[Tt]reasurer of|"
    rf"[Mm]ayor of)(?P<rest>{_ON})"
)
_CALLED = Pattern(
    r"\b(?:book|memoirs?|novel|film|documentary|play|song|album|opera|poem|newspaper|magazine|series|show|"
    r"exhibition|podcast|"
    r"blog|column|newsletter|ship|yacht|trawler|tug|narrowboat|lugger|boat|barge|ferry|schooner|dinghy|steamer|"
    r"lifeboat|band|choir|"
    r"quartet|duo|orchestra|locomotive|racehorse|horse|Roman|Film|Lied|Schiff|Boot|Kutter|livre|roman|film|bateau|"
    r"chalutier|"
    r"libro|novela|película|barco|nave|romanzo|boek|schip|kotter|reddingsboot) (?:called |named |entitled |titled |"
    r"genannt |"
    r"namens |appelée? |intitulée? |llamad[oa] |chiamat[oa] |genaamd )?"
    rf"(?P<work>[\"“„«‘][^\"”“»’\n]{{2,60}}[\"”“»’]|(?!I\b)[{_UP}][\w’'&-]*(?: (?:of|the|and|in|for|is|a|to|on|de|"
    rf"la|le|von|der|die|das|du|des|"
    rf"del|van|het|di|il) ?|[ -])?(?:[{_UP}\d][\w’'&-]*[ -]?(?:(?:of|the|and|in|for|is|a|to|on|de|la|le) )?){{0,5}})"
)
_SHIP = Pattern(
    r"\b(?:HMS|USS|RMS|SS|MS|MV|M/V|MY|S/Y|FV|RNLB|SMS|HMCS|"
    r"HMAS)[ \u00a0](?P<work>[A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ\d][\w’'-]*){0,3})"
)
_MARK = Pattern(
    rf"\b(?:[Aa]n? )?(?:[Tt]attoo|[Bb]irthmark|[Ss]car|[Tt]ätowierung|[Tt]attoo|[Nn]arbe|[Tt]atouage|[Tt]atuaje|"
    rf"[Tt]atuaggio|[Tt]atoeage) "
    rf"(?:of|with|on|in|reading|shaped|am|auf|an|von|eines|einer|d[’']un|d[’']une|de|del|sur|en|di|van|op){_ON}"
)
_ABROAD = Pattern(
    r"\b(?:"
    # German
    rf"(?:[Dd](?:er|ie|as|en|em)|[Aa]ls|[Zz]u[mr]|ihre?|seine?|unsere?) (?:erste|einzige|letzte|jüngste|älteste|"
    rf"dienstälteste|zweite|dritte)[nrs]? {_WORD}{_ON}"
    rf"|[Ee]inzige[rs]? [A-ZÄÖÜ]{_WORD}{_ON}|(?:überlebte|durchschwamm|überquerte) d(?:en|ie|as) {_WORD}{_ON}"
    rf"|(?:Träger(?:in)?|Gewinner(?:in)?|Sieger(?:in)?|Preisträger(?:in)?|Ehrenbürger(?:in)?|Gründer(?:in)?|"
    rf"Vorsitzende[rn]?|"
    rf"Schützenkönig(?:in)?|Weinkönigin|Erfinder(?:in)?|Überlebende[rn]?) (?:de[rs]|von|vo[mn]|beim|eine[rs]){_ON}"
    rf"|(?:Deutsche|Bayerische|Österreichische|Schweizer|Norddeutsche|Süddeutsche)[rn]? [Mm]eister(?:in)?{_ON}"
    rf"|(?:[Dd]en|[Dd]ie|[Dd]as|[Bb]eim) [A-ZÄÖÜ]{_WORD}(?: {_WORD}){{0,5}} (?:gewonnen|gewann|gegründet|erfunden|"
    rf"geleitet)"
    # French
    rf"|(?:[Ll]e|[Ll]a|[Mm]a|[Ss]a|[Ss]on|[Mm]on) (?:premi(?:er|ère)|seule?|derni(?:er|ère)|doyenne?|plus (?:jeune|"
    rf"vieux|"
    rf"vieille|âgée?)) (?!fois|jours?|mois|année|semaine|nuit|heure)"
    rf"{_WORD}{_ON}"
    rf"|(?:[Dd]oyenne? d[eu]|[Cc]hampionne? d[eu’']|[Mm]eilleure? ouvri[eè]re? de|[Vv]ainqueur d|[Ll]auréate? d|"
    rf"[Mm]édaillée? d|[Mm]aire de|"
    rf"[Mm]édaille d|"
    rf"a (?:gagné|remporté|sculpté|construit|fondé|inventé|traversé|sauvé|survécu à) "
    rf"(?:le|la|les|l[’']|un|une))[\w’']*{_ON}"
    # Spanish, Portuguese
    rf"|(?:sobreviv(?:í|ió) a|cruc[eé]|cruzó|don[éó] (?:mi|su|el|la|una?)) {_WORD}{_ON}"
    rf"|(?:[Ee]l|[Ll]a|[Oo]|[Aa]|[Mm]i|[Ss]u) (?:primer[oa]?|primeir[oa]|únic[oa]|"
    rf"últim[oa]|más (?:joven|vieja|"
    rf"viejo|anciana)) (?!vez|día|dia|mes|año|ano|semana|noche|hora)"
    rf"{_WORD}{_ON}"
    rf"|(?:[Cc]ampe(?:ón|ona|ão|ã) d|[Gg]anó (?:el|la|los)|[Gg]anador[a]? d|[Pp]regoner[oa] d|[Aa]lcald(?:e|"
    rf"esa)(?: pedáne[oa])? d|[Pp]remio d|"
    rf"[Vv]encedor[a]? d|[Ff]undador[a]? d)\w*{_ON}"
    # Italian
    rf"|(?:[Ii]l|[Ll]a|[Ll]o|l[’']|[Mm]ia|[Mm]io|[Ss]ua|[Ss]uo)[ ]?(?:prim[oa]|unic[oa]|ultim[oa]|più (?:giovane|"
    rf"anzian[oa])) (?!volta|giorno|mese|anno|settimana|notte|ora)"
    rf"{_WORD}{_ON}"
    rf"|(?:[Hh]a|[Hh]o|[Èè]|[Ss]ono) (?:attraversato|sopravvissut[oa] a\w*|salvato|scalato) {_WORD}{_ON}"
    rf"|(?:[Hh]a vinto|[Hh]o vinto|[Cc]ampione(?:ssa)? d|[Vv]incitrice d|[Vv]incitore d|[Hh]o costruito|"
    rf"[Ff]ondat(?:ore|rice) d)\w*{_ON}"
    # Dutch
    rf"|(?:[Dd]e|[Hh]et|[Hh]aar|[Zz]ijn|[Oo]nze) (?:eerste|enige|laatste|jongste|oudste) (?!keer|dag|maand|jaar|"
    rf"week|nacht|uur|tijd)"
    rf"{_WORD}{_ON}"
    rf"|(?:[Oo]verleefde?n?|[Ss]peelde?|[Rr]edde) (?:de|het|[a-z]+ (?:in|voor) (?:de|het)) {_WORD}{_ON}"
    rf"|(?:[Kk]ampioene? |[Ww]innaar van|[Ww]innares van|[Ww]on (?:de|het|in)|[Oo]prichter van|[Bb]urgemeester van|"
    rf"[Ss]chipper op){_ON}"
    r")"
)
# What happened to a body, and records: they tell without a name.
_LOST = Pattern(
    rf"\b(?:[Ll]ost|[Ll]oses|[Mm]issing) (?:an?|one|two|three|four|both|half|his|her|my|their) (?:[a-z]{{3,10}} )?"
    rf"(?:toes?|fingers?|thumbs?|legs?|arms?|eyes?|hands?|foot|feet|ears?|teeth)\b{_ON}"
    rf"|\b(?:the |a |den )?(?:[Ww]orld|[Nn]ational|[Ww]elt|[Ww]ereld) ?[Rr]e[ck]ord{_ON}"
    rf"|\b(?:record du monde|r[eé]cord mundial|record mondiale){_ON}"
)
_TAIL = re.compile(
    r"[ \u00a0](?:of|the|a|an|and|to|in|on|at|for|with|by|der|die|das|de|la|le|el|il|du|des|von|op|in|im)$"
)
_TELLING = re.compile(rf"[{_UP}\d]|\b(?:first|last|only)\b")
# "the President of the Second Section decided": an office of a court, whoever holds it.
_OFFICE = re.compile(r"\b(?:Section|Court|Chamber|Registry|Senate|Tribunal)\b")
_LEAST_WORDS, _LEAST_TITLE = 3, 4
# What many people can say of themselves: only what is named behind it tells. Feats and what is the only one tell whole.
_ORDINARY = re.compile(
    r"(?:appeared (?:in|on)|starred in|served (?:in|on|aboard|under)|[Ss]on of|[Dd]aughter of|"
    r"(?:[Oo]ur|[Mm]y|[Hh]is|[Hh]er|[Tt]heir|[\w-]{2,20}[’']s) (?:very )?(?:first|last|second|third)) "
)
#: Relevance of such a clause without a name.
_UNNAMED = 0.2
#: From these zipf values on a word at the end of such a clause tells nothing: with a capital, and without.
_NAMELESS, _COMMON = 6.0, 4.6


def find_told(text: str) -> Iterator[Span]:
    """Clauses that tell what few people can say of themselves, and the names of works, ships and bands."""
    for match in _FIRST.finditer(text):
        heads = match["head"].lower().split()
        if not _NOTHING_UNUSUAL.intersection((heads[0], heads[-1])):
            yield from _clause(text, match.start(), match.end(), 0.7)
    for match in _ALONE.finditer(text):
        yield from _clause(text, match.start(), match.end(), 0.6)
    for pattern in (_FEAT, _WINNING):
        for match in pattern.finditer(text):
            # A name or a figure makes it telling: "won the cup" says little, "won the Exmoor Cup" much.
            if _TELLING.search(match["rest"]) and not _OFFICE.search(match["rest"]):
                yield from (
                    span
                    for span in _clause(text, match.start(), match.end(), 0.6)
                    if _TELLING.search(text, match.start("rest"), span.end)
                )
    for pattern in (_CALLED, _SHIP):
        for match in pattern.finditer(text):
            value = match["work"].rstrip(" -")
            if len(value) >= _LEAST_TITLE and lexicons.fold(value) not in lexicons.common_words():
                yield Span(match.start("work"), match.start("work") + len(value), "UNIQUE_FACT", 0.6)
    for match in _MARK.finditer(text):
        yield from _clause(text, match.start(), match.end(), 0.6)
    for match in _LOST.finditer(text):
        yield from _clause(text, match.start(), match.end(), 0.6)
    for match in _ABROAD.finditer(text):
        yield from _clause(text, match.start(), match.end(), 0.6)


def _clause(text: str, start: int, end: int, relevance: float) -> Iterator[Span]:
    """The clause without what cannot end it, if it has some words."""
    while tail := _TAIL.search(text, start, end):
        end = tail.start()
    if len(text[start:end].split()) >= _LEAST_WORDS:
        if ordinary := _ORDINARY.match(text, start, end):
            named = _named(text, ordinary.end(), end)
            start, end = named or (start, end)
            relevance = relevance if named else _UNNAMED
        yield Span(start, end, "UNIQUE_FACT", relevance)


def _named(text: str, start: int, end: int) -> tuple[int, int] | None:
    """From the first telling word to the last, if there is a name among them: "appeared on [Harbour Lights] in"."""
    english = frequencies("en", "small")
    telling = [
        word
        for word in words_of(text[start:end])
        if english.zipf(word.key) < (_NAMELESS if word.capital else _COMMON) and not word.key[0].isdigit()
    ]
    if not any(word.capital for word in telling):
        return None
    return start + telling[0].start, start + telling[-1].end
