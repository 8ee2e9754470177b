# Two commands do everything on a fresh machine: `make demo` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test test-long test-slow lint types bench page page-lint page-test page-check mermaid docs wheel clean

demo: $(READY)
	$(BIN)/python examples/demo.py

test: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "not slow and not long" tests

# What takes seconds each.
test-long: $(READY)
	$(BIN)/python -m pytest -n 2 --dist loadgroup -m "long and not slow" tests

# Everything on all games, cases and examples, and what takes minutes: `make test` looks at a few.
test-slow: $(READY)
	EXAMPLES=1 $(BIN)/python -m pytest -n 2 --dist loadgroup tests

lint: $(READY)
	$(BIN)/ruff check src tests examples benchmarks docs .ci

types: $(READY)
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python benchmarks/compare.py

# The page's bundle is committed: Node is needed only to change it.
page: frontend/node_modules
	cd frontend && npm run --silent types && npm run --silent build

page-lint: frontend/node_modules
	cd frontend && npm run --silent lint

page-test: frontend/node_modules
	cd frontend && npm test --silent

page-check: page-lint page-test
	cd frontend && npm run --silent types && node build.mjs .bundle
	diff -r frontend/.bundle/page src/zermelo/web/static
	diff -r frontend/.bundle/viewer src/zermelo/tree/writers/viewer
	diff -r frontend/.bundle/notebook src/zermelo/notebook/static
	diff -r frontend/.bundle/site src/zermelo/publish/static
	rm -rf frontend/.bundle

frontend/node_modules: frontend/package-lock.json
	cd frontend && npm ci --no-audit --no-fund
	touch $@

# What we write as Mermaid is read by Mermaid itself, where it is installed.
mermaid:
	cd tests/tree/mermaid && npm ci --no-audit --no-fund

# The documentation site, without warnings, in build/site/.
docs: $(VENV)/.docs
	$(BIN)/python docs/build.py

$(VENV)/.docs: $(READY)
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[docs]'
	touch $@

wheel: $(READY)
	$(BIN)/python -m build --wheel --outdir dist .

clean:
	rm -rf $(VENV) tests/tree/mermaid/node_modules frontend/node_modules frontend/.bundle dist build .mypy_cache .ruff_cache .pytest_cache

$(READY): pyproject.toml constraints.txt
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install -q --disable-pip-version-check -c constraints.txt -e '.[dev]'
	touch $@
