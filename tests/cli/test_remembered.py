"""The graph remembers its policy: what was told once need not be told again, and a change is said."""

import pytest

DOCS = {
    "a.txt": "The applicant, Mr Jonas Aldergrove, was born in 1951. Application no. 4711/06.",
    "b.txt": "Mr Jonas Aldergrove lodged application no. 4711/06 against Turkey.",
}


@pytest.fixture
def docs(write):
    for name, text in DOCS.items():
        write(f"docs/{name}", text)
    return "docs"


def test_a_profile_told_to_load_holds_for_redact_and_export(sanon, docs):
    first = sanon("load", docs, "--profile", "legal")
    assert first.exit_code == 0, first.err
    assert "changed for this graph" not in first.err
    again = sanon("load", docs)
    assert "nothing new" in again.out
    assert "changed for this graph" not in again.err
    assert sanon("export", "out").exit_code == 1  # not decided yet; the types are known


def test_another_profile_is_said_and_remembered(sanon, docs):
    assert sanon("load", docs, "--theta-chain", "0.4").exit_code == 0
    changed = sanon("load", docs, "--theta-chain", "0.3", "--max-chain-length", "4")
    assert (
        "note: changed for this graph, and remembered: max_chain_length: 3 -> 4; theta_chain: 0.4 -> 0.3" in changed.err
    )
    assert "changed" not in sanon("load", docs).err


def test_the_command_line_beats_the_environment_that_the_file_and_that_the_graph(sanon, docs, write):
    write("sanon.toml", 'graph = "store"\ntheta-doc = 0.9')
    environment = {"SANON_THETA_DOC": "0.8"}
    assert sanon("load", docs, "--theta-doc", "0.7", **environment).exit_code == 0
    assert (sanon.folder / "store").is_dir()
    assert "theta_doc: 0.7 -> 0.8" in sanon("load", docs, **environment).err
    assert "theta_doc: 0.8 -> 0.9" in sanon("load", docs).err
    write("sanon.toml", 'graph = "store"')
    assert "changed" not in sanon("load", docs).err


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("theta_dok = 0.5", "no setting theta_dok"),
        ("theta_doc = 1.5", "theta_doc: Input should be less than or equal to 1"),
        ("concurrency = 'many'", "concurrency"),
        ("[presidio]\nlangauge = 'de'", "presidio.langauge"),
        ("[recognizers.NAME]\npatern = ['x']", "recognizers.NAME.patern"),
        ("presidio = 1", "presidio is a table"),
    ],
)
def test_an_entry_of_the_configuration_that_nobody_would_read_is_refused(sanon, docs, write, text, named):
    write("sanon.toml", text)
    refused = sanon("load", docs)
    assert refused.exit_code == 2
    assert "configuration sanon.toml: " in refused.err
    assert named in refused.err
