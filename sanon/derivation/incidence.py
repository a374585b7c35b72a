"""What the graph holds, as an incidence: the extracted documents and the entities that they mention."""

from __future__ import annotations

from collections.abc import Iterable

import pandas as pd

from sanon.errors import ConfigurationError
from sanon.graph.store import Store
from sanon.risk.incidence import Incidence
from sanon.settings.profile import Profile


def read_incidence(store: Store, profile: Profile) -> Incidence:
    """The extracted documents, and the entities they mention with the weights of a profile.

    Raises:
        ConfigurationError: the graph holds types that the profile lacks.
    """
    return incidence_of(store, store.entities(), store.document_risks()["source_id"], profile)


def incidence_of(store: Store, entities: pd.DataFrame, source_ids: Iterable[str], profile: Profile) -> Incidence:
    """The extracted documents and entities that were read already, as `read_incidence` gives them.

    Raises:
        ConfigurationError: as `read_incidence`.
    """
    mentions = store.mentions()
    # An entity that no document mentions is kept for its mask alone, and may be of a type of another profile.
    unknown = entities[~entities["type"].isin(profile.types.keys())]
    require_types(unknown["type"][unknown["id"].isin(mentions["entity_id"])], profile)
    return Incidence.build(
        source_ids,
        entities[["id", "type"]].assign(weight=entities["type"].map(profile.weights).fillna(0.0)),
        mentions,
    )


def require_types(types: Iterable[str], profile: Profile) -> None:
    """Stop if a profile lacks a type that the graph holds.

    Raises:
        ConfigurationError: it does.
    """
    lacking = sorted(set(types) - profile.types.keys())
    if lacking:
        raise ConfigurationError(
            f"the graph holds entities of types that profile {profile.name} lacks: {', '.join(lacking)}; "
            "name the profile it was loaded with, or load with --reextract"
        )
