"""A registry knows the shipped classes and those of entry points, and names what it does not know."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from sanon.attack.attackers import ATTACKERS
from sanon.corpus.readers import READERS
from sanon.errors import ConfigurationError
from sanon.extraction.registry import EXTRACTORS
from sanon.registry import Registry
from sanon.replacement.operators import OPERATORS
from sanon.selection.strategy import STRATEGIES


class Shape:
    name: str


@pytest.fixture
def registry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Registry[Shape]:
    """Two shapes in a package, one of another package by an entry point."""
    package = tmp_path / "shapes"
    package.mkdir()
    (package / "__init__.py").write_text("")
    head = f"from {__name__} import Shape\n"
    (package / "circle.py").write_text(head + "class Circle(Shape):\n    name = 'circle'\n")
    (package / "square.py").write_text(
        head + "class Base(Shape):\n    pass\nclass Square(Base):\n    name = 'square'\n"
    )
    (tmp_path / "elsewhere.py").write_text(head + "class Star(Shape):\n    name = 'star'\nclass Other:\n    pass\n")
    info = tmp_path / "elsewhere-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: elsewhere\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[test.shapes]\nstar = elsewhere:Star\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.setitem(sys.modules, __name__, sys.modules[__name__])
    for module in ("shapes", "shapes.circle", "shapes.square", "elsewhere"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return Registry(Shape, package="shapes", group="test.shapes", kind="shape")


def test_it_knows_shipped_classes_and_those_of_entry_points(registry: Registry[Shape]) -> None:
    assert registry.names == ["circle", "square", "star"]
    assert registry.named("star").__module__ == "elsewhere"


def test_an_unknown_name_is_answered_with_the_nearest(registry: Registry[Shape]) -> None:
    with pytest.raises(ConfigurationError, match="no shape 'cirlce': did you mean circle"):
        registry.named("cirlce")
    with pytest.raises(ConfigurationError, match="name one of circle, square, star"):
        registry.named("x")


def test_an_entry_point_that_is_no_such_class_is_refused(registry: Registry[Shape], tmp_path: Path) -> None:
    (tmp_path / "elsewhere-1.dist-info" / "entry_points.txt").write_text("[test.shapes]\nstar = elsewhere:Other\n")
    with pytest.raises(ConfigurationError, match="not a Shape"):
        _ = registry.names


@pytest.mark.parametrize("shipped", [ATTACKERS, EXTRACTORS, OPERATORS, READERS, STRATEGIES], ids=lambda one: one.kind)
def test_each_class_says_in_a_sentence_what_it_is(shipped: Registry) -> None:
    assert all(one.summary and not one.summary.endswith(".") for one in shipped.classes.values())
