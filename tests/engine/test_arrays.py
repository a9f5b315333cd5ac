"""Tests that batches in arrays give the results of their positions one by one, and refuse records that are no
positions."""
from random import Random

import gamecore
import numpy
import pytest
from gamecore import arrays
from gamecore.errors import BatchError, GameError, GameOverError, MoveError, PositionError
from hypothesis import given, settings, strategies as st
from tests.reference import mix64
from tests.refusals import refusals

GAMES = {"connect four": gamecore.ConnectFour, "checkers": gamecore.Checkers, "backgammon": gamecore.Backgammon}
every_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
POINTS = {"win": 1, "draw": 0, "loss": -1}
JUMPS = gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30"), gamecore.Checkers("B:WK7,K14,K15,K23,K22:BK10")


def some_positions(game, seed=0, games=4):
    """All positions of random games."""
    found, random = [], Random(seed)
    for _ in range(games):
        position = game()
        while position.outcome is None:
            found.append(position)
            if position.outcomes and position.outcomes():
                position = position.play_outcome(random.choice(position.outcomes())[0])
            else:
                position = position.play(random.choice(position.legal_moves()))
        found.append(position)
    return found + list(JUMPS if game is gamecore.Checkers else ())


def forgotten(position):
    """Without the past, which arrays do not have."""
    return arrays.unpack(arrays.pack([position]))[0]


def number_of(position, moves, i):
    """A move's number by its documentation."""
    move = moves[i]
    if isinstance(position, gamecore.ConnectFour):
        return move - 1
    if isinstance(position, gamecore.Backgammon):
        return i
    same = [(other.start, other.to) for other in moves[:i]].count((move.start, move.to))
    return 32 * (move.start - 1) + move.to - 1 + 1024 * same


@every_game
def test_a_batch_holds_its_positions(game):
    positions = some_positions(game)
    batch = arrays.pack(positions)
    assert batch.dtype == arrays.DTYPES[game] and batch.shape == (len(positions),)
    assert arrays.unpack(batch) == positions
    assert [position.key() for position in arrays.unpack(batch[::3])] == [position.key() for position in positions[::3]]
    if game is gamecore.Checkers:
        assert batch["clock"].tolist() == [position.clock for position in positions]


@every_game
def test_moves_and_their_results_are_those_of_the_positions(game):
    positions = [forgotten(position) for position in some_positions(game)]
    batch = arrays.pack(positions)
    moves, first = arrays.legal_moves(batch)
    owners = numpy.repeat(numpy.arange(len(batch)), numpy.diff(first))
    expected = [position.legal_moves() if position.outcome is None else [] for position in positions]
    assert moves.tolist() == [number_of(position, legal, i) for position, legal in zip(positions, expected)
                              for i in range(len(legal))]
    after = arrays.unpack(arrays.play(batch[owners], moves))
    assert after == [position.play(move) for position, legal in zip(positions, expected) for move in legal]
    if game is not gamecore.Backgammon:
        mask = arrays.legal_mask(batch)
        assert [set(row.nonzero()[0]) for row in mask] == [
            {number_of(position, legal, i) % 1024 for i in range(len(legal))}
            for position, legal in zip(positions, expected)]


@every_game
def test_outcomes_planes_and_evaluations_are_those_of_the_positions(game):
    positions = [forgotten(position) for position in some_positions(game)]
    batch = arrays.pack(positions)
    score = (lambda position: position.final_score()) if game is gamecore.Backgammon else (
        lambda position: POINTS[position.outcome])
    assert arrays.outcomes(batch).tolist() == [arrays.GOES_ON if position.outcome is None else score(position)
                                               for position in positions]
    for position, planes in zip(positions, arrays.planes(batch)):
        board = position.to_array()
        if game is gamecore.ConnectFour:
            own = 1 if position.turn == "x" else 2
            expected = [board == own, board == 3 - own]
        elif game is gamecore.Checkers:
            sign = 1 if position.turn == "black" else -1
            expected = [sign * board == value for value in (1, 2, -1, -2)] + [numpy.full((8, 8), sign == 1)]
        else:
            expected = board
        assert (planes == numpy.array(expected)).all()
    for evaluation in (None, "linear"):
        engine = gamecore.Engine(hash_mb=1, evaluation=evaluation)
        scores = engine.evaluate_many(batch)
        assert scores.tolist() == [engine.evaluate(position) for position in positions]
        assert engine.evaluate_many(positions).tolist() == scores.tolist()
        for jobs in (1, 2):
            assert gamecore.evaluate_many(batch, evaluation=evaluation, jobs=jobs, chunk=7).tolist() == scores.tolist()


def split_mix(state):
    """Steele, Lea, Flood 2014: the stream that playouts draw from."""
    while True:
        state = (state + 0x9e3779b97f4a7c15) % 2**64
        yield mix64(state)


def played_out(position, random):
    """A reference on lists: (score for the side to move at first, plies)."""
    plies = 0
    while position.outcome is None:
        if isinstance(position, gamecore.Backgammon) and not position.dice:
            throw = next(random) * 36 >> 64
            position = position.roll(throw // 6 + 1, throw % 6 + 1)
        legal = position.legal_moves()
        position = forgotten(position.play(legal[next(random) * len(legal) >> 64]))
        plies += 1
    score = position.final_score() if isinstance(position, gamecore.Backgammon) else POINTS[position.outcome]
    return (-score if plies % 2 else score), plies


@every_game
def test_playouts_are_games_of_random_legal_moves(game):
    positions = some_positions(game, seed=1, games=1)[::9] + [game()] * 3
    scores, plies = arrays.playouts(arrays.pack(positions), seed=5)
    expected = [played_out(forgotten(position), split_mix(mix64((5 + mix64(i)) % 2**64)))
             for i, position in enumerate(positions)]
    assert list(zip(scores.tolist(), plies.tolist())) == expected
    again = arrays.playouts(arrays.pack(positions[:1]), seed=6)
    assert again[1].shape == (1,) and len(set(plies[-3:].tolist())) > 1


@pytest.mark.parametrize("text", ["AQAAAAAAAAAAAA", "AAAAAAABAAAAAA"])
def test_no_dice_fall_in_a_finished_game(text):
    batch = arrays.pack([gamecore.Backgammon(), gamecore.Backgammon(text)])
    with pytest.raises(GameOverError, match=rf"batch\[1\] cannot be rolled: the game is over in '{text}'"):
        arrays.roll(batch, [[3, 1], [3, 1]])


def test_dice_are_rolled():
    assert arrays.unpack(TWO) == [gamecore.Backgammon().roll(3, 1), gamecore.Backgammon().roll(6, 6)]
    assert arrays.unpack(arrays.roll(TWO, [[2, 1]] * 2)) == [gamecore.Backgammon().roll(2, 1)] * 2


@every_game
@given(data=st.data())
@settings(max_examples=150)
def test_whatever_the_bits_are_a_record_is_a_position_or_refused(game, data):
    """A sound record makes a position whose text is read; flipped bits of a real one are the hard cases."""
    positions = some_positions(game, games=1)
    record = arrays.pack([data.draw(st.sampled_from(positions))])
    words = record.view(numpy.uint8)
    for bit in data.draw(st.lists(st.integers(0, 8 * len(words) - 1), max_size=3)):
        words[bit // 8] ^= numpy.uint8(1 << bit % 8)
    try:
        position = arrays.unpack(record)[0]
    except PositionError as error:
        assert f"batch[0] is not a position of {game.__name__}" in str(error)
        return
    arrays.playouts(record)
    if game is not gamecore.ConnectFour or position.outcome is None:     # a four may be one that no last stone made
        assert game(str(position)) == position


def shut_in():
    """Three checkers of each side on the bar, before six points of the other side."""
    batch = arrays.pack([gamecore.Backgammon()])
    for side in ("own", "other"):
        batch[side] = sum(2 << 4 * point for point in range(1, 7)), 3 << 4 * (25 - 16)
    return batch


FOUR = arrays.pack([gamecore.ConnectFour(), gamecore.ConnectFour("444444")])
TWO = arrays.roll(arrays.pack([gamecore.Backgammon()] * 2), [[1, 3], [6, 6]])

test_what_is_no_batch_is_refused = refusals(
    (PositionError, "holds positions of connect four, checkers or backgammon, not", arrays.pack, []),
    (PositionError, "not \\['44'\\]", arrays.pack, ["44"]),
    (PositionError, r"positions\[1\] is not a ConnectFour", arrays.pack, [gamecore.ConnectFour(), gamecore.Checkers()]),
    (PositionError, "not float64 of shape", arrays.unpack, numpy.zeros(3)),
    (PositionError, "a batch is an array", arrays.unpack, [gamecore.ConnectFour()]),
    (PositionError, r"shape \(1, 1\)", arrays.unpack, arrays.pack([gamecore.ConnectFour()]).reshape(1, 1)),
    (PositionError, r"batch\[0\] is not a position of Check", arrays.playouts,
     numpy.zeros(2, arrays.DTYPES[gamecore.Checkers])),
    (PositionError, r"batch\[0\] is not a position of Backgammon", arrays.playouts, shut_in()),   # no move ever
    *((MoveError, message, arrays.play, FOUR, moves) for moves, message in (
        ([0, 3], r"moves\[1\] is not legal: 3"), ([0, 7], "7"), ([-1, 0], r"moves\[0\]"), ([0], "shape"),
        ([0.5, 1], "not float64"), ([2**40, 0], r"moves\[0\]"))),
    (GameError, "no mask of legal moves for Backgammon", arrays.legal_mask, TWO),
    *((PositionError, r"dice are numbers 1..6 of shape \(2, 2\)", arrays.roll, TWO, dice)
      for dice in ([[0, 1]] * 2, [[1, 7]] * 2, [[1, 2]], [[1.0, 2.0]] * 2)),
    (GameError, "no dice in Checkers", arrays.roll, arrays.pack([gamecore.Checkers()]), [[1, 2]]),
    (PositionError, r"positions\[5\] is not a ConnectFour", lambda: gamecore.evaluate_many(
        [gamecore.ConnectFour()] * 5 + [gamecore.Checkers()], chunk=2)),
    (BatchError, r"positions\[1\], '44'", lambda: gamecore.evaluate_many([gamecore.UniformTree(2, 2), "44"], jobs=1)),
)


def test_no_moves_and_no_dice_are_played_in_no_positions():
    for game in GAMES.values():
        assert arrays.play(arrays.pack([game()])[:0], []).shape == (0,)
    assert arrays.roll(arrays.pack([gamecore.Backgammon()])[:0], []).shape == (0,)


@pytest.mark.parametrize("move", [2**64 - 1, 2**63, 7, -1])
def test_an_illegal_number_of_a_move_is_quoted(move):
    with pytest.raises(MoveError, match=rf"^moves\[0\] is not legal: {move} in "):
        arrays.play(arrays.pack([gamecore.ConnectFour()]), [move])


def test_any_game_is_evaluated():
    assert gamecore.evaluate_many([gamecore.UniformTree(2, 2, seed=1)] * 3).shape == (3,)
    assert gamecore.evaluate_many([]).shape == (0,)
