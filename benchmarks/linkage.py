"""Time and memory of the n-gram index: `python benchmarks/linkage.py --documents 100000`.

Documents of about 700 characters whose words follow Zipf's law, in sentences of 15 words; the protected texts are the
same with every fifth word masked.
"""

from __future__ import annotations

import argparse
import resource
import time

import numpy as np

from sanon.audit.linkage import NGramIndex

WORDS_A_DOCUMENT, PHRASE, SENTENCE, MASKED = 115, 5, 15, 5


def corpus(documents: int, seed: int) -> list[str]:
    """Texts whose words follow Zipf's law, and in which phrases come back as they do in letters of one office."""
    dice = np.random.default_rng(seed)
    vocabulary = np.array([f"w{number}" for number in range(200_000)])
    bounds = np.cumsum(1 / np.arange(1, len(vocabulary) + 1))

    def drawn(*size: int) -> np.ndarray:
        return np.searchsorted(bounds / bounds[-1], dice.random(size)).astype(np.int32)

    phrases = drawn(20_000, PHRASE)
    chosen = np.minimum(dice.zipf(1.3, size=(documents, WORDS_A_DOCUMENT // PHRASE)), len(phrases)) - 1
    words = phrases[chosen].reshape(documents, WORDS_A_DOCUMENT)
    words = np.where(dice.random(words.shape) < 0.3, drawn(*words.shape), words)
    texts = []
    for row in words:
        text = vocabulary[row].tolist()
        sentences = [" ".join(text[at : at + SENTENCE]) + "." for at in range(0, len(text), SENTENCE)]
        texts.append(" ".join(sentences))
    return texts


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=7)
    asked = parser.parse_args()
    texts = corpus(asked.documents, asked.seed)
    before = _memory()
    started = time.process_time()
    index = NGramIndex(texts)
    built = time.process_time()
    protected = [_masked(text) for text in texts]
    begun = time.process_time()
    linked = len(index.find(protected, {number: number for number in range(len(texts))}).linked)
    done = time.process_time()
    size = sum(map(len, texts)) / 1e6
    print(f"{len(texts):,} documents, {size:.0f} MB: {index.stored:,} n-grams stored in {built - started:.0f} s of CPU")
    print(f"{linked:,} of {len(texts):,} protected texts linked in {done - begun:.0f} s of CPU")
    print(f"memory: {before:.0f} MB with the texts, at most {_memory():.0f} MB")


def _masked(text: str) -> str:
    words = text.split(" ")
    return " ".join("[X]" if number % MASKED == 0 else word for number, word in enumerate(words))


def _memory() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    main()
