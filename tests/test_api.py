"""The library is a twin of the command line."""

import inspect

import pandas as pd
import pytest
from neo4j import GraphDatabase

import sanon
from sanon import Corpus, Policy, results
from sanon.errors import ConfigurationError, GraphError, InputRejected, PolicyNotMet
from sanon.records import Finding

RECORDS = [
    {"id": "a", "content": "Mr Jonas Aldergrove wrote to jonas@example.org.", "metadata": {"by": "Jonas Aldergrove"}},
    {"id": "b", "content": "Nothing is said here.", "year": 2024},
]


@pytest.mark.parametrize(
    "documents",
    [RECORDS, pd.DataFrame([{"id": "a", "content": RECORDS[0]["content"]}, {"id": "b", "content": "Nothing."}])],
    ids=["records", "table"],
)
def test_documents_in_memory_are_protected_in_memory(documents, tmp_path):
    with Corpus() as corpus:
        assert corpus.load(documents).added == ["a", "b"]
        corpus.redact(operators="redacted")
        table = corpus.protected().set_index("id")
        assert table["content"]["a"] == "Mr [REDACTED] wrote to [REDACTED]."
        corpus.export(tmp_path / "out")
    assert (tmp_path / "out/documents.jsonl").read_text().count("\n") == 2


def test_a_driver_of_ones_own_stays_open(neo4j_server):
    with GraphDatabase.driver(neo4j_server.uri, auth=(neo4j_server.username, neo4j_server.password)) as driver:
        driver.execute_query("MATCH (n) DETACH DELETE n")
        with Corpus(driver) as corpus:
            with pytest.raises(GraphError, match="there is no graph yet"):
                corpus.redact()
            corpus.load(RECORDS)
            corpus.redact()
            assert "Aldergrove" not in corpus.protected()["content"].sum()
        assert driver.execute_query("MATCH (d:Document) RETURN count(d) AS n").records[0]["n"] == 2


def test_a_corpus_remembers_what_it_was_told(tmp_path):
    with Corpus(tmp_path / "graph", profile="legal", policy=Policy(theta_chain=0.4)) as corpus:
        corpus.load(RECORDS)
        corpus.redact(operators={"PERSON": "redacted"})
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load([*RECORDS, {"id": "c", "content": "Mrs Ella Thornbury lodged an application."}])
        redaction = corpus.redact()
        assert (redaction.parameters.profile, redaction.parameters.theta_chain) == ("legal", 0.4)
        assert {one.replacement for one in redaction.masked if one.type == "PERSON"} == {"[REDACTED]"}


def test_a_mistake_is_one_of_our_errors_and_makes_no_graph(tmp_path):
    graph = tmp_path / "graph"
    with pytest.raises(ConfigurationError, match="no profile"):
        Corpus(graph, profile="insurence")
    with Corpus(graph) as corpus:
        for wrong in ({"docs": tmp_path / "nowhere"}, {"docs": RECORDS, "extractor": "embeded"}):
            with pytest.raises(ConfigurationError):
                corpus.load(**wrong)
        with pytest.raises(ConfigurationError):
            corpus.load(RECORDS, chunk="wrods=3")
        for read in (corpus.redact, corpus.analyze, corpus.protected, corpus.status, lambda: corpus.documents):
            with pytest.raises(GraphError, match="there is no graph yet"):
                read()
        assert not graph.exists()
        with pytest.raises(InputRejected):
            corpus.load([])
        corpus.load(RECORDS)
        with pytest.raises(ConfigurationError, match="strategy"):
            corpus.redact(strategy="gredy")
        with pytest.raises(ConfigurationError, match="go together"):
            corpus.export(tmp_path / "out", vault=tmp_path / "vault")
        with pytest.raises(PolicyNotMet):
            corpus.protected()


def test_reading_writes_nothing(tmp_path):
    def held(corpus):
        tables = (corpus.documents, corpus.entities, corpus.mentions, corpus.links)
        return [table.to_json() for table in tables], corpus.status()

    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(RECORDS)
        corpus.redact()
        before = held(corpus)
    with Corpus(tmp_path / "graph", policy=Policy(theta_chain=0.3)) as corpus:
        corpus.analyze()
        corpus.protected()
        corpus.redact(dry_run=True, strategy="optimal")
        corpus.what_if(keep=[corpus.decisions["id"].iloc[0]])
        assert held(corpus) == before
    with Corpus(tmp_path / "graph") as corpus:
        assert corpus.redact(dry_run=True).strategy == "greedy"


def test_an_extractor_of_ones_own_is_an_object_with_a_name_and_extract_and_the_rules_run_beside_it(tmp_path):
    class Codenames:
        name = "codenames"

        def extract(self, document):
            return (
                [Finding("the other matter", "the other matter", "EVENT", 0.5, self.name)]
                if "matter" in document.content
                else []
            )

    records = [
        {"id": "a", "content": "we spoke about the other matter and the plan"},
        {"id": "b", "content": "write to ann.roe@example.org"},
    ]
    with Corpus(policy=Policy(theta_doc=0.0)) as corpus:
        corpus.load(records, extractor=Codenames())
        corpus.redact()
        assert {"codenames", "rules"} <= set(corpus.mentions["found_by"].map(list).sum())
        texts = corpus.protected()["content"].tolist()
    assert texts == ["we spoke about [EVENT] and the plan", "write to [EMAIL]"]


def test_every_public_name_is_documented():
    public = [sanon.Corpus, sanon.Policy, *(one for name, one in vars(results).items() if name[0].isupper())]
    undocumented = [one.__name__ for one in public if inspect.isclass(one) and not inspect.getdoc(one)]
    for one in public:
        if inspect.isclass(one):
            undocumented += [
                f"{one.__name__}.{name}"
                for name, member in vars(one).items()
                if not name.startswith("_")
                and (inspect.isfunction(member) or isinstance(member, property))
                and not inspect.getdoc(member)
            ]
    assert undocumented == []
    for name, method in inspect.getmembers(Corpus, inspect.isfunction):
        if not name.startswith("_"):
            parameters = [one for one in inspect.signature(method).parameters if one != "self"]
            described = inspect.getdoc(method) or ""
            assert [one for one in parameters if one not in described] == [], name
