"""The policy file through the installed command, on a corpus small enough to follow."""

import json

import pytest

TEXTS = {
    "form": "Anna Berger, born 1961, treated at Klinik Nord for Morbus Fabry.",
    "memo": "Klinik Nord billed Morbus Fabry for the harbour pilot.",
    "news": "The harbour pilot of Ulm was treated at Klinik Nord.",
    "note": "Nothing of note.",
}
NAME = ["Anna Berger", "anna berger", "NAME", 1.0]
CLINIC = ["Klinik Nord", "klinik nord", "PROVIDER", 1.0]
ILLNESS = ["Morbus Fabry", "morbus fabry", "MEDICAL_CONDITION", 1.0]
PILOT = ["harbour pilot", "harbour pilot", "INDIRECT_IDENTIFIER", 1.0]
TOWN = ["Ulm", "ulm", "LOCATION", 0.9]
FOUND = {"form": [NAME, CLINIC, ILLNESS], "memo": [CLINIC, ILLNESS, PILOT], "news": [PILOT, TOWN, CLINIC], "note": []}
STRICT = "edge_threshold = 0.1\ntheta_chain = 0.05\ntheta_doc = 0.5\ndirect = 'by-risk'\n"


@pytest.fixture
def redact(sanon, write):
    """Load the corpus, then redact with a policy file; shows types in place of ids."""
    for name, text in TEXTS.items():
        write(f"docs/{name}.json", {"id": name, "metadata": {"format": name}, "content": text})
    write("entities.jsonl", "\n".join(json.dumps({"id": name, "entities": FOUND[name]}) for name in TEXTS))
    sanon.json("load", "docs", "--entities", "entities.jsonl")

    def _redact(policy, exit_code=0):
        write("policy.toml", policy)
        return sanon.json("redact", "--at-least", 0, "--fresh", "--policy", "policy.toml", exit_code=exit_code)

    return _redact


def _masked(decisions, stage=None):
    return {mask["type"] for mask in decisions["masked"] if stage in (None, mask["stage"])}


def test_thresholds_of_the_file_count_and_flags_beat_them(redact, sanon):
    assert redact(STRICT)["parameters"]["theta_chain"] == 0.05
    flagged = sanon.json("redact", "--at-least", 0, "--fresh", "--policy", "policy.toml", "--theta-chain", 0.6)
    assert flagged["parameters"]["theta_chain"] == 0.6
    assert flagged["parameters"]["theta_doc"] == 0.5


def test_lists_name_entities_by_type_value_and_pattern(redact):
    lenient = "theta_doc = 1.0\ntheta_chain = 1.0\nedge_threshold = 1.0\ndirect = 'by-risk'\n"
    by_type = redact(lenient + '[[always_mask]]\ntype = "LOCATION"')
    assert (_masked(by_type, "list"), _masked(by_type)) == ({"LOCATION"}, {"LOCATION"})
    assert _masked(redact(lenient + '[[always_mask]]\nvalue = "KLINIK Nord"')) == {"PROVIDER"}
    assert _masked(redact(lenient + '[[always_mask]]\npattern = "^harbour"')) == {"INDIRECT_IDENTIFIER"}
    both = '[[always_mask]]\npattern = "."\n[[never_mask]]\ntype = "NAME"'
    assert _masked(redact(lenient + both)) == {"PROVIDER", "MEDICAL_CONDITION", "INDIRECT_IDENTIFIER", "LOCATION"}


def test_a_largest_importance_masks_what_is_above_it(redact):
    # N = 4: u = 1 for the town (0.9 · 1 · 0.55 = 0.495) and u = ln(5/3)/ln 5 = 0.32 for the clinic (0.206).
    lenient = "theta_doc = 1.0\ntheta_chain = 1.0\nedge_threshold = 1.0\ndirect = 'by-risk'\n[largest_importance]\n"
    assert _masked(redact(lenient + "LOCATION = 0.49\nPROVIDER = 0.21")) == {"LOCATION"}
    assert _masked(redact(lenient + "LOCATION = 0.50\nPROVIDER = 0.20")) == {"PROVIDER"}


def test_what_must_not_be_masked_is_not_and_what_stays_open_is_named(redact, sanon):
    everything = redact(STRICT)
    assert "MEDICAL_CONDITION" in _masked(everything)
    left = redact(STRICT + '[[never_mask]]\ntype = "MEDICAL_CONDITION"', exit_code=1)
    assert "MEDICAL_CONDITION" not in _masked(left)
    # Every chain over that link stays open: masks take no chain away.
    assert {("form", "memo")} < {tuple(chain["documents"]) for chain in left["open"]["chains"]}
    assert all({"form", "memo"} <= set(chain["documents"]) for chain in left["open"]["chains"])
    assert left["after"]["chains_over_policy"] == len(left["open"]["chains"])
    told = sanon("redact", "--at-least", 0, "--fresh", "--policy", "policy.toml")
    assert "open: chain form – memo" in told.err
    assert "abry" not in told.err


def test_a_format_may_have_a_limit_of_its_own(redact):
    policy = "theta_chain = 1.0\nedge_threshold = 1.0\ntheta_doc = 1.0\ndirect = 'by-risk'\n"
    policy += "[theta_doc_by_format]\nnews = 0.3"
    assert redact(policy)["open"]["documents"] == []
    assert {mask["reason"].split(":")[0] for mask in redact(policy)["masked"]} == {"document news"}


def test_operators_and_costs_go_by_type(redact):
    dear = redact(STRICT + "[costs]\nMEDICAL_CONDITION = 5")
    assert dear["cost"] == sum(5 if mask["type"] == "MEDICAL_CONDITION" else 1 for mask in dear["masked"])
    operators = '[operators]\nNAME = "pseudonym"\nPROVIDER = "redacted"\nMEDICAL_CONDITION = "pseudonym"'
    done = redact(STRICT + operators + '\n[[always_mask]]\ntype = "PROVIDER"')
    replaced = {mask["type"]: mask["replacement"] for mask in done["masked"]}
    assert replaced["PROVIDER"] == "[REDACTED]"
    assert replaced["NAME"].startswith("[NAME_")
    # The same pseudonym in two documents would leave their chain above its limit.
    assert replaced["MEDICAL_CONDITION"] == "[MEDICAL_CONDITION]"


def test_an_accepted_risk_counts_until_it_expires(redact, sanon):
    lists = '[[never_mask]]\ntype = "MEDICAL_CONDITION"\n'
    accepted = '[[accepted]]\nchain = ["memo", "form"]\nreason = "agreed with the data steward"\nuntil = {}\n'
    longer = "".join(
        f'[[accepted]]\nchain = {chain}\nreason = "the same link"\nuntil = 2999-01-01\n'
        for chain in (["form", "memo", "news"], ["news", "form", "memo"])
    )
    agreed = redact(STRICT + lists + accepted.format("2999-01-01") + longer)
    assert agreed["open"] == {"documents": [], "chains": [], "people": []}
    assert agreed["expired"] == []
    over = redact(STRICT + lists + accepted.format("2020-01-01"), exit_code=1)
    assert [one["until"] for one in over["expired"]] == ["2020-01-01"]
    assert (
        "ended 2020-01-01 and counts again"
        in sanon("redact", "--at-least", 0, "--fresh", "--policy", "policy.toml").err
    )


@pytest.mark.parametrize(
    ("policy", "named"),
    [
        ("theta_doc = 2", "theta_doc"),
        ('[[never_mask]]\npattern = "("', "never_mask.0.pattern"),
        ("[[never_mask]]", "never_mask.0"),
        ('[[always_mask]]\ntype = "ALIEN"', "ALIEN"),
        ('[[accepted]]\ndocument = "nowhere"\nreason = "x"\nuntil = 2999-01-01', "nowhere"),
        ('[[accepted]]\ndocument = "form"\nuntil = 2999-01-01', "accepted.0.reason"),
        ("[costs]\nNAME = 0", "costs.NAME"),
        ("nonsense = 1", "nonsense"),
        ("not toml", "policy.toml"),
    ],
)
def test_a_faulty_policy_is_refused_and_the_entry_named(redact, sanon, policy, named):
    (sanon.folder / "policy.toml").write_text(policy)
    result = sanon("redact", "--policy", "policy.toml")
    assert result.exit_code == 2
    assert named in result.err
