"""The two files that a new corpus begins with: every entry with what it means, commented out where it is a default."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from sanon.settings.masking import EVERY_TYPE, Masking
from sanon.settings.policy import Policy
from sanon.settings.preset import PRESETS, policy_of, recognizers_of
from sanon.settings.settings import GRAPH

CONFIGURATION, POLICY = "sanon.toml", "policy.toml"


class _Entry(NamedTuple):
    name: str
    default: object
    says: str
    #: Written also where nobody told it: what a graph remembers of earlier commands must not stand in for it.
    always: bool = False


_POLICY = Policy()
_THRESHOLDS = (
    _Entry(
        "direct",
        _POLICY.direct,
        "Direct identifiers: always masked, or by-risk. never_mask names exceptions.",
        always=True,
    ),
    _Entry("theta_doc", _POLICY.theta_doc, "Highest risk that a document may keep."),
    _Entry("theta_chain", _POLICY.theta_chain, "Highest risk that a chain of documents may keep."),
    _Entry("rho_high", _POLICY.rho_high, "A chain of high risk must fall to this share of it,"),
    _Entry("rho_medium", _POLICY.rho_medium, "one of medium risk to this share."),
    _Entry("edge_threshold", _POLICY.edge_threshold, "Two documents are linked from this strength on."),
    _Entry("max_chain_length", _POLICY.max_chain_length, "Documents in the longest chain, 2 to 6."),
)
_CHOICES = (
    _Entry("graph", GRAPH, "Where the graph is: a folder, or bolt://HOST:7687 of a Neo4j server."),
    _Entry(
        "operators",
        ["type-label"],
        'In place of a value: type-label, redacted, pseudonym, surrogate, generalize or keep; "TYPE=…" for one type.',
        always=True,
    ),
    _Entry("scope", Masking().scope, "Whether a surrogate is the same in all documents, or another in each."),
    _Entry("strategy", Masking().strategy, "How masks are chosen: greedy, knapsack, or optimal with a proof."),
    _Entry("chunk", "words=200", "Cut long documents as the search index does; without it they stay whole."),
    _Entry("date_order", "auto", "How 03/04/2024 is read: auto, day-first or month-first."),
    _Entry("extractor", "embedded", "What finds the entities; docs/extraction.md lists the others."),
)

Told = Mapping[str, object]


def configuration_text(preset: str, told: Told) -> str:
    """The configuration.

    Args:
        preset: its name.
        told: setting -> value, of those that are not to stay defaults.
    """
    head = f"""\
# Settings of sAnon for this folder: every command that runs here reads them.
# Flags and the environment beat them. An entry after "# " is not set: take the "# " away to set it.

# Entity types and their weights: insurance, legal, or a file of yours.
profile = {_toml(told.get("profile", PRESETS[preset].profile))}

# Limits, and what is always or never masked.
policy = {_toml(POLICY)}
"""
    recognizers = recognizers_of(preset)
    return "\n".join([head, *_entries(_CHOICES, told), *([recognizers] if recognizers else [])])


def policy_text(preset: str, told: Told) -> str:
    """The policy file; arguments as of `configuration_text`."""
    head = f"# Policy of sAnon for this folder: {PRESETS[preset]}.\n# How the numbers are made: docs/method.md.\n"
    return "\n".join([head, *_entries(_THRESHOLDS, told), policy_of(preset)])


def _entries(entries: Iterable[_Entry], told: Told) -> Iterator[str]:
    for one in entries:
        unset = "" if one.always or one.name in told else "# "
        yield f"# {one.says}\n{unset}{one.name} = {_toml(told.get(one.name, one.default))}\n"


def _toml(value: object) -> str:
    """A string, number or list; JSON's notation of them is TOML's too. Operators by type are listed."""
    if isinstance(value, Mapping):
        value = [name if kind == EVERY_TYPE else f"{kind}={name}" for kind, name in value.items()]
    return json.dumps(value)
