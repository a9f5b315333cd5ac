"""Runs every example: docstrings, including compiled ones, and the >>> blocks of README and docs."""
import doctest
import importlib
import pkgutil

import pytest
from tests.pages import snippets

import gamecore

OPTIONAL = {"rich", "matplotlib", "distributed",          # extras: without them a module may be unable to load
            "pettingzoo", "gymnasium", "pyodide"}


def modules():
    """Every module of the package but __main__, which would run the command."""
    yield gamecore
    for info in pkgutil.walk_packages(gamecore.__path__, "gamecore."):
        if not info.name.endswith("__main__"):
            try:
                yield importlib.import_module(info.name)
            except ModuleNotFoundError as missing:
                if missing.name not in OPTIONAL:
                    raise


def documented(owner, name):
    """(name, object) of a module or class and of its members. doctest's own finder misses compiled functions."""
    yield name, owner
    module = owner.__name__ if not isinstance(owner, type) else owner.__module__
    for attribute, value in sorted(vars(owner).items()):
        value = getattr(value, "__func__", value)                # of a classmethod or staticmethod
        if isinstance(value, type):
            if value.__module__ == module and not isinstance(owner, type):
                yield from documented(value, f"{name}.{attribute}")
        elif isinstance(owner, type) or getattr(value, "__module__", None) == module:
            yield f"{name}.{attribute}", value


def docstring_tests():
    for module in modules():
        for name, value in documented(module, module.__name__):
            text = getattr(value, "__doc__", None)
            if isinstance(text, str) and ">>>" in text and text != type(value).__doc__:
                # the module's own names are at hand, as they are for its reader
                yield snippets.PARSER.get_doctest(text, vars(module) | {"__name__": "__main__"}, name,
                                         getattr(module, "__file__", None), 0)


TESTS = [*docstring_tests(), *snippets.page_tests()]


@pytest.mark.parametrize("test", TESTS, ids=lambda test: test.name)
def test_the_examples_do_what_they_say(test):
    report = []
    runner = doctest.DocTestRunner(optionflags=snippets.FLAGS)
    assert runner.run(test, out=report.append).failed == 0, "".join(report)


def test_there_are_examples_and_compiled_ones_are_among_them():
    assert sum(len(test.examples) for test in TESTS) > 0
    assert any(test.name.startswith("gamecore.engine.Engine") for test in TESTS)


@pytest.mark.parametrize("name", sorted(name for name in gamecore.__all__ if callable(getattr(gamecore, name))))
def test_everything_public_is_documented(name):
    assert getattr(gamecore, name).__doc__, f"gamecore.{name} has no docstring"
