"""Mistakes made on purpose: each is found by the checks, and the search without one by none."""
import pytest

import gamecore
from gamecore import UniformTree
from gamecore.errors import SwitchError
from gamecore.laboratory.mistakes import CHECKS, MISTAKES, Search, leaves_by_the_book, minimax, verdicts
from gamecore.trees import alpha_beta, tree


def test_without_a_mistake_nothing_is_found():
    assert verdicts() == dict.fromkeys(CHECKS)


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_mistake_is_found(mistake):
    found = {check for check, complaint in verdicts(mistake).items() if complaint}
    assert found
    if mistake in ("the same window", "one bound", "a strict cut"):
        assert found <= {"leaves", "minimum"}            # the score is right: only the counts show it
    elif mistake != "a move by its value":
        assert "score" in found


@pytest.mark.parametrize("seed", range(20))
def test_the_learners_search_looks_at_what_the_engine_looks_at(seed):
    position, search = UniformTree(3, 5, seed=seed), Search()
    score, move = search.run(position)
    result = gamecore.Engine(hash_mb=1, switches="pruning", order="none").search(position, depth=5)
    assert (score, move, search.leaves) == (result.score, result.move, result.leaves)
    assert leaves_by_the_book(position) == (result.score, result.leaves) and minimax(position) == result.score


def test_the_learners_search_looks_at_what_the_textbooks_looks_at():
    from gamecore.trees import TreePosition
    exercise = tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]])
    search = Search()
    assert search.run(TreePosition(exercise)) == (3, 0) and search.leaves == alpha_beta(exercise).leaves == 7


def test_a_mistake_that_nobody_knows_is_refused():
    with pytest.raises(SwitchError, match="'laziness'"):
        Search("laziness")
