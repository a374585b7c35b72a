"""What asking would take, without asking: stands in the place of the endpoint."""

from __future__ import annotations

from collections.abc import Mapping
from threading import Lock

from sanon.errors import ExtractionError
from sanon.extraction.llm.answers import Answers
from sanon.extraction.llm.asking import kept_entries
from sanon.extraction.llm.requests import Request, tokens
from sanon.extraction.llm.usage import Usage


class Estimating:
    """Answers from the cache; for the rest counts what it would take, and answers that nothing was found.

    Args:
        answers: the cache, or an empty one.
    """

    #: Tokens of a first answer for each token of the document: a strong reader took 0.6 to 0.8, Qwen2.5 1.5B, which
    #: writes each value twice and repeats itself, 1.4 to 7.
    ANSWER_SHARE = 2.0
    #: Tokens of an entry, by four bytes a token; a second answer has one for a candidate at most.
    ENTRY = 20

    def __init__(self, answers: Answers | Mapping[str, str | None]) -> None:
        self.usage = Usage()
        self.stopped: ExtractionError | None = None
        self._answers = answers
        self._judged: set[tuple[str, str]] = set()
        self._lock = Lock()

    def __call__(self, request: Request) -> list[object]:
        """The entries of the answer, none if it is not there yet.

        Raises:
            TooLong: it is known that the request is too long for the model.
        """
        try:
            kept = self._answers[request.key]
        except KeyError:
            if self._is_new(request):
                self._take(Usage(1, 0, request.tokens, self._answer_tokens(request)))
            return []
        self._take(Usage(cached=1))
        return kept_entries(kept)

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

    def _take(self, usage: Usage) -> None:
        with self._lock:
            self.usage += usage
