"""Read the graph with the Neo4j driver and pandas: which types of entity are masked how often, and what that does.

pip install sanon; sanon load and sanon redact have run on the server; then
NEO4J_URI=bolt://127.0.0.1:7687 NEO4J_PASSWORD=... python examples/graph_with_pandas.py
"""

from __future__ import annotations

import os

import neo4j
import pandas as pd

_TYPES = """
    MATCH (e:Entity)
    RETURN e.type AS type, count(*) AS entities, count(CASE WHEN e.masked THEN 1 END) AS masked,
           avg(e.uniqueness) AS uniqueness
    ORDER BY masked DESC, type
"""
_DOCUMENTS = """
    MATCH (d:Document) WHERE d.state = 'extracted'
    RETURN d.source_id AS document, d.risk AS risk, d.residual_risk AS residual_risk
    ORDER BY risk DESC, document
"""


def tables(driver: neo4j.Driver, database: str) -> dict[str, pd.DataFrame]:
    """Two tables: `types` and `documents`; no values of entities in them."""
    return {
        name: driver.execute_query(query, database_=database, result_transformer_=neo4j.Result.to_df)
        for name, query in (("types", _TYPES), ("documents", _DOCUMENTS))
    }


def main() -> None:
    """Connect as `sanon` does, and print both."""
    user = os.environ.get("NEO4J_USERNAME", "neo4j"), os.environ["NEO4J_PASSWORD"]
    with neo4j.GraphDatabase.driver(os.environ["NEO4J_URI"], auth=user) as driver:
        found = tables(driver, os.environ.get("NEO4J_DATABASE", "neo4j"))
    print(found["types"].to_string(index=False, float_format="%.3f"))
    print()
    print(found["documents"].head(10).to_string(index=False, float_format="%.3f"))


if __name__ == "__main__":
    main()
