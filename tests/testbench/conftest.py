"""What several files of tests look at: a register, and clusters of the grammar; both are made once."""

import pytest

from sanon.testbench.grammar.generator import Grammar
from sanon.testbench.register.register import Register


@pytest.fixture(scope="session")
def register():
    return Register(7)


@pytest.fixture(scope="session")
def fifty():
    return list(Grammar(7).clusters(50))
