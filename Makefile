# `make demo` and `make test` do everything on a fresh machine; `make help` lists the rest.
.DEFAULT_GOAL := help
CARGO ?= cargo
.PHONY: help setup build demo test completions browser editor vscode web serve test-web first test-python test-cluster test-package lint-release check kernels test-cuda exports long fuzz bench docs clean

help: ## this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed 's/:.*## /\t/' | expand -t 10

setup: ## provide Z3 in .z3/ (a wheel from PyPI; no root, no build)
	@sh scripts/setup-z3.sh

build: setup ## build the release binary
	$(CARGO) build --release --locked

demo: build ## verify the example tests, with witnesses and reasons on screen
	@sh scripts/demo.sh

test: setup ## all tests, unless nothing changed since they passed (FRESH=1); outside suites where GPU_LITMUS_SUITES names their folder
	@CARGO="$(CARGO)" sh scripts/test.sh

completions: setup ## the completions in zsh and fish, which must be there (bash is tested by `make test`)
	$(CARGO) test --locked --test commands external_shells:: -- --ignored

browser: setup ## reports in a real browser: Chromium, which must be there
	$(CARGO) test --locked --test commands browser:: -- --ignored

editor: setup ## the language server in a real editor: Neovim, which must be there
	$(CARGO) build --locked
	@sh scripts/editor.sh

vscode: ## the extension for VS Code: checked, its grammars tested, packed (Node.js and npm must be there)
	@sh scripts/vscode.sh

web: ## the page for browsers, in web/dist (WebAssembly; Node.js and npm must be there)
	@sh scripts/web.sh

serve: web setup ## the page on the loopback address, from a program that has it inside (as `web`)
	GPU_LITMUS_PAGE=web/dist $(CARGO) build --release --locked
	$${CARGO_TARGET_DIR:-target}/release/gpu-litmus serve

test-web: build web ## the page in a real browser: Chromium, which must be there
	@sh scripts/test-web.sh

first: build web ## how long the page takes to its first verdict, beside what the page alone takes (Chromium; a minute)
	@sh scripts/test-web.sh first

test-python: ## the Python package: its wheel in an environment of its own (python3 with venv; PyPI)
	@sh scripts/test-python.sh

test-cluster: ## 100,000 tests on a cluster whose workers are killed and one of whose nodes is lost (minutes)
	@PYTHON_PROFILE=release GPU_LITMUS_CLUSTER_TESTS=$${GPU_LITMUS_CLUSTER_TESTS:-100000} sh scripts/test-python.sh -s -k test_large

test-package: ## the packed crate, installed into an empty home with Rust alone
	@sh scripts/test-package.sh

lint-release: ## workflows, the Action, the container file and shell scripts (linters from PyPI and npm)
	@sh scripts/lint-release.sh

check: setup ## formatting, lints and documentation
	$(CARGO) fmt --check
	$(CARGO) clippy --locked -- -D warnings -A clippy::all -A clippy::pedantic
	$(CARGO) clippy --locked --all-targets -- -D warnings
	$(CARGO) clippy --locked -p gpu-litmus-cuda --all-targets -- -D warnings
	$(CARGO) clippy --locked -p gpu-litmus-python --no-deps -- -D warnings
	$(CARGO) check --locked --no-default-features
	$(CARGO) check --locked --no-default-features --features cli
	RUSTDOCFLAGS="-D warnings" $(CARGO) doc --locked --no-deps

kernels: ## compile examples/kernels to PTX again (nvcc from PyPI, no GPU) and compare; UPDATE=1 rewrites
	@sh scripts/kernels.sh

test-cuda: setup ## kernels of tests under NVIDIA's assembler (ptxas and nvdisasm from PyPI, no GPU)
	@CARGO="$(CARGO)" sh scripts/cuda.sh

exports: setup ## 100 programs of each mode of `drf` proven free of races (minutes)
	$(CARGO) test --locked --test commands no_race_and_no_wrong_load_in_a_hundred -- --ignored

long: setup ## the randomised tests at length (minutes): GPU_LITMUS_SEEDS and PROPTEST_CASES set how long
	GPU_LITMUS_SEEDS=$${GPU_LITMUS_SEEDS:-20000} PROPTEST_CASES=$${PROPTEST_CASES:-20000} \
		$(CARGO) test --release --locked --test verdicts --test language -- --nocapture \
		differential:: ugpu:: random_models:: robustness::
	GPU_LITMUS_SEEDS=400 $(CARGO) test --release --locked --test tasks -- --nocapture prove:: exhaustive::
	$(CARGO) test --release --locked --tests long:: -- --ignored

fuzz: setup ## each fuzz target for a minute (FUZZ_SECONDS); needs cargo-fuzz
	@sh scripts/fuzz.sh

bench: setup ## the measurements of docs/performance.md
	$(CARGO) bench --locked

clean: ## remove what was built; keeps .z3/
	$(CARGO) clean
