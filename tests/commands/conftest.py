"""The fixtures that the tests of several commands share."""
from io import StringIO

import pytest


@pytest.fixture
def play(run, monkeypatch):
    """gamecore play with stdin: (exit code, stdout, stderr)."""
    def play(arguments, *typed, game="connect-four"):
        monkeypatch.setenv("COLUMNS", "200")
        monkeypatch.setattr("sys.stdin", StringIO("".join(f"{line}\n" for line in typed)))
        return run(f"play {game}", *arguments.split())
    return play
