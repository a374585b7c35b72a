"""Every command has two faces, the terminal and `Corpus`: they take the same settings and give the same result."""

import inspect
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import click
import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat

import sanon.commands
from sanon import Corpus
from sanon.cli.commands import COMMANDS as ON_TERMINAL
from sanon.cli.main import cli
from sanon.commands.command import Command, Question, Terminal
from sanon.errors import ConfigurationError, SanonError
from sanon.settings.settings import SETTINGS
from tests.cli.conftest import EXAMPLE, Sanon
from tests.durability.processes import files
from tests.fake_endpoint import FakeEndpoint, about, always, refuse

COMMANDS: dict[str, Command] = {
    one.name: one
    for module in iter_modules(sanon.commands.__path__, "sanon.commands.")
    for one in vars(import_module(module.name)).values()
    if isinstance(one, Command)
}
#: Command -> the command of the terminal of which it is an option, or an argument.
OPTION_OF = {
    "resume": ("load", "resume"),
    "estimate": ("load", "estimate"),
    "verify": ("audit", "verify_key"),
    "restore-text": ("restore", "as_text"),
    "protect": ("run", "docs"),  # sanon run - -
    "spark": ("run", "engine"),
}
#: Commands of the testbench, which stands above the library and has no corpus.
OF_THE_BENCH = {"generate", "bench"}
#: What the terminal asks for by other options: files of passphrases, a key, a text on stdin, the policy file.
ELSEWHERE = {"passphrase", "sign_passphrase", "key", "text", "decisions", "named"}


def on_terminal(name):
    return cli.get_command(click.Context(cli), OPTION_OF.get(name, (name, ""))[0])


def test_there_is_no_command_on_one_face_only():
    assert {*COMMANDS, *OF_THE_BENCH} == {*ON_TERMINAL, *OPTION_OF}
    for name, command in COMMANDS.items():
        assert callable(getattr(Corpus, name.replace("-", "_"), None)), name
        given = {one.name for one in on_terminal(name).params}
        if name in OPTION_OF:
            assert OPTION_OF[name][1] in given
        for field, described in command.request.model_fields.items():
            python_only = any(isinstance(one, Terminal) and one.python_only for one in described.metadata)
            assert field in given or field in ELSEWHERE or python_only, f"{name}: {field}"
            assert field == "named" or described.description, f"{name}: {field}"


@pytest.mark.parametrize("name", COMMANDS)
def test_the_method_takes_the_fields_of_the_request_with_their_defaults(name):
    fields = {one: field for one, field in COMMANDS[name].request.model_fields.items() if one != "named"}
    parameters = inspect.signature(getattr(Corpus, name.replace("-", "_"))).parameters
    # An extractor is named in the settings, or is an object of a program.
    keywords = {one.replace("extractor", "own_extractor") for one in parameters} - {"self", "settings", "options"}
    assert keywords <= fields.keys()
    assert keywords == fields.keys() or "options" in parameters
    for one in keywords & parameters.keys():
        default = parameters[one].default
        if default is None or default is inspect.Parameter.empty:
            continue  # None stands for the default of the request
        assert type(fields[one].default)(default) == fields[one].default, one


@pytest.mark.parametrize("name", COMMANDS)
def test_both_faces_take_the_same_settings(name, tmp_path):
    command = COMMANDS[name]
    fields = command.request.model_fields.keys()
    options = {one.name for one in on_terminal(name).params}
    if name in ("protect", "spark"):  # beside a run, which takes settings of an export too
        assert command.settings <= options
    elif name not in OPTION_OF or command.settings:
        assert (options & SETTINGS.keys()) - fields - {"graph"} == command.settings - {"graph"}
    with Corpus(tmp_path / "graph") as corpus:
        strange = next((one for one in ("timeout", "theta_doc") if one not in command.settings), None)
        if strange and command.request.model_fields.keys() <= {"named"}:
            with pytest.raises((ConfigurationError, TypeError), match=rf"no setting {strange}|{strange}"):
                getattr(corpus, name.replace("-", "_"))(**{strange: 0.5})


DOCUMENTS, ENTITIES, LABELS = (EXAMPLE / name for name in ("documents", "entities.jsonl", "labels.toml"))


def plain(result, folder):
    """A result without what differs from run to run: ids, times, places."""
    text = json.dumps(result, sort_keys=True).replace(str(folder), "")
    text = re.sub(r'"(run_id|id)": "[0-9a-f]{32}"', "", text)
    return re.sub(r"\d{4}-\d\d-\d\dT[\d:.]+(Z|\+00:00)?|sanon-\w+|\d+\.\d ms|[\d.]+ MB", "", text)


def test_both_faces_give_the_same_result(tmp_path, monkeypatch):
    """Every command in the order of a first use, in a folder for each face."""
    python, terminal = tmp_path / "python", tmp_path / "terminal"
    for folder in (python, terminal):
        folder.mkdir()
        (folder / "press").mkdir()
        (folder / "press/one.txt").write_text("A text about somebody else, who mends old accordions in a small town.")
    sanon = Sanon(terminal)
    monkeypatch.chdir(python)
    with Corpus(".sanon/graph") as corpus:
        masked: list[str] = []
        grid = ("--grid-theta-doc", "0.9", "--grid-theta-chain", "0.5", "--grid-edge-threshold", "0.5")
        tuning = ("--labels", LABELS, "--grid-edge-threshold", "0.4,0.5")
        steps = {
            "init": (lambda: corpus.init(preset="hipaa"), ("--preset", "hipaa")),
            "load": (lambda: corpus.load(DOCUMENTS, entities=ENTITIES), (DOCUMENTS, "--entities", ENTITIES)),
            "redact": (lambda: corpus.redact(theta_chain=0.4), ("--theta-chain", "0.4")),
            "export": (lambda: corpus.export("out"), ("out",)),
            "analyze": (corpus.analyze, ()),
            "explain": (lambda: corpus.explain("entity", masked[0]), ("entity", lambda: masked[0])),
            "what-if": (lambda: corpus.what_if(theta_doc=0.8), ("--theta-doc", "0.8")),
            "frontier": (
                lambda: corpus.frontier(theta_docs=[0.9], theta_chains=[0.5], edge_thresholds=[0.5]),
                grid,
            ),
            "audit": (lambda: corpus.audit("out"), ("out",)),
            "attack": (lambda: corpus.attack("out", background="press"), ("out", "--background", "press")),
            "report": (lambda: corpus.report("page.html", exported="out"), ("page.html", "--export", "out")),
            "status": (corpus.status, ()),
            "tune": (
                lambda: corpus.tune(DOCUMENTS, entities=ENTITIES, labels=LABELS, edge_thresholds=[0.4, 0.5]),
                (DOCUMENTS, "--entities", ENTITIES, *tuning),
            ),
            "doctor": (corpus.doctor, ()),
            "run": (
                lambda: corpus.run(DOCUMENTS, "again", entities=ENTITIES, fresh=True),
                (DOCUMENTS, "again", "--entities", ENTITIES, "--fresh"),
            ),
        }
        # Each of these has a test of its own.
        elsewhere = {"estimate", "resume", "review", "verify", "restore", "restore-text", "protect", "serve", "spark"}
        assert {*steps, *elsewhere} == COMMANDS.keys()
        for name, (method, arguments) in steps.items():
            found = method()
            if name == "redact":
                masked = [one.id for one in found.masked]
            if name == "init":  # a library reads no configuration that nobody names
                (python / "sanon.toml").unlink()
            code = found.problem().exit_code if found.problem() else 0
            spoken = [one() if callable(one) else one for one in arguments]
            shown = sanon.json(name, *spoken, exit_code=code)
            assert plain(found.to_json(), python) == plain(shown, terminal), name
            if name == "init":
                (terminal / "sanon.toml").unlink()
    for exported in ("out", "again"):
        assert files(python / exported) == files(terminal / exported)


RECOGNIZERS = '[recognizers.NON_PERSONAL_ID]\nwords_file = "codes.txt"\n'
NIGHTJAR = {"a.txt": "The budget of Nightjar was approved.", "b.txt": "Work on Nightjar goes on."}


@pytest.fixture
def nightjar(tmp_path):
    """A folder with documents, a configuration, and a word that only its recognizer knows."""
    (tmp_path / "docs").mkdir()
    for name, text in NIGHTJAR.items():
        (tmp_path / "docs" / name).write_text(text)
    (tmp_path / "sanon.toml").write_text(RECOGNIZERS)
    (tmp_path / "codes.txt").write_text("Nightjar\n")
    return tmp_path


def test_what_a_recognizer_finds_is_found_by_whoever_loads_or_audits_later(nightjar):
    sanon = Sanon(nightjar)
    sanon.json("run", "docs", "out", "--theta-doc", "0")
    assert "Nightjar" not in (nightjar / "out/a.txt").read_text()
    # No configuration any more: the graph remembers.
    (nightjar / "sanon.toml").unlink()
    (nightjar / "codes.txt").unlink()
    (nightjar / "docs/b.txt").write_text("Work on Nightjar goes on and on.")
    with Corpus(nightjar / ".sanon/graph") as corpus:
        corpus.load(nightjar / "docs")
        found = corpus.mentions
        assert sorted(found.loc[found["found_by"].map(lambda by: "recognizer" in by), "source_id"]) == [
            "a.txt",
            "b.txt",
        ]
        corpus.redact()
        corpus.export(nightjar / "python")
        assert (nightjar / "python/b.txt").read_text() == "Work on [NON_PERSONAL_ID] goes on and on."
        # An audit finds a code name that somebody put back, though no direct identifier is one.
        (nightjar / "python/a.txt").write_text(NIGHTJAR["a.txt"])
        in_python = corpus.audit(nightjar / "python", theta_doc=0.0)
    assert in_python.over_policy.documents == 1
    assert sanon.json("audit", "python", "--theta-doc", "0", exit_code=1) == in_python.to_json()


def test_a_corpus_reads_the_configuration_that_it_is_given(nightjar):
    with Corpus(config=nightjar / "sanon.toml", theta_doc=0) as corpus:
        corpus.load(nightjar / "docs")
        corpus.redact()
        assert corpus.protected()["content"][0] == "The budget of [NON_PERSONAL_ID] was approved."


@pytest.fixture
def endpoint(monkeypatch):
    """A model that refuses one document until it is forgiven."""
    texts = {path.stem: json.loads(path.read_text("utf-8"))["content"] for path in DOCUMENTS.glob("*.json")}
    lines = map(json.loads, ENTITIES.read_text("utf-8").splitlines())
    with FakeEndpoint(texts, {line["id"]: line["entities"] for line in lines}) as running:
        running.script = about({"c1-claim-form": always(refuse(400))})
        for name, value in running.environment.items():
            monkeypatch.setenv(name, value)
        yield running


def test_a_load_is_resumed_on_either_face_whoever_began_it(endpoint, tmp_path):
    model = endpoint.environment["SANON_MODEL"]
    for number, began_in_python in enumerate((True, False)):
        folder = tmp_path / str(number)
        folder.mkdir()
        sanon, graph = Sanon(folder), folder / ".sanon/graph"
        endpoint.script = about({"c1-claim-form": always(refuse(400))})
        with Corpus(graph, extractor="openai", model=model, chunk="words=60") as corpus:
            if began_in_python:
                assert list(corpus.load(DOCUMENTS).pending) == ["c1-claim-form"]
        if not began_in_python:
            options = ("--extractor", "openai", "--chunk", "words=60")
            assert sanon("load", DOCUMENTS, *options, **endpoint.environment).exit_code == 3
        endpoint.script = lambda _call: None
        endpoint.forget()
        if began_in_python:
            done = sanon.json("load", "--resume")
        else:
            with Corpus(graph) as corpus:
                done = corpus.resume().to_json()
        assert (done["pending"], {call.document for call in endpoint.calls}) == ({}, {"c1-claim-form"})
        assert done["counts"]["documents"] > done["documents"]  # chunks, as the first load was told
        refused = sanon("load", "--resume")
        assert (refused.exit_code, "nothing to resume" in refused.err) == (2, True)
        with Corpus(graph) as corpus, pytest.raises(ConfigurationError, match="nothing to resume"):
            corpus.resume()


def test_what_a_program_gave_in_memory_is_not_resumed_elsewhere(endpoint, tmp_path):
    with Corpus(tmp_path / ".sanon/graph", extractor="openai", model=endpoint.environment["SANON_MODEL"]) as corpus:
        text = json.loads((DOCUMENTS / "c1-claim-form.json").read_text())["content"]
        assert corpus.load([{"id": "c1-claim-form", "content": text}]).pending
    refused = Sanon(tmp_path)("load", "--resume")
    assert refused.exit_code == 2
    assert "load again there" in refused.err


def test_an_estimate_is_the_same_on_both_faces(endpoint, tmp_path):
    model = endpoint.environment["SANON_MODEL"]
    shown = Sanon(tmp_path).json("load", DOCUMENTS, "--extractor", "openai", "--model", model, "--estimate")
    with Corpus(tmp_path / ".sanon/graph") as corpus:
        assert corpus.estimate(DOCUMENTS, extractor="openai", model=model).to_json() == shown
        with pytest.raises(ConfigurationError, match="extractor openai"):
            corpus.estimate(DOCUMENTS)
    assert not (tmp_path / ".sanon").exists()
    assert endpoint.calls == []


def test_what_keeps_a_result_from_success_is_told_on_both_faces(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.txt").write_text("Anna Berger lives in Ulm.")
    (tmp_path / "docs/b.json").write_text("{")
    shown = Sanon(tmp_path)("load", "docs")
    with Corpus(tmp_path / "other") as corpus:
        problem = corpus.load(tmp_path / "docs").problem()
    assert isinstance(problem, SanonError)
    assert (shown.exit_code, shown.err.splitlines()[-1]) == (problem.exit_code, f"sanon: {problem}")


def test_only_a_question_keeps_the_settings_that_a_call_names():
    asking = {name for name, command in COMMANDS.items() if issubclass(command.request, Question)}
    assert asking == {"what-if", "resume", "review", "init"}


def test_what_is_verified_and_given_back_is_the_same_on_both_faces(tmp_path):
    key, public = Ed25519PrivateKey.generate(), tmp_path / "public.pem"
    (tmp_path / "key.pem").write_bytes(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
    public.write_bytes(key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo))
    (tmp_path / "secret").write_text("a long passphrase\n")
    vault = {"vault": tmp_path / "corpus.vault", "passphrase": "a long passphrase"}
    sanon, out = Sanon(tmp_path), tmp_path / "out"
    with Corpus(tmp_path / "graph") as corpus:
        corpus.load(DOCUMENTS, entities=ENTITIES)
        corpus.redact(operators="pseudonym")
        corpus.export(out, sign=tmp_path / "key.pem", **vault)
        assert corpus.verify(out, public).to_json() == sanon.json("audit", out, "--verify-key", public)
        restored = corpus.restore(out, tmp_path / "back", **vault).to_json()
        label = next(one.replacement for one in corpus.decisions.itertuples() if one.operator == "pseudonym")
        answer = f"It was {label}, they say.\n"
        named_again = corpus.restore_text(answer, **vault)
    named = ("--vault", vault["vault"], "--passphrase-file", tmp_path / "secret")
    shown = sanon.json("restore", out, "again", *named)
    on_terminal = [Path(sys.executable).with_name("sanon"), "restore", "--text", *named]
    done = subprocess.run(on_terminal, input=answer, capture_output=True, text=True, check=True)
    assert answer != named_again == done.stdout
    assert plain(restored, tmp_path / "back") == plain(shown, "again")
    for file in DOCUMENTS.iterdir():
        assert (tmp_path / "back" / file.name).read_bytes() == (tmp_path / "again" / file.name).read_bytes()
    (out / "c1-claim-form.json").write_text("{}")
    problem = Corpus().verify(out, public).problem()
    changed = sanon("audit", out, "--verify-key", public)
    assert (changed.exit_code, changed.err.splitlines()[-1]) == (problem.exit_code, f"sanon: {problem}")
