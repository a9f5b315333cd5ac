"""Tests searches of some of the root's moves: each move has the score that a search of all moves gives it."""
from random import Random

import gamecore
import pytest
from gamecore.errors import GameOverError, MoveError
from games.kalah import Kalah
from games.tic_tac_toe import TicTacToe
from tests.refusals import refusals
from tests.strategies import stopped

POSITIONS = [(gamecore.ConnectFour("44"), 7), (gamecore.Checkers("W:W18,19,26,K27:B3,4,K10"), 6),
             (gamecore.Checkers("W:W18,K19:BK3,4"), 5), (gamecore.Backgammon().roll(3, 1), 1), (TicTacToe(), 5),
             (Kalah(3, 2), 5), (gamecore.UniformTree(5, 4), 4)]
every_position = pytest.mark.parametrize("position, depth", POSITIONS, ids=lambda value: type(value).__name__)


@every_position
@pytest.mark.parametrize("threads, switches", [(1, "exact"), (3, "exact"), (1, "play"), (1, "pruning,evaluation")])
def test_the_best_of_some_moves_is_found(position, depth, threads, switches):
    engine, random = gamecore.Engine(hash_mb=1, threads=threads, switches=switches), Random(1)
    every = list(position.legal_moves())
    for _ in range(6):
        some = random.sample(every, random.randint(1, len(every)))
        result = engine.search(position, depth, root_moves=[random.choice([move, str(move)]) for move in some],
                               multipv=1024)
        assert {line[0] for _, line in result.lines} <= set(some) and result.move in some
        if switches != "play":
            engine.clear()
            scores = {line[0]: score for score, line in engine.search(position, depth, multipv=1024).lines}
            assert result.score == pytest.approx(max(scores[move] for move in some))
            assert [score for score, _ in result.lines] == pytest.approx(sorted(map(scores.get, some))[::-1])


@every_position
def test_a_later_search_of_all_moves_knows_nothing_of_it(position, depth):
    own, used = gamecore.Engine(hash_mb=1), gamecore.Engine(hash_mb=1)
    for move in position.legal_moves():
        used.search(position, depth, root_moves=[move])
    assert used.search(position, depth).score == pytest.approx(own.search(position, depth).score)


@every_position
def test_a_search_that_is_stopped_before_it_begins_keeps_to_them(position, depth):
    for move in position.legal_moves():
        assert gamecore.Engine(hash_mb=1).search(position, depth, root_moves=[move], token=stopped()).move == move


ENGINE = gamecore.Engine(hash_mb=1)


def test_a_roll_has_more_plays_than_other_games_have_moves():
    """Fifteen checkers apart have 1,654 ways to play 1-1."""
    position = gamecore.Backgammon.from_counts(9 * [0] + 15 * [1] + 2 * [0], [13, 2, *24 * [0]]).roll(1, 1)
    plays = position.legal_moves()
    for play in plays[0], plays[1023], plays[1024], plays[-1]:
        result = ENGINE.search(position, depth=0, root_moves=[play])
        assert (result.move, result.score) == (play, -ENGINE.evaluate(position.play(play)))

test_what_are_no_moves_is_quoted = refusals(
    *((MoveError, quoted, lambda search, position, moves: search(position, depth=1, root_moves=moves), search, *asked)
      for *asked, quoted in (
        (gamecore.ConnectFour(), [4, 8], "no move 8"), (gamecore.ConnectFour(), [], "empty"),
        (gamecore.ConnectFour(), "44", "'44'"), (gamecore.ConnectFour(), 4, "not 4"),
        (gamecore.Backgammon(), ["8/5 6/5"], "legal are none"))
      for search in (ENGINE.search, ENGINE.start)),
    ((GameOverError, MoveError), "", lambda: ENGINE.search(gamecore.ConnectFour("1212121"), depth=1, root_moves=[4])),
)
