# Firstfire: `make play` opens the table, `make test` proves it works. Both install what is missing.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
CLIENT := src/firstfire/server/static/.built
CLIENT_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' 2>/dev/null)

.PHONY: play test check lint audit bench soak docs web web-check browser install install-dev clean

play: install web
	$(BIN)/firstfire serve

# What talks to browsers and kills servers runs by itself, on a quiet machine; a test that fails
# there runs once more before it counts, and is named loudly even if it then passes.
LIVE := tests/server/test_kills.py tests/web

test: install-dev web browser lint web-check
	$(BIN)/pytest -n 2 --dist loadgroup $(addprefix --ignore ,$(LIVE))
	$(BIN)/pytest $(LIVE) --durations 10 || { \
	  failed=$$(cat .pytest_cache/v/cache/lastfailed); \
	  echo "!!! FAILED ONCE (why: see above), tried again: $$failed"; \
	  $(BIN)/pytest $(LIVE) --last-failed && echo "!!! PASSED ONLY AT THE SECOND TRY, to be mended: $$failed"; }

check: install-dev
	$(BIN)/ruff check src tests examples benchmarks tools
	$(BIN)/pytest -n 2 --dist loadgroup -m "not slow" --ignore tests/web

lint: install-dev
	$(BIN)/ruff check src tests examples benchmarks tools
	$(BIN)/ruff format --check src tests examples benchmarks tools
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/python tools/audit.py

audit: install-dev
	$(BIN)/python tools/audit.py

bench: install
	@for game in $$($(BIN)/firstfire games | cut -d' ' -f1); do $(BIN)/firstfire bench $$game; done

soak: install
	$(BIN)/python -m firstfire.lab.soak

docs: install
	$(BIN)/python -m firstfire.lab.reference docs/reference

install: $(INSTALLED)
install-dev: $(INSTALLED_DEV)
web: $(CLIENT)

$(BIN)/python:
	$(PYTHON) -m venv $(VENV)

$(INSTALLED): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e .
	touch $@

$(INSTALLED_DEV): pyproject.toml constraints.txt | $(BIN)/python
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $(INSTALLED) $@

# `npm ci` would insist on packages for every platform; not every registry has them all.
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	touch $@

$(CLIENT): $(CLIENT_SOURCES) web/node_modules/.package-lock.json
	cd web && npm run --silent build
	touch $@

web-check: web
	cd web && npm run --silent check && npm test --silent

# The browser tests drive Debian's Chromium. Where it can neither be found nor installed, they say so loudly.
browser:
	@command -v chromium >/dev/null 2>&1 || { \
	  echo "installing Chromium for the browser tests"; \
	  (apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq chromium) >/dev/null 2>&1 || \
	  echo "!!! Chromium could not be installed: the browser tests will not run !!!"; }

clean:
	rm -rf $(VENV) web/node_modules src/firstfire/server/static
