# Two commands do everything on a fresh machine: make run, make test.
# Both set up .venv in this folder by themselves; nothing outside it is needed but Python 3.11 or later.

# Byte code makes every start faster; some shells switch it off.
unexport PYTHONDONTWRITEBYTECODE

BIN := .venv/bin

.PHONY: help run test setup setup-test lint types tests test-gpu coverage docs clean

help:
	@echo "make run       set up, then open the page to play in a browser; Ctrl-C ends it"
	@echo "make test      set up, then run every check: style, types, tests"
	@echo "make test-gpu  set up, then run the tests of tests/gpu on this machine's GPU"
	@echo "make coverage  set up, then run the tests and say which lines they reach"
	@echo "make docs      build the pages as a site into site/"
	@echo "make clean     remove what these made"

run: setup
	@trap : INT; $(BIN)/parlour serve --open || test $$? -eq 130  # Ctrl-C is a way to leave

test: lint types tests

# Playing needs neither the tools of the tests nor the peers they measure against.
setup: .venv/.ready-play

.venv/.ready-play: pyproject.toml uv.lock tools/setup.sh
	@bash tools/setup.sh play

setup-test: .venv/.ready

.venv/.ready: pyproject.toml uv.lock tools/setup.sh
	@bash tools/setup.sh test

lint: setup-test
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

types: setup-test
	$(BIN)/mypy

tests: setup-test
	$(BIN)/python -m pytest -n 2 --dist loadfile
	NUMBA_ENABLE_CUDASIM=1 $(BIN)/python -m pytest -q tests/gpu  # in a process of its own: numba decides at import

test-gpu: setup-test
	@env -u NUMBA_ENABLE_CUDASIM $(BIN)/python -c \
		'import sys; from parlour.compile.device import why_no_gpu; sys.exit(why_no_gpu())'
	env -u NUMBA_ENABLE_CUDASIM $(BIN)/python -m pytest -q tests/gpu

coverage: setup-test
	$(BIN)/python -m pytest -n 2 --dist loadfile --cov --cov-report=term:skip-covered

# The site's tools have an environment of their own: neither playing nor testing needs them.
docs: .venv-docs/.ready
	NO_MKDOCS_2_WARNING=1 .venv-docs/bin/mkdocs build --strict --clean

.venv-docs/.ready: pyproject.toml uv.lock tools/setup.sh
	@bash tools/setup.sh docs

clean:
	rm -rf .venv .venv-docs site .mypy_cache .ruff_cache .pytest_cache .hypothesis .coverage .coverage.*
