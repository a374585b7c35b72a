"""Registries: classes known by a name, those that ship with sAnon and those that other packages add.

A class is known when it stands in a module of the registry's package, is made from the registry's base class and has a
`name`. Another package adds its own by an entry point in the group of the registry:

    [project.entry-points."sanon.operators"]
    initials = "my_package.operators:Initials"
"""

from __future__ import annotations

from difflib import get_close_matches
from functools import cached_property
from importlib import import_module
from importlib.metadata import entry_points
from pkgutil import iter_modules
from typing import Generic, TypeVar

from sanon.errors import ConfigurationError

T = TypeVar("T")


class Registry(Generic[T]):
    """The named classes of one kind.

    Args:
        base: the class that all of them are made from; each has a `name` and a `summary`, one sentence for help texts.
        package: package whose modules hold the shipped ones; imported when the registry is first asked.
        group: of the entry points by which other packages add theirs.
        kind: what one of them is called in a message, such as "operator".
    """

    def __init__(self, base: type[T], *, package: str, group: str, kind: str) -> None:
        self.base = base
        self.package = package
        self.group = group
        self.kind = kind

    @cached_property
    def classes(self) -> dict[str, type[T]]:
        """Name -> class, the shipped ones first.

        Raises:
            ConfigurationError: an entry point cannot be loaded, is no such class, or has the name of another.
        """
        found = {name: one for module in self._modules() for name, one in self._of_module(module)}
        for entry in entry_points(group=self.group):
            try:
                one = entry.load()
            except Exception as error:
                raise ConfigurationError(
                    f"{self.kind} {entry.name} of {entry.value}: cannot be loaded: {error}"
                ) from error
            if not (
                isinstance(one, type) and issubclass(one, self.base) and isinstance(getattr(one, "name", None), str)
            ):
                raise ConfigurationError(
                    f"{self.kind} {entry.name} of {entry.value}: not a {self.base.__name__} with a name"
                )
            name: str = one.name  # type: ignore[attr-defined]
            if found.setdefault(name, one) is not one:
                raise ConfigurationError(f"{self.kind} {name!r} of {entry.value}: there is one of that name already")
        return found

    @property
    def names(self) -> list[str]:
        """All names, the shipped ones first."""
        return list(self.classes)

    def named(self, name: str) -> type[T]:
        """The class of a name.

        Raises:
            ConfigurationError: there is none.
        """
        if name not in self.classes:
            near = get_close_matches(name, self.names, n=1)
            hint = f"did you mean {near[0]}?" if near else f"name one of {', '.join(self.names)}"
            raise ConfigurationError(f"no {self.kind} {name!r}: {hint}")
        return self.classes[name]

    def _modules(self) -> list[str]:
        package = import_module(self.package)
        return [f"{self.package}.{one.name}" for one in iter_modules(package.__path__)]

    def _of_module(self, module: str) -> list[tuple[str, type[T]]]:
        classes = [one for one in vars(import_module(module)).values() if isinstance(one, type)]
        return [
            (one.name, one)  # type: ignore[attr-defined]
            for one in classes
            if one.__module__ == module and issubclass(one, self.base) and isinstance(vars(one).get("name"), str)
        ]
