"""Rewriting an export: sentences with masked values, and those that a search leads back to their sources."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice

from sanon.audit.leakcheck import LeakSearch, Name
from sanon.audit.linkage import NGramIndex, words_of
from sanon.audit.places import CUT, content_outside
from sanon.errors import ExtractionError
from sanon.export.redacted import RedactedCorpus
from sanon.extraction.build import asking_of, rules_of
from sanon.extraction.llm.asking import Ask, Question
from sanon.extraction.llm.parallel import in_parallel
from sanon.extraction.registry import Finder
from sanon.graph.open import own_folder
from sanon.graph.store import Store
from sanon.progress import Progress
from sanon.records import Document, Source
from sanon.replacement.masked import RedactedDocument, Span
from sanon.replacement.operators import rewrites
from sanon.replacement.rewriting.checking import language_of
from sanon.replacement.rewriting.rewriter import Answer, Surroundings, in_other_words
from sanon.replacement.rewriting.sentences import Sentence, outside, sentences_of, with_sentences, words_of_model
from sanon.replacement.search import Search
from sanon.results.export import RewritingResult, RewritingRound, UnlinkableResult
from sanon.results.load import ModelCalls
from sanon.settings.settings import Settings

#: Documents whose sentences are rewritten at a time, where no search looks through all.
_AT_ONCE = 200
#: What is sent to an endpoint.
_SENT = "sentences of the protected documents, with masks in place of values,"


@dataclass(frozen=True)
class Rewriting:
    """What rewrites.

    Attributes:
        extractor: finds what an answer names.
        workers: sentences that are asked about at the same time.
        unlinkable: rewrite until no phrase stands in fewer originals than so many; None for masked values only.
        progress: shows how far it is.
    """

    ask: Ask[Question]
    model: str
    extractor: Finder
    workers: int
    unlinkable: int | None
    progress: Progress


@contextmanager
def rewriting_of(
    settings: Settings,
    store: Store,
    until_unlinkable: int | None,
    progress: Progress,
) -> Iterator[Rewriting | None]:
    """What rewrites an export; None if nothing asks for it. Its answers lie beside the graph.

    Args:
        store: says whether an operator asks for it.
        until_unlinkable: see `Rewriting.unlinkable`.
        progress: shows how far it is.

    Raises:
        ConfigurationError: something asks for it, and no model is named, or no endpoint.
    """
    asked = until_unlinkable is not None or any(map(rewrites, store.entities()["operator"].dropna().unique()))
    if not asked:
        yield None
        return
    with asking_of(settings.model, lambda: own_folder(store.address), _SENT) as ask:
        yield Rewriting(
            ask,
            ask.model,
            rules_of(settings.profile, settings.tables),
            workers=settings.model.concurrency,
            unlinkable=until_unlinkable,
            progress=progress,
        )


def readable_values(store: Store, owners: Mapping[str, str]) -> dict[str, set[str]]:
    """Id of each whole document -> spellings of what it mentions and nothing masks.

    Args:
        owners: source id in the graph -> id of the whole document.
    """
    entities = store.entities()
    masked = set(entities.loc[entities["masked"], "id"])
    values: defaultdict[str, set[str]] = defaultdict(set)
    held = store.mentioned_values()[["source_id", "entity_id", "original_values"]]
    for source_id, entity_id, originals in held.itertuples(index=False, name=None):
        if entity_id not in masked:
            values[owners[source_id]].update(originals)
    return values


def holds_masked(
    text: str, spans: Iterable[Span], search: Search, leaks: LeakSearch, mentioned: frozenset[str]
) -> bool:
    """Whether a value that had to go stands in a text: both pairs of eyes, before the leak check sees the whole export.

    Args:
        spans: what had been replaced in the sentence that it was given.
        mentioned: ids of the entities that the document mentions.
    """
    own = words_of_model(text, spans, CUT)
    named = Name("content", own, is_name=False)
    return bool(search.find(own, mentioned)) or any(True for _ in leaks.entities_in(named, mentioned))


@dataclass
class _Open:
    """A document that is being rewritten.

    Attributes:
        around: what is known of it.
        rewrite: numbers of the sentences that the next round is about.
        avoid: phrases that link a sentence to its source, by its number.
    """

    redacted: RedactedDocument
    sentences: list[Sentence]
    around: Surroundings
    rewrite: list[int] = field(default_factory=list)
    avoid: dict[int, tuple[str, ...]] = field(default_factory=dict)

    def leaving(self) -> RedactedDocument:
        """As it leaves."""
        return with_sentences(self.redacted, self.sentences)


class CorpusRewriting:
    """Rewrites the sentences with values whose operator asks for it, then those that link documents to their sources.

    For the first some documents are held at a time, for the second all of them: their phrases are looked for in all
    originals.

    Args:
        readable: source id -> values of a document that nothing masks.
    """

    def __init__(self, corpus: RedactedCorpus, readable: Mapping[str, set[str]], rewriting: Rewriting) -> None:
        self._rewriting = rewriting
        search, leaks = Search(corpus.masked), LeakSearch(corpus.masked)
        self.documents: list[_Open] = []
        self.index: NGramIndex | None = None
        self._asked, self._rewritten, self._refused = 0, 0, Counter[str]()
        self._unlinkable: UnlinkableResult | None = None

        def found_in(text: str) -> list[str]:
            one = Document(source_id="sentence", content=text, source=Source(path="sentence", form="text"))
            return [finding.original_value for finding in rewriting.extractor.extract(one)]

        def around(original: Document) -> Surroundings:
            source_id = original.source_id
            ids = frozenset(corpus.mentioned.get(source_id, ()))

            def has_masked(text: str, spans: Iterable[Span]) -> bool:
                return holds_masked(text, spans, search, leaks, ids)

            language = language_of(original.content)
            return Surroundings(source_id, readable.get(source_id, set()), has_masked, found_in, language)

        self._around = around

    def leaving(self, documents: Iterable[RedactedDocument]) -> Iterator[RedactedDocument]:
        """Documents as they leave, each rewritten when it is asked for; with `unlinkable` none before all are read.

        Raises, while documents are asked for:
            ExtractionError: the endpoint is gone; its answers until then are kept.
        """
        k, rest = self._rewriting.unlinkable, iter(documents)
        while some := list(islice(rest, _AT_ONCE if k is None else None)):
            self.documents = [_Open(one, sentences_of(one), self._around(one.original)) for one in some]
            for one in self.documents:
                one.rewrite = [n for n, sentence in enumerate(one.sentences) if sentence.marks and sentence.is_prose]
            self.round("rewriting")
            if k is not None:
                self._unlinkable = _until_unlinkable(self, k)
            self._rewritten += sum(sentence.rewritten for one in self.documents for sentence in one.sentences)
            yield from (one.leaving() for one in self.documents)

    def report(self) -> RewritingResult:
        """What it took until now."""
        usage = self._rewriting.ask.usage
        return RewritingResult(
            sentences=self._asked,
            rewritten=self._rewritten,
            refused=dict(sorted(self._refused.items())),
            **{name: getattr(usage, name) for name in ModelCalls.model_fields},
            unlinkable=self._unlinkable,
        )

    def round(self, what: str) -> tuple[int, int]:
        """Rewrite what is asked of each document; how many sentences were asked about, and how many changed."""
        items = [(d, s) for d, one in enumerate(self.documents) for s in one.rewrite]
        self._asked += len(items)
        done = in_parallel(self._answer, items, self._rewriting.workers)
        changed, failed = 0, list[ExtractionError]()
        for _ in self._rewriting.progress(range(len(items)), what, len(items)):
            (d, s), answer = next(done)
            if isinstance(answer, ExtractionError):
                failed.append(answer)
            elif isinstance(answer, Exception):
                raise answer
            elif answer.text is None:
                self._refused[str(answer.reason)] += 1
            else:
                sentence = self.documents[d].sentences[s]
                self.documents[d].sentences[s] = replace(sentence, text=answer.text, rewritten=True)
                changed += 1
        if failed:
            raise ExtractionError(
                f"{self._rewriting.ask.stopped or failed[0]}; nothing was written. The answers until then are "
                "kept: the same command goes on from there"
            )
        return len(items), changed

    def _answer(self, item: tuple[int, int]) -> Answer:
        document, number = item
        one = self.documents[document]
        sentence, avoid = one.sentences[number], one.avoid.get(number, ())
        rewrite = partial(in_other_words, self._rewriting.ask, self._rewriting.model, sentence, one.around)
        if not avoid or self.index is None:
            return rewrite()
        index = self.index

        def enough(text: str) -> bool:
            rewritten = replace(sentence, text=text, rewritten=True)
            return len(_phrases(index, rewritten, one, document)) < len(avoid)

        return rewrite(avoid, enough)


def _until_unlinkable(work: CorpusRewriting, k: int) -> UnlinkableResult:
    """Rounds, until no phrase links a document to its source, or a round changes nothing.

    Each change takes phrases away, so that the rounds end.
    """
    index = work.index = NGramIndex((one.redacted.original.content for one in work.documents), k)
    before = _linkable(index, work)
    rounds = list[RewritingRound]()
    left = before
    while left:
        for document, one in enumerate(work.documents):
            found = {n: _phrases(index, sentence, one, document) for n, sentence in enumerate(one.sentences)}
            one.avoid = {number: some for number, some in found.items() if some}
            one.rewrite = [number for number in sorted(one.avoid) if one.sentences[number].is_prose]
        asked, changed = work.round(f"round {len(rounds) + 1}")
        left = _linkable(index, work)
        rounds.append(RewritingRound(sentences=asked, rewritten=changed, linkable_documents=left))
        if not changed:
            break
    return UnlinkableResult(k=k, linkable_before=before, rounds=rounds)


def _linkable(index: NGramIndex, work: CorpusRewriting) -> int:
    """How many documents a search leads back to, as `sanon audit` counts them."""
    texts = [content_outside(one.leaving()) for one in work.documents]
    return len(index.find(texts, {number: number for number in range(len(texts))}).linked)


def _phrases(index: NGramIndex, sentence: Sentence, one: _Open, source: int) -> tuple[str, ...]:
    """The phrases of a sentence that link it to its source."""
    text = (
        words_of_model(sentence.text, sentence.spans, CUT)
        if sentence.rewritten
        else outside(one.redacted, sentence, CUT)
    )
    found = index.find([text], {0: source})
    words = list(words_of(text))
    return tuple(
        text[words[start][0] : words[start + length - 1][1]]
        for start, length in zip(found.start.tolist(), found.length.tolist(), strict=True)
    )
