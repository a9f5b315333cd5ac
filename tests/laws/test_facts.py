"""Compares the engine and its slow references with published numbers: tests/data/facts/connect_four.py and
small_games.py."""
from itertools import product

import pytest
from tests import reference
from tests.data.facts import connect_four, small_games
import gamecore
from games.tic_tac_toe import TicTacToe

QUICK_FOR_THE_REFERENCE = 8           # plies
PLAIN = reference.Definition(evaluation=None)


def reachable(position):
    """All positions of a game, by key."""
    found = {position.key(): position}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        for child in map(here.play, () if here.is_over() else here.legal_moves()):
            if child.key() not in found:
                found[child.key()] = child
                waiting.append(child)
    return found.values()


# Connect four

@pytest.mark.parametrize("depth, lines", connect_four.PERFT)
def test_connect_four_has_so_many_lines_of_play(depth, lines):
    assert gamecore.perft(gamecore.ConnectFour(), depth) == lines
    assert gamecore.perft(gamecore.ConnectFour(), depth, hash=True) == lines
    if depth <= 4:
        assert reference.perft(reference.ConnectFour(), depth) == lines


def test_so_many_positions_of_connect_four_can_be_reached():
    positions = {gamecore.ConnectFour()}
    for ply, count in connect_four.REACHABLE:
        assert len(positions) == count, ply
        positions = {position.play(move) for position in positions for move in position.legal_moves()}


@pytest.mark.parametrize("depth, nodes", connect_four.ALPHA_BETA_NODES)
def test_plain_alpha_beta_visits_this_number_of_nodes(depth, nodes):
    result = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour(), depth=depth, order="none", switches="pruning")
    assert (result.nodes, result.score) == (nodes, 0)
    if depth <= QUICK_FOR_THE_REFERENCE:
        assert reference.alpha_beta(reference.ConnectFour(), depth, PLAIN)[:2] == (0, nodes)


@pytest.mark.parametrize("depth, leaves", connect_four.ALPHA_BETA_LEAVES)
def test_plain_alpha_beta_looks_at_so_many_leaves(depth, leaves):
    result = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour(), depth=depth, order="none", switches="pruning")
    assert result.leaves == leaves


@pytest.mark.parametrize("columns, score", connect_four.SOLVED)
def test_a_decided_position_is_solved(columns, score):
    result = gamecore.Engine(hash_mb=1).search(gamecore.ConnectFour(columns), depth=10)
    stones = (len(columns) + result.plies_to_end + 1) // 2          # the winner's, when he has won
    assert (22 - stones) * (1 if result.outcome == "win" else -1) == score


# Tic-tac-toe

def test_plain_minimax_visits_all_nodes_of_tic_tac_toe():
    result = gamecore.Engine(hash_mb=1).search(TicTacToe(), depth=9, switches="none")
    assert ((result.nodes, result.score)
            == (small_games.TIC_TAC_TOE["nodes of plain minimax"], small_games.TIC_TAC_TOE["value"]))


def test_tic_tac_toe_has_so_many_positions():
    positions = reachable(TicTacToe())
    assert len(positions) == small_games.TIC_TAC_TOE["reachable positions"]
    assert len({min(symmetric(position.cells)) for position in positions}) == small_games.TIC_TAC_TOE["up to symmetry"]


def symmetric(cells):
    """The eight boards that are the same turned and mirrored."""
    for mirrored, turns in product((False, True), range(4)):
        rows = [cells[row:row + 3] for row in (0, 3, 6)]
        if mirrored:
            rows.reverse()
        for _ in range(turns):
            rows = ["".join(column) for column in zip(*reversed(rows), strict=True)]
        yield "".join(rows)


def test_tic_tac_toe_has_so_many_games():
    games = dict(small_games.TIC_TAC_TOE_GAMES)
    lines = {depth: gamecore.perft(TicTacToe(), depth, hash=True) for depth in range(1, 10)}
    for depth in range(5, 9):                        # 9 - depth cells are empty, if the game goes on
        assert lines[depth] - lines[depth + 1] // (9 - depth) == games[depth]
    assert lines[9] == games[9]
    assert sum(games.values()) == small_games.TIC_TAC_TOE["games"]
