"""The network: one OpenAI-compatible endpoint, asked until it answers or it is clear that it will not.

Nothing of a server's error text is passed on: servers quote documents and keys in it.
"""

from __future__ import annotations

import logging
import os
from dataclasses import astuple, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, NamedTuple
from urllib.parse import urlsplit

from sanon.errors import ConfigurationError, ExtractionError

if TYPE_CHECKING:
    from openai.types.chat import ChatCompletion

_log = logging.getLogger(__name__)

_OPENAI = "https://api.openai.com/v1"
#: Tries after the first one, with growing pauses of 0.5 to 8 seconds, or those that the endpoint asks for.
_RETRIES = 5
_CONNECT_SECONDS = 10.0
_TOO_LONG = ("context length", "context_length", "context size", "context window", "too long", "too many tokens")
_AnswerFormat = Literal["json_schema", "json_object", "text"]
_WEAKER: dict[_AnswerFormat, _AnswerFormat] = {"json_schema": "json_object", "json_object": "text"}


class TooLong(ExtractionError):
    """The question or the answer does not fit into the model's context."""


class Unusable(ExtractionError):
    """The endpoint works, but gives no answer that can be used for this document."""


class EndpointFailed(ExtractionError):
    """The endpoint gave no answer at all, also after several tries."""


class EndpointRefuses(ExtractionError):
    """The endpoint will refuse every request: wrong key, no such model, no credit."""


@dataclass(frozen=True)
class Usage:
    """Sums over some requests.

    Attributes:
        calls: answers that the endpoint gave, those that could not be used too.
        cached: answers that were there already.
        input_tokens, output_tokens: as the endpoint counts them; 0 if it does not say.
        remembered_tokens: input tokens that the endpoint had in its own prompt cache.
    """

    calls: int = 0
    cached: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    remembered_tokens: int = 0

    def __add__(self, other: Usage) -> Usage:
        return Usage(*(mine + theirs for mine, theirs in zip(astuple(self), astuple(other), strict=True)))


class Completion(NamedTuple):
    """What the model wrote, whether it came to its end, and what it took; no text if the model refuses to answer."""

    text: str | None
    cut_off: bool
    usage: Usage


@dataclass(frozen=True)
class _Dialect:
    """What the endpoint understands; found out once and kept for the run."""

    answer_format: _AnswerFormat = "json_schema"
    temperature: bool = True
    most_tokens: bool = True

    def settings(self, schema: dict[str, Any], temperature: float, most_tokens: int | None) -> dict[str, Any]:
        """What goes into a request."""
        settings: dict[str, Any] = {"temperature": temperature} if self.temperature else {}
        if self.most_tokens and most_tokens is not None:
            settings["max_tokens"] = most_tokens
        if self.answer_format == "json_schema":
            described = {"name": "entities", "strict": True, "schema": schema}
            settings["response_format"] = {"type": "json_schema", "json_schema": described}
        elif self.answer_format == "json_object":
            settings["response_format"] = {"type": "json_object"}
        return settings

    def without(self, blamed: str) -> _Dialect | None:
        """The next simpler one after a refusal with this text; None if nothing is left to leave out."""
        if self.temperature and "temperature" in blamed:
            return replace(self, temperature=False)
        if self.most_tokens and "max_tokens" in blamed:
            return replace(self, most_tokens=False)
        if weaker := _WEAKER.get(self.answer_format):
            return replace(self, answer_format=weaker)
        return replace(self, temperature=False) if self.temperature else None


class Endpoint:
    """An endpoint named by the environment: OPENAI_BASE_URL and OPENAI_API_KEY.

    Args:
        model: the name it has there.
        timeout: seconds that one answer may take.
        sent: what is sent there; a note says so, and where, before the first question.

    Raises:
        ConfigurationError: no address, or no key for api.openai.com.
    """

    def __init__(self, model: str, *, timeout: float, sent: str = "questions") -> None:
        url = os.environ.get("OPENAI_BASE_URL") or _OPENAI
        self.host = _host(url)
        key = os.environ.get("OPENAI_API_KEY", "").strip()
        if not (key.isascii() and key.isprintable()):
            raise ConfigurationError("OPENAI_API_KEY holds characters that no key has")
        if not key and url == _OPENAI:
            raise ConfigurationError(
                "OPENAI_API_KEY is not set: --extractor openai asks api.openai.com, or the endpoint that "
                "OPENAI_BASE_URL names"
            )
        self.model = model
        # Half a second to import; only who asks a model waits for it.
        import openai

        self._openai = openai
        self._client = openai.OpenAI(
            base_url=url,
            # Endpoints on one's own computer want none, the client wants one.
            api_key=key or "none",
            max_retries=_RETRIES,
            timeout=openai.Timeout(timeout, connect=min(timeout, _CONNECT_SECONDS)),
            # A redirect would send documents to a host that nobody named.
            http_client=openai.DefaultHttpxClient(follow_redirects=False),
        )
        self._timeout = timeout
        self._to_say: str | None = sent
        self._dialect = _Dialect()

    def complete(
        self,
        system: str,
        user: str,
        schema: dict[str, Any],
        temperature: float = 0.0,
        most_tokens: int | None = None,
    ) -> Completion:
        """The answer to one question, in the form of the schema and at the temperature as far as the endpoint can.

        Raises:
            TooLong: it does not fit into the model's context.
            Unusable: this question gets no answer.
            EndpointFailed: nothing came, also after several tries.
            EndpointRefuses: no question will get an answer.
        """
        if self._to_say:
            _log.warning("%s are sent to %s", self._to_say, self.host)
            self._to_say = None
        dialect: _Dialect | None = self._dialect
        while dialect:
            try:
                wanted = dialect.settings(schema, temperature, most_tokens)
                answer = self._completion(self._create(system, user, wanted))
            except (self._openai.BadRequestError, self._openai.UnprocessableEntityError) as error:
                blamed = f"{error.code} {error.param} {error.message}".lower()
                if any(sign in blamed for sign in _TOO_LONG):
                    raise TooLong(f"{self.host}: longer than {self.model} takes") from None
                dialect = dialect.without(blamed)
                continue
            except self._openai.OpenAIError as error:
                raise self._failure(error) from None
            except ValueError:
                raise self._no_completion() from None
            self._dialect = dialect
            return answer
        raise Unusable(f"{self.host}: refused the request (400)")

    def _create(self, system: str, user: str, settings: dict[str, Any]) -> ChatCompletion:
        response: ChatCompletion = self._client.chat.completions.create(
            model=self.model,
            messages=[{"role": "system", "content": system}, {"role": "user", "content": user}],
            **settings,
        )
        return response

    def _completion(self, response: Any) -> Completion:
        """What a response says; the client hands on whatever an endpoint sends."""
        try:
            choice = response.choices[0]
            reason, text = choice.finish_reason, choice.message.content
        except (AttributeError, IndexError, TypeError):
            raise self._no_completion() from None
        if not isinstance(text, str) or reason == "content_filter":
            text = None
        usage = response.usage
        remembered = getattr(getattr(usage, "prompt_tokens_details", None), "cached_tokens", None)
        read, written = (getattr(usage, name, None) or 0 for name in ("prompt_tokens", "completion_tokens"))
        return Completion(text, reason == "length", Usage(1, 0, read, written, remembered or 0))

    def _no_completion(self) -> EndpointFailed:
        return EndpointFailed(f"{self.host}: answers, but with no chat completion; is OPENAI_BASE_URL right?")

    def _failure(self, error: Exception) -> ExtractionError:
        """What a person can do about an error of the client."""
        if isinstance(error, self._openai.APITimeoutError):
            return EndpointFailed(f"{self.host}: no answer within {self._timeout:g} s; see --timeout")
        if isinstance(error, self._openai.APIConnectionError):
            return EndpointFailed(f"{self.host}: cannot be reached; does it run, and is OPENAI_BASE_URL right?")
        if not isinstance(error, self._openai.APIStatusError):
            return self._no_completion()
        status = error.status_code
        if status == 413:
            return TooLong(f"{self.host}: longer than it takes (413)")
        if status == 429 and error.code != "insufficient_quota":
            return EndpointFailed(f"{self.host}: too many requests (429); try later, or with a lower --concurrency")
        if status >= 500 or status in (408, 409):
            return EndpointFailed(f"{self.host}: failed ({status})")
        return EndpointRefuses(f"{self.host}: {self._refusal(status)}")

    def _refusal(self, status: int) -> str:
        return {
            401: "the key in OPENAI_API_KEY was refused (401)",
            402: "no credit is left (402)",
            403: f"no access to {self.model} with the key in OPENAI_API_KEY (403)",
            404: f"no model {self.model} there, or no endpoint at this address (404); see --model and OPENAI_BASE_URL",
            429: "no credit is left (429)",
        }.get(status, f"refuses requests ({status}); is OPENAI_BASE_URL right?")


def _host(url: str) -> str:
    """Host and port of an address, without the user and password that may stand in it.

    Raises:
        ConfigurationError: it is none.
    """
    try:
        parts = urlsplit(url)
        host, port = parts.hostname, parts.port
    except ValueError:
        host, port = None, None
    if not host or parts.scheme not in ("http", "https"):
        raise ConfigurationError("OPENAI_BASE_URL is no address such as http://127.0.0.1:8000/v1")
    return f"{host}:{port}" if port else host
