"""Tests that backgammon has the same plays as other authors' programs in random games. `make peers` installs them."""
import os
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import gamecore
from tests.games.backgammon.test_cube_facts import CERTAIN

GAMES = int(os.environ.get("BACKGAMMON_GAMES", "100"))


def random_rolls(seed):
    """The rolls of a random game."""
    rng = random.Random(seed)
    position = gamecore.Backgammon()
    while not position.is_over():
        rolled = position.roll(rng.randint(1, 6), rng.randint(1, 6))
        yield rolled
        position = rng.choice(rolled.successors())


def test_gnubg_nn_knows_the_same_plays():
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (make peers)")
    for seed in range(GAMES):
        for rolled in random_rolls(seed):
            keys = gnubg.moves([list(rolled.other[1:]), list(rolled.own[1:])], *rolled.dice)
            # Its keys tell the opponent's checkers first, then those of the player who has played; a pass has none.
            theirs = {tuple(map(tuple, gnubg.board_from_position_key(key))) for key in keys}
            ours = {(child.own[1:], child.other[1:]) for child in rolled.successors()}
            assert ours == (theirs or {(rolled.other[1:], rolled.own[1:])}), str(rolled)


def test_gnubg_nn_reads_the_same_position_ids():
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (make peers)")
    for rolled in random_rolls(1):
        position = gamecore.Backgammon(rolled.position_id)
        assert ([tuple(side) for side in gnubg.board_from_position_id(rolled.position_id)]
                == [position.other[1:], position.own[1:]])


def board(position):
    return [list(position.other[1:]), list(position.own[1:])]


@pytest.mark.parametrize("name", CERTAIN)
def test_gnubg_nn_is_as_certain_of_a_result(name):
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (make peers)")
    points, own, other = CERTAIN[name]
    position = gamecore.Backgammon.from_counts(own, other)
    ours = gamecore.Engine(hash_mb=1).probabilities(position)
    assert ours == list(gnubg.probabilities(board(position), 0)) == [
        points > 0, points > 1, points > 2, points < -1, points < -2]


def test_gnubg_nn_knows_the_same_chances_of_bear_offs():
    """Its table has a probability in 1/65535 for each number of rolls, and so has ours."""
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (make peers)")
    engine, rng = gamecore.Engine(hash_mb=1), random.Random(3)
    for _ in range(GAMES):
        sides = [[0] * 26, [0] * 26]
        for side in sides:
            for _ in range(rng.randint(1, 8)):
                side[rng.randint(1, 6)] += 1
            side[0] = 15 - sum(side)
        position = gamecore.Backgammon.from_counts(*sides)
        ours, theirs = engine.probabilities(position), gnubg.probabilities(board(position), 0)
        assert ours == pytest.approx(theirs, abs=1e-4), position    # both round each of some ten terms to 1/65535


@pytest.mark.parametrize("needed", range(2, 8))
def test_gnubg_nn_doubles_for_the_same_side_after_the_crawford_game(needed):
    """The side that is one point away never does, and the other one does at once, whether it needs an odd number."""
    gnubg = pytest.importorskip("gnubg_nn", reason="gnubg-nn is not installed (make peers)")
    start = gamecore.Backgammon()
    signed = [-start.other[25], *(start.own[point] - start.other[25 - point] for point in range(1, 25)), start.own[25]]
    gnubg.set.score(needed, 1, 0)
    theirs = sorted(gnubg.evaluate_cube_decision(signed, n=0, v=0, s=side) for side in (b"X", b"O"))
    ours = [gamecore.Engine(hash_mb=1, match=gamecore.MatchScore(*points, 10, True)).decide(start).action
            for points in ((9, 10 - needed), (10 - needed, 9))]
    assert [action.startswith("double") for action in ours] == theirs == [False, True]


ROOT = Path(__file__).resolve().parents[3]
WITHOUT = """import runpy, sys
sys.modules["gnubg_nn"] = None
runpy.run_module("benchmarks.peers.{}", None, "__main__")"""


@pytest.mark.parametrize("script", ["gnubg_plays", "gnubg_strength", "gnubg_nn"])
def test_what_compares_with_gnubg_nn_says_that_it_is_missing(script):
    done = subprocess.run([sys.executable, "-c", WITHOUT.format(script)], cwd=ROOT,
                          capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout, done.stderr) == (0, "gnubg-nn is not installed: skipped (make peers)\n", "")


# OpenSpiel

OPEN_SPIEL = "backgammon(scoring_type=full_scoring)"     # by itself a gammon counts 1


def counts(state, player):
    """OpenSpiel's position as the player sees it: own, other. Tesauro's tensor: for each point 1, 2, 3, more than 3."""
    cells = [int(cell) for cell in state.observation_tensor(player)]

    def side(first, who, bar, off):
        points = [one + 2 * two + 3 * three + (3 + more if more else 0)
                  for one, two, three, more in zip(*[iter(cells[first:first + 96])] * 4)]
        return (off, *(points if who else reversed(points)), bar)      # the first player goes the other way

    return side(0, player, *cells[192:194]), side(96, 1 - player, *cells[195:197])


def ends_of_turn(state, player):
    """The states in which the player's turn can end: OpenSpiel asks twice for two of a double, and for each jump."""
    for action in state.legal_actions():
        child = state.child(action)
        if not child.is_terminal() and child.current_player() == player:
            yield from ends_of_turn(child, player)
        else:
            yield child


def test_open_spiel_knows_the_same_plays_and_counts_the_same_points():
    """Whole games, in which its differences (version 2.0.2) are minded:

    - a double is two turns of two dice each. It comes to the same: of equal dice no sequence of steps uses up fewer
      than another that cannot be continued, so two halves, each as long as can be, make a whole that is;
    - its plays are ways to move: several lead to one position (24/23/21 and 24/22/21);
    - the first roll is no double and decides who begins; its games end as draws after 500 turns of the players, which
      random ones do not reach;
    - gammons and backgammons count only with full_scoring;
    - no position can be set up: there are only those of its games.
    """
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (make peers)")
    for seed in range(-(-GAMES // 5)):
        rng, position = random.Random(seed), gamecore.Backgammon()
        state = pyspiel.load_game(OPEN_SPIEL).new_initial_state()
        while not state.is_terminal():
            roll = rng.choice(state.legal_actions())
            dice = re.search(r"roll: (\d)(\d)", state.action_to_string(roll)).groups()
            state.apply_action(roll)
            player, rolled = state.current_player(), position.roll(*map(int, dice))
            assert counts(state, player) == (rolled.own, rolled.other)
            theirs = {counts(child, player): child for child in ends_of_turn(state, player)}
            ours = {(child.other, child.own): child for child in rolled.successors()}
            assert set(theirs) == set(ours), str(rolled)
            after = rng.choice(sorted(theirs))
            state, position = theirs[after], ours[after]
        assert position.is_over() and state.returns()[1 - player] == position.final_score()
