"""Generate: documents with truth into a fresh folder, cluster by cluster."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

from sanon import __version__
from sanon.errors import ExtractionError
from sanon.export.folder import check_target, replaced_at_once
from sanon.progress import Progress, silent
from sanon.results import GenerateResult
from sanon.results.generate import RejectedCluster
from sanon.testbench.dataset.reader import is_dataset
from sanon.testbench.dataset.writer import DatasetWriter

if TYPE_CHECKING:
    from sanon.testbench.author.generator import Author
    from sanon.testbench.grammar.generator import Grammar

REJECTED = "rejected.jsonl"
#: For so many clusters one more is made whose documents no system sees.
OUTSIDE = 5
_CALLED = "a generated folder"


def generate(
    out: Path,
    generator: Grammar | Author,
    *,
    clusters: int,
    overwrite: bool = False,
    progress: Progress = silent,
) -> GenerateResult:
    """Fill a folder; it appears when all clusters are in it.

    Args:
        out: absent or empty, or with `overwrite` an earlier generated folder.

    Raises:
        ConfigurationError: the folder cannot be written, or holds something else.
        ExtractionError: not one cluster could be made; nothing was written.
    """
    check_target(out, overwrite, is_dataset, _CALLED)
    by_risk, by_format = Counter[str](), Counter[str]()
    rejected: list[RejectedCluster] = []
    with replaced_at_once(out, overwrite, is_dataset, _CALLED) as folder, DatasetWriter(folder) as writer:
        for made in progress(generator.clusters(clusters), "generating", clusters):
            if isinstance(made, RejectedCluster):
                rejected.append(made)
                continue
            writer.add(made.cluster)
            by_risk[made.cluster.cluster.risk] += 1
            by_format.update(str(document.metadata["format"]) for document in made.cluster.documents)
        if not by_risk:
            last = f": {rejected[-1].stage}: {rejected[-1].reason}" if rejected else ""
            raise ExtractionError(f"not one of {clusters} clusters could be made{last}")
        writer.add_outside(list(generator.outside(max(clusters // OUTSIDE, 1))))
        if rejected:
            (folder / REJECTED).write_text("".join(one.model_dump_json() + "\n" for one in rejected), "utf-8")
        manifest = writer.finish(
            generator=generator.name,
            seed=generator.seed,
            version=__version__,
            model=generator.model,
            population=generator.population,
        )
    return GenerateResult(
        out=str(out),
        generator=generator.name,
        seed=generator.seed,
        model=generator.model,
        **manifest.counts.model_dump(),
        by_risk=dict(sorted(by_risk.items())),
        by_format=dict(sorted(by_format.items())),
        recurring=manifest.recurring,
        thrown_away=generator.thrown_away,
        rejected=rejected,
    )
