# Each target sets up what it needs, once. `make test` is what CI runs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
DEPENDENCIES := $(VENV)/.dependencies
INSTALLED := $(VENV)/.installed
BOOK_TOOLS := $(VENV)/.book-tools
CPP := $(shell find cpp -name '*.[ch]' -o -name '*.cpp')
EXAMPLES := $(shell find examples -type f)
PYTEST := $(BIN)/python -m pytest

.PHONY: help build serve docs test test-slow bench lint clean

help:
	@echo "make serve      set up and show a game between two random players"
	@echo "make docs       set up and make the book, in build/book"
	@echo "make test       set up, lint and run the tests"
	@echo "make test-slow  the long proofs"
	@echo "make bench      the speed tables"
	@echo "make lint       style, types, layers"
	@echo "make clean      remove everything that was built"

$(DEPENDENCIES): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group build --group test
	touch $@

# The native part is compiled again only when a source of it is newer.
$(INSTALLED): $(DEPENDENCIES) CMakeLists.txt $(CPP) $(EXAMPLES) src/garlic/__init__.py
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	cp $$($(BIN)/python -c 'import pathlib, garlic._core as c; print(pathlib.Path(c.__file__).parent)')/_*.pyi src/garlic/
	touch $@

build: $(INSTALLED)

serve: build
	$(BIN)/garlic match othello random:othello random:othello --show

# The book's tools are not needed for anything else.
$(BOOK_TOOLS): $(DEPENDENCIES)
	$(BIN)/python -m pip install --quiet --group docs
	touch $@

docs: build $(BOOK_TOOLS)
	$(BIN)/python -m book

lint: build
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports --no-cache

test: lint
	$(PYTEST) --numprocesses auto

test-slow: build
	$(PYTEST) -m slow

bench: build
	$(BIN)/python -m bench

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis src/garlic/_*.pyi
	find src tests bench -name __pycache__ -type d -prune -exec rm -rf {} +
