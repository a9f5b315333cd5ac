"""Tests that the imports of gamecore.trees have no circle, and that the pictures of docs/trees.md are up to date."""

import importlib
import pkgutil
import re
from pathlib import Path

import pytest

import gamecore.trees
from gamecore.trees import Chance, Max, Min, alpha_beta, animation, star2, svg, tree

MODULES = [module.name for module in pkgutil.iter_modules(gamecore.trees.__path__)]
PAGE = Path(__file__).parents[2] / "docs" / "trees.md"


EXERCISE_2 = tree([[[10, 6], [100, 8]], [[1, 2], [20, 4]]])
EXAMPLE = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
RISKY = Max([5, Chance([Min([4, 9, 9])] * 3)])


@pytest.mark.parametrize("name, document", [
    ("trees-alpha-beta.svg", svg(alpha_beta(EXERCISE_2))),
    ("trees-replay.svg", animation(alpha_beta(EXAMPLE))),
    ("trees-star2.svg", svg(star2(RISKY, 0, 10))),
])
def test_the_pictures_of_the_page_are_drawn_so(name, document):
    assert f"images/{name}" in PAGE.read_text(encoding="utf-8")
    assert (PAGE.parent / "images" / name).read_text(encoding="utf-8") == document + "\n"


IMPORT = re.compile(r"^\s*from gamecore\.trees\.(\w+) import", re.MULTILINE)


def test_no_file_of_the_folder_imports_itself_in_a_circle():
    below = {name: set(
        IMPORT.findall(Path(importlib.import_module(f"gamecore.trees.{name}").__file__).read_text(encoding="utf-8")))
             for name in MODULES}
    while leaves := {name for name, needs in below.items() if not needs & set(below)}:
        below = {name: needs for name, needs in below.items() if name not in leaves}
    assert below == {}
