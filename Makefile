# `make play` and `make test` do all the set-up they need, in .venv beside this file.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# In an activated environment without pip, such as our own, the interpreter behind it installs.
WITH_PIP = $(shell $(PYTHON) -c 'import importlib.util as u, sys; print(sys.executable if u.find_spec("pip") else sys._base_executable)')
PIP = $(WITH_PIP) -m pip --python $(BIN)/python --disable-pip-version-check install --quiet
# Tests wait more than they work, above all those in a browser: one process more than there are processors.
WORKERS ?= $(shell $(PYTHON) -c 'import os; print((os.cpu_count() or 1) + 1)')

.PHONY: help play setup test check docs types format web-check web-format screenshots bench load attack crash slow soak soak-wire mutants locks clean

help:
	@echo "make play     installs and opens the table in the browser"
	@echo "make test     installs and runs all tests"
	@echo "make setup    installs everything for development"
	@echo "make check    checks formatting, lint, types, layers and links; with Node, the page's source too"
	@echo "make format   formats the source"
	@echo "make docs     builds README, docs and docstrings as a site that opens from files: build/docs/index.html"
	@echo "make types    regenerates the page's types and facts from rules and server"
	@echo "make screenshots  saves every page at every size, light and dark, in build/screenshots"
	@echo "make bench    measures speed, side by side with C and a naive model"
	@echo "make load     measures how many rooms the server can carry on this machine"
	@echo "make attack   attacks a server, and measures how long other players' moves take meanwhile"
	@echo "make slow     runs tests that take minutes: 200 kills of servers and database, reviews on a cluster"
	@echo "make crash    kills three servers and their database 1,000 times while 40 rooms play (long)"
	@echo "make soak     compares 20,000 games of each kind with the oracle, proves every puzzle again, deals a million decks (long)"
	@echo "make mutants  runs mutation tests of the rules (long)"

play: $(VENV)/.run
	@$(BIN)/kahuna

setup: $(VENV)/.dev

test: $(VENV)/.dev
	$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal

check: $(VENV)/.dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python docs/make_site.py --check
	$(BIN)/python -m kahuna.server.pagefacts --check
	@$(MAKE) --no-print-directory web-check

# Only the tools that check the page need Node.
HAVE_NPM := $(shell command -v npm)

ifdef HAVE_NPM
web-check: node_modules/.tools
	node_modules/.bin/biome check --error-on-warnings
	node_modules/.bin/tsc -p jsconfig.json

web-format: node_modules/.tools
	node_modules/.bin/biome check --write
else
web-check web-format:
	@echo "The page's source is not checked: that needs Node 20 and npm."
endif

# Not `npm ci`: it refuses a lock that lacks optional packages of other platforms, which a mirror may not have.
node_modules/.tools: package.json package-lock.json .npmrc
	@echo "Installing the tools that check the page ..."
	@npm install --no-save --silent --ignore-scripts
	@touch $@

docs: $(VENV)/.dev
	$(BIN)/python docs/make_site.py

# What the page knows of rules and server.
types: $(VENV)/.dev
	$(BIN)/python -m kahuna.server.pagefacts

screenshots: $(VENV)/.dev
	$(BIN)/python tests/browser/screenshots.py

format: $(VENV)/.dev
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	@$(MAKE) --no-print-directory web-format

bench: $(VENV)/.run
	$(BIN)/kahuna bench

load: $(VENV)/.dev
	$(BIN)/python bench/load.py

attack: $(VENV)/.dev
	$(BIN)/python bench/attack.py

crash: $(VENV)/.dev
	$(BIN)/python tests/server/crash.py --servers 1 --kills 50 --report bench/crash.jsonl
	$(BIN)/python tests/server/crash.py --report bench/crash.jsonl

slow: $(VENV)/.dev
	$(BIN)/python -m pytest -m slow

soak: $(VENV)/.dev
	$(BIN)/python tests/soak.py
	$(BIN)/python tests/prove_puzzles.py
	$(BIN)/python tests/soak_decks.py

soak-wire: $(VENV)/.dev
	$(BIN)/python tests/soak_wire.py

mutants: $(VENV)/.dev
	$(BIN)/python tests/mutants.py

# A virtual environment without its own pip: that needs no package beyond Python and pip, on Debian too.
$(BIN)/python:
	@echo "Making a virtual environment in $(VENV) ..."
	@$(PYTHON) -c 'import sys; sys.exit("kahuna needs Python 3.11 or newer" if sys.version_info < (3, 11) else 0)'
	@$(PYTHON) -m venv --without-pip $(VENV)

$(VENV)/.run: $(BIN)/python requirements.txt pyproject.toml
	@echo "Installing kahuna and what it needs (a minute, once) ..."
	@$(PIP) --require-hashes -r requirements.txt
	@$(PIP) --no-deps --no-build-isolation --editable .
	@touch $@

$(VENV)/.dev: $(VENV)/.run requirements-dev.txt
	@echo "Installing the tools for development ..."
	@$(PIP) --require-hashes -r requirements-dev.txt
	@touch $@

# Needs uv. The locks carry hashes and no addresses.
LOCK = uv pip compile pyproject.toml --universal --python-version 3.11 --generate-hashes --quiet \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make locks"

locks:
	$(LOCK) --group build -o requirements.txt
	$(LOCK) --group dev -o requirements-dev.txt

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache mutants dist build node_modules
