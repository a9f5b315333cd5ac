"""Tests laws that hold in every position of checkers, and compares positions with a second, slow program."""
import os
import pickle

from tests.games.checkers import reference
from hypothesis import given, settings, strategies as st

import gamecore

EXAMPLES = int(os.environ.get("CHECKERS_EXAMPLES", "200"))
FORWARD_SQUARES = {"B": range(1, 29), "W": range(5, 33)}         # where men can stand


@st.composite
def played(draw):
    """Positions from play at random: mostly many men."""
    position = gamecore.Checkers()
    for choice in draw(st.lists(st.integers(0, 2**16), max_size=120)):
        moves = position.legal_moves()
        if not moves:
            break
        position = position.play(moves[choice % len(moves)])
    return position


@st.composite
def placed(draw):
    """Positions put up at random: mostly kings and long jumps."""
    pieces = {"B": {}, "W": {}}
    squares = draw(st.lists(st.integers(1, 32), min_size=2, max_size=16, unique=True))
    for nth, square in enumerate(squares):
        colour = "BW"[nth % 2]
        pieces[colour][square] = draw(st.booleans()) or square not in FORWARD_SQUARES[colour]
    return gamecore.Checkers(gamecore.games.checkers.fen.write(draw(st.sampled_from("BW")), pieces))


positions = st.one_of(played(), placed())


def law(test):
    return settings(deadline=None, max_examples=EXAMPLES)(given(positions)(test))


def full_text(path, move):
    return ("x" if move.captured else "-").join(map(str, path))


@law
def test_the_moves_and_the_positions_they_lead_to_are_the_reference_s(position):
    expected = reference.children(str(position))
    moves = position.legal_moves()
    assert gamecore.perft(position, 1) == len(moves) == len(set(expected.values()))
    assert gamecore.perft(position, 1, convention="paths") == len(expected)
    assert {str(position.play(move)) for move in moves} == set(expected.values())
    for path, child in expected.items():
        sign = "x" if abs(path[0] - path[1]) > 5 or path[0] == path[-1] else "-"
        assert str(position.play(sign.join(map(str, path)))) == child


@law
def test_where_a_jump_exists_there_are_only_jumps(position):
    assert len({bool(move.captured) for move in position.legal_moves()}) <= 1


@law
def test_no_two_moves_lead_to_one_position(position):
    moves = position.legal_moves()
    assert len(set(moves)) == len({position.play(move) for move in moves}) == len(moves)


@law
def test_a_mirrored_position_has_the_mirrored_moves(position):
    mirrored = position.mirrored()
    assert mirrored.mirrored() == position != mirrored
    assert {move.mirrored() for move in position.legal_moves()} == set(mirrored.legal_moves())
    for move in position.legal_moves():
        assert mirrored.play(move.mirrored()) == position.play(move).mirrored()


@law
def test_the_key_from_play_is_the_key_from_text(position):
    for move in position.legal_moves():
        child = position.play(move)
        again = gamecore.Checkers(str(child))
        assert again == child and again.key() == child.key() and hash(again) == hash(child)
        assert child.key() != position.key() != position.mirrored().key()


@law
def test_a_position_survives_its_text_and_a_pickle(position):
    assert gamecore.Checkers(str(position)) == position
    again = pickle.loads(pickle.dumps(position))
    assert ((again, again.clock, again.history, again.outcome)
            == (position, position.clock, position.history, position.outcome))


@law
def test_a_move_survives_its_texts_and_a_pickle(position):
    for move in position.legal_moves():
        assert position.read_move(str(move)) == position.read_move(full_text(move.path, move)) == move
        again = pickle.loads(pickle.dumps(move))
        assert (again, hash(again), str(again), again.path) == (move, hash(move), str(move), move.path)


@law
def test_the_array_shows_the_pieces(position):
    array = position.to_array()
    assert array.shape == (8, 8)
    squares = {(row, column): int(array[row, column]) for row in range(8) for column in range((row + 1) % 2, 8, 2)}
    pieces = {reference.square(at): "WwbB."[value + 2 if value < 0 else value + 1 if value else 4]
              for at, value in squares.items()}
    assert "".join(pieces[square] for square in range(1, 33)) == "".join(position.rows())
    assert (array[1::2, 1::2] == 0).all() and (array[::2, ::2] == 0).all()


@law
def test_the_clock_and_the_history_grow_with_king_moves_only(position):
    for move in position.legal_moves():
        child = position.play(move)
        king = position.pieces["B" if position.turn == "black" else "W"][move.start]
        if king and not move.captured:
            assert (child.clock, child.history) == (position.clock + 1, (*position.history, position.key()))
        else:
            assert (child.clock, child.history) == (0, ())


@law
def test_the_game_is_lost_without_a_move(position):
    assert (position.outcome == "loss") == (position.legal_moves() == [])
    assert position.is_over() == (position.outcome is not None)
