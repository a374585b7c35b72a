"""docker-compose.yml: the server of the tests, for this computer only, with settings that it knows."""

from __future__ import annotations

import re
from pathlib import Path

import yaml

from tests.neo4j_server import IMAGE

SERVICES = yaml.safe_load((Path(__file__).parents[2] / "docker-compose.yml").read_text("utf-8"))
NEO4J = SERVICES["services"]["neo4j"]


def test_the_image_is_the_one_that_is_tested():
    assert NEO4J["image"] == IMAGE


def test_no_port_is_open_to_other_computers():
    assert sorted(NEO4J["ports"]) == ["127.0.0.1:7474:7474", "127.0.0.1:7687:7687"]


def test_there_is_no_password_but_the_one_that_is_given():
    assert re.fullmatch(r"neo4j/\$\{NEO4J_PASSWORD:\?[^}]+\}", NEO4J["environment"]["NEO4J_AUTH"])


def test_the_graph_outlives_the_container_and_health_is_asked_of_the_server():
    assert "data:/data" in NEO4J["volumes"]
    assert {"data", "logs"} == SERVICES["volumes"].keys()
    assert NEO4J["healthcheck"]["test"][-1] == "http://127.0.0.1:7474/"


def test_every_setting_is_one_that_the_server_knows(neo4j_server):
    # The image makes a setting of NEO4J_a_b__c: a.b_c.
    named = {
        name.removeprefix("NEO4J_").replace("__", "\0").replace("_", ".").replace("\0", "_")
        for name in NEO4J["environment"]
        if name != "NEO4J_AUTH"
    }
    with neo4j_server.driver() as driver:
        known = driver.execute_query("SHOW SETTINGS YIELD name", database_=neo4j_server.database).records
    assert named <= {record["name"] for record in known}
    assert len(named) == 4
