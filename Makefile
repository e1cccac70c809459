# FinWeave: everything a developer or a new user types. Needs Python >= 3.11 and make, nothing else.
# Each verb says what it does; set-up is done once and again only when a lock changes.

PYTHON ?= $(shell for v in 3.14 3.13 3.12 3.11; do command -v python$$v >/dev/null 2>&1 && python$$v -c 'import venv' >/dev/null 2>&1 && { echo python$$v; exit; }; done; echo python3)
SHARED ?= $(or $(FINWEAVE_SHARED),../shared)
BIN := .venv/bin
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# pip's warnings about a machine's own settings are no news for a user of this project; errors are kept.
PIP := $(BIN)/python -m pip install -q --no-input

.PHONY: help install demo test check bench lock starter readme clean

help:  ## what there is
	@grep -E '^[a-z]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

.venv/made:
	@echo "Making .venv with $(PYTHON)"
	@$(PYTHON) -c 'import sys; sys.exit("FinWeave needs Python 3.11 or newer; this is " + sys.version.split()[0]) if sys.version_info < (3, 11) else None'
	@$(PYTHON) -m venv .venv
	@touch $@

.venv/runtime: .venv/made locks/runtime.txt pyproject.toml
	@echo "Installing FinWeave from locks/runtime.txt"
	@$(PIP) --require-hashes -r locks/runtime.txt 2> .venv/pip.log || { cat .venv/pip.log >&2; exit 1; }
	@$(PIP) --no-deps --no-build-isolation -e . 2> .venv/pip.log || { cat .venv/pip.log >&2; exit 1; }
	@$(BIN)/python -m compileall -q src
	@touch $@

.venv/dev: .venv/runtime locks/dev.txt
	@echo "Installing the developer's tools from locks/dev.txt"
	@$(PIP) --require-hashes -r locks/dev.txt 2> .venv/pip.log || { cat .venv/pip.log >&2; exit 1; }
	@touch $@

install: .venv/runtime  ## set up .venv from the lock with hashes

demo: .venv/runtime  ## set up, then answer eight real questions on the starter estate
	@$(BIN)/finweave demo

test: .venv/dev  ## set up, then run the tests
	@echo "Running the tests"
	@$(BIN)/python -m pytest

check: .venv/dev  ## ruff, pyright strict, room contracts
	@echo "Checking style, types and rooms"
	@$(BIN)/ruff check src tests bench
	@$(BIN)/ruff format --check src tests bench
	@$(BIN)/pyright
	@$(BIN)/lint-imports --no-cache

bench: .venv/dev  ## timings as ratios against the same work done raw
	@$(BIN)/python bench/run.py --shared $(SHARED)

lock:  ## compile the locks again (needs the package index)
	@test -x .venv-tools/bin/uv || { $(PYTHON) -m venv .venv-tools && .venv-tools/bin/python -m pip install -q uv; }
	@.venv-tools/bin/uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --all-extras --group build --group dev -o locks/dev.txt
	@.venv-tools/bin/uv pip compile -q --universal --generate-hashes --no-header --python-version 3.11 pyproject.toml --extra build --group build -c locks/dev.txt -o locks/runtime.txt

starter: .venv/dev  ## make the starter estate again from the shared figures
	@$(BIN)/python -m finweave.datasets starter $(SHARED)/facts

readme: .venv/dev  ## write the outputs in README.md again
	@$(BIN)/python tests/readme_blocks.py

clean:  ## remove what was installed and cached
	@rm -rf .venv .venv-tools .pytest_cache .ruff_cache .hypothesis build dist
