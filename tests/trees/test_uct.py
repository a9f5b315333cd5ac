"""Tests UCT in Python and compiled: it converges to minimax's move, respects its limits, and fails where it is known to
fail."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import gamecore
from tests.games.outside.test_endless_games import Endless
from tests.refusals import refusals
from gamecore.errors import GameError, LimitError, TreeError
from gamecore.examples.kalah import Kalah
from gamecore.examples.nim import Nim
from gamecore.examples.tic_tac_toe import TicTacToe
from gamecore.trees import TreePosition, best_actions, from_position, minimax, tree, uct

TEXTBOOK = [([[3, 12, 8], [2, 4, 6], [14, 5, 2]], "max min", 0, 3), ([[2, 7], [1, 100]], "max min", 0, 2),
            ([[10, 10], [9, 100]], "max min", 0, 10), ([[10, 10], [9, 100]], "max chance", 1, 54.5),
            ([[[7, 2], [9, 6]], [[5, 0], [8, -4]]], "max chance min", 0, 4)]


def compiled(root, **options):
    """The compiled search, of a position or of a tree as a position."""
    return gamecore.uct(root if hasattr(root, "legal_moves") else TreePosition(root), **options)


@pytest.fixture(params=[uct, compiled])
def search(request):
    return request.param


@pytest.mark.parametrize("nested, layers, action, value", TEXTBOOK)
def test_it_finds_the_textbooks_action_and_comes_near_its_value(search, nested, layers, action, value):
    found = search(tree(nested, layers=layers), nodes=60_000)
    # a mean over the games, some of which try worse actions
    assert found.move == action and found.value == pytest.approx(value, abs=0.5)
    assert sum(visits for visits, _ in found.moves.values()) == found.visits


@pytest.mark.parametrize("position", [*map(Nim, (2, 3, 5, 6, 8, 9)), TicTacToe("xoxo.x.o."), TicTacToe("xo..x...o"),
                                      TicTacToe("x...o...."), Kalah(2, 1), gamecore.ConnectFour("4455")], ids=str)
def test_it_converges_to_a_move_of_minimax(search, position):
    if isinstance(position, gamecore.ConnectFour):
        best = [3, 6]                            # each makes an open three
    elif isinstance(position, Nim):
        best = [f"A{(position.heaps[0] - 1) % 3}"]
    else:
        best = best_actions(from_position(position, count_plies=False))
    assert search(position, nodes=30_000).move in best


@pytest.mark.parametrize("search", [uct, compiled])
@settings(max_examples=25, deadline=None)
@given(nested=st.recursive(st.integers(-3, 3), lambda below: st.lists(below, min_size=1, max_size=3), max_leaves=12)
       .filter(lambda nested: isinstance(nested, list)))
def test_on_any_small_tree_the_value_converges(search, nested):
    root = tree(nested)
    found = search(root, nodes=20_000)
    # values are whole numbers: an action that is worse by 1 may still be ahead after this number of games
    assert minimax(root[found.move]).value >= minimax(root).value - 1
    assert found.value == pytest.approx(minimax(root).value, abs=1)      # a mean over games


def test_equal_seeds_play_equal_games_and_more_nodes_more_of_them(search):
    first, again, other = (search(TicTacToe(), nodes=500, seed=seed) for seed in (1, 1, 2))
    assert first == again != other and 500 <= first.nodes < 510
    assert search(TicTacToe(), nodes=1000, seed=1).visits > first.visits


def test_a_search_by_time_ends(search):
    assert search(gamecore.ConnectFour(), seconds=0.05).visits > 0


def test_a_leaf_and_a_chance_node_have_no_action(search):
    found = search(tree([5])[0], nodes=10)
    assert (found.value, found.move, found.visits, found.pv) == (5, None, 1, ())
    assert search(tree([[1, 3]], layers="chance max"), nodes=900).move is None


def test_a_trap_is_seen_late(search):
    """A move that wins every game but one, which the opponent will find: minimax avoids it, few samples do not."""
    trap = tree([[0, 0], [1] * 30 + [-1]])
    assert minimax(trap).action == 0 and search(trap, nodes=100).move == 1 and search(trap, nodes=50_000).move == 0


def test_it_explores_while_all_results_are_equal(search):
    rare = tree([-2, [[-2] * 7 + [0]]])
    assert {search(rare, nodes=3000, seed=seed).move for seed in range(10)} == {1}


@pytest.mark.parametrize("limits", [{}, {"nodes": 0}, {"seconds": -1.0}, {"nodes": 9, "exploration": -1},
                                    {"nodes": 9, "exploration": float("nan")}, {"nodes": 9, "seed": -1},
                                    {"nodes": 9, "seed": 1.5}, {"nodes": 9, "seed": True}, {"seconds": "1"},
                                    {"nodes": 9, "exploration": "1"}])
def test_a_search_needs_a_limit(search, limits):
    with pytest.raises(LimitError, match=r"limit|nodes|seconds|(exploration|seed) .*, not (-1|nan|1.5|True|'1')"):
        search(TicTacToe(), **limits)


def test_a_seed_may_be_a_number_of_numpy(search):
    assert search(TicTacToe(), nodes=500, seed=np.int64(2)).moves == search(TicTacToe(), nodes=500, seed=2).moves


class Long(gamecore.PythonGame):
    def __init__(self, left):
        self.left = left

    def legal_moves(self):
        return [0] if self.left else []

    def play(self, move):
        return Long(self.left - 1)

    def final_score(self):
        return 0


@pytest.mark.parametrize("search", [uct, gamecore.uct])
def test_a_game_of_1000_plies_is_not_endless(search):
    assert search(Long(1000), nodes=3000).visits == 3


test_what_has_no_result_is_refused = refusals(
    (TreeError, "utility tuples", lambda: uct(tree([[(1, 2), (3, 4)]], layers="0 1"), nodes=10)),
    (TreeError, "1000 plies", lambda: uct(Endless(), nodes=10)), (GameError, "1000 plies", gamecore.uct, Endless(), 10))
