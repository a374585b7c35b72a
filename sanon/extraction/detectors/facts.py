"""What singles a person out without a name: firsts and onlys, events, occupations, places by their context."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text import lexicons
from sanon.text.patterns import Pattern

_PERSON = (
    r"(?:woman|women|man|men|person|people|patient|female|male|member|survivor|child|boy|girl|student|teacher|"
    r"employee|worker|officer|"
    r"doctor|nurse|pilot|driver|player|winner|champion|mayor|owner|resident|inhabitant|recipient|passenger|"
    r"athlete|musician|family|"
    r"twins?|triplets|mother|father|graduate|astronaut|climber|swimmer|runner|cyclist|case|known case)"
)
_SUPERLATIVE = Pattern(
    r"\b(?:the |our )?(?:first|only|sole|youngest|oldest|last|tallest|longest-serving|fastest|second|third|smallest|"
    r"heaviest)"
    r"(?:[- ](?:ever|living|known|female|male|surviving|blind|deaf|black|local|registered|professional|documented|"
    r"reported|black|openly|gay|disabled|[A-Z][a-z]+)){0,2}"
    rf" {_PERSON}\b(?: (?:to|in|on|of|at|from|with|who|ever|elected|among|aboard)(?: [\w’'-]+){{1,6}})?"
)
_TWIN = Pattern(
    r"\b(?:identical |fraternal |conjoined )?(?:twin|triplet) (?:brother|sister|sibling)s?\b", re.IGNORECASE
)
_FEAT = Pattern(
    r"\b(?:won|winner of|winning|survivor of|survived|finalist (?:of|in)|medal(?:l?ist)? (?:at|in)|champion (?:of|"
    r"in)|holder of|record holder|"
    r"elected (?:as )?|awarded|played (?:for|in)|competed (?:in|at)|author of|founder of|inventor of|crowned)"
    r" (?:the |a |an )?(?:\d{4} )?[A-Z][\w’'-]{1,24}(?: (?:of |the |"
    r"and )?[A-Z\d][\w’'-]{0,24}){0,5}(?: in (?:19|20)\d\d)?"
    r"|\b(?:[Dd]eutsche[rn]?|[Bb]ayerische[rn]?|[Nn]orddeutsche[rn]?) [Mm]eister(?:in)?\b(?: (?:im|in der|der|"
    r"in) [A-ZÄÖÜ][\wäöüß]+)?"
    r"|\b(?:Welt|Europa|Vize|Landes|Olympia)(?:meister|sieger)(?:in)?\b(?: (?:im|in der|der|in) [A-ZÄÖÜ][\wäöüß]+)?"
    r"|\b(?:der|die|das|als|zum|zur) (?:erste|einzige|jüngste|älteste|letzte)[nrs]? [A-ZÄÖÜ][\wäöüß]+"
    r"(?: (?:im|in|der|am|auf|aus|nach|vom|von|des|den|die|das|dem) [\wäöüß]+| [A-ZÄÖÜ][\wäöüß]+){1,4}"
    r"|\b(?:co-)?(?:inventor|founder|designer|composer|discoverer) of (?:the |a )?[\w’'-]+(?: [\w’'-]+){1,4}"
    r"|\b(?:the )?(?:youngest|oldest|longest-serving|tallest) (?:[a-z]+ )?[A-Z]?[a-z]{3,14} (?:of|in|on|at|to|"
    r"ever)(?: [\w’'-]+){1,6}"
    r"|\b(?:[Tt]attoo(?:ed)?|[Bb]irthmark|[Ss]car|[Tt]ätowierung|[Nn]arbe)(?: (?:of|with|on|reading|in|am|auf|"
    r"shaped like)){1,2}"
    r"(?: [\w’'-]+){1,5}"
)
_WAS = re.compile(
    r"(?:(?:Der|Die|Das|Ein|Eine|Ihre?|Seine?|Meine?|Unsere?|Frau|Herr) [\w-]+|Er|Sie|Es|Ich|Das|Dies|Wer|Was|"
    r"Ihr|Man|Hier|Dort|Damals|Zuletzt|Bekannt) war"
)
_VEHICLE = Pattern(
    r"\b(?:(?:black|white|red|blue|green|silver|gr[ae]y|yellow|teal|brown|gold|orange|purple|beige|maroon|dark|"
    r"light) ){0,2}"
    r"(?:(?:19|20)\d\d )?(?:Volvo|Ford|Toyota|Honda|BMW|Audi|VW|Volkswagen|Mercedes(?:-Benz)?|Nissan|Opel|"
    r"Vauxhall|Fiat|Renault|Peugeot|"
    r"Škoda|Skoda|Kia|Hyundai|Mazda|Subaru|Chevrolet|Chevy|Dodge|Tesla|Lexus|Porsche|Saab|Citroën|Suzuki|Yamaha|"
    r"Harley-Davidson|Vespa)(?!\w)"
    r"(?: [A-Z0-9][\w-]{0,12}){0,2}"
)
_EVENT_NOUN = (
    r"(?:earthquake|flood(?:ing|s)?|hurricane|tornado|wildfires?|fire|explosion|bombing|shooting|attack|crash|"
    r"collision|derailment|pile-up|"
    r"sinking|grounding|avalanche|landslide|disaster|stampede|riots?|siege|massacre|strike|outbreak|marathon|"
    r"festival|tournament|regatta|"
    r"championships?|olympics|games|carnival|parade|jubilee|inauguration|derby|concert|supper|fair|pageant|"
    r"collapse|war|War|spill|rally|blaze|hijacking)"
)
_EVENT = Pattern(
    rf"\b(?:(?:[12]\d{{3}}|[A-Z][\w’'-]{{1,24}})(?: of| on)? ){{1,4}}(?:(?:train|bus|ferry|plane|ship|factory|"
    rf"school|hotel|bridge|harvest|street|"
    rf"motorway|highway|mine|rail|coach|gas|chemical|half|ski|boat|apartment|warehouse) )?{_EVENT_NOUN}\b"
    rf"|\b(?:[A-Z][\w’'-]{{1,24}} (?:& |and )?){{1,3}}(?:Marathon|Festival|Games|Olympics|Championships?|Cup|"
    rf"Carnival|Regatta|"
    rf"Fair|Parade|Night|Show|Congress|Conference|Summit|Gala|Fete|Fête|Convention|Rodeo)\b(?: (?:19|20)\d\d)?"
    rf"|\b(?:train|bus|ferry|plane|ship|factory|school|hotel|bridge|harvest|motorway|coach|mine|gas|"
    rf"ski) {_EVENT_NOUN}\b"
    r"|\b(?:rededication|consecration|inauguration|sinking|grounding|collapse|derailment|opening|launch|"
    r"christening) of (?:the |a )?(?:[\w’'-]{1,40} ){0,3}"
    r"[A-Z][\w’'-]{1,24}(?: [a-zA-Z][\w’'-]{2,24})?"
)
_ARTICLE = re.compile(r"(?:The|A|An|In|On|At|After|Since|During|Of)\b[ ](?:the )?")
_WORKS = Pattern(
    r"\b(?:(?:[Ww]ork(?:s|ed|ing)?|[Ee]mployed|[Ss]erve[sd]|[Tt]rained|[Tt]rains|[Rr]etired|job|career|"
    r"[Pp]ractis(?:es|ing|ed)) as (?:an? |the )?|"
    r"[Hh]e is an? |[Ss]he is an? |[Ii] am an? |[Aa] (?:former|retired) |, a (?:retired|former) |arbeitet als |"
    r"[Bb]eruflich )"
    r"(?P<job>(?:[a-z]+(?:-[a-z]+)? ){0,2}(?:[a-zA-Z-]{0,20}(?:er|or|ist|ian|man|woman|ant|ent|ic|ef|ee|eur|pilot|"
    r"guide|judge|nurse|clerk|aide|captain|smith|hand|"
    r"monk|nun|cook|vet|host|coach|mate|in)))(?=[ ,.;:)\n])"
)
_JOB_STOP = lexicons.word_set(
    "for or nor per "
    "her his their under after over never other number member matter patient client resident president-elect smoker "
    "non-smoker drinker "
    "better former outpatient inpatient sister brother mother father daughter older younger winter summer letter in "
    "parent efficient "
    "different important recent current consistent significant frequent independent intelligent pleasant excellent "
    "candidate"
)
_BY_CONTEXT = Pattern(
    r"(?:\b(?:lives?|lived|living|resid(?:es|ed|ing|ent)|born|raised|grew up|stay(?:ed|ing)?|moved|relocated|"
    r"travel(?:l?ed|s)?|returned|based|located|"
    r"village|town|city|hamlet|suburb|district|parish|farm|home|house|school|church|works?|practising|died|"
    r"buried|married|vacation|holiday|trip|"
    r"wohnhaft|wohnt|lebt|geboren|hospital)(?: \w+)? (?:in|at|near|to|of|from|outside|aus|bei|nach)|\b(?:near|"
    r"outside|aus|bei))"
    r" (?P<place>(?:St\.? )?[A-ZÄÖÜ][a-zäöüßé]{2,24}(?:[- ](?:[A-ZÄÖÜ][a-zäöüß]{2,24}|on|upon|am|an der|de|la|"
    r"le)){0,2})(?![\w’'])"
)
_AFTER_PREPOSITION = Pattern(
    r"\b(?:in|at|near|from|outside|around) (?P<place>[A-ZÄÖÜ][a-zäöüßé]{2,24}"
    r"(?:[- ][A-ZÄÖÜ][a-zäöüß]{2,24})?)(?![\w’'-]| [A-Z])"
)
_DATELINE = Pattern(
    r"^(?P<place>[A-ZÄÖÜ]{3,24}(?:[ -][A-ZÄÖÜ]{2,24}){0,3})(?=(?:, [A-Z][A-Za-z. ]{2,24})?(?:,| [–—-]| \() ?\w)",
    re.MULTILINE,
)
_COMPOUND_JOB = Pattern(
    r"\b(?:(?:retired|former) )?(?:[a-z]{4,12} )??(?P<modifier>[a-z]{3,14}(?:-[a-z]{3,10})?)[ -](?:pilot|guide|"
    r"builder|driver|keeper|maker|captain|ringer|"
    r"tuner|diver|trainer|herder|inspector|operator|"
    r"instructor|teacher|designer|technician|conductor|conservator|restorer|breeder|grower|farmer|fisherman|"
    r"engineer|clerk|manager|warden|ranger|coach|"
    r"mechanic|painter|welder|fitter|picker|packer|porter|cleaner|handler|dealer|broker|editor|producer|"
    r"photographer|reporter|judge|smith|wright|supervisor|cook|chef|lady|"
    r"attendant|assistant|apprentice|tutor|carer|nurse|dispatcher|surveyor|inspector|analyst|administrator|"
    r"musician|deckhand|sailor|"
    r"stylist|planner|buyer|machinist|foreman|forewoman|labourer|laborer|farmhand|roofer|plumber|electrician|"
    r"carpenter|classer|trucker|carver|grinder|polisher|turner|binder|blower|blaster|logger|sawyer|trapper|hunter|shepherd|"
    r"drover|wrangler|jockey|groom|farrier|butcher|baker|brewer|distiller|taster|roaster|seller|vendor|auditor|accountant|"
    r"chemist|biologist|geologist|developer|programmer|lineman|rigger|stevedore|docker|boatman|ferryman|signalman|"
    r"firefighter|midwife|barber|tailor|puppeteer|organist|pianist|fisher|trawlerman|miner|scaler|riveter|caulker|thatcher|"
    r"drawer|spinner|knitter|tanner|cutter|stoker|navigator|rower|skipper|bosun|purser|forager|beekeeper|falconer|sculptor)s?\b"
)
_NO_JOB = lexicons.word_set(
    "the and his her their our your this that each any every other another former new old young good best own for "
    "with from one two three "
    "first last same main chief senior junior local case claim claims account risk care office project general "
    "product quality data "
    "policy benefits designated responsible primary some these those all both named medical clinical are was were "
    "has had not she who "
    "among between without about after before under over into onto during through than more less many several few like "
    "nurse staff site team disk screw slot cruise hard device machine pace peace trouble decision time home "
    "book watch"
)
_GENE = Pattern(r"\b(?:[A-Z][A-Z0-9]{1,5} (?:[A-Z]\d{2,4}[A-Z*]|variant|mutation|gene)\b|[pc]\.[A-Za-z0-9>_*]{4,20})")
_SAINT = Pattern(r"\bSt\.? [A-Z][a-z]{2,20}(?:[’']s?)?(?: [A-Z][a-z]{2,20}[’']s)?(?! [a-z]+ Street)\b[’']?")

_RETIRED = re.compile(r"^(?:retired|former) ")
_GERMAN_EVENT = Pattern(
    r"\b[A-ZÄÖÜ][a-zäöüß]{2,20}(?:unglück|katastrophe|brand|überfall|anschlag|hochwasser|massaker|beben)s?\b"
    r"(?: (?:am|in|von|im|bei|auf) [A-ZÄÖÜ][\wäöüß]+(?: [A-ZÄÖÜ][\wäöüß]+)?)?"
)
_GERMAN_JOB = Pattern(
    r"\bals (?P<post>[A-ZÄÖÜ][a-zäöüß-]{4,30}) (?=tätig|beschäftigt|angestellt)|"
    r"\b(?:von Beruf|(?:arbeitet|arbeitete|tätig|beschäftigt|angestellt|selbständig|selbstständig) als|"
    r"ehemalige[rn]?|"
    r"gelernte[rn]?|pensionierte[rn]?|berentete[rn]?) (?:(?:der|die|ein|"
    r"eine) )?(?P<job>[A-ZÄÖÜ][a-zäöüß-]{3,30}(?: im [A-ZÄÖÜ][a-zäöüß]+)?)"
    r"|\b[A-ZÄÖÜ][a-zäöüß]{2,20}(?:bauer|fahrer|pfleger|verkäufer|lehrer|techniker|arbeiter|führer|maler|leger|"
    r"händler|"
    r"mechaniker|mechatroniker|schlosser|schreiner|gärtner|wächter|bäcker|kellner|ingenieur|schwester|kaufmann|"
    r"kauffrau|"
    r"beamter|beamtin|assistent|sekretär)(?:in)?\b"
)
_GERMAN_ADJECTIVE = Pattern(r"\b(?P<stem>[A-ZÄÖÜ][a-zäöüß]{2,20})er(?= [A-ZÄÖÜ][a-zäöüß]{3})")
_NO_PLACE = lexicons.word_set(
    "christmas easter ramadan hanukkah diwali eid lent parliament congress english german french spanish "
    "latin medicare medicaid god covid"
)


def find_facts(text: str) -> Iterator[Span]:
    """Unique facts, events, occupations in running text, places by the words before them."""
    for pattern in (_SUPERLATIVE, _TWIN, _FEAT):
        for match in pattern.finditer(text):
            yield Span(match.start(), match.end(), "UNIQUE_FACT", 0.7)
    for match in _EVENT.finditer(text):
        start = match.start()
        while lead := _ARTICLE.match(text, start, match.end()):
            start = lead.end()
        if " " in text[start : match.end()] and not _WAS.fullmatch(text, start, match.end()):
            yield Span(start, match.end(), "EVENT", 0.6)
    for match in _WORKS.finditer(text):
        if match["job"].split()[-1].lower() not in _JOB_STOP:
            yield Span(match.start("job"), match.end("job"), "OCCUPATION", 0.55)
    for match in _BY_CONTEXT.finditer(text):
        first = lexicons.fold(match["place"].split()[0])
        if first not in lexicons.common_words() and first not in lexicons.given_names():
            yield Span(match.start("place"), match.end("place"), "LOCATION", 0.55)
    for match in _AFTER_PREPOSITION.finditer(text):
        keys = [lexicons.fold(word) for word in re.split("[- ]", match["place"])]
        if (
            not any(key in lexicons.common_words() or key in _NO_PLACE for key in keys)
            and keys[0] not in lexicons.given_names()
        ):
            yield Span(match.start("place"), match.end("place"), "LOCATION", 0.45)
    for match in _DATELINE.finditer(text):
        if lexicons.fold(match["place"]) not in lexicons.common_words():
            yield Span(match.start("place"), match.end("place"), "LOCATION", 0.5)
    for match in _COMPOUND_JOB.finditer(text):
        if match["modifier"] not in _NO_JOB and match[0] not in ("line manager", "shift manager"):
            first, _, rest = match[0].partition(" ")
            job = rest if first in _NO_JOB and " " in rest else match[0]  # "with record producer"
            yield Span(match.end() - len(job), match.end(), "OCCUPATION", 0.5, normal=_RETIRED.sub("", job))
    for match in _GERMAN_JOB.finditer(text):
        job = match["job"] or match["post"] or match[0]
        if match["post"]:
            yield Span(match.start("post"), match.end("post"), "OCCUPATION", 0.5)
        elif match["job"] or not (lexicons.fold(job) in lexicons.surnames() or job.startswith("Sachbearbeiter")):
            yield Span(match.end() - len(job), match.end(), "OCCUPATION", 0.5)
    for match in _GERMAN_ADJECTIVE.finditer(text):
        if lexicons.fold(match["stem"]) in lexicons.places():
            yield Span(match.start(), match.end(), "LOCATION", 0.4)
    for match in _GERMAN_EVENT.finditer(text):
        yield Span(match.start(), match.end(), "EVENT", 0.5)
    for match in _VEHICLE.finditer(text):
        yield Span(match.start(), match.end(), "INDIRECT_IDENTIFIER", 0.5)
    for match in _GENE.finditer(text):
        yield Span(match.start(), match.end(), "INDIRECT_IDENTIFIER", 0.6)
    for match in _SAINT.finditer(text):
        yield Span(match.start(), match.end(), "PROVIDER", 0.5)
