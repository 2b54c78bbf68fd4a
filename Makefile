# The whole tool chain. A machine needs Python 3.11 or newer with pip and venv, a C++20 compiler, make and git.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := --quiet --disable-pip-version-check --no-build-isolation
STRICT := --config-settings=cmake.define.DIZHU_STRICT=ON
NATIVE := $(wildcard native/*.h native/*.cpp) CMakeLists.txt pyproject.toml

.PHONY: play build test test-long lint bench docs clean

play: build  ## build if needed and play a game in this terminal; ARGS="--lang zh --rules happy_3p" chooses
	@$(BIN)/dizhu play $(ARGS)

build: $(VENV)/built  ## virtual environment and native core

$(VENV)/made:
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check "scikit-build-core>=1.1" "nanobind>=3.1" cmake ninja
	@touch $@

$(VENV)/built: $(VENV)/made $(NATIVE)
	@echo "Building the native core, about 20 seconds"
	$(BIN)/python -m pip install $(PIP) $(STRICT) --editable .
	@touch $@

$(VENV)/tested: $(VENV)/built
	$(BIN)/python -m pip install $(PIP) $(STRICT) --editable ".[test]"
	@touch $@

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/clang-format --dry-run --Werror native/*.h native/*.cpp tests/native/*.h tests/native/*.cpp
	$(BIN)/mypy
	$(BIN)/lint-imports

test: lint  ## everything: style, types, C++ under sanitizers, Python
	PATH="$(CURDIR)/$(BIN):$$PATH" bash tests/native/run.sh
	$(BIN)/python -m pytest -n 2

test-long: $(VENV)/tested  ## the full sample sizes (about ten minutes)
	DIZHU_LONG=1 $(BIN)/python -m pytest -n 2

bench: $(VENV)/tested  ## side by side with the peers from the package index
	$(BIN)/python -m pip install --quiet -r benchmarks/peers.txt
	$(BIN)/python -m pip install --quiet --no-deps -r benchmarks/peers-bare.txt
	$(BIN)/python -m benchmarks.rules

docs: $(VENV)/tested  ## run every example in docs/ and check its links
	$(BIN)/python -m pytest -q tests/test_docs.py tests/test_readme.py

clean:
	rm -rf $(VENV) build
