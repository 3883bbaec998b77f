# `make` lists the targets. PYTHON names the interpreter (3.11 or newer), VENV the environment made with it.
PYTHON ?= python3
VENV ?= .venv
EXAMPLES ?= saizen# or brief: how many examples the tests of properties try
SAIZEN_WERROR ?= OFF
export SAIZEN_WERROR
export PIP_DISABLE_PIP_VERSION_CHECK = 1
MAKEFLAGS += --no-print-directory

BIN := $(VENV)/bin
CPP := $(shell find native -name '*.[ch]pp')
BUILD_INPUTS := pyproject.toml CMakeLists.txt $(filter-out native/tests/%,$(CPP))
comma := ,
OTHER_PYTHONS := 3.12 3.13 3.14

.PHONY: help setup play test test-native test-python test-fast test-pythons test-sanitized soak lint check bench docs clean
.NOTPARALLEL: # the stamps are shared, and each step is parallel inside

help: ## List the targets
	@sed -n 's/^\([a-z-]*\):.*## /make \1	/p' Makefile | expand -t 22

setup: $(VENV)/dev.stamp ## Make .venv with everything that development needs

play: $(VENV)/runtime.stamp ## Play Othello in the terminal
	@$(BIN)/saizen play othello

test: setup test-native test-python ## Run all tests

test-native: | $(BIN)/cmake ## Run the C++ tests
	$(call run_native_tests,build/native)

test-sanitized: | $(BIN)/cmake ## Run the C++ tests under the address, undefined-behaviour and thread sanitizers
	$(call run_native_tests,build/sanitized,-DSAIZEN_SANITIZE=address$(comma)undefined)
	$(call run_native_tests,build/threads,-DSAIZEN_SANITIZE=thread)

test-python: $(VENV)/dev.stamp ## Run the Python tests
	$(BIN)/pytest -n auto

test-fast: $(VENV)/dev.stamp ## Run the Python tests that take no more than a few seconds each
	$(BIN)/pytest -n auto -m "not slow" --hypothesis-profile $(EXAMPLES)

test-pythons: $(OTHER_PYTHONS:%=test-python%) ## Run the fast tests, with fewer examples, under every other Python found here

test-python3.%:
	@for python in python3.$* "$$HOME"/.pyenv/versions/3.$*.*/bin/python3; do \
		if "$$python" -c '' 2>/dev/null; then \
			echo "Python 3.$*: $$("$$python" --version)"; \
			exec $(MAKE) test-fast PYTHON="$$python" VENV=build/python3.$* EXAMPLES=brief; \
		fi; \
	done; echo "Python 3.$*: not found, so not tested"

soak: $(VENV)/dev.stamp ## Compare the native core with Python on a hundred million positions (hours)
	$(BIN)/pytest -n auto tests/native --positions 100000000

lint: $(VENV)/dev.stamp ## Run the linters and the type checker
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy
	$(BIN)/clang-format --dry-run -Werror $(CPP)

check: export SAIZEN_WERROR = ON
check: lint test-native test-fast ## Run the linters, the type checker and the fast tests, as before every commit

bench: $(VENV)/dev.stamp ## Run the benchmarks
	$(BIN)/python benchmarks/run.py

docs: $(VENV)/dev.stamp ## Build the documentation into build/site
	$(BIN)/mkdocs build --strict

clean: ## Remove everything that was made
	rm -rf .venv build dist benchmarks/.peers-venv .hypothesis .mypy_cache .pytest_cache .ruff_cache
	find . -name __pycache__ -prune -exec rm -rf {} +

$(VENV)/runtime.stamp: $(BUILD_INPUTS)
	$(call install,.)
	touch $@

$(VENV)/dev.stamp: $(BUILD_INPUTS)
	$(call install,.[dev])
	touch $(VENV)/runtime.stamp $@

$(BIN)/cmake: # no more than its presence, so that C++ edits are tested without installing them first
	$(MAKE) setup

# $(call install,REQUIREMENT)
define install
	@.ci/requirements '$(PYTHON)'
	@$(BIN)/python -m pip --version >/dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	SAIZEN_VARIANTS=best $(BIN)/python -m pip install --quiet --editable '$(1)'
endef

# $(call run_native_tests,BUILD_FOLDER,CMAKE_OPTIONS)
define run_native_tests
	$(BIN)/cmake -S . -B $(1) -DSAIZEN_BUILD_TESTS=ON -DSAIZEN_WERROR=$(SAIZEN_WERROR) $(2)
	$(BIN)/cmake --build $(1) --parallel
	$(BIN)/ctest --test-dir $(1) --output-on-failure
endef
