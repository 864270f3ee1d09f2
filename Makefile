# Firstfire: `make play` opens the table, `make test` proves it works. Both install what is missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.installed
DEV := $(VENV)/.installed-dev
WEB := src/firstfire/server/static/index.html
WEB_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' 2>/dev/null)

.PHONY: play serve test check lint bench docs soak install install-dev web clean

play: install web
	$(BIN)/firstfire serve

test: install-dev web browser
	$(MAKE) --no-print-directory lint
	$(BIN)/pytest -n 2 --dist worksteal

check: install-dev
	$(BIN)/ruff check src tests examples
	$(BIN)/lint-imports --verbose=0 >/dev/null || $(BIN)/lint-imports
	$(BIN)/pytest -n 2 -m "not slow" --ignore tests/web

lint: install-dev
	$(BIN)/ruff check src tests examples
	$(BIN)/ruff format --check src tests examples
	$(BIN)/mypy
	$(BIN)/lint-imports

bench: install
	for game in $$($(BIN)/firstfire games | cut -d' ' -f1); do $(BIN)/firstfire bench $$game; done

soak: install-dev
	$(BIN)/python -m firstfire.lab.soak

install: $(STAMP)
install-dev: $(DEV)

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(STAMP): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $(STAMP)

$(DEV): pyproject.toml constraints.txt | $(VENV)/bin/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(STAMP) $(DEV)

clean:
	rm -rf $(VENV) web/node_modules src/firstfire/server/static
