"""What the graph remembers of the settings, for the next command."""

from __future__ import annotations

from sanon.graph.store import Store
from sanon.settings.settings import Settings


def remember(store: Store, settings: Settings) -> list[str]:
    """Keep profile, policy, rules, strategy and operators of a command that wrote.

    Returns:
        What is otherwise from now on, each as `name: before -> after`; nothing the first time.
    """
    before, now = store.remembered(), settings.to_remember
    if before == now:
        return []
    store.claim()
    store.remember(now)
    return before.changes_to(now) if before else []
