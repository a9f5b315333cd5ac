"""Tests that references are independent of gamecore: they import nothing from it. The values that the laws still take
from gamecore are listed, each with the test that compares it with a value of another origin."""
import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
REFERENCES = sorted((ROOT / "tests").rglob("reference*.py"))
QUESTIONS = {"gamecore", "gamecore.search.switches"}         # what is asked, not what is answered
# of tests/law.py: a module, and the test of its values
BORROWED = {
    "gamecore.games.checkers": ("tests/games/checkers/test_evaluation.py",
                                "test_a_network_corrects_where_eight_pieces_stand"),
    "gamecore.search.evaluations": ("tests/games/connect_four/test_laws.py",
                                    "test_the_evaluation_counts_what_a_person_would_count"),
    "gamecore.games.checkers.endgames.databases": ("tests/games/checkers/test_endgames.py",
                                                   "test_value_iteration_finds_the_same"),
    "gamecore.games.checkers.endgames.root": ("tests/games/checkers/test_endgames.py",
                                              "test_distances_follow_from_those_of_the_successors"),
    "gamecore.games.connect_four.solver": ("tests/laws/rounds.py", "solver"),
}


def modules_of(path):
    """The modules that a file imports anywhere."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield "." * node.level + (node.module or "")


def is_gamecores(module):
    return module.partition(".")[0] in ("gamecore", "games", "")


@pytest.mark.parametrize("path", REFERENCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_reference_imports_nothing_of_gamecore(path):
    modules = [*modules_of(path)]
    assert not [module for module in modules if is_gamecores(module)]
    assert not [module for module in modules if module.startswith("tests.") and "reference" not in module]


def test_there_are_references():
    assert len(REFERENCES) >= 5


def test_what_the_laws_borrow_is_listed_with_its_test():
    taken = {module for module in modules_of(ROOT / "tests" / "law.py") if module.startswith("gamecore")}
    assert taken - QUESTIONS == {*BORROWED}
    for file, test in BORROWED.values():
        functions = [node.name for node in ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8")))
                     if isinstance(node, ast.FunctionDef)]
        assert test in functions, test
