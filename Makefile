# Everything is set up in .venv of this checkout. Needs Python 3.11 or newer, git and make, nothing else.

SRC ?= .
VENV ?= .venv
DB := .cairn/cairn.db
COMPOSE ?= docker compose
NODE_PICTURES ?= .cairn/pictures
WORK ?= $(or $(TMPDIR),/tmp)/cairn-conformance
SECONDS ?= 600
WORK ?= $(or $(TMPDIR),/tmp)/cairn-quality
ON_ALL_CORES := -n auto --dist loadfile  # what a file shares is made once

ifeq ($(OS),Windows_NT)
BIN := $(VENV)/Scripts
else
BIN := $(VENV)/bin
endif
CAIRN := $(BIN)/cairn
PY := $(BIN)/python
READY := $(VENV)/ready

# The first of these that starts and is new enough; set PYTHON to choose another.
find_python = for p in $(PYTHON) python3.13 python3.12 python3.11 python3 python; do \
	"$$p" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1 && { echo "$$p"; break; }; done

# The folder that the container sees, as a whole path, so that the server can say what a path of this machine is called there.
with_root = root=$${CAIRN_INGEST_ROOT:-$$(sed -n 's/^CAIRN_INGEST_ROOT=//p' .env 2>/dev/null | tail -n 1)}; \
	CAIRN_INGEST_ROOT=$$(cd "$${root:-.}" && pwd) || exit 1; export CAIRN_INGEST_ROOT
with_embed = export CAIRN_EMBED_URL=http://host.docker.internal:8091/v1 CAIRN_EMBED_MODEL=qwen3-embedding-0.6b
with_chat = export CAIRN_CHAT_URL=http://host.docker.internal:8092/v1 CAIRN_CHAT_MODEL=qwen3-0.6b
with_compose = $(COMPOSE) version >/dev/null 2>&1 || { echo "cairn: \`$(COMPOSE)\` does not run; install Docker with its compose plugin" >&2; exit 1; }
llama = $$($(find_python)) tools/llama.py

.PHONY: help run test test-page pictures lint wheel check check-all docs preludes up up-local up-embed up-extract down logs bench conformance load quality clean
.DEFAULT_GOAL := help

help: ## say what there is
	@echo "make run [SRC=path]      set up, index SRC (default: this repository), show a search, a graph and a path, serve MCP and a page on :8093"
	@echo "make test                set up and run the tests"
	@echo "make test-page           the page in a real Chromium, if there is one; make pictures: those of the documents, anew"
	@echo "make check               format, lint, types, imports, tests with coverage, one search from the built wheel"
	@echo "make check-all           the same with the slow tests, then the tests on every Python 3.11 to 3.13 found here"
	@echo "make preludes            write the facts of what languages have built in, after a change of how files are read"
	@echo "make docs                write what the documents say of languages, commands and settings, from the code"
	@echo "make up                  the server in a container, at http://127.0.0.1:8093/mcp; it sees CAIRN_INGEST_ROOT (default: this folder)"
	@echo "make up-local            the same, with vectors from the embedder that comes with Cairn"
	@echo "make up-embed            the same, with vectors from a llama-server on this machine (:8091)"
	@echo "make up-extract          the same, with concepts from a second one (:8092)"
	@echo "make down, make logs     stop all that; follow what the container says"
	@echo "make bench [SRC=path]    how the CPU of the graph grows, what resolving SRC costs, and how long a warm index of it takes to answer"
	@echo "make conformance         the official MCP conformance suite and inspector against the server (npm fetches them and Node 22 into NODE_WORK)"
	@echo "make load [SECONDS=600]  32 clients at once against the server; memory must stay flat, and no request be lost"
	@echo "make quality TRUTH=DIR   score the graph and the search on the public sets in DIR (fetches their sources into WORK)"
	@echo "make clean               remove what these commands made"

$(READY): pyproject.toml requirements-lock.txt
	@set -e; python=$$($(find_python)); \
	if [ -z "$$python" ]; then \
		echo "cairn needs Python 3.11 or newer and found none; install it, or name it: make PYTHON=/path/to/python3" >&2; exit 1; fi; \
	if [ ! -x $(PY) ]; then echo "- making a virtual environment in $(VENV) with $$("$$python" --version)"; "$$python" -m venv $(VENV); fi
	@echo "- installing the packages of requirements-lock.txt (some minutes the first time)"
	@$(PY) -m pip install --progress-bar off --disable-pip-version-check -r requirements-lock.txt
	@echo "- installing Cairn itself"
	@$(PY) -m pip install -qq --disable-pip-version-check --no-deps --no-build-isolation -e .
	@$(PY) -m compileall -qq cairn  # where PYTHONDONTWRITEBYTECODE is set, each start would compile all that it imports
	@touch $@

run: $(READY)
	@$(PY) tests/tour.py --port
	@mkdir -p .cairn
	@echo "- indexing $(SRC) into $(DB)"
	@$(CAIRN) add "$(SRC)" --db $(DB)
	@$(PY) tests/tour.py "$(SRC)" $(DB)
	@echo "- serving MCP at http://127.0.0.1:8093/mcp, and a page at http://127.0.0.1:8093/, until Ctrl-C"
	@trap : INT; $(CAIRN) serve --http --db $(DB) || [ $$? -eq 130 ]

test: $(READY)
	@echo "- running the tests"
	@$(PY) -m pytest -q $(ON_ALL_CORES) -m "not slow and not browser"

test-page: $(READY)
	@echo "- installing what the tests of the page need"
	@$(PY) -m pip install -q --disable-pip-version-check -r requirements-browser.txt
	@echo "- running the tests of the page in Chromium; pictures of it go to $(or $(PICTURES),$(SHOWN))"
	@CAIRN_TEST_PICTURES="$(PICTURES)" CAIRN_DOCS_PICTURES="$(SHOWN)" $(PY) -m pytest -q -m browser tests/web/browser

pictures:
	@$(MAKE) -s test-page PICTURES= SHOWN=docs/pictures

lint: $(READY)
	@echo "- format"
	@$(BIN)/ruff format --check .
	@echo "- lint"
	@$(BIN)/ruff check .
	@echo "- types"
	@$(BIN)/mypy
	@echo "- imports"
	@$(BIN)/lint-imports

wheel: $(READY)
	@echo "- one search from the built wheel"
	@$(PY) tests/wheel.py

check: lint
	@echo "- tests, with branch coverage"
	@$(PY) -m pytest -q $(ON_ALL_CORES) -m "$(or $(MARKS),not slow and not browser)" --cov --cov-report=term
	@$(MAKE) -s wheel

check-all:
	@$(MAKE) check MARKS="not browser"
	@for p in python3.11 python3.12 python3.13; do if $$p -c '' 2>/dev/null; then \
		echo "- tests on $$p"; $(MAKE) test PYTHON=$$p VENV=.venv-$$p || exit 1; else echo "- $$p is not here"; fi; done

preludes: $(READY)
	@PYTHONPATH=. $(PY) tools/preludes.py

docs: $(READY)
	@$(PY) tests/language_table.py
	@PYTHONPATH=. $(PY) tests/reference.py
	@PYTHONPATH=. $(PY) tests/early.py

up:
	@$(with_compose); $(with_root); $(COMPOSE) up --build --detach --wait
	@echo "- serving MCP at http://127.0.0.1:$${CAIRN_MCP_PORT:-8093}/mcp; make down stops it"

up-local:
	@export CAIRN_EMBED_URL=local:; $(MAKE) --no-print-directory up

up-embed:
	@$(with_compose); $(llama) start embed
	@$(with_embed); $(MAKE) --no-print-directory up

up-extract:
	@$(with_compose); $(llama) start embed chat
	@$(with_embed); $(with_chat); $(MAKE) --no-print-directory up

down:
	@$(with_compose); $(COMPOSE) down
	@$(llama) stop

logs:
	@$(with_compose); $(COMPOSE) logs --follow --tail 100

bench: $(READY)
	@$(PY) tests/bench/growth.py "$(SRC)"
	@echo "- indexing $(SRC), beside the least that it could cost"
	@$(PY) tests/bench/indexing.py "$(SRC)"
	@echo "- editing $(SRC)"
	@$(PY) -m tests.bench.edits "$(SRC)"
	@echo "- reading a warm index of $(SRC)"
	@$(PY) tests/bench/reading.py "$(SRC)"

conformance: $(READY)
	@$(PY) tests/conformance/run.py "$(NODE_WORK)"

load: $(READY)
	@$(PY) tests/bench/load.py "$(SECONDS)"

quality: $(READY)
	@if [ ! -d "$(TRUTH)/graph" ]; then echo "TRUTH must name the folder that holds graph/ and retrieval/: make quality TRUTH=DIR" >&2; exit 2; fi
	@mkdir -p "$(WORK)"
	@echo "- scoring the graph; sources and databases lie in $(WORK)"
	@$(PY) "$(TRUTH)/graph/run_graph_eval.py" --work "$(WORK)/graph" --cairn "$(abspath $(CAIRN))"
	@echo "- looking for references of these packages that the resolver fails on"
	@$(PY) -m tests.quality.faults "$(WORK)/graph"
	@echo "- scoring the search"
	@$(PY) "$(TRUTH)/retrieval/run_retrieval_eval.py" --work "$(WORK)/retrieval" --cairn "$(abspath $(CAIRN))"
	@echo "- asking the questions of tests/quality/questions.py"
	@$(PY) tests/quality/questions.py "$(WORK)/questions"
	@echo "- asking the questions of tests/quality/agent_questions.py over MCP"
	@$(PY) -m tests.quality.agent "$(WORK)/agent"

clean: ## the index of `make run` too
	@echo "- removing the environment, the caches and the index of make run"
	@rm -rf .venv .venv-* .cairn build dist htmlcov .coverage .coverage.* .hypothesis .import_linter_cache .mypy_cache .pytest_cache .ruff_cache
	@find cairn tests -name __pycache__ -type d -prune -exec rm -rf {} +
