"""Connected components of a graph that no machine holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import numpy as np
import pandas as pd
from scipy.sparse import coo_array
from scipy.sparse.csgraph import connected_components

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: Partitions that become one in each round.
_JOINED = 8


def components(edges: DataFrame, parts: int) -> DataFrame:
    """The component of each node: columns node, component (its smallest node).

    A partition leaves of its edges one from each node to the smallest node that it reaches there, and partitions are
    joined until one is left, which holds one row for each node.

    Args:
        edges: columns a, b; texts.
        parts: in how many partitions to begin.
    """
    while True:
        edges = edges.repartition(parts).mapInPandas(forest, "a string, b string")
        if parts == 1:
            return edges.withColumnsRenamed({"a": "node", "b": "component"})
        parts = -(-parts // _JOINED)


def forest(batches: Iterable[pd.DataFrame]) -> Iterator[pd.DataFrame]:
    """An edge from each node of a partition to the smallest node that it reaches there, which may be itself."""
    edges = pd.concat(list(batches) or [pd.DataFrame({"a": [], "b": []})], ignore_index=True)
    if edges.empty:
        return
    # Sorted, so that the first node of a component is the smallest.
    number, nodes = pd.factorize(np.concatenate([edges["a"].to_numpy(object), edges["b"].to_numpy(object)]), sort=True)
    a, b = np.split(number, 2)
    _, component = connected_components(coo_array((np.ones(len(a)), (a, b)), shape=(len(nodes), len(nodes))), False)
    _, first = np.unique(component, return_index=True)
    yield pd.DataFrame({"a": nodes, "b": nodes[first[component]]})
