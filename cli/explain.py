"""sanon explain."""

from __future__ import annotations

from collections.abc import Iterator

import click
from sanon.cli import browser, explanation_lines, options, printing
from sanon.cli.printing import say
from sanon.cli.told import Told, told

from sanon.commands import explain as steps
from sanon.corpus_state.corpus_in_graph import CorpusInGraph, read_corpus_in_graph
from sanon.graph.open import open_existing
from sanon.graph.store import Store

_Result = tuple[dict[str, object], Iterator[str], str]


@click.command()
@click.argument("kind", metavar="entity|document|chain", type=click.Choice(["entity", "document", "chain"]))
@click.argument("names", metavar="ID", nargs=-1, required=True)
@options.rules
@options.decided_policy
@options.graph
@options.config
@options.output_format
@options.show_values
@told
def explain(told: Told, kind: str, names: tuple[str, ...], output_format: str, show_values: bool) -> None:
    """Explain why an entity is masked or kept, what makes a document risky, or what carries a chain.

    ID is the id of an entity, or at least 6 digits of it; the source id of a document; or, for a chain, source ids
    separated by commas, or the id of its node. Nothing is written. The text ends with a query that shows the same in
    Neo4j Browser.

    \b
    Examples:
      sanon explain entity 5c714308
      sanon explain entity 5c714308 --show-values
      sanon explain document claim-17
      sanon explain chain claim-17,report-3,news-9
      sanon explain chain claim-17 report-3 --theta-chain 0.4 --format json
    """
    if kind != "chain" and len(names) > 1:
        raise click.UsageError(f"one {kind} at a time; quote an id that holds blanks")
    with open_existing(told.graph) as store:
        settings = told.settings(store)
        corpus = read_corpus_in_graph(store, settings.policy, settings.profile, settings.rules, settings.masking)
        written = explanation_lines.Names(corpus, show_values=show_values)
        as_json, lines, query = _explained(kind, names, store, corpus, written)
        if output_format == "json":
            printing.as_json(as_json)
            return
        for line in lines:
            say(line.rstrip())
        say(f"\nIn Neo4j Browser:\n\n{query}")


def _explained(
    kind: str, names: tuple[str, ...], store: Store, corpus: CorpusInGraph, written: explanation_lines.Names
) -> _Result:
    """JSON, lines, and the query for Neo4j Browser."""
    if kind == "entity":
        entity = steps.explained_entity(store, corpus, names[0])
        query = browser.query("why_is_this_entity_masked", entity.entity_id)
        return entity.result(corpus).to_json(), explanation_lines.entity_lines(entity, written), query
    if kind == "document":
        document = steps.explained_document(corpus, names[0])
        query = browser.query("what_makes_this_document_risky", names[0])
        resembles = steps.resembling_texts(store, names[0])
        lines = explanation_lines.document_lines(document, written, resembles)
        return steps.document_result(document, corpus, resembles).to_json(), lines, query
    chain = steps.explained_chain(store, corpus, names)
    query = browser.query("what_carries_this_chain", corpus.masked.names(chain.documents))
    lines = explanation_lines.chain_lines(chain, written, corpus.masked.policy.edge_threshold)
    return steps.chain_result(chain, corpus).to_json(), lines, query
