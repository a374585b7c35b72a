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

    #: Tokens of an answer for each token of the document: a value is written twice, with its type. The hand-made
    #: entities of the example corpus take 1.0 by four bytes a token, and JSON has more; Qwen2.5 1.5B took 1.4 to 7.
    ANSWER_SHARE = 2.0

    def __init__(self, answers: Answers | Mapping[str, str | None]) -> None:
        self.usage = Usage()
        self.stopped: ExtractionError | None = None
        self._answers = answers
        self._lock = Lock()

    def __call__(self, request: Request) -> list[object]:
        """The entries of the answer, none if it is not there yet.

        Raises:
            TooLong: it is known that the request is too long for the model.
        """
        try:
            kept = self._answers[request.key]
        except KeyError:
            self._take(Usage(1, 0, request.tokens, round(self.ANSWER_SHARE * tokens(request.passage))))
            return []
        self._take(Usage(cached=1))
        return kept_entries(kept)

    def _take(self, usage: Usage) -> None:
        with self._lock:
            self.usage += usage
