"""Tests the same laws for all games, built-in or a user's own: what the contract promises, and that every tool respects
it."""

from tests import law, reference
import pytest
import gamecore
from gamecore.errors import GameOverError
from games.tic_tac_toe import TicTacToe
from tests.small_games import Chase, Coins, Detour, MisereNim, Nim, Swaps

# position, lines of play by depth, counted by hand, and a finished position of the same game
GAMES = {
    "connect four": (gamecore.ConnectFour(), [7, 49, 343, 2401], gamecore.ConnectFour("1212121")),
    "connect four, late": (gamecore.ConnectFour("445355"), [7], gamecore.ConnectFour("1212121")),
    "checkers": (gamecore.Checkers(), [7, 49, 302, 1469], gamecore.Checkers("B:WK1:B")),
    "checkers, kings": (gamecore.Checkers("B:W25,K32:BK1,K6,9"), [5, 20, 124, 514], gamecore.Checkers("W:W12:B8,3")),
    "tic-tac-toe": (TicTacToe(), [9, 72, 504, 3024], TicTacToe("xxxoo....")),
    "nim": (Nim(5), [2, 4, 7, 5, 1, 0], Nim(0)),
    "misere nim": (MisereNim(5), [2, 4, 7, 5, 1, 0], MisereNim(0)),
    "chase": (Chase(0, 3), [3, 9, 27], Chase(1, 1)),
    "coins": (Coins((3.25, 1, 2.5, 4)), [2, 4, 8, 8, 0], Coins((), 0.25)),
    "swaps": (Swaps(), [4, 13], Swaps((), (1,))),
    "detour": (Detour(), [2, 2, 1, 1, 0], Detour("end")),
    "uniform tree": (gamecore.UniformTree(3, 5), [3, 9, 27, 81, 243, 0], gamecore.UniformTree(3, 1).play(0)),
    "uniform tree, incremental": (gamecore.UniformTree(4, 3, leaves="incremental"), [4, 16, 64, 0],
                                  gamecore.UniformTree(2, 1).play(1)),
}
SWITCHES = {
    "none": (),
    "definition": tuple(law.DEFINITION),
    "exact": (*law.DEFINITION, *law.EXACT),
    "no repetition": ("evaluation", "quiescence", *law.EXACT),
    "no table": (*law.DEFINITION, *(name for name in law.EXACT if name != "table")),
}
DEPTHS = range(1, 6)

every_game = pytest.mark.parametrize("position, lines, finished", GAMES.values(), ids=GAMES)


def reachable(position, depth):
    """The positions of all lines of play to the depth."""
    yield position
    if depth > 0 and not position.is_over():
        for move in position.legal_moves():
            yield from reachable(position.play(move), depth - 1)


@every_game
def test_a_position_says_what_may_be_done_and_never_changes(position, lines, finished):
    for here in reachable(position, 3):
        moves = here.legal_moves()
        assert moves == here.legal_moves() and len(set(moves)) == len(moves)
        for move in () if here.is_over() else moves:
            assert type(here.play(move)) is type(position)
        assert moves == here.legal_moves()
        if here.is_over() or not moves:
            assert isinstance(here.final_score(), (int, float))


@every_game
def test_perft_counts_the_lines_that_a_person_counts(position, lines, finished):
    assert [gamecore.perft(position, depth) for depth in range(1, len(lines) + 1)] == lines
    assert [reference.perft(position, depth) for depth in range(1, len(lines) + 1)] == lines
    assert gamecore.perft(finished, 3) == 0


@every_game
def test_equal_keys_mean_equal_positions(position, lines, finished):
    named = {}
    for here in reachable(position, 4 if len(lines) < 4 else 3):
        if reference.has(here, "key"):
            same = named.setdefault(here.key(), here)
            assert (same.legal_moves(), same.is_over()) == (here.legal_moves(), here.is_over())


@every_game
@pytest.mark.parametrize("switches", SWITCHES.values(), ids=SWITCHES)
def test_the_search_keeps_the_law(position, lines, finished, switches):
    engine = gamecore.Engine(hash_mb=1)
    for depth in DEPTHS:
        search = law.Search(position, depth, switches, multipv=3)
        result = search.run(engine)
        if search.is_lawful():
            law.check(search, result)


@every_game
@pytest.mark.parametrize("evaluation", [(), ("evaluation",)], ids=["bare", "evaluated"])
def test_plain_alpha_beta_visits_the_textbooks_tree(position, lines, finished, evaluation):
    for depth in DEPTHS:
        law.check_plain(position, depth, evaluation)


@every_game
@pytest.mark.parametrize("evaluation", [(), ("evaluation",)], ids=["bare", "evaluated"])
def test_the_minimal_tree_is_the_smallest_proof(position, lines, finished, evaluation):
    if not reference.has(position, "key"):
        return
    definition = law.definition_of(law.Search(position, 1, evaluation))
    for depth in range(1, 5):
        leaves = gamecore.Engine(hash_mb=1).minimal_leaves(position, depth, evaluation=bool(evaluation))
        assert leaves == reference.minimal_leaves(position, depth, definition)


@every_game
@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("threads", [1, 3])
def test_a_finished_game_is_not_searched(position, lines, finished, threads):
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    with pytest.raises(GameOverError):
        engine.search(finished, depth=3)
    assert engine.search(position, depth=1).depth == 1


def test_several_lines_are_reported_best_first_by_a_selective_search_too():
    for columns in ("", "44", "443", "4455"):
        result = gamecore.Engine(hash_mb=1, switches="play").search(gamecore.ConnectFour(columns), depth=6, multipv=7)
        scores = [score for score, _ in result.lines]
        assert scores == sorted(scores, reverse=True) and len({line[0] for _, line in result.lines}) == 7
        assert (result.score, result.pv) == result.lines[0]
