# Town Docket: everything starts here. `make demo` and `make test` need only Python 3.11 or newer, git and make.

SHELL := /bin/bash
PYTHON ?= python3
PORT ?= 8000
TODAY ?=
MINUTES ?= 30
FILES ?=
export UV_PYTHON_DOWNLOADS = never

BIN := .venv/bin
MANAGE := $(BIN)/python manage.py
READY := .venv/.ready

.PHONY: setup demo test test-fast bench mutants drill lint format lock clean system-packages

setup: $(READY) system-packages ## the environment and the machine's libraries

$(READY): requirements/dev.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed; set PYTHON=… to one."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@test -x $(BIN)/uv || $(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	$(BIN)/uv pip sync --quiet --require-hashes --python $(BIN)/python requirements/dev.txt
	@touch $@

system-packages:
	@bash towns/project/system_packages.sh

demo: setup ## the whole product with believable cases; TODAY=2026-11-30 sets its day, PORT=8000 its port
	@exec $(MANAGE) demo --port $(PORT) $(if $(TODAY),--today $(TODAY))

test: setup ## every test
	$(BIN)/python -m pytest $(PYTEST)

test-fast: $(READY) ## without browser and services
	$(BIN)/python -m pytest -m "not browser and not service and not slow" $(PYTEST)

bench: setup ## the measurements that docs quote
	@for script in $(filter-out bench/mutants.py,$(wildcard bench/*.py)); do echo "== $$script"; PYTHONPATH=. $(BIN)/python $$script || exit 1; done

mutants: $(READY) ## small wrong changes that a test must notice; MINUTES=10 bounds the run, FILES="towns/record/door.py" chooses
	PYTHONPATH=. $(BIN)/python bench/mutants.py --minutes $(MINUTES) $(if $(FILES),--only $(FILES))

drill: setup ## back up, restore elsewhere, verify the ledger there
	$(MANAGE) drill

lint: $(READY) ## what CI checks beside the tests
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/lint-imports
	$(BIN)/mypy

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

lock: $(READY) ## compile requirements/*.in into names, versions and hashes
	for name in app dev; do \
	  $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url \
	    --no-emit-find-links --custom-compile-command "make lock" $(UPGRADE) requirements/$$name.in -o requirements/$$name.txt \
	  || exit 1; done
	@! grep -nE '://|^--' requirements/app.txt requirements/dev.txt

clean: ## the environment and the caches; the data stay
	rm -rf .venv .pytest_cache .mypy_cache .ruff_cache .hypothesis .import_linter_cache htmlcov .coverage
