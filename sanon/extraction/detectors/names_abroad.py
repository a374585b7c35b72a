"""Names of persons behind a title, in a dozen languages; what else stands before names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sanon.extraction.span import Span
from sanon.text import lexicons, titles

_UP = "A-ZÀ-ÖØ-ÞĀĂĄĆČĎĐĒĖĘĚĞĢĪĮİĶĹĻĽŁŃŅŇŌŐŒŔŘŚŞŠŢŤŪŮŰŲŹŻŽȘȚ"
_PARTICLE = (
    r"(?:van der|van den|van de|van ’t|van 't|von der|von dem|de la|de los|de las|del|della|dello|dei|di|da|de|van|"
    r"von|zu|zum|du|"
    r"des|le|la|ter|ten|te|op de|in ’t|El|Le|La|Van der|Van den|Van de|Van|Von|De|Di|Da|Del|Della)"
)
_WORD = rf"(?:[dDlLO][’'])?[{_UP}][^\W\d_]{{1,24}}(?:-(?:[{_UP}]|[a-z](?=[{_UP}]))[^\W\d_]{{1,24}})*"
_INITIALS = rf"(?:[{_UP}][a-z]?\.-?[ ]?){{1,4}}"
_FULL = rf"(?:{_INITIALS}|{_PARTICLE}[ ]|{_WORD}[ ]){{0,5}}{_WORD}"
# Case-sensitive where small letters are words: "don", "me" and "m." are.
_TITLE = (
    r"(?:[Dd]octeure?|[Dd]octora?|Dra|Dr|[Dd]ott(?:or(?:e|"
    r"essa)|\.ssa)?|[Dd]okter|[Dd]hr|[Dd]e heer|[Hh]eer|[Mm]evr(?:ouw)?|[Mm]w|"
    r"[Mm]eneer|[Mm]ejuffrouw|[Dd]rs|Ir|Sig(?:\.ra|\.na|nor[ae]?|nora|ra)?|[Ss]ignor[ae]?|Avv(?:ocat[oa])?|Geom|Rag|"
    r"[Dd]on|"
    r"[Dd]oña|Dña|Sra?|Srta|[Ss]eñor(?:a|ita)?|[Mm]aître|Me|Mme|Mlle|M|MM|[Mm]adame|[Mm]onsieur|[Mm]ademoiselle|"
    r"[Pp]rofesseure?|"
    r"[Pp]rofesora?|[Pp]rofessoressa|[Mm]aestr[oa]|[Pp]ère|[Ss]œur|[Ff]ray|[Ss]or|[Hh]errn?|[Ff]rau|[Ff]räulein|"
    r"[Ss]chwester|"
    r"[Oo]berarzt|[Oo]berärztin|[Cc]hefarzt|[Rr]echtsanwalt|[Rr]echtsanwältin|RA(?:in)?|[Mm]úinteoir|[Mm]agister|"
    r"MUDr|JUDr|Ing|[Ff]ru|[Ff]rk|[Ff]röken|[Rr]ouva|pan[aiu]?|Pani|[Pp]anią|panem|[Pp]an[ií]|[Ss]lečn[ay]|"
    r"[Gg]ospođ[aeiou]|[Gg]đ[aeiu]|[Gg]ospodin(?:a|u|om)?|[Dd]oamn(?:a|ei)|[Dd]omnul(?:ui)?|[Dd]-?na|[Dd]l(?=\.)|"
    r"[Ss]enhora?|[Dd]ona|[Ss]uor)"
)
_TITLED = re.compile(
    rf"(?<![\w.-]){_TITLE}\b{titles.STOP}[ \u00a0]{{1,2}}(?:{_TITLE}\b{titles.STOP}[ \u00a0]){{0,2}}(?P<name>{_FULL})"
)
# What is capitalised in these languages without being a name.
_NO_NAME = lexicons.word_set(
    "sie wir ihr ich du er es der die das mein dein sein kollege kollegin kollegen damen herren patientin patient "
    "madame monsieur mesdames messieurs todos todas equipo señor señora tutti signore signora allen collega heer "
    "mevrouw team leute zusammen kunde kundin mitglied versicherte versicherter dame el la le les los il lo gli de "
    "het een "
    "servicio centro hospital universidad sécurité social sociale"
)
# Kin and forms of address, which German capitalises, and which no name begins with.
_BEFORE_NAMES = lexicons.word_set(
    """
    sohn tochter bruder schwester mann frau herr herrn herren damen ehemann ehefrau mutter vater enkel enkelin
    nachbar nachbarin kollege kollegin freund freundin lieber liebe liebes hallo moin sehr geehrte geehrter geehrtes
    ihr ihre sein seine mein meine unser unsere fils fille frere soeur mari femme epouse epoux mere pere voisin
    voisine cher chere bonjour monsieur madame mesdames messieurs ma hijo hija hermano hermana marido mujer esposa
    esposo madre padre estimado estimada querido querida hola su mi senor senora figlio figlia fratello sorella
    marito moglie gentile egregio caro cara ciao signore signora signor suo sua mio mia zoon dochter broer zus vrouw
    moeder vader buurman buurvrouw geachte beste hoi allen heer mevrouw meneer uw zijn mijn onze dear hello hi
    witness daughter son policyholder interpreter dolmetscher dolmetscherin neighbour neighbor supervisor tenant
    landlord claimant
    insured twins stepson stepdaughter grandson granddaughter nephew niece senhora senhor dona pan
    pani panie call ring ask tell phone contact email thank
    """
)


def is_before_names(word: str) -> bool:
    """Whether a word stands before names and is none at the beginning of one: "moglie", "Liebe", "Geachte"."""
    return lexicons.fold(word) in _BEFORE_NAMES


def find_names_abroad(text: str) -> Iterator[Span]:
    """Names behind a title."""
    for match in _TITLED.finditer(text):
        first = lexicons.fold(re.split(r"[ .]", match["name"])[0])
        if first in _NO_NAME or first in lexicons.regions():
            continue
        # What is known as a title is masked with its name; the name without it is a spelling of the person too.
        titled = titles.without_title(match[0]) == match["name"]
        yield Span(match.start() if titled else match.start("name"), match.end("name"), "NAME", 0.8)
