"""Tests what gamecore reports about itself, and that it does so quickly."""
import json
import sys

import gamecore
from gamecore.core import about as module
from gamecore.core.about import about
from tests.processes import python


def test_about_names_version_build_and_machine():
    facts = about()
    assert facts["version"] == gamecore.__version__
    assert all(isinstance(value, str) and value for value in facts.values()), facts
    assert "-O" in facts["flags"]
    assert json.loads(json.dumps(facts)) == facts


def test_about_needs_no_build_record(monkeypatch):
    monkeypatch.setitem(sys.modules, "gamecore.core.build", None)
    monkeypatch.setattr(module, "_known", {})
    assert about()["flags"] == "unknown"
    assert about()["version"] == gamecore.__version__


def test_a_checkout_names_its_commit_and_a_package_the_one_it_was_built_from(monkeypatch, tmp_path):
    folder = tmp_path / "lib" / "python" / "gamecore"
    monkeypatch.setattr(module, "__file__", str(folder / "core" / "about.py"))
    assert module._commit() == "unknown"
    (folder / "data").mkdir(parents=True)
    (folder / "data" / "commit.txt").write_text("0123456789ab\n")
    assert module._commit() == "0123456789ab"
    (tmp_path / "lib" / ".git").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path))               # no git
    assert module._commit() == "unknown"


def test_what_about_returns_belongs_to_the_caller():
    about().clear()
    assert about()["version"] == gamecore.__version__


def test_importing_gamecore_imports_nothing_heavy():
    heavy = ("argparse dataclasses typing rich importlib.metadata numpy platform subprocess inspect re json "
             "matplotlib distributed")
    code = f"import sys, gamecore; print(*[name for name in {heavy.split()!r} if name in sys.modules])"
    # -S: an environment's own start-up files may import what they like
    path = [entry for entry in sys.path if entry]
    run = python("-S", "-c", f"import sys; sys.path[:] = {path!r}; {code}", check=True)
    assert run.stdout.split() == []
