"""Stand-ins that read like the real thing: names, numbers, contacts, addresses, places, organisations, dates and ages.

Everything follows from a key: the same corpus and key give the same stand-ins, whatever comes later.
"""

from sanon.replacement.surrogates.corpus import CorpusValues, SurrogateCorpus
from sanon.replacement.surrogates.forms import in_form
from sanon.replacement.surrogates.spelling import shows

__all__ = ["CorpusValues", "SurrogateCorpus", "in_form", "shows"]
