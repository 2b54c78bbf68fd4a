# The whole tool chain. A machine needs Python 3.11 or newer with pip and venv, a C++20 compiler, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := --quiet --disable-pip-version-check --no-build-isolation
STRICT := --config-settings=cmake.define.DIZHU_STRICT=ON
WITHOUT_WEB := --config-settings=web=skip
WEB := $(BIN)/python build_backend/web.py
NATIVE := $(wildcard native/*.h native/*.cpp) CMakeLists.txt pyproject.toml

.PHONY: play serve build web test test-long lint bench docs clean

play: build  ## build if needed and play a game in this terminal; ARGS="--lang zh --rules happy_3p" chooses
	@$(BIN)/dizhu play $(ARGS)

serve: build web  ## serve the game to browsers on this machine and in its network; ARGS="--port 8000" chooses
	@$(BIN)/dizhu serve $(ARGS)

build: $(VENV)/built  ## virtual environment and native core

$(VENV)/made:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "scikit-build-core>=1.1" "nanobind>=3.1" cmake ninja
	@touch $@

$(VENV)/built: $(VENV)/made $(NATIVE)
	@echo "Building the native core, about 20 seconds"
	$(BIN)/python -m pip install $(PIP) $(STRICT) $(WITHOUT_WEB) --editable .
	@touch $@

web: $(VENV)/node  ## the browser client, if something of it changed
	$(WEB)

$(VENV)/node: $(VENV)/made build_backend/web.py
	$(BIN)/python -m pip install --quiet --disable-pip-version-check $$($(WEB) requires)
	@touch $@

$(VENV)/tested: $(VENV)/built
	$(BIN)/python -m pip install $(PIP) $(STRICT) $(WITHOUT_WEB) --editable ".[test]"
	@touch $@

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror native/*.h native/*.cpp tests/native/*.h tests/native/*.cpp
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint web  ## everything: style, types, C++ under sanitizers, the client, Python
	PATH="$(CURDIR)/$(BIN):$$PATH" bash tests/native/run.sh
	$(BIN)/python -m dizhu.server.docs --check
	$(WEB) run protocol:check format:check check test
	$(BIN)/python -m tests.browser.chromium
	$(BIN)/python -m pytest -n 2

test-long: $(VENV)/tested web  ## the full sample sizes (about half an hour)
	$(BIN)/python -m tests.browser.chromium
	DIZHU_LONG=1 $(BIN)/python -m pytest -n 2

bench: $(VENV)/tested  ## side by side with the peers from the package index
	$(BIN)/python -m pip install --quiet -r benchmarks/peers.txt
	$(BIN)/python -m pip install --quiet --no-deps -r benchmarks/peers-bare.txt
	$(BIN)/python -m benchmarks.rules
	$(BIN)/python -m benchmarks.load

docs: $(VENV)/tested  ## run every example in docs/ and check its links
	$(BIN)/python -m pytest -q tests/test_docs.py tests/test_readme.py

clean:
	rm -rf $(VENV) build web/node_modules src/dizhu/_web
