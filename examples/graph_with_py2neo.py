"""Read the graph with py2neo, for those who have it in use: the riskiest documents, and what is still readable in them.

pip install 'sanon[py2neo]'; sanon load and sanon redact have run on the server; then
NEO4J_URI=bolt://127.0.0.1:7687 NEO4J_PASSWORD=... python examples/graph_with_py2neo.py

py2neo reached its end of life in 2023 and knows Neo4j up to 4.4. Reading a Neo4j 5 works as shown here; its calls for
indexes and constraints do not. New programs take the official driver: examples/graph_with_pandas.py.
"""

from __future__ import annotations

import os
from typing import Any

from py2neo import Graph, NodeMatcher

_STILL_READABLE = """
    MATCH (d:Document {source_id: $document})-[m:MENTIONS]->(e:Entity)
    WHERE NOT e.masked
    RETURN e.type AS type, e.id AS id, m.relevance * e.uniqueness * e.weight AS contribution
    ORDER BY contribution DESC, id
    LIMIT 5
"""


def riskiest(graph: Graph, how_many: int) -> list[tuple[str, float, Any]]:
    """Source id, residual risk, and a pandas table of what makes it: type, id, contribution."""
    documents = NodeMatcher(graph).match("Document", state="extracted").order_by("-_.residual_risk", "_.source_id")
    return [
        (
            document["source_id"],
            document["residual_risk"],
            graph.run(_STILL_READABLE, document=document["source_id"]).to_data_frame(),
        )
        for document in documents.limit(how_many)
    ]


def main() -> None:
    """Connect as `sanon` does, and print; ids of entities, not their values."""
    graph = Graph(
        os.environ["NEO4J_URI"],
        auth=(os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"]),
        name=os.environ.get("NEO4J_DATABASE", "neo4j"),
    )
    for document, risk, makes in riskiest(graph, 3):
        print(f"{document}: {risk:.3f}")
        print(makes.to_string(index=False, float_format="%.3f"), end="\n\n")


if __name__ == "__main__":
    main()
