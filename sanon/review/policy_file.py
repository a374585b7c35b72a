"""A policy file, changed by a rule at a time; everything else in it stays as somebody wrote it."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import date
from pathlib import Path
from typing import Literal

import tomlkit
from tomlkit.exceptions import TOMLKitError
from tomlkit.items import AoT, Table, Whitespace

from sanon.atomic import write_whole
from sanon.errors import ConfigurationError, accessing
from sanon.settings.rules import Rules
from sanon.settings.source import policy_file_of, read_policy_file

#: What is done with an entity -> the list that says so, and the one that says the contrary.
_LISTS = {"mask": ("always_mask", "never_mask"), "keep": ("never_mask", "always_mask")}


class EditedPolicy:
    """One file; it is read anew before each change, since it may be open in an editor too.

    Args:
        path: of the file; made by the first change if it is not there.
        begun: rules that the graph remembers, for a file that is new: without them it would forget them.
    """

    def __init__(self, path: Path, begun: Rules) -> None:
        self.path = path
        self._begun = begun

    def decide(
        self, action: Literal["mask", "keep"], entity_type: str, value: str, *, everywhere: bool = False
    ) -> Rules:
        """Always, or never, mask an entity; a rule of exactly the contrary goes.

        Args:
            everywhere: look for the value in all texts, since no extractor found it.

        Raises:
            ConfigurationError: the file is no policy, or cannot be written.
        """
        ours, contrary = _LISTS[action]
        rule: dict[str, object] = {"type": entity_type, "value": value}
        with self._alone():
            document = self._read()
            _remove(document, contrary, rule)
            _add(document, ours, rule | ({"everywhere": True} if everywhere else {}))
            return self._write(document)

    def undo(self, entity_type: str, value: str) -> Rules:
        """Take the rules of exactly this entity out.

        Raises:
            ConfigurationError: the file is no policy, or cannot be written.
        """
        rule: dict[str, object] = {"type": entity_type, "value": value}
        with self._alone():
            document = self._read()
            for some in (rule, rule | {"everywhere": True}):
                _remove(document, "always_mask", some)
            _remove(document, "never_mask", rule)
            return self._write(document)

    def accept(self, documents: tuple[str, ...], reason: str, until: date) -> Rules:
        """Accept the risk of a document, or of a chain of several; an earlier acceptance of the same goes.

        Raises:
            ConfigurationError: the file is no policy, or cannot be written.
        """
        what: dict[str, object] = {"document": documents[0]} if len(documents) == 1 else {"chain": list(documents)}
        with self._alone():
            document = self._read()
            _remove(document, "accepted", what)
            _add(document, "accepted", {**what, "reason": reason, "until": until})
            return self._write(document)

    def rules(self) -> Rules:
        """What the file says now.

        Raises:
            ConfigurationError: it is no policy.
        """
        return read_policy_file(self.path).rules if self.path.exists() else self._begun

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Let no other review change the file between reading and writing: what it decided would be lost.

        The lock is on the folder, since each change puts another file in place.
        """
        try:
            import fcntl
        except ImportError:  # Windows
            yield
            return
        with accessing(f"policy {self.path}", "written"):
            folder = os.open(self.path.resolve().parent, os.O_RDONLY)
        try:
            with suppress(OSError):  # a network file system without locks
                fcntl.flock(folder, fcntl.LOCK_EX)
            yield
        finally:
            os.close(folder)

    def _read(self) -> tomlkit.TOMLDocument:
        self.rules()
        try:
            return tomlkit.parse(self.path.read_text("utf-8")) if self.path.exists() else _file_of(self._begun)
        except (OSError, UnicodeDecodeError, TOMLKitError) as error:
            raise ConfigurationError(f"policy {self.path}: cannot be read: {type(error).__name__}") from error

    def _write(self, document: tomlkit.TOMLDocument) -> Rules:
        """Replace the file, whole or not at all, once it is sure that it is a policy; its mode stays."""
        content = document.as_string()
        rules = policy_file_of(self.path, tomllib.loads(content)).rules
        target = self.path.resolve()
        # A new one is for its owner only: rules name values.
        mode = target.stat().st_mode & 0o777 if target.exists() else 0o600
        with accessing(f"policy {self.path}", "written"):
            write_whole(target, content.encode("utf-8"))
            target.chmod(mode)
        return rules


def _file_of(rules: Rules) -> tomlkit.TOMLDocument:
    document = tomlkit.document()
    document.add(
        tomlkit.comment("What sanon redact always or never masks, and what is accepted: --policy with this file.")
    )
    for name, value in rules.model_dump(exclude_defaults=True, exclude_none=True).items():
        if isinstance(value, dict):
            document.append(name, tomlkit.item(value))
        else:
            for rule in value:
                _add(document, name, rule)
    return document


def _add(document: tomlkit.TOMLDocument, name: str, rule: dict[str, object]) -> None:
    """Append a rule to a list, unless it is there."""
    table = tomlkit.table()
    for key, value in rule.items():
        table.append(key, tomlkit.item(list(value) if isinstance(value, tuple) else value))
    listed = document.get(name)
    if listed is None:
        listed = tomlkit.aot()
        listed.append(table)
        if document.as_string().strip():
            document.add(tomlkit.nl())
        document.append(name, listed)
        return
    if not isinstance(listed, AoT):
        raise ConfigurationError(f"policy: {name} is written as one line; write each rule as [[{name}]]")
    if any(one.unwrap() == rule for one in listed.body):
        return
    _move_what_follows(listed.body[-1], table)
    listed.append(table)


def _move_what_follows(before: Table, after: Table) -> None:
    """A remark behind an empty line belongs to what comes next in the file, not to the rule above it."""
    body = before.value.body
    first = next((n for n in range(len(body)) if all(key is None for key, _ in body[n:])), len(body))
    blank = next((n for n in range(first, len(body)) if isinstance(body[n][1], Whitespace)), len(body))
    after.value.body.extend(body[blank:])
    del body[blank:]


def _remove(document: tomlkit.TOMLDocument, name: str, entries: dict[str, object]) -> None:
    """Take the rules out that hold these entries, and of a list of masks nothing else."""
    listed = document.get(name)
    if not isinstance(listed, AoT):
        return
    for number in reversed(range(len(listed.body))):
        rule = listed.body[number].unwrap()
        same = rule == entries if name != "accepted" else all(rule.get(key) == value for key, value in entries.items())
        if same:
            if number:
                _move_what_follows(listed.body[number], listed.body[number - 1])
            del listed[number]
    if not listed.body:
        document.remove(name)
