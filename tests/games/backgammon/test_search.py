"""Tests searches of backgammon: perft, the linear evaluation, and expectiminimax against a plain program."""
import random

import pytest
from tests.games.backgammon import reference
from tests.data.facts import backgammon as facts
from hypothesis import given, settings
from tests.games.backgammon.test_laws import dice, positions

import gamecore
from gamecore.errors import EvaluationError, GameError, GameOverError, LimitError, PositionError, SwitchError
from gamecore.games.backgammon.evaluation import WEIGHTS
from gamecore.search.evaluations import Evaluations
from tests.refusals import refusals

PLAIN = "evaluation"
PRUNED = {
    "alpha-beta": "evaluation,pruning", "hinted": "evaluation,pruning,hint", "star1": "evaluation,pruning,star1,hint",
    "star2": "evaluation,pruning,star1,star2,hint", "unordered star2": "evaluation,pruning,star1,star2",
    "exact": "exact",
}
evaluate = reference.linear(WEIGHTS)


def engine(**options):
    return gamecore.Engine(hash_mb=1, **({"evaluation": "linear"} | options))


def some_positions(seed, count, most=60):
    """From games of two players that use the static evaluation alone, with some random plays."""
    rng, player = random.Random(seed), engine()
    found = []
    while len(found) < count:
        position = gamecore.Backgammon()
        for _ in range(rng.randint(0, most)):
            rolled = position.roll(rng.randint(1, 6), rng.randint(1, 6))
            if rng.random() < 0.3:
                child = rng.choice(rolled.successors())
            else:
                child = rolled.play(player.search(rolled, depth=0).move)
            if child.is_over():
                break
            position = child
        found.append(position.roll(rng.randint(1, 6), rng.randint(1, 6)))
    return found


# Perft

@pytest.mark.parametrize("depth, lines, weighted", facts.PERFT)
def test_backgammon_has_so_many_lines_of_play(depth, lines, weighted):
    assert gamecore.perft(gamecore.Backgammon(), depth) == lines
    assert gamecore.perft(gamecore.Backgammon(), depth, convention="weighted") == weighted
    if depth < 3:
        assert gamecore.perft(gamecore.Backgammon(), depth, hash=True) == lines
        assert gamecore.perft(gamecore.Backgammon(), depth, hash=True, convention="weighted") == weighted


def test_the_reference_counts_the_same_lines():
    assert reference.perft(reference.START, reference.START, 1) == facts.PERFT[0][1]
    assert reference.perft(reference.START, reference.START, 1, weighted=True) == facts.PERFT[0][2]


@settings(deadline=None, max_examples=10)
@given(positions, dice)
def test_perft_counts_what_the_reference_counts(position, roll):
    own, other = position.own, position.other
    assert gamecore.perft(position, 1) == reference.perft(own, other, 1)
    rolled = position.roll(*roll)
    assert gamecore.perft(rolled, 1) == len(reference.finals(own, other, *roll))
    children = list(rolled.successors())
    assert (gamecore.perft(rolled, 2, convention="weighted")
            == sum(gamecore.perft(child, 1, convention="weighted") for child in children))


# The linear evaluation

@settings(deadline=None, max_examples=100)
@given(positions, dice)
def test_the_linear_evaluation_is_the_reference_s(position, roll):
    for here in (position, *position.roll(*roll).successors()[:20]):
        mine, theirs = reference.features(here.own, here.other), reference.features(here.other, here.own)
        assert ({name: count for name, count, _ in Evaluations("linear").explain(here)}
                == {name: mine[name] - theirs[name] for name in WEIGHTS})
        expected = here.final_score() if here.is_over() else evaluate(here.own, here.other)
        assert engine().evaluate(here) == pytest.approx(expected, abs=1e-12)
        if not here.is_over():
            assert engine().evaluate(here.swapped()) == pytest.approx(-expected, abs=1e-12)
            low, high = reference.bounds(here.own, here.other)
            assert low <= engine().evaluate(here) <= high


def test_weights_are_named_and_limited():
    position = gamecore.Backgammon().roll(6, 5).play("24/13").roll(1, 2).swapped()
    assert (engine(evaluation={"pips": 100, "blots": 0, "back checkers": 0}).evaluate(position)
            != engine().evaluate(position))


# Expectiminimax

@pytest.mark.parametrize("position", some_positions(1, 6, most=80), ids=str)
def test_one_layer_has_the_value_of_the_plain_program(position):
    own, other, roll = position.own, position.other, position.dice
    expected = reference.choose(own, other, *roll, 1, evaluate)
    for switches in (PLAIN, *PRUNED.values()):
        result = engine().search(position, depth=1, switches=switches)
        assert result.score == pytest.approx(expected, abs=1e-9)
        child = position.play(result.move)
        assert -reference.expectiminimax(child.own, child.other, 1, evaluate) == pytest.approx(expected, abs=1e-9)


def test_before_the_dice_there_is_a_value_and_no_move():
    position = some_positions(2, 1)[0].swapped().swapped()
    result = engine().search(position, depth=1)
    assert (result.move, result.pv) == (None, ())
    assert result.score == pytest.approx(reference.expectiminimax(position.own, position.other, 1, evaluate), abs=1e-9)


@pytest.mark.parametrize("layers, count, most", [(0, 60, 80), (1, 40, 80), (2, 2, 40)])
def test_pruning_changes_no_value(layers, count, most):
    for position in some_positions(3, count, most):
        plain = engine().search(position, depth=layers, switches=PLAIN)
        moves = len(position.legal_moves())
        for switches in PRUNED.values():
            pruned = engine().search(position, depth=layers, switches=switches)
            assert pruned.score == pytest.approx(plain.score, abs=1e-9) and pruned.leaves <= 2 * plain.leaves
        ranked = engine().search(position, depth=layers, multipv=moves).lines
        assert [score for score, _ in ranked] == sorted((score for score, _ in ranked), reverse=True)
        assert {str(line[0]) for _, line in ranked} == {str(move) for move in position.legal_moves()}
        plain = engine().search(position, layers, switches=PLAIN, multipv=moves).lines
        assert [score for score, _ in ranked] == pytest.approx([score for score, _ in plain], abs=1e-9)


@pytest.mark.parametrize("order", ["none", "static", "random", "worst"])
def test_no_order_changes_a_value(order):
    leaves = [0, 0]
    for seed, position in enumerate(some_positions(6, 12, most=40)):
        full, plain = (engine().search(position, 1, **options) for options in ({}, {"switches": PLAIN}))
        ordered = engine(order=order, seed=seed).search(position, 1)
        assert ordered.score == pytest.approx(plain.score, abs=1e-9) == full.score
        assert ordered.leaves == engine().search(position, 1, order=order, seed=seed).leaves
        leaves = [leaves[0] + full.leaves, leaves[1] + ordered.leaves]
    assert order == "static" or leaves[1] > 1.5 * leaves[0]


def test_star2_looks_at_few_leaves():
    leaves = {name: sum(engine().search(position, 1, switches=switches).leaves
                        for position in some_positions(4, 30, most=25))
              for name, switches in {"plain": PLAIN, "star1": PRUNED["star1"], "star2": PRUNED["star2"]}.items()}
    assert leaves["star2"] < 0.2 * leaves["plain"] and leaves["star1"] < leaves["plain"]


def test_forward_pruning_leaves_what_is_far_behind():
    few = engine(switches=f"{PRUNED['star2']},pvs,forward-pruning")
    for position in some_positions(9, 6, most=20):
        ranked = {line[0]: score for score, line in engine().search(position, 1, multipv=1024).lines}
        result = few.search(position, 1, multipv=1024)
        statics = sorted((-engine().evaluate(child) for child in position.successors()), reverse=True)
        assert len(result.lines) == len(ranked)          # all of them can be seen
        assert result.leaves <= engine().search(position, 1, multipv=1024).leaves
        best = few.search(position, 1)
        assert ranked[best.move] == pytest.approx(best.score, abs=1e-9)
        assert -engine().evaluate(position.play(best.move)) in statics[:5]


def test_no_layer_at_all_ranks_by_the_static_evaluation():
    position = gamecore.Backgammon().roll(3, 1)
    result = engine().search(position, depth=0, multipv=16)
    assert [(score, position.play(line[0])) for score, line in result.lines] == sorted(
        ((-engine().evaluate(child), child) for child in position.successors()), key=lambda pair: pair[0], reverse=True)
    assert (result.depth, str(result.move), result.leaves) == (0, "8/5 6/5", 16)


@pytest.mark.parametrize("depth", [0, 1, 2])
def test_a_score_is_made_of_five_probabilities(depth):
    net = gamecore.Engine(hash_mb=1)
    position = some_positions(11, 1, most=30)[0]
    for start in (position, position.swapped().swapped()):           # with the dice, and before them
        win, gammon, backgammon, lost, worse = net.probabilities(start, depth)
        assert 0 <= backgammon <= gammon <= win <= 1 and 0 <= worse <= lost <= 1 - win + 1e-12
        assert (net.search(start, depth).score
                == pytest.approx(2 * win - 1 + gammon + backgammon - lost - worse, abs=1e-6))


def test_the_end_of_the_game_is_exact():
    # one roll is left, and then the opponent bears off his last: 2-1 and 1-1 alone do not bear off both
    own, other = [13, 0, 1, 1] + 22 * [0], [14, 1] + 24 * [0]
    result = engine().search(gamecore.Backgammon.from_counts(own, other), depth=5)
    assert result.score == pytest.approx(reference.expectiminimax(tuple(own), tuple(other), 5, None), abs=1e-12)
    assert result.stop == "complete"


def test_a_gammon_counts_twice():
    position = gamecore.Backgammon.from_counts([14, 1] + 24 * [0], [0] + [0] * 6 + [15] + 18 * [0]).roll(6, 5)
    assert engine().search(position, depth=1).score == 2
    assert engine().search(position.swapped(), depth=0).stop in ("depth", "complete")


@pytest.mark.parametrize("dice, best", facts.BEST_OPENINGS[:3])
def test_clear_openings_are_found(dice, best):
    assert str(engine().search(gamecore.Backgammon().roll(*dice), depth=1).move) == best


# Bad input

FINISHED = gamecore.Backgammon.from_counts([15] + 25 * [0], [14, 1] + 24 * [0])
START = gamecore.Backgammon()

test_what_cannot_be_searched_is_refused = refusals(
    (GameOverError, "", engine().search, FINISHED, 1),
    (LimitError, "", engine().search, START, 61),
    (LimitError, "", engine().search, START),
    (GameError, "", engine().minimal_leaves, START, 2),
    (PositionError, "", gamecore.perft, "4HPwATDgc/ABMA", 2),
    (SwitchError, "'weighted' is for backgammon, not ConnectFour",
     lambda: gamecore.perft(gamecore.ConnectFour(), 2, convention="weighted")),
    (SwitchError, "'perfect'", lambda: engine().search(START, 1, order="perfect")),
    (EvaluationError, "", engine().probabilities, START),
    (PositionError, "", gamecore.Engine(hash_mb=1).probabilities, gamecore.ConnectFour()),
    (LimitError, "", gamecore.Engine(hash_mb=1).probabilities, START, 61),
    (EvaluationError, "backgammon has no evaluation 'patterns'",
     lambda: engine(evaluation="patterns").search(START.roll(6, 5), depth=0)),
    *((EvaluationError, fault, lambda weights: engine(evaluation=weights), weights) for weights, fault in (
        ({"pipz": 1}, "'pipz'.*backgammon has pips"), ({"pips": 1.5}, "1.5"), ({"pips": 10**7}, "10000000"),
        ({"pips": True}, "True"))),
)


def test_a_finished_game_has_no_lines():
    assert gamecore.perft(FINISHED, 3) == 0


def test_a_budget_of_nodes_is_kept():
    position = gamecore.Backgammon().roll(5, 4)
    result = engine().search(position, nodes=1000)
    assert result.nodes == 1000 and result.stop == "nodes" and result.move in position.legal_moves()
    assert engine().search(position, nodes=1).move in position.legal_moves()


def test_the_order_of_plays_saves_leaves():
    positions = some_positions(5, 20, most=25)
    leaves = [sum(engine(switches=switches).search(position, 1).leaves for position in positions)
              for switches in (PRUNED["unordered star2"], PRUNED["star2"])]
    assert leaves[1] < 0.6 * leaves[0]


def test_weights_order_the_plays_too():
    # an evaluation of checkers on the bar alone looks at hits first
    position = gamecore.Backgammon.from_counts([0] * 6 + [5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [2, 0],
                                               [0] * 5 + [1, 5, 0, 3] + [0] * 4 + [5] + [0] * 10 + [1, 0]).roll(4, 2)
    hitter = engine(evaluation=dict.fromkeys(WEIGHTS, 0) | {"bar": -1000})
    assert "*" in str(hitter.search(position, depth=0).move)
    assert (hitter.search(position, depth=1, switches=PRUNED["star2"]).score
            == hitter.search(position, depth=1, switches=PLAIN).score)
