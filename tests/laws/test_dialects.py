"""Tests that games in every dialect (tests/dialects.py) have the values of their plain data through every interface, or
are refused."""
from contextlib import suppress

import gamecore
import pytest
from gamecore.errors import GameError, TreeError
from gamecore.trees import expectiminimax, from_position, minimax_by_dispatch
from hypothesis import given, settings, strategies as st
from tests.dialects import lines_of, score_of, some_game, worth
from tests.strategies import some_backgammon

SWITCHES = ["exact", "none", "evaluation,pruning", "evaluation,pruning,table,hint,deepening",
            "evaluation,pruning,star1,star2,table,hint"]
PLIES = 9                                # more than any of the games has


@given(st.randoms(use_true_random=True), st.sampled_from(SWITCHES[:4]))
@settings(max_examples=150)
def test_a_game_without_chance_has_the_score_of_its_plain_data(random, switches):
    game = some_game(random)
    result = gamecore.Engine(hash_mb=1).search(game, depth=PLIES, switches=switches, multipv=3)
    expected = sorted((-score_of(child) for child in game.node.children), reverse=True)
    expected = [score - (score > 20000) + (score < -20000) for score in expected]
    assert result.score == score_of(game.node) and [score for score, _ in result.lines] == expected[:3]
    for score, pv in result.lines:
        child = score_of(game.node.children[game.number_of(pv[0])])
        assert score == -child + (child > 20000) - (child < -20000)
    assert result.outcome == ("win" if result.score > 20000 else "loss" if result.score < -20000 else
                              "draw" if result.score == 0 else None)
    tree = minimax_by_dispatch(from_position(game)).value
    assert tree == (result.score if abs(result.score) > 20000 else pytest.approx(result.score * game.unit))


@given(st.randoms(use_true_random=True), st.sampled_from(SWITCHES))
@settings(max_examples=150)
def test_a_game_of_chance_has_the_value_of_its_plain_data(random, switches):
    game = some_game(random, chance=True)
    expected = float(worth(game.node, game.unit))
    rounding = max(1, game.dialect.bounds * game.unit) * 1e-9           # the slack of the bounds
    result = gamecore.Engine(hash_mb=1).search(game, depth=PLIES, switches=switches)
    assert result.score == pytest.approx(expected, rel=1e-9, abs=rounding)      # of the accepted probabilities
    if result.move is not None:
        own = float(-worth(game.node.children[game.number_of(result.move)], game.unit))
        assert own == pytest.approx(expected, rel=1e-9, abs=rounding)           # the same
    if game.dialect.twice:
        with suppress(TreeError):                # where the game comes to such a chance
            from_position(game)
    else:
        assert float(expectiminimax(from_position(game)).value) == pytest.approx(expected, rel=1e-9, abs=1e-9)


@given(st.randoms(use_true_random=True), st.booleans(), st.integers(1, 3), st.booleans())
@settings(max_examples=100)
def test_perft_counts_the_lines_of_the_plain_data(random, chance, plies, hash):
    game = some_game(random, chance, twice=False)
    lines = lines_of(game.node, plies)
    assert gamecore.perft(game, plies, hash=hash) == lines
    assert gamecore.perft(game, plies, hash=hash, jobs=2) == lines


@given(st.randoms(use_true_random=True))
@settings(max_examples=60)
def test_root_moves_are_found_by_equality(random):
    game = some_game(random)
    moves = list(game.legal_moves())
    wanted = random.sample(moves, random.randint(1, len(moves)))
    scores = [-score_of(game.node.children[game.number_of(move)]) for move in wanted]
    best = max(scores)
    with suppress(GameError):
        result = gamecore.Engine(hash_mb=1).search(game, depth=PLIES, root_moves=wanted)
        assert result.score == best - (best > 20000) + (best < -20000) and result.move in wanted


@given(st.randoms(use_true_random=True))
@settings(max_examples=40)
def test_either_side_on_roll_at_a_score_is_evaluated_alike_through_every_entrance(random):
    length = random.randint(2, 7)
    score = gamecore.MatchScore(random.randrange(length), random.randrange(length), length)
    positions = [some_backgammon(random) for _ in range(4)]
    positions += [position.play(random.choice(position.legal_moves())) for position in positions if position.dice]
    engine = gamecore.Engine(hash_mb=1, match=score)
    single = [engine.evaluate(position) for position in positions]
    assert engine.evaluate_many(positions).tolist() == single
    going = [(position, value) for position, value in zip(positions, single)
             if not position.dice and not position.is_over()]
    assert [engine.search(position, depth=0).score for position, _ in going] == [value for _, value in going]
