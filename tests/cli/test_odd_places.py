"""Paths, addresses and ids as people and attackers write them: an error in one line, or no harm."""

import json

import pytest

TEXT = "Mr Jonas Aldergrove wrote to jonas@example.org."


def test_links_that_lead_round_in_circles_are_no_documents(sanon, write):
    write("docs/a.txt", TEXT)
    (sanon.folder / "docs/self").symlink_to("self")
    loaded = sanon("load", "docs")
    assert loaded.exit_code == 3
    assert "self: symbolic link that leads back to itself" in loaded.err
    assert "1 document in the graph" in loaded.out
    sanon("redact")
    (sanon.folder / "out").symlink_to("out")
    refused = sanon("export", "out/inside")
    assert refused.exit_code == 2
    assert "leads back to itself" in refused.err


@pytest.mark.parametrize("address", ["localhost:7687", "bolt:localhost:7687", "neo4j+s:db.example.org", "[::1]:7687"])
@pytest.mark.parametrize("command", [("load", "docs"), ("status",), ("doctor",)])
def test_a_server_without_its_scheme_is_refused_and_makes_no_folder(sanon, write, address, command):
    write("docs/a.txt", TEXT)
    refused = sanon(*command, NEO4J_URI=address)
    assert refused.exit_code == 2
    assert "a server is named bolt://" in refused.err
    assert [path.name for path in sanon.folder.iterdir()] == ["docs"]


def test_a_run_that_a_leak_stops_says_before_what_was_found_and_masked(sanon, write):
    write("docs/jonas-aldergrove.txt", TEXT)
    write("docs/broken.json", "{")
    refused = sanon("run", "docs", "out")
    assert refused.exit_code == 1
    assert "ids or file names leak: export with --rename" in refused.err
    assert refused.err.count("rejected: broken.json") == 1
    said = [line.split()[0] for line in refused.out.splitlines()]
    assert (said[0], "masked" in said, said[-1], "exported" in said) == ("read", True, "direct", False)
    found = sanon.json("run", "docs", "out", exit_code=1)
    assert (found["load"]["documents"], found["export"]) == (1, None)


def test_status_says_that_an_export_needs_other_names_if_those_of_files_hold_values(sanon, write):
    write("docs/jonas-aldergrove.txt", TEXT)
    sanon("load", "docs")
    assert sanon.json("status")["needs_rename"] is False
    sanon("redact")
    assert sanon.json("status")["needs_rename"] is True
    assert "ready: sanon export OUT --rename, since ids or file names hold masked values" in sanon("status").out
    assert sanon("export", "out", "--rename").exit_code == 0
    (sanon.folder / "docs/jonas-aldergrove.txt").rename(sanon.folder / "docs/letter.txt")
    assert sanon("load", "docs", "--prune").exit_code == 0
    sanon("redact")
    assert sanon("status").out.splitlines()[-1].split(maxsplit=1) == ["export", "ready: sanon export OUT"]


def test_of_identifiers_only_those_are_said_to_be_gone_that_were_found(sanon, write):
    write("docs/a.txt", f"{TEXT} Bills go to claims@example.org.")
    done = sanon("run", "docs", "out")
    assert "claims@example.org" in (sanon.folder / "out/a.txt").read_text()
    assert "direct     no direct identifier that was found stays readable\n" in done.out


def test_an_export_inside_the_input_is_not_read_as_input(sanon, write):
    write("docs/a.txt", TEXT)
    assert sanon("run", "docs", "docs/protected").exit_code == 0
    again = sanon("load", "docs")
    assert again.exit_code == 0, again.err
    assert "nothing new" in again.out


def test_an_empty_folder_is_no_corpus(sanon):
    (sanon.folder / "docs").mkdir()
    refused = sanon("load", "docs")
    assert refused.exit_code == 3
    assert "docs: holds no file that sAnon reads (" in refused.err
    assert sanon("export", "out").exit_code != 0


def test_a_graph_file_that_is_empty_is_damaged_and_not_new(sanon, write):
    write("docs/a.txt", TEXT)
    assert sanon("load", "docs").exit_code == 0
    (sanon.folder / ".sanon/graph/graph.lbdb").write_bytes(b"")
    for command in (("status",), ("load", "docs"), ("redact",)):
        refused = sanon(*command)
        assert refused.exit_code == 4
        assert "its file is empty" in refused.err


def test_control_characters_of_an_id_are_shown_and_not_sent(sanon, write):
    write("docs.jsonl", json.dumps({"id": "a\u001b]0;owned\u0007\u202eb\u009b", "content": TEXT}) + '\n{"id": "a\x1b')
    loaded = sanon("load", "docs.jsonl")
    sanon("redact")
    shown = [loaded, sanon("analyze"), sanon("status"), sanon("status", "--format", "json")]
    for result in shown:
        assert not {"\x1b", "\x07", "\u202e", "\x9b"} & set(result.out + result.err)


def test_a_value_that_is_longer_than_any_is_refused_in_a_file_and_cut_where_rules_find_it(sanon, write):
    long = " ".join(["Aldergrove"] * 7_000)
    write("docs/a.txt", f"Patient: {long}")
    write("entities.jsonl", json.dumps({"id": "a.txt", "entities": [[long, long, "NAME", 1.0]]}))
    refused = sanon("load", "docs", "--entities", "entities.jsonl")
    assert refused.exit_code == 3
    assert "entity 1: original is longer than 1,000 characters" in refused.err
    write("sanon.toml", "[recognizers.NAME]\npatterns = ['Aldergrove( Aldergrove)*']")
    assert sanon("run", "docs", "out", "--theta-doc", "0", "--graph", "other").exit_code == 0
    assert "Aldergrove" not in (sanon.folder / "out/a.txt").read_text()


def test_a_text_that_is_not_as_it_was_written_does_not_leave(sanon, write):
    write("docs/a.txt", TEXT)
    sanon("load", "docs")
    sanon("redact")
    (texts := sanon.folder / ".sanon/graph/texts").write_bytes(texts.read_bytes().replace(b"wrote", b"wrotf"))
    refused = sanon("export", "out")
    assert refused.exit_code == 4
    assert "a document is not as it was written, 'a.txt'" in refused.err
    assert not (sanon.folder / "out").exists()


def test_a_value_that_changed_on_the_disk_stops_every_command_and_is_not_exported_readable(sanon, write):
    write("docs/a.txt", TEXT)
    assert sanon("load", "docs").exit_code == 0
    assert sanon("redact").exit_code == 0
    graph = sanon.folder / ".sanon/graph/graph.lbdb"
    whole = graph.read_bytes()
    graph.write_bytes(whole.replace(b"Jonas Aldergrove", b"Jonas Aldergrove"[:-1] + b"d"))
    assert graph.read_bytes() != whole
    for command in (("export", "out"), ("run", "docs", "out"), ("status",), ("load", "docs"), ("redact",)):
        refused = sanon(*command)
        assert (refused.exit_code, refused.err.count("\n")) == (4, 1)
        assert "graph.lbdb is not as the last command left it, and so damaged: restore a copy" in refused.err
    assert not (sanon.folder / "out").exists()
    graph.write_bytes(whole)
    assert sanon("export", "out").exit_code == 0
