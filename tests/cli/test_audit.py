"""sanon audit on the example, as it was exported and as somebody changed it."""

from tests.cli.conftest import EXAMPLE


def test_a_tampered_export_of_the_example_fails_with_its_place(sanon):
    sanon.json("run", EXAMPLE / "documents", "out")
    for originals in ((), ("--originals", EXAMPLE / "documents")):
        fine = sanon.json("audit", "out", *originals)
        assert (fine["documents"], fine["leaks"], fine["near_misses"], fine["changed_files"]) == (25, [], [], 0)
        assert (fine["failed"], fine["undecided"]) == ([], None if originals else 0)

    file = sanon.folder / "out" / "c1-claim-form.json"
    original = (EXAMPLE / "documents" / "c1-claim-form.json").read_text("utf-8")
    name = original.partition("Member: ")[2].split("\\n")[0]
    assert "[NAME_1]" in file.read_text("utf-8")
    file.write_text(file.read_text("utf-8").replace("[NAME_1]", name, 1), "utf-8")
    failed = sanon("audit", "out")
    assert failed.exit_code == 1
    assert "leak: c1-claim-form, content" in failed.out
    assert name not in failed.out + failed.err
