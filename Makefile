# Everything here needs only make, Python 3.11 or later, and the package index. The judges of the web
# site come from npm: where that is not, tests that ask them are skipped.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
STAMP := $(VENV)/.stamp
WEB := $(VENV)/web
# One more than there are cores: many tests wait for a server.
WORKERS = $(shell $(BIN)/python -c 'import os; print((os.cpu_count() or 1) + 1)')

# What is compiled once is kept, whatever the shell says: each worker would compile all tests anew.
unexport PYTHONDONTWRITEBYTECODE

.DEFAULT_GOAL := help
.PHONY: help setup demo run test forgotten check whole docs audit lock soak bench corpus fuzz simulate mutants pictures deb clean

help: ## list what can be made
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 16

setup: $(STAMP) ## make .venv with the project and what its tests need

# A sound .venv is kept; all is compiled at once, so that the first start is as quick as the next.
# uv does in seconds what takes pip half a minute; pip does it where uv cannot. Both install what is
# written in requirements.lock, by its hashes, and nothing else.
LOCKED := --require-hashes -r requirements.lock
OURS := --no-deps --no-build-isolation --editable .
$(STAMP): pyproject.toml requirements.lock
	@if ! $(BIN)/python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then \
	  $(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { \
	    echo 'nomic_mail needs Python 3.11 or later, and "$(PYTHON)" is not: try make setup PYTHON=python3.12' >&2; \
	    exit 1; }; \
	  $(PYTHON) -m venv --clear $(VENV); \
	fi
	@echo 'Installing into $(VENV), and nowhere else: nomic_mail as it is here, and, from the package index,'
	@sed -n 's/^\([A-Za-z0-9._-]*\)==.*/\1/p' requirements.lock | tr '\n' ' ' | fold -s -w 90 | sed 's/^/  /'
	@printf '\nThis takes a minute at most, once.\n'
	@if uv=$$(command -v uv) || { \
	    sed -n '/^uv==/,/[^\\]$$/p' requirements.lock >$(VENV)/uv.lock && \
	    $(BIN)/python -m pip install --quiet --disable-pip-version-check --require-hashes \
	      -r $(VENV)/uv.lock && uv=$(BIN)/uv; } && \
	    "$$uv" pip install --quiet --compile-bytecode --python $(BIN)/python $(LOCKED) && \
	    "$$uv" pip install --quiet --python $(BIN)/python $(OURS); \
	then :; \
	else \
	  echo 'uv could not: installing with pip, which takes longer'; \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check $(LOCKED) && \
	  $(BIN)/python -m pip install --quiet --disable-pip-version-check $(OURS) || exit 1; \
	fi
	@$(BIN)/python -m compileall -q nomic_mail
	@touch $@

# Without scripts of theirs: none is needed.
$(WEB)/.stamp: $(STAMP) tests/web/package-lock.json
	@if ! command -v npm >/dev/null; then \
	  echo 'there is no npm: the web site is not judged'; \
	else \
	  mkdir -p $(WEB) && cp tests/web/package.json tests/web/package-lock.json $(WEB) && \
	  npm ci --prefix $(WEB) --ignore-scripts --no-audit --no-fund --silent && touch $@; \
	fi

demo: setup ## play a short game by real mail on this machine, narrated
	@$(BIN)/nomic-mail demo

run: setup ## serve, with a config of its own in var/ made at the first run
	@test -f var/config.toml || $(BIN)/nomic-mail init var
	@exec $(BIN)/nomic-mail --config var/config.toml serve

test: setup ## run the day's tests: some of each kind, others each day
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rs

# What is used, as it was when this was last called: newer versions come in by hand alone.
lock: setup ## write requirements.lock anew, from pyproject.toml
	@$(BIN)/uv pip compile pyproject.toml --upgrade --extra dev --extra postgresql --universal \
	  --python-version 3.11 --generate-hashes --no-header --quiet --output-file requirements.lock

KNOWN = import json, urllib.request as ask; \
  json.load(ask.urlopen("https://pypi.org/pypi/aiosmtpd/1.4.6/json", timeout=10))["vulnerabilities"]
docs: setup ## write anew whatever is made of the program: pages, samples, the schema, transcripts
	@$(BIN)/python -m pytest -q tests/game/test_clause_kinds.py tests/docs/test_format.py \
	  tests/archive/test_forms.py --update-docs \
	  tests/letters/test_schema.py::test_the_schema_is_what_the_commands_are
	@$(BIN)/python -m pytest -q -n $(WORKERS) tests/games/test_games.py --update-games
	@$(BIN)/python -m pytest -q tests/real/play/test_samples_kept.py --update-docs
	@$(BIN)/python -m pytest -q tests/walls/test_documented.py tests/post/test_audience.py \
	  tests/docs --update-docs
	@echo 'written anew:'; git --no-pager diff --stat -- docs tests nomic_mail

# docs/where.md tells what each of these tells.
forgotten: setup ## run the tests that tell what a new thing still lacks
	@$(BIN)/python -m pytest -q -n $(WORKERS) \
	  tests/walls tests/docs tests/game tests/letters/test_language.py \
	  tests/letters/test_schema.py tests/post/test_german_phrases.py \
	  tests/post/test_forms.py tests/post/test_audience.py tests/post/test_post.py \
	  tests/post/test_in_german.py tests/archive/test_forms.py tests/archive/test_frozen.py \
	  tests/archive/test_mbox.py tests/archive/test_readings.py \
	  tests/games/test_games.py tests/games/test_recomputed.py \
	  tests/rulesets/test_binding.py tests/rulesets/test_editions.py \
	  tests/sandbox/test_library.py

# Ends with an error where nothing was looked at; only `check` goes on then.
UNASKED := false
check: UNASKED := true
audit: setup ## look for known holes in what is used; fails where PyPI cannot be asked
	@if $(BIN)/python -c '$(KNOWN)' 2>/dev/null; then \
	  $(BIN)/pip-audit --strict --disable-pip --require-hashes --progress-spinner off -r requirements.lock; \
	else \
	  echo 'pypi.org cannot be asked from here: known holes were NOT looked for'; $(UNASKED); \
	fi

check: $(WEB)/.stamp audit ## run what CI runs: style, types, imports, the day's tests and the real programs
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rsfE --tier check

# What CI leaves to the next four days, today: before anything is let go.
whole: $(WEB)/.stamp ## run check's tests, and all of them: an hour on a slow machine
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rsfE --tier whole

# All at full size, and tests/soak; the mutants; then check's again and again, for what fails once in a while.
TIMES ?= 20
soak: $(WEB)/.stamp ## run what takes hours: all at full size, then check's tests TIMES=20 over
	@$(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rsfE --tier soak
	@$(MAKE) --no-print-directory mutants
	@for time in $$(seq $(TIMES)); do \
	  echo "time $$time of $(TIMES)"; \
	  NOMIC_SAMPLE=$$(date -u +%Y%m%d%H%M%S) $(BIN)/python -m pytest -n $(WORKERS) --dist worksteal -rsfE --tier whole || exit 1; \
	done

bench: setup ## measure: a table, and build/bench.json
	@$(BIN)/python -m bench

corpus: setup ## what is read right of real mail in NOMIC_CORPUS, as a table; V=1 names the files
	@$(BIN)/python -m bench.corpus $(if $(V),-v)

# Answers "nothing raised", or keeps the letter that broke something and ends with 1.
LETTERS ?= 20000
SECONDS ?= 3600
SEED ?= 1
fuzz: setup ## read mutated letters: LETTERS=1000000 SECONDS=3600 SEED=1
	@$(BIN)/python -m bench.fuzz --letters $(LETTERS) --seconds $(SECONDS) --seed $(SEED)

# Never changes a file. docs/mutants.md says how to read what it prints.
MUTANTS ?= 600
OVER ?= game letters store verify
mutants: setup ## small faults in the code, and which no test notices: MUTANTS=600 SEED=1 OVER=game AGAIN=1
	@$(BIN)/python -m bench.mutants --mutants $(MUTANTS) --seed $(SEED) --over "$(OVER)" $(if $(AGAIN),--again)

pictures: setup ## take the pictures of README.md anew, with Chromium: docs/pictures
	@$(BIN)/python -m bench.pictures

MINUTES ?= 1
simulate: setup ## play whole servers with all that can go wrong: MINUTES=60 SEED=1
	@$(BIN)/nomic-mail simulate --minutes $(MINUTES) --seed $(SEED)

deb: setup ## build a Debian package in build/deb, for the Debian and the kind of machine it is built on
	@packaging/deb/build $(BIN)/uv $(BIN)/python build/deb

clean: ## remove what can be made again; games in var/ stay
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache .coverage
	find nomic_mail tests bench migrations -name __pycache__ -type d -prune -exec rm -rf {} +
