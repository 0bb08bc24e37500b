# Each target is complete on its own: it makes .venv when it is not there. Needs only Python >= 3.11.
PYTHON ?= python3
BIN = .venv/bin

.PHONY: demo test soak check lock clean

demo: .venv/installed  ## crawl a replica of all four platforms into demo.db
	$(BIN)/python -m tests.demo

test: .venv/installed
	$(BIN)/python -m pytest -n auto --dist worksteal

soak: .venv/installed  ## what takes minutes: many kills, long runs
	$(BIN)/python -m pytest -m soak

check: .venv/installed
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

lock:
	uv lock

clean:
	rm -rf .venv demo.db demo.db-wal demo.db-shm demo.db.*.lock demo.media

.venv/installed: pyproject.toml uv.lock
	if command -v uv >/dev/null; then uv sync --quiet --frozen --extra dev; \
	else $(PYTHON) -m venv .venv && $(BIN)/python -m pip install --quiet --editable '.[dev]'; fi
	touch $@
