"""Tests that checkers has the same moves and positions as other authors' programs in random games."""
import os
import random

import pytest
from tests.games.backgammon.test_peers import ends_of_turn
from tests.games.checkers import reference

import gamecore
from gamecore.games.checkers import pdn

PLIES = 150
GAMES = int(os.environ.get("CHECKERS_GAMES", "4"))       # pydraughts is slow; tests/stress/checkers.py asks for more


def random_game(seed):
    """The positions of a random game, each with the move that is made in it."""
    rng = random.Random(seed)
    position = gamecore.Checkers()
    for _ in range(PLIES):
        moves = position.legal_moves()
        if not moves:
            return
        move = rng.choice(moves)
        yield position, move
        position = position.play(move)


def test_pydraughts_knows_the_same_moves():
    draughts = pytest.importorskip("draughts", reason="pydraughts is not installed: make peers")
    for seed in range(GAMES):
        board = draughts.Board(variant="english")
        for position, move in random_game(seed):
            assert gamecore.Checkers(board.fen) == position
            theirs = {tuple(their.steps_move): their for their in board.legal_moves()}
            assert len(theirs) == gamecore.perft(position, 1, convention="paths")
            sign = "x" if move.captured else "-"
            assert {position.read_move(sign.join(map(str, path))) for path in theirs} == set(position.legal_moves())
            board.push(theirs[move.path])


def test_pydraughts_reads_what_is_written_and_writes_what_is_read(tmp_path):
    draughts = pytest.importorskip("draughts", reason="pydraughts is not installed: make peers")
    from draughts.PDN import PDNReader, PDNWriter
    games = []
    for seed in range(GAMES):
        game, board = pdn.Game(result="1/2-1/2"), draughts.Board(variant="english")
        for position, move in random_game(seed):
            game.add(position, str(move))
            board.push(next(their for their in board.legal_moves() if tuple(their.steps_move) == move.path))
        games.append(game)
        PDNWriter(str(tmp_path / "theirs.pdn"), board=board)
        *_, again = pdn.read(tmp_path.joinpath("theirs.pdn").read_text(encoding="utf-8"))
        assert again.moves == game.moves
    theirs = PDNReader(pdn.write(games)).games
    assert [game.moves for game in theirs] == [[str(move) for move in game.moves] for game in games]


def cells(state):
    """OpenSpiel's board as our rows. Its first player sits below, so the board is turned; kings are 8 and *."""
    lines = [line[1:9] for line in str(state).splitlines()[:8]]
    symbols = {"o": "b", "8": "B", "+": "w", "*": "W", ".": "."}
    place = {square: reference.place(square) for square in range(1, 33)}
    text = "".join(symbols[lines[7 - row][7 - column]] for row, column in place.values())
    return tuple(text[first:first + 4] for first in range(0, 32, 4))


def test_open_spiel_knows_the_same_moves():
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    for seed in range(20 * GAMES):
        state = pyspiel.load_game("checkers").new_initial_state()
        for position, move in random_game(seed):
            if state.is_terminal():
                assert state.returns() == [0, 0]                 # its draw clock is shorter: 40 plies without a capture
                break
            assert cells(state) == tuple(position.rows())
            theirs = {cells(child): child for child in ends_of_turn(state, state.current_player())}
            assert set(theirs) == {tuple(position.play(ours).rows()) for ours in position.legal_moves()}
            state = theirs[tuple(position.play(move).rows())]
