"""What asking would take, without asking: stands in the place of the endpoint."""

from __future__ import annotations

from collections.abc import Mapping

from sanon.extraction.llm.answers import Answers
from sanon.extraction.llm.asking import Ask
from sanon.extraction.llm.endpoint import Usage
from sanon.extraction.llm.requests import Request, tokens


class Estimating(Ask[Request]):
    """Counts what questions would take that are not in the cache, and answers that nothing was found."""

    #: Tokens of a first answer for each token of the document: a strong reader took 0.6 to 0.8, Qwen2.5 1.5B, which
    #: writes each value twice and repeats itself, 1.4 to 7.
    ANSWER_SHARE = 2.0
    #: Tokens of an entry, by four bytes a token; a second answer has one for a candidate at most.
    ENTRY = 20

    def __init__(self, answers: Answers | Mapping[str, str | None]) -> None:
        super().__init__(answers)
        self._judged: set[tuple[str, str]] = set()

    def _asked(self, request: Request, attempt: int) -> list[object]:
        if self._is_new(request):
            self._take(Usage(1, 0, request.tokens, self._answer_tokens(request)))
        return []

    def _is_new(self, request: Request) -> bool:
        """Whether it is not the same candidates again, as are asked about where a model confirms none of many."""
        if request.candidates is None:
            return True
        judged = request.source_id, request.passage
        with self._lock:
            is_new = judged not in self._judged
            self._judged.add(judged)
        return is_new

    def _answer_tokens(self, request: Request) -> int:
        if request.candidates is None:
            return round(self.ANSWER_SHARE * tokens(request.passage))
        return self.ENTRY * request.candidates
