"""What people live by, in running text: who does something by the shape of the word, behind words that say so."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text import lexicons
from sanon.text.patterns import Pattern

_MODIFIER = r"[a-zà-ž]{2,16}(?:-[a-zà-ž]{2,12})?"
# Words that name who does something: "filleter", "sacristan", "trawlerman", "harpist".
_DOER = (
    r"(?:[a-zà-ž]{2,18}(?:er|or|ist|ian|eer|man|men|woman|women|wright|smith|monger|herd|keeper|maker|hand|mate|boy|"
    r"girl)|"
    r"(?:[a-z]{2,14}-?)?(?:agent|guide|cook|chef|nun|monk|clown|priest|vicar|curate|deacon|sexton|sacristan|verger|"
    r"apprentice|"
    r"attendant|assistant|pilot|judge|clerk|scout|nurse|coach|artist|aide|steward|captain|soldier|guard|cadet|"
    r"recruit|"
    r"mechanic|critic|athlete|comic|mime|envoy|consul|diplomat|bard|poet|hermit|healer|herald|page|squire|groom))s?"
)
_BEFORE = (
    r"(?:(?:[Hh]e|[Ss]he|I|[Ww]ho|[Tt]hey|wife|husband|mother|father|son|daughter|brother|sister|partner|aunt|uncle)"
    r"(?:[’']s| is| was| am|[’']m| are| were| became| works as| worked as| served as) (?:now |still |once |"
    r"also )?(?:an? |the |our )"
    r"|[Ii][’']?m an? |[Bb]ecame an? |\b(?:as|being) an? |\b(?:retired|former|ex-|trainee|apprentice|freelance|"
    r"part-time|"
    r"aspiring|self-employed|professional|late) ?"
    r"|, (?:an?|the|our|once an?|formerly an?) |\((?:an? )?|[·|•–—] ?| - )"
)
_IN_CONTEXT = Pattern(
    rf"{_BEFORE}(?P<job>(?:(?:retired|former|trainee|apprentice) )?(?:{_MODIFIER} ){{0,3}}?{_DOER})"
    r"(?=[ \t]{0,99}(?:[,.;:)!?·|•\n–—]|$|"
    r"\[|and\b|who\b|in\b|at\b|on\b|with\b|for\b|from\b|of\b|but\b|by\b|since\b|inside\b|near\b))"
)
# "cook on an ore boat", "diver at the fish farm": where somebody works belongs to it.
_PLACE = re.compile(r" (?:on|at|in|aboard) (?:an? )[a-z]{3,14}(?: [a-z]{3,14})?(?=[,.;)\n]| and\b)")
_OLD = re.compile(r"\b(?:retired|former|trainee|apprentice|freelance) $")
# What ends like a and is none, or is somebody to the other and not to the trade.
_NO_DOER = lexicons.word_set(
    """
    number letter matter order paper water computer daughter brother sister mother father stepmother stepfather
    grandfather
    grandmother member summer winter september october november december character center master chapter border
    river cover
    power weather corner dinner supper shoulder finger bladder liver fever disorder cancer tumor ulcer paper user
    owner
    partner speaker other another either neither whether rather further former latter later better older younger
    elder larger
    smaller higher lower never ever over under after however together altogether customer consumer offender defender
    stranger
    prisoner holder bearer sender receiver caller voter viewer reader listener beginner winner loser smoker drinker
    survivor neighbour neighbor visitor donor minor major prior error mirror floor door colour color humor humour odor
    labor labour favor favour harbour harbor honour honor factor sector doctor interior exterior superior junior
    senior
    motor reactor tractor monitor indoor outdoor for nor or list exist consist persist insist resist assist twist
    wrist mist
    human woman man women men german roman norman ottoman christian asian italian canadian australian indian russian
    persian
    egyptian belgian norwegian austrian bulgarian hungarian romanian ukrainian iranian scandinavian vegetarian
    median guardian
    civilian career beer deer peer sheer pioneer volunteer shutter butter batter bitter litter twitter
    remainder reminder folder wonder thunder gender tender slender surrender calendar starter quarter poster register
    transfer offer differ suffer buffer refer prefer infer confer layer prayer silver clover discover recover deliver
    locker ticker sticker container planner scanner manner banner inner patient client resident applicant
    claimant complainant defendant petitioner respondent insured caller claim hand beforehand second-hand secondhand
    right-hand left-hand boyfriend girlfriend mate inmate roommate classmate ultimate climate estimate intimate boy
    girl
    baby toddler teenager youngster pensioner foreigner outsider insider leader founder supporter follower lover
    believer
    sufferer murderer suspect newer longer shorter stronger weaker slower faster earlier easier heavier closer wider
    deeper
    older elder eldest proper upper super hyper per slipper copper pepper zipper hamper amber timber chamber lumber
    cucumber
    amateur monster oyster cluster blister sinister filter shelter
    counter encounter printer pointer cater water theater theatre centre litre metre spider cider
    powder ladder adder fodder shudder murder burglar similar regular particular popular particularly
    """
)


# Says something only with a word before it: "bomb disposal officer".
_VAGUE = lexicons.word_set(
    "player worker officer manager minister agent assistant attendant captain soldier guard guide coach artist "
    "critic hand "
    "apprentice director producer reporter doctor nurse judge clerk lawyer teacher trainer driver helper doer goer "
    "boy girl man "
    "woman person maker keeper"
)


_GERMAN = Pattern(
    r"\b(?:ist|war|früher|einst|ehemals|heute|wurde|bin) (?:(?:eine?|die|der|gelernte[rn]?|pensionierte[rn]?) )?"
    r"(?P<job>[A-ZÄÖÜ][a-zäöüß-]{2,24}(?:er|erin|ist|istin|eur|eurin|mann|frau|wirt|wirtin|or|orin|clown|koch|"
    r"köchin|knecht|magd)"
    r"(?: (?:im|am|auf|bei|beim|in der|an der) [A-ZÄÖÜ][\w-]+)?)(?=[,.;:)\n]| und\b| aus\b| in\b| bei\b| mit\b)"
)
_NO_GERMAN_DOER = lexicons.word_set(
    "Mutter Vater Bruder Schwester Tochter Sommer Winter Wasser Mieter Mieterin Fehler Opfer Täter Zeuge Kläger "
    "Klägerin Alter "
    "Fenster Zimmer Kinder Partner Partnerin Raucher Raucherin Nichtraucher Nichtraucherin Linkshänder "
    "Linkshänderin Verursacher "
    "Verursacherin Eigentümer Eigentümerin Besitzer Besitzerin Inhaber Inhaberin Teilnehmer Teilnehmerin Bewohner "
    "Bewohnerin "
    "September Oktober November Dezember Ehefrau Ehemann Jungfrau Fieber Leber Wetter Ärger Hunger Dauer Donner "
    "Messer Papier "
    "Motor Faktor Tumor Nummer Feuer Steuer Mauer Schulter Körper Finger Keller Koffer Kater Großmutter Großvater"
)


def find_livelihoods(text: str) -> Iterator[Span]:
    """Occupations where the sentence says that somebody is one, whether or not a list knows them."""
    for match in _GERMAN.finditer(text):
        first = match["job"].split()[0]
        if first not in _NO_GERMAN_DOER and lexicons.fold(first) not in lexicons.surnames():
            yield Span(match.start("job"), match.end("job"), "OCCUPATION", 0.5)
    for match in _IN_CONTEXT.finditer(text):
        job = match["job"]
        words = job.split()
        last = words[-1]
        if last in _VAGUE and len(words) == 1:
            continue
        if last in _NO_DOER or last.removesuffix("s") in _NO_DOER or (set(words[:-1]) & _NO_MODIFIER):
            continue
        place = _PLACE.match(text, match.end())
        earlier = _OLD.search(text, max(0, match.start("job") - 12), match.start("job"))
        start = earlier.start() if earlier else match.start("job")
        yield Span(start, place.end() if place else match.end("job"), "OCCUPATION", 0.55, normal=job)


_NO_MODIFIER = lexicons.word_set(
    "the a an his her my their our your its this that is was are were be been being has had have who which and or "
    "but not no "
    "to of in on at for from by with as than then when while if so very more most such only just also too now still "
    "after before over under during about between"
)
