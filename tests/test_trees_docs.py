"""The examples in the docstrings of gamecore.trees and in docs/trees.md run."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import gamecore.trees

MODULES = [module.name for module in pkgutil.iter_modules(gamecore.trees.__path__)]
PAGE = Path(__file__).parents[1] / "docs" / "trees.md"


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_each_module_run(name):
    assert doctest.testmod(importlib.import_module(f"gamecore.trees.{name}")).failed == 0


def test_the_page_on_trees_runs():
    outcome = doctest.testfile(str(PAGE), module_relative=False)
    assert outcome.failed == 0 and outcome.attempted > 20
