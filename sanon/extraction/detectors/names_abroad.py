"""Names of persons by what stands before them in a dozen languages: titles, kin, greetings."""

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
_KIN = re.compile(
    r"\b(?:[Ss]ohn|[Tt]ochter|[Bb]ruder|[Ss]chwester|Mann|Frau|[Ee]hemann|[Ee]hefrau|[Mm]utter|[Vv]ater|"
    r"[Ee]nkel(?:in)?|"
    r"[Ll]ebensgefährt(?:e|in)|Partner(?:in)?|Nachbar(?:in)?|Kolleg(?:e|in)|Freund(?:in)?|Tante|Onkel|Nichte|Neffe|"
    r"Betreuer(?:in)?|"
    r"fils|fille|frère|sœur|mari|femme|épou(?:x|se)|mère|père|petit-fils|petite-fille|voisine?|collègue|ami[e]?|"
    r"compagn(?:on|e)|"
    r"tante|oncle|nièce|neveu|hij[oa]|herman[oa]|marido|mujer|espos[oa]|madre|padre|niet[oa]|vecin[oa]|compañer[oa]|"
    r"cuñad[oa]|"
    r"sobrin[oa]|abuel[oa]|t[ií][oa]|figli[oa]|fratello|sorella|marito|moglie|nipote|nonn[oa]|vicin[oa]|colleg[ah]|"
    r"zi[oa]|"
    r"compagn[oa]|zoon|dochter|broer|zus(?:je)?|echtgeno(?:ot|te)|vrouw|moeder|vader|kleinzoon|kleindochter|buurman|"
    r"buurvrouw|"
    r"collega|vriend(?:in)?|oom|nicht|neef)(?:,? (?:namens|genannt|appelée?|llamad[oa]|di nome|genaamd|heißt))?,?[ ]"
    rf"(?P<name>{_FULL})"
)
# In small letters, as people write in chats: a given name, behind a word for kin or a title.
_SMALL = re.compile(
    r"(?<![\w-])(?:[Aa]unt(?:ie|y)?|[Uu]ncle|[Gg]rand?(?:dad|ma|pa|mother|father)|[Nn]an|[Cc]ousin|[Bb]est man|[Mm]um|"
    r"[Mm]om|[Dd]ad|[Ss]ister|[Bb]rother|[Hh]usband|[Ww]ife|[Dd]aughter|[Ss]on|[Ff]riend|[Mm]ate|"
    r"(?P<title>[Mm]rs?\.?)|[Mm](?:s|me|lle)\.?|[Hh]err|[Ff]rau|[Ss]ignora|[Ss]e[ñn]ora|[Mm]evrouw|"
    r"[Ss]ohn|[Tt]ochter|[Bb]ruder|[Ss]chwester|[Mm]utter|[Vv]ater|[Oo]ma|[Oo]pa|[Tt]ante|[Oo]nkel|[Kk]olleg(?:e|in)|"
    r"[Nn]achbar(?:in)?|[Ff]reund(?:in)?|[Mm]ann|fils|fille|frère|s(?:œ|oe)ur|mari|compagn(?:on|e)|copain|copine|"
    r"[Hh]ij[oa]|[Hh]erman[oa]|[Mm]arido|[Nn]iet[oa]|[Aa]buel[oa]|[Tt]í[oa]|[Pp]rim[oa]|[Ff]igli[oa]|[Ff]ratello|"
    r"[Ss]orella|[Mm]arito|[Mm]oglie|[Nn]ipote|[Nn]onn[oa]|[Zz]i[oa]|[Zz]oon|[Dd]ochter|[Bb]roer|[Zz]us|[Mm]oeder|"
    r"[Vv]ader|[Oo]om|[Cc]ollega|[Vv]riend(?:in)?)(?: ?: |,? )(?P<name>[a-zà-ž]{3,15})(?![\w’'-])"
)
_LEAST_SURNAME = 3
_SAID = re.compile(
    r"\b(?:[Ii]ch heiße|[Mm]ein Name ist|[Ii]ch, |je m[’']appelle|[Jj]e soussignée?,?|nommée?|[Mm]e llamo|"
    r"[Mm]i nombre es|"
    r"[Yy]o, |soy|(?:el|la) abajo firmante,?|[Mm]i chiamo|[Ii]l sottoscritto|[Ll]a sottoscritta|"
    r"[Ii]o sottoscritt[oa]|ik heet|"
    r"[Mm]ijn naam is|[Oo]ndergetekende,?|[Ii]k ben) "
    rf"(?P<name>{_FULL})"
)
_GREETED = re.compile(
    r"(?:^|(?<=\n))[ \t>]*(?:Liebe[rs]?|Hallo|Moin|Guten Tag|Sehr geehrte[rs]?|Cher|Chère|Bonjour|Salut|"
    r"Querid[oa]|Estimad[oa]|"
    rf"Hola|Car[oa]|Gentile|Egregio|Ciao|Buongiorno|Beste|Lieve|Geachte|Hoi|Hi|Dag|"
    rf"Hey)[ ](?:{_TITLE}\.?[ ])*(?P<name>{_FULL})"
    r"(?=[ ]*[,!:.\n]|[ ]*$)"
)
_SIGNED = re.compile(
    r"(?:[Gg]r(?:ü(?:ß|ss)e[n]?|oet(?:en|jes)?)|[Cc]ordialement|[Bb]ien à (?:vous|"
    r"toi)|salutations distinguées|[Aa]mitiés|[Bb]isous|"
    r"[Ss]aludos(?: cordiales)?|[Aa]brazos?|[Aa]tentamente|[Bb]esos|[Ss]aluti|[Cc]ordialità|[Ff]do\.:?|"
    r"[Ff]irmado:?|[Gg]ez\.|"
    rf"[Hh]oogachtend|i\. ?[AV]\.|Grz)[.,!]?[ \t]*(?:\n[ \t]*){{0,2}}(?:{_TITLE}\.?[ ])*(?P<name>{_FULL})(?=[ \t]*"
    rf"(?:\n|$|,|\())"
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
    """Names behind a title, a word for kin, a greeting or a farewell."""
    for match in _SMALL.finditer(text):
        key = lexicons.fold(match["name"])
        named = key in lexicons.given_names() or (match["title"] and len(key) > _LEAST_SURNAME)
        if named and key not in lexicons.common_words() and key not in _NO_NAME:
            yield Span(match.start("name"), match.end("name"), "NAME", 0.95)
    for pattern, relevance in ((_TITLED, 0.8), (_KIN, 0.9), (_SAID, 0.95), (_GREETED, 0.9), (_SIGNED, 0.9)):
        for match in pattern.finditer(text):
            first = re.split(r"[ .]", match["name"])[0]
            if lexicons.fold(first) in _NO_NAME or lexicons.fold(first) in lexicons.regions():
                continue
            if pattern is _KIN and " " not in match["name"] and lexicons.fold(first) in lexicons.common_words():
                continue
            # What is known as a title is masked with its name; the name without it is a spelling of the person too.
            titled = pattern is _TITLED and titles.without_title(match[0]) == match["name"]
            yield Span(match.start() if titled else match.start("name"), match.end("name"), "NAME", relevance)
