"""Tests laws of the rules, texts and keys of connect four; the oracle is the board made of lists in reference.py."""
import copy
import pickle
import re

import numpy
import pytest
from tests import reference
import gamecore
from gamecore.errors import PositionError
from gamecore.games.connect_four.evaluation import ConnectFourEvaluation
from hypothesis import given, strategies as st
from tests.strategies import connect_four, games

explain = ConnectFourEvaluation(None, {}).explain


def as_rows(position):
    return "/".join(position.rows())


@given(games())
def test_the_rules_are_those_of_the_board_on_lists(columns):
    position, expected = gamecore.ConnectFour(columns), reference.ConnectFour.after(columns)
    assert position.rows() == expected.rows()
    assert position.legal_moves() == expected.legal_moves()
    assert position.is_over() == expected.is_over()
    assert position.ply == expected.stones() == len(columns)
    if expected.is_over():
        assert position.final_score() == expected.final_score()


@given(games())
def test_the_evaluation_counts_what_a_person_would_count(columns):
    counts = {name: count for name, count, weight in explain(gamecore.ConnectFour(columns))}
    assert counts == reference.ConnectFour.after(columns).features()


@given(games())
def test_a_key_from_play_is_the_key_from_scratch(columns):
    played, read = gamecore.ConnectFour(columns), gamecore.ConnectFour(as_rows(gamecore.ConnectFour(columns)))
    assert played.key() == read.key() and played == read and hash(played) == hash(read)


def test_no_two_positions_share_a_key():
    positions = {as_rows(gamecore.ConnectFour()): gamecore.ConnectFour()}
    every = dict(positions)
    for _ in range(6):
        children = (position.play(move) for position in positions.values() for move in position.legal_moves())
        positions = {as_rows(child): child for child in children}
        every |= positions
    assert len({position.key() for position in every.values()}) == len(every)


@given(games(), games())
def test_positions_are_equal_when_their_stones_are(one, two):
    one, two = gamecore.ConnectFour(one), gamecore.ConnectFour(two)
    assert (one == two) == (one.key() == two.key()) == (as_rows(one) == as_rows(two))


@given(games())
def test_a_mirrored_position_has_the_mirrored_moves(columns):
    position = gamecore.ConnectFour(columns)
    mirrored = position.mirrored()
    assert mirrored.rows() == [row[::-1] for row in position.rows()]
    assert mirrored.legal_moves() == [8 - move for move in reversed(position.legal_moves())]
    assert mirrored.mirrored() == position
    assert gamecore.ConnectFour(as_rows(position)).mirrored() == mirrored
    assert explain(mirrored) == explain(position)


@given(connect_four(), st.integers(1, 6))
def test_a_mirrored_position_has_the_mirrored_scores(position, depth):
    def scores(position):
        lines = gamecore.Engine(hash_mb=1).search(position, depth, multipv=7).lines
        return {pv[0]: score for score, pv in lines}

    assert scores(position.mirrored()) == {8 - move: score for move, score in scores(position).items()}


@given(games())
def test_every_text_of_a_position_reads_as_the_position(columns):
    position = gamecore.ConnectFour(columns)
    assert str(position) == columns
    assert gamecore.ConnectFour(columns) == gamecore.ConnectFour(numpy.str_(columns)) == position
    read = gamecore.ConnectFour(as_rows(position))
    assert gamecore.ConnectFour(numpy.str_(as_rows(position))) == read
    assert str(read) == as_rows(position) and read == position
    assert eval(repr(read), {"ConnectFour": gamecore.ConnectFour}) == position
    assert position.board() == "\n".join(" ".join(row) for row in [*position.rows(), "1234567"])


@given(games())
def test_a_copy_is_the_position_with_its_history(columns):
    position = gamecore.ConnectFour(columns)
    for again in (pickle.loads(pickle.dumps(position)), copy.copy(position), copy.deepcopy(position)):
        assert again == position and str(again) == columns


@given(games())
def test_an_array_shows_the_rows(columns):
    position = gamecore.ConnectFour(columns)
    array = position.to_array()
    assert array.shape == (6, 7) and array.dtype == numpy.int8
    assert ["".join(".xo"[cell] for cell in row) for row in array] == position.rows()


@given(st.lists(st.text(".xo", min_size=7, max_size=7), min_size=6, max_size=6))
def test_rows_are_read_or_refused(rows):
    text = "/".join(rows)
    try:
        assert gamecore.ConnectFour(text).rows() == rows
    except PositionError as error:
        assert repr(text) in str(error)


@given(games(), st.integers(0, 5), st.integers(0, 6), st.sampled_from(".xo"))
def test_stones_that_hang_in_the_air_or_are_too_many_are_refused(columns, row, column, stone):
    rows = [list(line) for line in gamecore.ConnectFour(columns).rows()]
    rows[row][column] = stone
    text = "/".join("".join(line) for line in rows)
    floats = any(rows[y][x] != "." and rows[y + 1][x] == "." for y in range(5) for x in range(7))
    if floats or text.count("x") - text.count("o") not in (0, 1):
        with pytest.raises(PositionError, match=re.escape(repr(text))):
            gamecore.ConnectFour(text)
