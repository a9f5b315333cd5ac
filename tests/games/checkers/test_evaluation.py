"""Compares the evaluations of checkers with slow ones; tests that both sides are treated alike, and which files are
refused."""
import subprocess
import sys

import numpy
import pytest
from hypothesis import given, strategies as st
from tests.games.checkers.test_laws import positions

import gamecore
from gamecore.errors import EvaluationError, PositionError
from gamecore.games.checkers import net as checkers_net
from gamecore.games.checkers.evaluation import WEIGHTS as LINEAR, CheckersEvaluation
from gamecore.games.checkers.net import CheckersNet
from gamecore.games.checkers.patterns import SHAPES, CheckersPatterns
from gamecore.search.evaluations import Evaluations
from tests.refusals import refusals

MEN_ENTRIES, KING_ENTRIES = 3**8, 3125 * 5
# row and column of a block's digits, the lowest first
BLOCK = [(0, 0), (0, 1), (2, 0), (2, 1), (1, 0), (1, 1), (3, 0), (3, 1)]


def random_weights(seed, most=500):
    random = numpy.random.default_rng(seed)
    return CheckersPatterns(*(random.integers(-most, most, shape, dtype=numpy.int16) for shape in SHAPES.values()))


def random_net(seed):
    """Hidden units on both sides of 0 and of 1, and corrections of some hundred points."""
    random = numpy.random.default_rng(seed)
    inputs, biases, outputs = (random.integers(-most, most, shape, dtype=numpy.int16)
                               for most, (_, shape, _) in zip((60, 100, 500), checkers_net.SHAPES))
    return CheckersNet(random_weights(seed), inputs, biases, outputs)


WEIGHTS = [random_weights(seed) for seed in range(3)]
NETS = [random_net(seed) for seed in range(3)]


def board_of(position, side):
    """Rows of four squares as a side sees them, its first row first: 0, own man, other's man, own king, other's."""
    pieces = position.pieces
    squares = [0] * 32
    for colour in "BW":
        for square, king in pieces[colour].items():
            squares[square - 1 if side == "B" else 32 - square] = (1 if colour == side else 2) + 2 * king
    return numpy.array(squares).reshape(8, 4)


def boards_of(position):
    """Its own board, and the other side's."""
    return [board_of(position, side) for side in ("BW" if position.turn == "black" else "WB")]


# ----------------------------------------------------------------------------- linear

def neighbours(row, column):
    """Squares beside (row, column) of a board of rows of four: forward, then backward for the owner of row 0."""
    left = column + row % 2 * -1 if row % 2 else column
    for step in (1, -1):
        yield [(row + step, c) for c in (left, left + 1) if 0 <= row + step < 8 and 0 <= c < 4]


def counts_of_side(board):
    """Each feature of the owner of row 0."""
    men, kings = ([(r, c) for r, c in numpy.argwhere(board == piece).tolist()] for piece in (1, 3))
    centre = {(2, 1), (2, 2), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1), (5, 2)}
    edge = {(0, 3), (1, 0), (2, 3), (3, 0), (4, 3), (5, 0), (6, 3), (7, 0)}
    free = {at: [[to for to in way if board[to] == 0] for way in neighbours(*at)] for at in men + kings}
    return {
        "men": len(men), "kings": len(kings), "back guard": int(board[0, 0] == board[0, 2] == 1),
        "back row": sum(r == 0 for r, _ in men),
        "advance": sum(r for r, _ in men), "centre men": sum(at in centre for at in men),
        "centre kings": sum(at in centre for at in kings),
        "edge men": sum(at in edge for at in men), "trapped kings": sum(free[at] == [[], []] for at in kings),
        "freedom": sum(len(free[at][0]) for at in men + kings) + sum(len(free[at][1]) for at in kings),
    }


@given(positions)
def test_linear_features_are_what_their_names_say(position):
    own, others = map(counts_of_side, boards_of(position))
    expected = [(name, own[name] - others[name], weight) for name, weight in LINEAR.items()]
    assert CheckersEvaluation("linear", {}).explain(position) == expected
    assert static_score("linear", position) in (None, sum(count * weight for _, count, weight in expected))


def static_score(evaluation, position):
    """What an engine says that has no time to search; None where there is nothing to search."""
    if position.is_over():
        return None
    return gamecore.Engine(hash_mb=1, evaluation=evaluation).search(position, nodes=1, switches="evaluation").score


def test_changed_weights_count():
    position = gamecore.Checkers("B:W21:B1,2")
    assert static_score({"men": 50, "freedom": 0}, position) == static_score({"freedom": 0}, position) - 50
    assert {name: weight for name, _, weight in Evaluations({"men": 50}).explain(position)}["men"] == 50


# ----------------------------------------------------------------------------- patterns

def half_sum(board, entries):
    """The entries that the owner of row 0 adds: the other side subtracts its own."""
    total = numpy.zeros(2, dtype=int)
    for place in range(9):
        row, column = 2 * (place // 3), place % 3
        block = [int(board[row + r, column + c]) for r, c in BLOCK]
        if place < 5:
            digits = [piece if piece < 3 else 0 for piece in block]
            total += entries[place * MEN_ENTRIES + sum(digit * 3**i for i, digit in enumerate(digits))]
        if max(block[:6]) >= 3:
            kings = enumerate(block[:6])
            total += entries[5 * MEN_ENTRIES + place * KING_ENTRIES + sum(piece * 5**i for i, piece in kings)]
    return total


def slow_score(weights, position):
    """The evaluation, from what its documentation says."""
    arrays = {name: array.astype(int) for name, array in weights.arrays().items()}
    own, others = boards_of(position)
    men = int((own == 1).sum() - (own == 2).sum())
    own_kings, other_kings = int((own == 3).sum()), int((own == 4).sum())
    pair = half_sum(own, arrays["entries"]) - half_sum(others, arrays["entries"])
    pair += men * arrays["pieces"][0] + (own_kings - other_kings) * arrays["pieces"][1]
    pair += arrays["balance"][16 * (max(-3, min(3, men)) + 3) + 4 * min(3, own_kings) + min(3, other_kings)]
    pieces = int((own > 0).sum())
    has_move = int((own[::2] > 0).sum()) % 2
    total = int(pair[0]) * pieces + int(pair[1]) * (24 - pieces) + 24 * int(arrays["move"][pieces, has_move])
    return int(total / 96)


@given(positions, st.sampled_from(WEIGHTS))
def test_patterns_equal_a_slow_sum_to_the_last_bit(position, weights):
    score = slow_score(weights, position)
    assert weights.evaluate(position) == score
    assert static_score(weights, position) in (None, score)


def slow_correction(net, position):
    """What the network adds, from what its documentation says."""
    inputs, biases, outputs = (array.astype(int) for array in net.weights)
    own = boards_of(position)[0].ravel()
    active = [square + 32 * (piece - 1) for square, piece in enumerate(own) if piece]
    units = (biases + inputs[active].sum(axis=0)).clip(0, 181)
    return int(units**2 @ outputs) >> 18


@given(positions, st.sampled_from(NETS), st.booleans())
def test_a_network_corrects_where_eight_pieces_stand(position, net, crowned):
    if not crowned:                      # else most positions would have a king
        text = str(position).replace("K", "")
        position = gamecore.Checkers(text) if is_possible(text) else position
    patterns, score = net.patterns.evaluate(position), net.evaluate(position)
    if sum(map(len, position.pieces.values())) < 8:
        assert score == patterns
    else:
        assert abs(score - patterns - slow_correction(net, position)) <= 1          # both are rounded towards 0
    assert static_score(net, position) in (None, score)
    assert abs(sum(count * weight for _, count, weight in net.explain(position)) - score) < 1 + 1e-9
    assert net.evaluate(position.mirrored()) == score


def is_possible(text):
    try:
        gamecore.Checkers(text)
    except PositionError:
        return False
    return True


def test_the_first_position_has_a_slow_networks_score():
    for net in NETS:
        position = gamecore.Checkers()
        assert slow_correction(net, position) != 0
        assert abs(net.evaluate(position) - net.patterns.evaluate(position) - slow_correction(net, position)) <= 1


@given(positions, st.sampled_from(WEIGHTS))
def test_a_turned_board_with_colours_exchanged_has_the_same_score(position, weights):
    assert weights.evaluate(position) == weights.evaluate(position.mirrored())
    assert static_score("linear", position) == static_score("linear", position.mirrored())


@given(positions, st.sampled_from(WEIGHTS))
def test_an_explanation_adds_up(position, weights):
    total = sum(count * weight for _, count, weight in weights.explain(position))
    assert abs(total - weights.evaluate(position)) < 1 + 1e-9
    # the block in the middle is named twice
    assert len({name for name, _, _ in weights.explain(position)}) >= 4 + 9


@given(positions)
def test_scores_stay_below_wins(position):
    largest = CheckersPatterns(*(numpy.full(shape, most, dtype=numpy.int16)
                                 for shape, most in zip(SHAPES.values(), (700, 700, 4000, 4000))))
    for weights in [largest, *WEIGHTS]:
        assert abs(weights.evaluate(position)) < 20000
    assert abs(sum(count * weight for _, count, weight in CheckersEvaluation("linear", {}).explain(position))) < 20000


# ----------------------------------------------------------------------------- files

def test_a_file_holds_the_weights(tmp_path):
    file = tmp_path / "weights.bin"
    file.write_bytes(WEIGHTS[0].to_bytes())
    read = CheckersPatterns.read(file)
    assert read.digest == WEIGHTS[0].digest != WEIGHTS[1].digest
    assert all((read.arrays()[name] == WEIGHTS[0].arrays()[name]).all() for name in SHAPES)
    position = gamecore.Checkers()
    assert static_score(file, position) == static_score(str(file), position) == WEIGHTS[0].evaluate(position)


def test_a_file_holds_a_network_and_its_patterns(tmp_path):
    path = tmp_path / "net.bin"
    path.write_bytes(NETS[0].to_bytes())
    read = CheckersNet.read(path)
    assert read.digest == NETS[0].digest != NETS[1].digest and read.patterns.digest == NETS[0].patterns.digest
    assert all((a == b).all() for a, b in zip(read.weights, NETS[0].weights))
    assert static_score(path, gamecore.Checkers()) == NETS[0].evaluate(gamecore.Checkers())
    with pytest.raises(EvaluationError, match="net.bin' does not hold checkers pattern weights"):
        CheckersPatterns.read(path)
    path.write_bytes(path.read_bytes()[:-1])
    with pytest.raises(EvaluationError, match="net.bin' is damaged"):
        gamecore.Engine(hash_mb=1, evaluation=path)


def some_net(place, array):
    return CheckersNet(WEIGHTS[0], *(array if place == i else weights for i, weights in enumerate(NETS[0].weights)))


def some_patterns(name, array):
    return CheckersPatterns(**WEIGHTS[0].arrays() | {name: array})


def lone_entry(entry):
    entries = numpy.zeros(SHAPES["entries"], dtype=numpy.int16)
    entries[entry] = 32767
    return entries


test_weights_that_cannot_be_are_refused = refusals(*((EvaluationError, text, *attempt) for *attempt, text in [
    (some_patterns, "entries", numpy.zeros((3, 2), dtype=numpy.int16), r"\(3, 2\)"),
    (some_patterns, "move", numpy.zeros((25, 2)), "int16.*float64"),
    (some_patterns, "pieces", numpy.full((2, 2), 40000), "int16"),
    (some_patterns, "balance", numpy.full((112, 2), 32767, dtype=numpy.int16), "beyond 32767"),
    *((some_patterns, "entries", lone_entry(entry), "beyond 32767")
      for entry in (0, 5 * 6561 - 1, 5 * 6561, SHAPES["entries"][0] - 1)),   # the tables of men, those of kings
    (some_net, 0, numpy.zeros((128, 127), dtype=numpy.int16), r"\(128, 127\)"),
    (some_net, 1, numpy.zeros(128), "float64"),
    (some_net, 1, numpy.full(128, 32767, dtype=numpy.int16), "beyond 32767"),
    (some_net, 2, numpy.full(128, 600, dtype=numpy.int16), "beyond 32767"),
]))


# ----------------------------------------------------------------------------- names

test_an_unknown_evaluation_is_refused = refusals(
    *((error, text, lambda evaluation: gamecore.Engine(hash_mb=1, evaluation=evaluation), evaluation)
      for error, evaluation, text in (
        (EvaluationError, "cubist", "'cubist'"), (EvaluationError, {"men": 2.5}, "2.5"),
        (EvaluationError, {"men": 10**6}, "1000000"), (EvaluationError, {"horses": 1}, "'horses'"),
        (EvaluationError, 7, "7"), (FileNotFoundError, "no/such/file", "no/such/file"))),
    (EvaluationError, "connect four has no evaluation 'patterns'",
     gamecore.Engine(hash_mb=1, evaluation="patterns").search, gamecore.ConnectFour(), 2))


def test_a_network_ships_and_is_the_default():
    net = checkers_net.shipped()
    position = gamecore.Checkers("W:W18,24,25,26,27,28:B1,2,3,4,14,10")
    assert static_score(None, position) == static_score("net", position) == net.evaluate(position)
    assert static_score("patterns", position) == net.patterns.evaluate(position) != net.evaluate(position)


def test_the_network_is_read_when_a_search_needs_it():
    code = ("import gamecore, gamecore.games.checkers.net as p; e = gamecore.Engine(hash_mb=1); "
            "e.search(gamecore.ConnectFour(), depth=2); assert not hasattr(p.shipped, 'weights'); "
            "e.search(gamecore.Checkers(), depth=2); assert hasattr(p.shipped, 'weights')")
    subprocess.run([sys.executable, "-c", code], check=True)


def test_a_file_of_no_weights_is_refused_by_what_it_begins_with(tmp_path):
    path = tmp_path / "weights.bin"
    path.write_bytes(b"a picture")
    with pytest.raises(EvaluationError,
                       match="weights.bin' holds neither checkers pattern weights nor a checkers network nor a "
                             "backgammon network: it begins with b'a picture'"):
        gamecore.Engine(evaluation=path)
