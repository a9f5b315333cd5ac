"""Tests the rules of checkers one by one, above all those that programs get wrong. Numbers are the WCDF's
paragraphs."""
import pytest
from tests.games.checkers import reference

import gamecore
from gamecore.games.checkers.position import restore


def moves(text):
    return {str(move) for move in gamecore.Checkers(text).legal_moves()}


def full_paths(text):
    return {"x".join(map(str, move.path)) for move in gamecore.Checkers(text).legal_moves()}


def shuffle(position, *cycle, times):
    for _ in range(times):
        for move in cycle:
            position = position.play(move)
    return position


def test_black_begins_on_squares_1_to_12():                      # 1.11, 1.13
    position = gamecore.Checkers()
    assert position.turn == "black"
    assert list(position.pieces["B"]) == list(range(1, 13)) and list(position.pieces["W"]) == list(range(21, 33))
    assert not any(king for squares in position.pieces.values() for king in squares.values())


@pytest.mark.parametrize("rule, text, legal", [
    ("1.15: a man moves forward only", "B:WK32:B14", {"14-17", "14-18"}),
    ("1.15: a man moves forward only", "W:W14:BK32", {"14-9", "14-10"}),
    ("1.17: a king moves backward", "B:WK32:BK14", {"14-17", "14-18", "14-9", "14-10"}),
    ("1.21: a king jumps backward", "B:W10:BK14", {"14x7"}),
    ("1.18: a man jumps forward only", "B:WK10:B14,1", {"14-17", "14-18", "1-5", "1-6"}),
    ("1.19: a jump must be finished", "B:W18,26:B14", {"14x30"}),
    ("1.19: a jump must be finished", "B:W18,27:B14", {"14x32"}),
    ("1.20: a jump is compulsory", "B:W18:B14,1,2,3", {"14x23"}),
])
def test_a_position_has_these_moves_by_the_rule(rule, text, legal):
    assert moves(text) == legal, rule


def test_a_man_that_reaches_the_king_row_becomes_a_king():       # 1.16
    assert str(gamecore.Checkers("B:WK1:B26").play("26-31")) == "W:WK1:BK31"
    assert str(gamecore.Checkers("W:W6:BK32").play("6-2")) == "B:WK2:BK32"


def test_a_part_of_a_jump_is_no_move():                          # 1.19
    with pytest.raises(gamecore.errors.MoveError, match="'14x23'.*not legal.*14x23x30"):
        gamecore.Checkers("B:W18,26:B14").play("14x23")


def test_a_man_crowned_by_a_jump_stops_there():                  # 1.19
    position = gamecore.Checkers("B:W26,27:B22")                 # a king on 31 could go on over 27
    assert full_paths(str(position)) == {"22x31"}
    assert str(position.play("22x31")) == "W:W27:BK31"
    assert full_paths("B:W26,27:BK22") == {"22x31x24"}


def test_any_jump_may_be_chosen_not_only_the_longest():          # 1.20
    assert full_paths("B:W17,18,26:B14") == {"14x21", "14x23x30"}


def test_a_piece_is_jumped_once_only():                          # 1.20
    assert full_paths("W:WK1:B6,7,14,15,22,23") == {"1x10x17x26x19x10x3", "1x10x3"}


def test_a_king_may_return_to_its_start():                       # from and to do not name a move
    position = gamecore.Checkers("W:WK2:BK6,K7,K15,K14")
    (move,) = position.legal_moves()
    assert (move.start, move.to, move.captured) == (2, 2, (6, 7, 14, 15))
    assert str(position.play(move)) == "B:WK2:B"
    assert gamecore.perft(position, 1, convention="paths") == 2
    assert sorted(position.paths(move)) == [(2, 9, 18, 11, 2), (2, 11, 18, 9, 2)]


def test_a_king_may_cross_the_square_it_started_from():
    assert "10x17x26x19x10x3" in full_paths("W:WK10:B7,14,15,22,23")


@pytest.mark.parametrize("parity", [0, 1])
def test_a_king_has_16_paths_at_most(parity):
    """All that can bear on a jump: where the king stands, and which squares hold prey that can be jumped from there."""
    places = {square: reference.place(square) for square in range(1, 33)}
    prey = [square for square, (row, column) in places.items() if row % 2 != parity and 0 < row < 7 and 0 < column < 7]
    starts = [square for square, (row, column) in places.items() if row % 2 == parity]
    most = 0
    for subset in range(1, 1 << len(prey)):
        kings = ",".join(f"K{square}" for nth, square in enumerate(prey) if subset >> nth & 1)
        for start in starts:
            most = max(most, gamecore.perft(gamecore.Checkers(f"B:W{kings}:BK{start}"), 1, convention="paths"))
    assert len(prey) == 9 and most == 16


@pytest.mark.parametrize("text", ["B:WK1:B", "B:W9,10,13,14,15:B5,6", "W:W12:B8,3"])
def test_who_has_no_move_has_lost(text):                         # 1.30
    position = gamecore.Checkers(text)
    assert position.legal_moves() == [] and position.is_over()
    assert (position.outcome, position.final_score()) == ("loss", float("-inf"))
    with pytest.raises(gamecore.errors.GameOverError):
        position.play("1-5")
    with pytest.raises(gamecore.errors.GameOverError):
        gamecore.Engine(hash_mb=1).search(position, depth=3)


def test_the_third_repetition_is_a_draw():                       # 1.32.1
    position = gamecore.Checkers("B:WK32:BK1")
    cycle = "1-6", "32-27", "6-1", "27-32"
    assert shuffle(position, *cycle, times=1).outcome is None
    drawn = shuffle(position, *cycle, times=2)
    assert drawn == position and (drawn.outcome, drawn.final_score(), drawn.is_over()) == ("draw", 0.0, True)
    assert drawn.play("1-5").outcome is None                     # a draw must be claimed: play may go on


def test_an_irreversible_move_ends_the_memory_of_repetitions():
    position = shuffle(gamecore.Checkers("B:WK32:BK1,12"), "1-6", "32-27", "6-1", "27-32", times=1)
    assert len(position.history) == 4 and position.play("12-16").history == ()


def test_eighty_plies_without_a_capture_or_a_man_s_move_are_a_draw():    # 1.32.2
    position = gamecore.Checkers("B:WK32,K31,K30:BK1,K2,K3")
    white, black = ["32-28", "28-32"], ["1-5", "5-1"]
    for ply in range(80):
        assert position.clock == ply
        position = position.play((black if ply % 2 == 0 else white)[ply // 2 % 2])
    assert position.clock == 80 and position.outcome == "draw"
    assert gamecore.Checkers(str(position)).outcome is None


def test_a_lost_game_is_lost_whatever_the_clock_says():
    position = restore("B:WK1:B", 80, ())
    assert position.outcome == "loss"


def test_the_search_avoids_the_third_repetition_of_the_game():
    position = gamecore.Checkers("B:WK32:BK1,K2,K3")
    position = shuffle(position, "1-6", "32-27", "6-1", "27-32", times=1).play("1-6").play("32-27").play("6-1")
    engine = gamecore.Engine(hash_mb=1)
    lines = engine.search(position, depth=1, multipv=9, switches="pruning,evaluation,repetition").lines
    assert {str(pv[0]): score for score, pv in lines}["27-32"] == 0
    assert all(score < 0 for score, pv in lines if str(pv[0]) != "27-32")


def test_the_search_knows_the_clock():
    fen = "B:WK32:BK1,K2,K3"
    engine = gamecore.Engine(hash_mb=1, switches="pruning,evaluation,repetition")
    for clock, depth, drawn in ((79, 1, True), (78, 1, False), (78, 2, True), (77, 2, False)):
        score = engine.search(restore(fen, clock, ()), depth).score
        assert (score == 0) if drawn else (score > 0), (clock, depth)
