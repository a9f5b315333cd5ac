"""Tests THE LAW (law.py) on random searches, with a few rounds of each kind (rounds.py), and in cases in which it was
once broken."""
import json
import os
import signal
from random import Random

from tests import law
import pytest
import gamecore
from hypothesis import given, settings, strategies as st
from tests.laws.rounds import ROUNDS
from tests.small_games import Detour, Nim
from tests.strategies import positions
from tests.stress import loop


def keep_the_law(engine, searches, weights=None):
    for search in searches:
        result = search.run(engine)
        if search.is_lawful():
            law.check(search, result, weights)


# Rounds in the suite: some seconds in all. tests/stress/law.py goes on where they end.
NUMBERS = {"mazes": 100, "double_moves": 100, "keys_of_every_pattern": 60, "solver": 20, "chance": 30,
           "chance_that_passes_the_turn": 100, "repeated_endings": 600}


@pytest.mark.parametrize("kind", ROUNDS)
def test_random_searches_have_the_answers_of_a_slow_reference(kind):
    assert sum(loop.play(ROUNDS, kind, seed) for seed in range(NUMBERS.get(kind, 15))) > 20


@pytest.mark.parametrize("fen", ["W:W20,21,22,23,25,26,27,28,29,30,31,32:B1,2,3,4,5,6,7,9,10,11,12,15",
                                 "W:W21,23,24,25,26,27,28,29,30,31,32:B1,2,3,4,5,7,8,11,12,13,15"])
def test_what_a_selective_search_leaves_in_the_table_is_not_for_an_exact_one(fen):
    exact = "evaluation,quiescence,pruning,deepening,table,hint,killers,history,pvs,aspiration"
    engine, position = gamecore.Engine(hash_mb=8), gamecore.Checkers(fen)
    score = engine.search(position, 9, switches=exact).score
    engine.clear()
    engine.search(position, 9, switches=f"{exact},{','.join(law.SELECTIVE)}")
    assert engine.search(position, 9, switches=exact).score == score


@pytest.mark.parametrize("switches",
                         [("quiescence",), ("quiescence", "table", "deepening"), (*law.DEFINITION, *law.EXACT)])
def test_a_win_that_quiescence_sees_beyond_the_depth_may_still_be_shortened(switches):
    for place in ("start", "before", "long before"):             # for the loser it is a loss that may come sooner
        keep_the_law(gamecore.Engine(hash_mb=1),
                     [law.Search(Detour(place), depth, switches) for depth in (1, 2, 3, 4, 5)])


@given(positions(), st.integers(1, 4), st.sets(st.sampled_from(law.DEFINITION)))
@settings(max_examples=100)
def test_plain_alpha_beta_visits_the_textbooks_tree_of_any_random_game(position, depth, definition):
    law.check_plain(position, depth, definition)


class ProudNim(Nim):
    def evaluate(self):
        return 9000


@pytest.mark.parametrize("coins", [3, 4, 6])
def test_a_high_evaluation_of_the_root_narrows_no_window(coins):
    law.check_plain(ProudNim(coins), 8, ("evaluation",))


@pytest.mark.parametrize("plies", range(8))
def test_what_came_up_twice_in_the_game_is_a_draw_in_the_tree(plies):
    """A king and two go to and fro. The side with one wants the draw, the other does not."""
    position = gamecore.Checkers("B:WK1:BK32,K31")
    for move in ["32-27", "1-6", "27-32", "6-1", "32-27", "1-6", "27-32"][:plies]:
        position = position.play(move)
    keep_the_law(gamecore.Engine(hash_mb=1),
                 [law.Search(position, depth, ("evaluation", "pruning", "repetition"), multipv=9)
                                              for depth in (1, 2, 3, 4, 5)])


def test_the_sets_of_switches_are_the_kinds_of_the_table():
    """A new switch needs its row and its bit in the mask of its kind."""
    for name, rows in [("exact", law.DEFINITION + law.EXACT), ("definition", law.DEFINITION)]:
        on = gamecore.Engine(hash_mb=1, switches=name).switches.split(",")
        assert {*rows} <= {*on} and not {*law.SELECTIVE} & {*on}, name


def test_a_loop_without_end_tells_how_to_repeat_a_failure(capsys, tmp_path):
    def wrong(random):
        assert random.random() < 0.9
        return 7

    def deadly(random):
        if random.random() > 0.9:
            os.kill(os.getpid(), signal.SIGKILL)
        return 7

    for kind in (wrong, deadly):
        name, rounds = kind.__name__, {kind.__name__: kind}
        first = next(seed for seed in range(999) if Random(f"{name} {seed}").random() > 0.9)
        assert not loop.attack("program", rounds, 0, 1, tmp_path / "tally.json")
        assert loop.attack("program", rounds, 1e-4, 1, tmp_path / "tally.json")
        row = json.loads((tmp_path / "tally.json").read_text())[name]
        assert row["failures"][0] == first < row["rounds"]
        assert row["tried"] == 7 * (row["rounds"] - len(row["failures"]))
        assert f"FAILED: python -m program --only {name} --seed {first}\n" in capsys.readouterr().out
