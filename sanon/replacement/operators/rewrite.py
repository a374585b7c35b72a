"""The operator rewrite."""

from __future__ import annotations

from sanon.replacement.operators.type_label import TypeLabel


class Rewrite(TypeLabel):
    """A sentence that does without the value, by a language model: in Kars he fell -> He fell there.

    Made when documents are exported, from the sentence with labels (`sanon.replacement.rewriting`); where no sentence
    passes the checks, and in metadata, the label stays.
    """

    name = "rewrite"
    summary = "a sentence in other words, without the value"
    is_label = False
    rewrites = True
