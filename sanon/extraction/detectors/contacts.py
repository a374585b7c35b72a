"""E-mail addresses, phone numbers, web addresses."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from sanon.extraction.detectors import in_any_case, one_of
from sanon.extraction.detectors.tables import kind_of_key
from sanon.extraction.kinds import KINDS
from sanon.extraction.span import Span
from sanon.packaged import table
from sanon.records import LEXICON, RULES
from sanon.text.frequencies import is_everyday

# Bounded on both sides of the @: no backtracking over long runs of letters.
_EMAIL = re.compile(r"(?<![\w.+-])[\w.+%-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,6}(?![\w@])")
_SPOKEN = re.compile(
    r"(?<![\w.+-])[\w.+%-]{1,64} ?(?:\((?:at|@)\)|\[at\]|\{at\}) ?[\w-]{1,63}(?: ?(?:\.|\((?:dot|punkt)\)|"
    r"\[dot\]) ?[\w-]{2,63}){1,4}"
    r"|(?<![\w.+-])[\w.+%-]{1,64} at [\w-]{1,63}(?: dot [a-z]{2,12}){1,3}\b",
    re.IGNORECASE,
)
_SPOKEN_AT = re.compile(r"[(\[{](?:at|@)[)\]}]| at [\w-]+ dot ", re.IGNORECASE)
_HANDLE = re.compile(r"(?<![\w@.])@[A-Za-z]\w{1,30}(?:\.\w{1,30}){0,3}\b")
# A page of one person: the address of the network, then whose.
_PROFILE = re.compile(
    rf"(?:https?://)?(?:www\.|m\.)?(?:{one_of('networks')})/@?[\w.%-]{{2,60}}(?<![.,])",
    re.IGNORECASE,
)
_PAGE = re.compile(r"\.(?:com|me|org|social)/", re.IGNORECASE)  # the rest is slow, and most texts have none
_USER = r"[A-Za-z0-9À-ž](?:[\w-]|[.](?=\w)){2,31}"
_USERNAME = re.compile(
    rf"(?<![^\W_])(?<!sort )(?<!sorted )(?:{in_any_case(table(__package__, 'words')['users'])})"
    r"(?P<mark>[\"']?\s?[=:]\s?[\"']?|\s(?:is |as |name |handle |user |[:@])?)@?(?P<user>" + _USER + r")(?![\w@=(])",
    re.IGNORECASE,
)
# "login: moonwalker", not "accompanied by: neighbours who".
_ALONE = re.compile(r"[\"'’”»]?[ \t]*(?:[\n,;|)\]}&]|\.?(?:\s|$)(?![ \t]*\w)|$)")
_REDDIT = re.compile(r"(?<![\w/])/?u/(?P<user>[\w-]{3,20})(?!\w)")
# "mika_rautio91", "suemerritt.va": no word of a sentence is written so.
_INVENTED = re.compile(
    r"(?=.*[a-zà-ž])(?:.*[^\W_]_[^\W_].*|[^\W\d_]{3,}[._-]?\d{1,4}|(?:[a-zà-ž]{2,}\.){1,3}(?:[a-zà-ž]+\d*|\d{1,4}))"
)
# "salty_petra_88" by itself; a key or a column is followed by what it holds.
_UNDERSCORED = re.compile(r"(?<![\w./@=\\-])[a-z][a-z0-9]*(?:_[a-z0-9]+){0,2}_\d{1,4}(?![\w(=./-]|[\"']?[ ]?[:=,])")
_CHATTING = re.compile(
    r"^(?:\[[^\]\n]{3,24}\]|\d{1,2}:\d\d(?::\d\d)?)[ \t-]{0,3}<?(?P<user>" + _USER + r")>?:(?= )", re.M
)
# "sanni_73: hello", and again: who speaks in a chat. Keys of a form hardly come twice, nor with a hyphen or a figure.
_SPEAKING = re.compile(r"^(?P<user>(?=[\w.-]{0,24}[\d_-])[A-Za-zÀ-ž][\w.-]{2,24}):(?= )", re.M)
_SILENT = KINDS.keys() - {"USERNAME"}
_FOUND_AT = re.compile(
    r"\b(?:[Ff]ind|[Ff]ollow|DM|[Mm]essage|[Aa]dd) (?:me|her|him|us|them) (?:at|on|as|under|:) "
    r"(?P<user>[a-z][a-z0-9]*[._][a-z0-9._]*[a-z0-9])(?![\w@])"
)
_NUMBER = re.compile(
    r"(?<![\w.,/#§-])(?:\+|\(\+?|00(?=[1-9]))?\d(?:[ \u00a0\t]?[-–./()]{0,2}[ \u00a0\t]?\d){5,17}(?![\w%]|[.,/]\d)"
)
_DATE = re.compile(
    r"(?:0?[1-9]|[12]\d|3[01])([/.-])(?:0?[1-9]|[12]\d|3[01])\1(?:19|20)\d\d(?!\d)|(?:19|20)\d\d-[01]\d-[0-3]\d(?!\d)"
)
_LABEL = re.compile(rf"(?:\b(?:{one_of('telephones')})\b[^\n\d+]{{0,25}}|☎\s?)$", re.IGNORECASE)
# National numbers without a label, as they are grouped where the trunk zero is missing or tells no country.
_GROUPED = re.compile(
    r"[6-9]\d\d(?: \d{2}){3}|[6-9]\d\d(?: \d{3}){2}|9\d \d{3} \d{2} \d{2}"  # Spain
    r"|0[1-9](?:[ .-]\d{2}){4}"  # France
    r"|3\d\d[ ./-]?\d{3}[ ]?\d{4}|0\d{1,3}[ /.-]\d{5,8}"  # Italy
    r"|0\d{2,3}[ -]\d{6,7}|06[ -]?\d{8}|06(?:[ -]\d{2}){4}"  # Netherlands
)
_ROLE = re.compile(f"(?:{one_of('mailboxes')})@", re.IGNORECASE)
#: Free numbers and those with one price for a whole country, as Europe and North America dial them.
OF_NO_PLACE = re.compile(
    r"\(?0(?:300|303|330|333|800|808|844|845|870|180|900)\)?[-. /]"
    r"|(?:\+?1[-. ]?)?\(?8(?:00|33|44|55|66|77|88)\)?[-. ]\d{3}[-. ]\d{4}|\+?1[-. ]?\(?800\)?[-. ]"
)
_SUM = re.compile(r"\s?(?:€|EUR|euros?|pesetas|[$£]|km|kg|habitantes|habitants|inwoners|%)", re.IGNORECASE)
_AMERICAN = re.compile(r"(?:\+?1[-. ]?)?(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}")


def find_contacts(text: str) -> Iterator[Span]:
    """E-mail addresses, phone and fax numbers, links and handles."""
    if "@" in text:
        for match in _EMAIL.finditer(text):
            if _ROLE.match(match[0]):
                continue
            yield Span(match.start(), match.end() - (match[0][-1] == "."), "EMAIL", 0.95)
        for match in _HANDLE.finditer(text):
            yield Span(match.start(), match.end(), "USERNAME", 0.85, normal=match[0][1:])
    for match in _SPOKEN.finditer(text) if _SPOKEN_AT.search(text) else ():
        yield Span(match.start(), match.end(), "EMAIL", 0.9)
    yield from _usernames(text)
    for match in _NUMBER.finditer(text):
        digits = sum(map(str.isdigit, match[0]))
        if 6 <= digits <= 15 and not _DATE.match(match[0]) and _is_phone(text, match):
            # "(0291 / 555 01 77)": a bracket that closes behind the number is not its own.
            opened = match[0][0] == "(" and ")" not in match[0]
            yield Span(match.start() + opened, match.end(), "PHONE_NUMBER", 0.9)


def _usernames(text: str) -> Iterator[Span]:
    """What people call themselves on screens: behind a word that says so, where a line of chat begins, as a page."""
    for match in _PROFILE.finditer(text) if _PAGE.search(text) else ():
        yield Span(match.start(), match.end(), "USERNAME", 0.85)
    for match in _REDDIT.finditer(text):
        yield Span(match.start("user"), match.end("user"), "USERNAME", 0.85)
    for match in _UNDERSCORED.finditer(text) if "_" in text else ():
        yield Span(match.start(), match.end(), "USERNAME", 0.8, LEXICON)
    for match in _FOUND_AT.finditer(text):
        yield Span(match.start("user"), match.end("user"), "USERNAME", 0.8)
    speaking = list(_SPEAKING.finditer(text))
    often = Counter(match["user"] for match in speaking)
    # "first_name: …" twice: records, in which nobody speaks; "agent_7: …" may be a chat.
    for match in speaking if _SILENT.isdisjoint(map(kind_of_key, often)) else ():
        if often[match["user"]] > 1:
            yield Span(match.start("user"), match.end("user"), "USERNAME", 0.85)
    for pattern in (_USERNAME, _CHATTING):
        for match in pattern.finditer(text):
            said = pattern is _USERNAME and match["mark"].strip(" \"'") in ("=", ":", "is")
            if _INVENTED.fullmatch(match["user"]):
                yield Span(match.start("user"), match.end("user"), "USERNAME", 0.85)
            elif said and match["user"].islower() and not is_everyday(match["user"], text):
                shown = RULES if _ALONE.match(text, match.end("user")) else LEXICON
                yield Span(match.start("user"), match.end("user"), "USERNAME", 0.85, shown)


def _is_phone(text: str, match: re.Match[str]) -> bool:
    """A label before it, an international prefix, the American form, or a valid national number with a trunk zero.

    Numbers that belong to no place are those of organisations.
    """
    value = match[0]
    if OF_NO_PLACE.match(value):
        return False
    if _LABEL.search(text, max(0, match.start() - 40), match.start()):
        return True
    digits = "".join(filter(str.isdigit, value))
    if value.startswith(("+", "(+")):
        return len(digits) >= 8
    if _AMERICAN.fullmatch(value):
        return True
    if _GROUPED.fullmatch(value) and not _SUM.match(text, match.end()):
        return True
    if not (value.startswith(("0", "(0")) and len(digits) >= 9 and not value.isdigit()):
        return False
    # Imported late: the metadata of phonenumbers take 50 ms, and few texts come here.
    from sanon.resolution.normal_forms import normalize_phone

    return normalize_phone(value).startswith("+")
