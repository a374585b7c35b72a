"""Which sentences speak of a person: what is rare in the others describes nobody, such as the rules of a policy."""

from __future__ import annotations

from collections.abc import Sequence

from sanon.extraction.phrases.pieces import DIRECT
from sanon.extraction.phrases.words import Word
from sanon.text import lexicons
from sanon.text.lexicons import word_set

#: Small words that stand for one person, and for kin, by language. What may mean several persons or a thing counts too.
_ONE_PERSON = {
    "en": word_set(
        "he she him her his hers himself herself i me my mine myself i'm i've i'd i'll he's she's he'd she'd "
        "who whose whom mr mrs ms miss dr sir madam man woman boy girl person someone somebody lady gentleman "
        "mother father son daughter wife husband brother sister uncle aunt nephew niece cousin grandmother "
        "grandfather grandson granddaughter widow widower partner fiance fiancee child baby twin mum mom dad "
        "neighbour neighbor friend patient claimant applicant insured policyholder client resident tenant "
        "victim defendant suspect witness pupil student employee colleague deceased testator complainant "
        "caller donor survivor keeper"
    ),
    "de": word_set(
        "er ihn ihm sein seine seinen seinem seiner sie ihr ihre ihren ihrem ihrer ich mich mir mein meine "
        "meinen meinem meiner herr herrn frau mann junge mädchen mutter vater sohn tochter bruder schwester "
        "onkel tante neffe nichte oma opa patient patientin versicherte versicherter kunde kundin mandant "
        "mandantin kind enkel enkelin witwe witwer"
    ),
    "fr": word_set(
        "il elle lui son sa ses je j'ai me moi mon ma mes m mme mlle monsieur madame homme femme garçon fille "
        "mère père fils frère soeur sœur oncle tante neveu nièce mari épouse patient patiente assuré assurée "
        "client cliente veuf veuve enfant"
    ),
    "es": word_set(
        "él ella su sus yo me mi mis mí señor señora sr sra don doña hombre mujer niño niña madre padre hijo "
        "hija hermano hermana tío tía marido esposa esposo paciente asegurado asegurada cliente viuda viudo "
        "abuelo abuela"
    ),
    "it": word_set(
        "lui lei suo sua suoi sue io mi mio mia miei mie signor signora sig uomo donna ragazzo ragazza madre "
        "padre figlio figlia fratello sorella zio zia marito moglie paziente assicurato assicurata cliente "
        "vedova vedovo nonno nonna"
    ),
    "nl": word_set(
        "hij hem zijn zij ze haar ik mij me mijn m'n z'n heer mevrouw mevr dhr man vrouw jongen meisje moeder "
        "vader zoon dochter broer zus zuster oom tante neef nicht echtgenoot patiënt patiënte verzekerde "
        "cliënt cliënte weduwe weduwnaar opa oma kind"
    ),
}


def personal_sentences(words: Sequence[Word], taken: bytes | bytearray, language: str) -> frozenset[int]:
    """The sentences that speak of a person, by number: told by direct identifiers, pronouns, kin, roles, occupations.

    Args:
        words: of a text.
        taken: for each, DIRECT if it belongs to a direct identifier.
        language: ISO code; in languages that no list is there for, every sentence speaks of a person.
    """
    if language not in _ONE_PERSON:
        return frozenset(word.sentence for word in words)
    telling = _ONE_PERSON[language] | lexicons.words("occupations")
    return frozenset(
        word.sentence
        for word, mark in zip(words, taken, strict=True)
        if mark == DIRECT or word.key.replace("’", "'") in telling
    )
