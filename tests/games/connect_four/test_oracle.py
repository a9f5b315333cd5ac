"""What the search and the laboratory do with the connect-four solver, which they ask about late positions."""
import random

from tests import law
import pytest

import gamecore
from gamecore.errors import GameError
from gamecore.laboratory.pruning import pruning
from gamecore.search.switches import ORDERS
from benchmarks.positions.make_connect_four import random_position

WITHOUT = "evaluation,pruning,deepening,table,hint,killers,history,pvs"


@pytest.mark.parametrize("empty", [1, 5, 12, 19, 20, 21, 22, 23])
def test_the_law_holds_where_the_solver_is_asked(empty):
    generator = random.Random(empty)
    engine = gamecore.Engine(hash_mb=1)
    for _ in range(12):
        switches = (*law.DEFINITION, *(name for name in law.EXACT if name == "pruning" or generator.random() < 0.5))
        search = law.Search(random_position(generator, 42 - empty), generator.randint(1, 3), switches,
                            generator.choice(list(ORDERS)), multipv=generator.choice([1, 1, 3]))
        law.check(search, search.run(engine))


@pytest.mark.parametrize("empty", [4, 9, 14, 18, 22])
def test_a_search_to_the_end_finds_the_same_without_the_solver(empty):
    generator = random.Random(empty)
    alone, asking = gamecore.Engine(hash_mb=4, switches=WITHOUT), gamecore.Engine(hash_mb=4, threads=2)
    for _ in range(12):
        position = random_position(generator, 42 - empty)
        slow, quick = alone.search(position, depth=empty), asking.search(position, depth=empty)
        assert (quick.score, quick.outcome, quick.plies_to_end) == (slow.score, slow.outcome, slow.plies_to_end)
        assert quick.stop == "complete" and quick.nodes < 5_000


def test_the_switch_turns_the_solver_off():
    """A win in 9 plies, which one ply does not show."""
    position = gamecore.ConnectFour("523617356626735551662")
    result = gamecore.Engine(hash_mb=1).search(position, depth=1)
    assert (result.score, result.plies_to_end, result.stop) == (29991, 9, "complete")
    assert gamecore.Engine(hash_mb=1, switches=WITHOUT).search(position, depth=1).outcome is None


def test_the_order_of_exact_scores_cuts_with_the_first_move():
    """To the end of the game the best move cuts wherever any does."""
    rows = list(pruning(gamecore.ConnectFour("45725615173613612757666142"), 16, ["solved", "random"], max_nodes=30_000))
    last = [row for row in rows if row.order == "solved"][-1]
    assert (last.depth, last.complete, last.first_cut_rate) == (14, True, 1.0)
    assert last.leaves < 3 * last.minimal_leaves


@pytest.mark.parametrize("position", [gamecore.Checkers(), gamecore.ConnectFour("444")], ids=str)
def test_the_order_of_exact_scores_is_for_late_connect_four(position):
    with pytest.raises(GameError, match="connect-four from ply 16 on"):
        pruning(position, 3, ["solved"])
