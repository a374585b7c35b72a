"""Options that several commands share, each defined once."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar, get_args

import click
from sanon.cli import model, passphrase
from sanon.cli.told import RULES, TABLES

from sanon.corpus.chunks import Cut
from sanon.errors import ConfigurationError
from sanon.extraction.registry import EXTRACTORS, Extractor, table_names, tables_of
from sanon.selection.strategy import STRATEGIES
from sanon.settings.input import DateOrder
from sanon.settings.masking import Compute, Masking, Objective, Scope
from sanon.settings.policy import DIRECT_RULES, Policy
from sanon.settings.profile import shipped_profiles
from sanon.settings.rules import Rules, read_policy_file
from sanon.settings.settings import GRAPH, SETTINGS, Settings

#: Where callbacks leave the path of the policy file.
_POLICY_FILE, _CONFIGURED_POLICY = "sanon.policy-file", "sanon.configured-policy"
Command = TypeVar("Command", bound=Callable[..., Any])
_DEFAULTS = Policy()
#: Entry of a configuration that names a policy file.
POLICY = "policy"
_FILES = "sanon.files"


def _all(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    def decorate(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _read_config(context: click.Context, _parameter: click.Parameter, path: Path | None) -> None:
    """Make the entries of the file the defaults of the command; flags and environment beat them."""
    if path is None:
        path = Path("sanon.toml")
        if not path.is_file():
            return
    try:
        entries = tomllib.loads(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ConfigurationError(f"configuration {path}: {error}") from error
    entries = {name.replace("-", "_"): value for name, value in entries.items()}
    known = SETTINGS.union(table_names(), [POLICY])
    if unknown := sorted(entries.keys() - known):
        raise ConfigurationError(
            f"configuration {path}: no setting {', '.join(unknown)}; there are {', '.join(sorted(known))}"
        )
    try:
        context.meta[TABLES] = tables_of(entries, path.absolute().parent)
        # Also what this command does not use: a wrong entry would wait for the one that does.
        Settings.of({name: entries[name] for name in SETTINGS & entries.keys() - {"operators", "profile"}})
        if "extractor" in entries:
            EXTRACTORS.named(str(entries["extractor"]))
    except ConfigurationError as error:
        raise ConfigurationError(f"configuration {path}: {error}") from error
    named = entries.get(POLICY)
    if named is not None and not isinstance(named, str):
        raise ConfigurationError(f"configuration {path}: {POLICY} is the path of a policy file")
    told = {name: value for name, value in entries.items() if name in SETTINGS}
    if isinstance(told.get("operators"), str):  # one for all types, as after --operator
        told["operators"] = [told["operators"]]
    # Beside the configuration, as the files of its tables.
    file = read_policy_file(path.parent / named) if named is not None else None
    context.meta[_CONFIGURED_POLICY] = path.parent / named if named is not None else None
    _make_defaults(context, _files(context)._replace(configured=told, named=file))


def _read_policy(context: click.Context, _parameter: click.Parameter, path: Path | None) -> Rules | None:
    """Make the thresholds of the file defaults of the command, before those of the configuration."""
    if path is None:
        return None
    file = read_policy_file(path)
    _make_defaults(context, _files(context)._replace(told=file))
    return file[1]


class _Files(NamedTuple):
    """What was read from files, in whatever order.

    Attributes:
        configured: entries of the configuration.
        named: thresholds and rules of the policy file that the configuration names.
        told: those of the policy file that this command was told; it stands in for the other one.
    """

    configured: Mapping[str, object] = {}
    named: tuple[Mapping[str, float | str], Rules] | None = None
    told: tuple[Mapping[str, float | str], Rules] | None = None


def _files(context: click.Context) -> _Files:
    read = context.meta.get(_FILES, _Files())
    assert isinstance(read, _Files)  # noqa: S101 - for the type checker
    return read


def _make_defaults(context: click.Context, read: _Files) -> None:
    """Thresholds of a policy file beat the entries of the configuration."""
    context.meta[_FILES] = read
    policy = read.told or read.named
    context.default_map = {**read.configured, **(policy[0] if policy else {})}
    if policy:
        context.meta[RULES] = policy[1]


config = click.option(
    "--config",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    callback=_read_config,
    is_eager=True,
    expose_value=False,
    envvar="SANON_CONFIG",
    help="TOML file with settings, such as edge_threshold = 0.4 [default: sanon.toml if there is one].",
)
graph = click.option(
    "--graph",
    default=GRAPH,
    show_default=True,
    envvar="NEO4J_URI",
    help="Folder of the graph, or bolt://HOST:7687 of a Neo4j server, with NEO4J_USERNAME, NEO4J_PASSWORD and "
    "NEO4J_DATABASE from the environment.",
)
output_format = click.option(
    "--format",
    "output_format",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    envvar="SANON_FORMAT",
    help="How results are printed; progress and messages go to stderr.",
)
seed = click.option(
    "--seed", type=int, default=7, show_default=True, help="Of what is drawn; the same seed draws the same."
)
show_values = click.option(
    "--show-values", is_flag=True, help="Print values of entities on this terminal; they are hidden otherwise."
)
compute = click.option(
    "--compute",
    type=click.Choice(get_args(Compute)),
    default="auto",
    show_default=True,
    envvar="SANON_COMPUTE",
    help="Derive in the database, in arrays, or where it is faster; the numbers are the same.",
)
profile = click.option(
    "--profile",
    default="insurance",
    show_default=True,
    envvar="SANON_PROFILE",
    help=f"Entity types and weights: {', '.join(shipped_profiles())}, or a TOML file.",
)


def _chain_length(**default: Any) -> Callable[[Command], Command]:
    return click.option(
        "--max-chain-length",
        type=click.IntRange(2, 6),
        envvar="SANON_MAX_CHAIN_LENGTH",
        help="Documents in the longest chain.",
        **default,
    )


def _thresholds(*, as_decided: bool) -> Callable[[Command], Command]:
    """The thresholds of the policy; by default those of the method, or those of the last redact, given as None."""

    def default(name: str) -> dict[str, Any]:
        return {"show_default": "as in the last redact"} if as_decided else {"default": getattr(_DEFAULTS, name)}

    return _all(
        click.option(
            "--edge-threshold",
            type=click.FloatRange(0, 1, min_open=True),
            envvar="SANON_EDGE_THRESHOLD",
            help="Two documents are linked from this strength on.",
            **({"show_default": True} | default("edge_threshold")),
        ),
        _chain_length(**({"show_default": True} | default("max_chain_length"))),
        click.option(
            "--theta-doc",
            type=click.FloatRange(0, 1),
            envvar="SANON_THETA_DOC",
            help="Highest risk that a document may keep.",
            **({"show_default": True} | default("theta_doc")),
        ),
        click.option(
            "--theta-chain",
            type=click.FloatRange(0, 1),
            envvar="SANON_THETA_CHAIN",
            help="Highest risk that a chain of documents may keep.",
            **({"show_default": True} | default("theta_chain")),
        ),
        click.option(
            "--direct",
            type=click.Choice(DIRECT_RULES),
            envvar="SANON_DIRECT",
            help="Direct identifiers, such as names and telephone numbers: always masked, or only where a risk demands "
            "it. never_mask of a policy file names exceptions.",
            **({"show_default": True} | default("direct")),
        ),
        profile,
    )


def _described(kind: type[Extractor]) -> str:
    """An extractor as the help text tells it."""
    return f"{kind.name}: {kind.summary}" + (f" (pip install 'sanon[{kind.extra}]')" if kind.extra else "")


chain_length = _chain_length(show_default="as in the last redact")
policy = _thresholds(as_decided=False)
decided_policy = _thresholds(as_decided=True)
extractor = click.option(
    "--extractor",
    type=click.Choice(EXTRACTORS.names),
    default="embedded",
    show_default=True,
    envvar="SANON_EXTRACTOR",
    help=f"What finds the entities. {'; '.join(map(_described, EXTRACTORS.classes.values()))}.",
)
columns = _all(
    click.option("--id-column", default="id", show_default=True, help="Column of the ids in CSV and Parquet."),
    click.option("--text-column", default="content", show_default=True, help="Column of the texts in CSV and Parquet."),
)
date_order = click.option(
    "--date-order",
    type=click.Choice(get_args(DateOrder)),
    default="auto",
    show_default=True,
    envvar="SANON_DATE_ORDER",
    help="How 03/04/2024 is read. auto: as each document shows; where it does not, the date counts as both.",
)
model_options = _all(*model.OPTIONS)
chunk = click.option(
    "--chunk",
    metavar="sentences|words=N",
    callback=lambda _context, _parameter, rule: str(Cut.parse(rule)) if rule else None,
    envvar="SANON_CHUNK",
    help="Cut documents into chunks, as the search index does: each is a document of the graph. Export joins them.",
)
reading = _all(
    extractor,
    click.option(
        "--entities",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        help='Entities made elsewhere, in place of an extractor: JSON lines {"id", "entities": '
        "[[original, normalized, type, relevance], …]}.",
    ),
    columns,
    chunk,
    date_order,
    click.option(
        "--background",
        type=click.Path(path_type=Path, exists=True),
        envvar="SANON_BACKGROUND",
        help="Texts about people that an attacker may know, in any form that DOCS may have: they come into the graph, "
        "never into an export, and redact masks until they tell nobody whom a document is about.",
    ),
    click.option("--prune", is_flag=True, help="Remove documents from the graph that DOCS no longer has."),
    click.option("--reextract", is_flag=True, help="Extract unchanged documents again too."),
    model_options,
)
rules = click.option(
    "--policy",
    "rules",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    callback=_read_policy,
    is_eager=True,
    envvar="SANON_POLICY",
    help="TOML file with thresholds, lists of what is always or never masked, operators and accepted risks.",
)


def _read_policy_if_there(context: click.Context, parameter: click.Parameter, path: Path | None) -> Rules | None:
    """The same for a file that may be new."""
    context.meta[_POLICY_FILE] = path
    return _read_policy(context, parameter, path if path and path.exists() else None)


def policy_path() -> Path:
    """The policy file of a command that writes one: as told, as the configuration names it, else policy.toml here."""
    meta = click.get_current_context().meta
    return meta.get(_POLICY_FILE) or meta.get(_CONFIGURED_POLICY) or Path("policy.toml")


policy_file = click.option(
    "--policy",
    "rules",
    type=click.Path(path_type=Path, dir_okay=False),
    callback=_read_policy_if_there,
    is_eager=True,
    envvar="SANON_POLICY",
    help="TOML file that decisions go into; made if there is none. [default: as configured, or policy.toml]",
)
masking = _all(
    click.option(
        "--strategy",
        type=click.Choice(STRATEGIES.names),
        default=Masking().strategy,
        show_default=True,
        envvar="SANON_STRATEGY",
        help="How the entities that break chains are chosen: "
        + "; ".join(f"{name}, {one.summary}" for name, one in STRATEGIES.classes.items())
        + ".",
    ),
    click.option(
        "--objective",
        type=click.Choice(get_args(Objective)),
        default="entities",
        show_default=True,
        envvar="SANON_OBJECTIVE",
        help="What masking an entity costs: 1, or the number of its mentions.",
    ),
    click.option(
        "--time-limit",
        type=click.FloatRange(0),
        default=Masking().time_limit,
        show_default=True,
        envvar="SANON_TIME_LIMIT",
        help="Seconds for the strategy optimal; then the best set found so far is taken.",
    ),
)
operating = _all(
    click.option(
        "--operator",
        "operators",
        multiple=True,
        metavar="[TYPE=]OPERATOR",
        help="What stands in place of a value: type-label (default), redacted, pseudonym, surrogate (a stand-in that "
        "reads like the real thing), generalize (a coarser true value, if the policy allows one), rewrite (a language "
        "model reformulates the sentence without it) or keep (the value stays and counts); for one type or "
        "for all. May be repeated.",
    ),
    click.option(
        "--scope",
        type=click.Choice(get_args(Scope)),
        default=Masking().scope,
        show_default=True,
        envvar="SANON_SCOPE",
        help="A surrogate is the same in all documents, which links them, or another one in each document.",
    ),
)
candidates = click.option(
    "--candidates",
    type=click.IntRange(0),
    default=Masking().candidates,
    show_default=True,
    envvar="SANON_CANDIDATES",
    help="So many texts of the background must be likelier than the one about a document's person; 0: do not look.",
)
selecting = _all(
    rules,
    masking,
    candidates,
    operating,
    click.option("--fresh", is_flag=True, help="Decide anew; without it earlier masks stay and new ones are added."),
)
signing = _all(
    click.option(
        "--sign",
        type=click.Path(path_type=Path, exists=True, dir_okay=False),
        help="Sign what is written about the export (manifest.json, or what --record keeps) with this Ed25519 key "
        "(PEM), for `sanon audit --verify-key`.",
    ),
    passphrase.key_option,
)
writing = _all(
    click.option("--overwrite", is_flag=True, help="Replace an earlier export at OUT."),
    click.option("--rename", is_flag=True, help="Give files and ids keyed pseudonyms."),
    click.option("--strict", is_flag=True, help="Write nothing if a direct identifier stands in disguise in a name."),
    click.option(
        "--vault",
        type=click.Path(path_type=Path, dir_okay=False),
        help="Also write what was replaced into this file, encrypted, for `sanon restore`.",
    ),
    passphrase.option,
    signing,
    click.option(
        "--until-unlinkable",
        type=click.IntRange(2),
        metavar="K",
        help="Have a language model rewrite sentences until no phrase stands in fewer than K of the original "
        "documents, or a round changes nothing.",
    ),
)
asking = _all(*model.ASKING)
