# Makes, checks and runs the house. Needs Python 3.11 or newer and GNU make, nothing else: the rest comes
# from the lock files. `make help` lists the targets.

VENV := .venv
PY := $(VENV)/bin/python
BENCH ?= rounds
PYTEST_FLAGS ?= -n auto --dist loadfile

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
MAKEFLAGS += --no-builtin-rules --no-print-directory

# A Python of our own choice: make PYTHON=/path/to/python3.12 ...
PYTHON ?=
PYTHONS := $(PYTHON) python3 python3.13 python3.12 python3.11 python3.14 python

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

.PHONY: run
run: $(VENV)/.runtime ## create and seed ./data, play the demo gaming day over HTTP, keep serving
	@$(PY) -m service run

.PHONY: demo
demo: $(VENV)/.runtime ## the same, but stop after the demo day
	@$(PY) -m service demo

.PHONY: check
check: lint test ## the whole gate: lint, then test

.PHONY: lint
lint: $(VENV)/.dev ## style, types, import contracts, openapi.yaml against the code
	$(PY) -m ruff check
	$(PY) -m ruff format --check
	$(PY) -m mypy
	$(VENV)/bin/lint-imports --no-logo
	$(PY) -m service openapi --check

.PHONY: test
test: $(VENV)/.dev ## all tests, on SQLite, PostgreSQL and a Celery worker (PYTEST_FLAGS for more)
	@# One order of sets in all test processes of a run, another in the next run; shown, to repeat it.
	@seed=$${PYTHONHASHSEED:-$$$$}; echo "PYTHONHASHSEED=$$seed $(PY) -m pytest $(PYTEST_FLAGS)"; \
	PYTHONHASHSEED=$$seed $(PY) -m pytest $(PYTEST_FLAGS)

.PHONY: format
format: $(VENV)/.dev ## write the code in the one style
	$(PY) -m ruff check --fix
	$(PY) -m ruff format

.PHONY: openapi
openapi: $(VENV)/.runtime ## write openapi.yaml from the code
	$(PY) -m service openapi > $(VENV)/openapi.yaml
	mv $(VENV)/openapi.yaml openapi.yaml

.PHONY: bench
bench: $(VENV)/.dev ## measure against the yardstick of the same run (BENCH=rounds)
	@$(PY) -m service bench $(BENCH) --json

.PHONY: venv
venv: $(VENV)/.runtime ## make the environment that the service needs

.PHONY: lock
lock: $(VENV)/.uv ## resolve pyproject.toml again into the lock files (LOCK_FLAGS=--upgrade for the newest)
	$(COMPILE) pyproject.toml -o requirements.lock
	$(COMPILE) pyproject.toml -o requirements-dev.lock --all-extras -c requirements.lock

.PHONY: clean
clean: ## remove caches and the environment; ./data stays
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache build *.egg-info
	find engine service migrations tests -name __pycache__ -prune -exec rm -rf {} +

# The environment, in three steps. Each leaves a stamp inside it, so that a second run does nothing. Compiled
# at once: some machines forbid it later. Stamps of an environment whose Python went away count for nothing.

$(shell test -x $(PY) || rm -f $(VENV)/.uv $(VENV)/.runtime $(VENV)/.dev)

UV := $(PY) -m uv
COMPILE = $(UV) pip compile --quiet --universal --python-version 3.11 --generate-hashes \
	--no-header --no-annotate $(LOCK_FLAGS)

define INSTALL
	@echo "installing from $< ..."
	@$(UV) pip install --quiet --python $(PY) --compile-bytecode --require-hashes -r $< || { \
	  echo "uv could not install; trying pip, which may know another index ..." >&2; \
	  $(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<; }
	@touch $@
endef

$(VENV)/.runtime: requirements.lock $(VENV)/.uv
	$(INSTALL)

$(VENV)/.dev: requirements-dev.lock $(VENV)/.uv
	$(INSTALL)

$(VENV)/.uv: requirements-uv.lock | $(PY)
	@$(PY) -m pip install --quiet --disable-pip-version-check --require-hashes -r $<
	@touch $@

$(PY):
	@for python in $(PYTHONS); do \
	  if "$$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1; then \
	    echo "making $(VENV) with $$("$$python" --version) ..."; \
	    "$$python" -m venv --clear $(VENV) && exit 0; \
	    echo "$$python cannot make an environment; on Debian and Ubuntu install python3-venv." >&2; exit 1; \
	  fi; \
	done; \
	echo "Pitbook needs Python 3.11 or newer; none of these is: $(PYTHONS)" >&2; \
	echo "Install one, or name it: make PYTHON=/path/to/python3 ..." >&2; exit 1
