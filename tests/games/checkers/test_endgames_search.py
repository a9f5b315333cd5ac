"""Tests how the search uses endgame databases: their values inside the tree, and their winning lines at the root."""
from random import Random

from tests import law
import pytest
from hypothesis import given, settings, strategies as st

import gamecore
from gamecore.errors import DatabaseError
from gamecore.games.checkers.endgames.build import build
from gamecore.games.checkers.endgames.databases import Databases, slices_of
from gamecore.games.checkers.endgames.distance import Distances
from gamecore.games.checkers.endgames.index import position_at, size_of
from gamecore.games.checkers.evaluation import WEIGHTS
from gamecore.games.checkers.position import restore
from tests.strategies import to_and_fro

OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}
WORTH = {"loss": 0, "draw": 1, "win": 2}
DATABASES = Databases()


@st.composite
def known_positions(draw, pieces=st.integers(2, 4)):
    """A position of this number of pieces that is not over."""
    slice = draw(st.sampled_from(slices_of(draw(pieces))))
    return position_at(slice, draw(st.integers(0, size_of(slice) - 1)))


def play_out(position, engine, **budget):
    """The outcome for the side that moved first, both sides played by the engine."""
    sign = 1
    while not position.is_over():
        position = position.play(engine.search(position, **budget).move)
        sign = -sign
    return position.outcome if sign > 0 else OPPOSITE[position.outcome]


@settings(max_examples=40, deadline=None)
@given(known_positions())
def test_whatever_is_won_is_won(position):
    engine = gamecore.Engine(hash_mb=1, switches="play")
    assert play_out(position, engine, depth=4) == DATABASES.probe(position)


@settings(max_examples=60, deadline=None)
@given(known_positions())
def test_a_known_win_needs_no_search_and_a_draw_is_kept(position):
    if not position.legal_moves():
        return
    outcome = DATABASES.probe(position)
    result = gamecore.Engine(hash_mb=1).search(position, depth=3)
    assert result.outcome == outcome
    assert DATABASES.probe(position.play(result.move), clock=False) == OPPOSITE[outcome]
    if outcome != "draw":
        assert (result.nodes, result.depth, result.stop) == (0, 0, "complete")
        assert abs(result.score) == 25000 - len(result.pv) and (result.score > 0) == (outcome == "win")


@settings(max_examples=30, deadline=None)
@given(known_positions(st.just(4)))
def test_a_budget_too_short_for_the_way_still_keeps_the_result(position):
    if position.legal_moves():
        result = gamecore.Engine(hash_mb=1).search(position, seconds=1e-5)
        assert DATABASES.probe(position.play(result.move), clock=False) == OPPOSITE[DATABASES.probe(position)]
        assert result.outcome == DATABASES.probe(position)


def test_a_capture_into_the_databases_is_worth_what_they_say():
    position = gamecore.Checkers("B:WK11,K27,17:BK7,K24")       # two jumps, each of which leaves 2 against 2
    assert {len(jump.captured) for jump in position.legal_moves()} == {1}
    scores = {line[0]: score for score, line in gamecore.Engine(hash_mb=1).search(position, depth=6, multipv=2).lines}
    for jump in position.legal_moves():
        known = DATABASES.probe(position.play(jump))
        assert scores[jump] == {"loss": 24999, "draw": 0, "win": -24999}[known]


def test_a_known_win_in_the_table_counts_from_the_root():
    """Captures that earlier searches stored at other plies."""
    engine, first = gamecore.Engine(hash_mb=1), gamecore.Checkers("W:WK20,28:BK5,7,K15")
    switches = tuple({*law.DEFAULT} - {"quiescence", "repetition", "internal-deepening"})
    for position, depth in ((first, 6), (first.play("20-16"), 5), (first.play("28-24"), 5)):
        search = law.Search(position, depth, switches, multipv=9 if depth == 5 else 1)
        result = search.run(engine)
        law.check(search, result)
    assert [score for score, _ in result.lines] == [24997, 24996, 24996, 194, 186, 182, 182, 0]


def test_a_proved_result_of_more_pieces_is_said_to_be_one():
    position = gamecore.Checkers("B:WK11,K27,17:BK7,K24")
    result = gamecore.Engine(hash_mb=1).search(position, depth=12)
    assert result.stop == "complete" and result.outcome in ("win", "loss", "draw") and result.plies_to_end is None


def test_the_switch_turns_them_off():
    position = gamecore.Checkers("W:WK18,K19:BK1")
    switches = "evaluation,quiescence,repetition,pruning,deepening"
    assert gamecore.Engine(hash_mb=1).search(position, depth=3, switches=switches).outcome is None
    assert gamecore.Engine(hash_mb=1).search(position, depth=3, switches=switches + ",databases").outcome == "win"


def test_the_lines_of_a_known_win_are_ranked():
    position = gamecore.Checkers("W:WK18,K19:BK1")
    result = gamecore.Engine(hash_mb=1).search(position, depth=3, multipv=8)
    scores = [score for score, line in result.lines]
    assert len(scores) == 8 and scores == sorted(scores, reverse=True) and scores[0] == 25000 - len(result.pv)
    assert {line[0] for score, line in result.lines} == set(position.legal_moves())


def test_an_engine_uses_the_databases_that_it_is_given(tmp_path):
    build(2, tmp_path)
    two, four = gamecore.Checkers("W:WK18:BK1"), gamecore.Checkers("W:WK18,K19:BK1")
    for databases in (tmp_path, str(tmp_path), Databases(tmp_path)):
        engine = gamecore.Engine(hash_mb=1, databases=databases)
        assert engine.search(two, depth=2).outcome == "draw"
        assert engine.search(four, depth=2).outcome is None
    with pytest.raises(DatabaseError, match="no endgame database in"):
        gamecore.Engine(databases=tmp_path.parent)


@pytest.mark.parametrize("text, outcome", [("W:WK8:B17", "win"), ("W:WK30:B14", "draw")])
def test_what_only_moves_into_missing_slices_keep_is_not_claimed(tmp_path, text, outcome):
    """A build that was killed may have written one of the two slices of a pair."""
    build(2, tmp_path)
    (tmp_path / "1001.wld").unlink()
    position, databases = gamecore.Checkers(text), Databases(tmp_path)
    assert databases.probe(position) == outcome
    for depth in (1, 2):
        assert gamecore.Engine(hash_mb=1, databases=databases).search(position, depth=depth).outcome is None


def test_databases_that_grow_make_another_table(tmp_path):
    build(3, tmp_path)
    databases = Databases.empty()
    databases.open_file(str(tmp_path / "0102.wld"))
    engine, position = gamecore.Engine(hash_mb=1, databases=databases), gamecore.Checkers("W:W9:BK8,K22,K25")
    assert engine.search(position, depth=6).outcome is None
    databases.open_directory(tmp_path, True)
    assert engine.search(position, depth=6).outcome == "loss"


def test_databases_of_another_kind_make_another_table(tmp_path):
    """What one database said does not linger in the table for another."""
    build(2, tmp_path)
    position = gamecore.Checkers("B:WK11,K27,17:BK7,K24")
    small, shipped = gamecore.Engine(hash_mb=1, databases=tmp_path), gamecore.Engine(hash_mb=1)
    assert small.search(position, depth=5).score != shipped.search(position, depth=5).score


# Claims in a game with repetitions and a clock

def played(position, moves):
    for move in moves.split():
        position = position.play(move)
    return position


# 5-1 repeats a third time.
SHUFFLED = played(gamecore.Checkers("W:WK18,K23:BK1"), "18-14 1-5 14-18 5-1 18-14 1-5 14-18")


FEW = dict.fromkeys(WEIGHTS, 0)
SHARED = {
    "bounds near a draw": (FEW | {"men": 1, "kings": -3, "advance": -1, "centre kings": -2, "freedom": 2},
                           "B:WK7,K17:BK25,K9,20", [(0, "", 6), (75, "", 3), (75, "", 5)]),
    "positions that the game has seen twice": (None, "W:WK10,K6,K14:BK25,16",
                                               [(70, "6-9 25-22 9-6 22-25 6-9 25-22 9-6", 5), (70, "10-7", 4)]),
    "draws below a position": (FEW | {"freedom": -3}, "B:WK25,K6:BK7,22", [(75, "", 6)]),
    "an earlier position in the proof of a win": ("linear", "W:WK32:BK23", [(0, "", 10)]),
    "an earlier position in the stored proof of a child": ("linear", "W:WK23,K1:BK11,K3", [(0, "", 7)]),
    "an earlier position where the winner is to move": ("linear", "B:WK2,K10:BK9,K21", [(0, "", 9)]),
}


@pytest.mark.parametrize("case", SHARED)
def test_games_that_share_a_table_keep_their_own_draws(case):
    """The last score equals that of a search without a table."""
    weights, text, games = SHARED[case]
    engine, definition = gamecore.Engine(hash_mb=1, evaluation=weights), {*law.DEFINITION} - {"databases"}
    for clock, moves, depth in games:
        position = played(restore(text, clock, ()), moves)
        result = engine.search(position, depth, switches=definition | {*law.EXACT})
    alone = engine.search(position, depth, switches=definition | {"pruning"}, order="static")
    assert (result.depth, result.score) == (depth, alone.score)


def test_a_third_occurrence_is_no_loss_unless_repetitions_do_not_count():
    seen, blind = (gamecore.Engine(hash_mb=1, switches="evaluation,pruning,databases" + more).search(SHUFFLED, depth=3)
                   for more in (",repetition", ""))
    assert (str(seen.move), seen.outcome, seen.score) == ("5-1", "draw", 0)
    assert (blind.outcome, blind.nodes) == ("loss", 0)


def test_a_root_that_is_drawn_is_a_draw_though_play_may_go_on():
    drawn, engine = SHUFFLED.play("5-1"), gamecore.Engine(hash_mb=1)
    result = engine.search(drawn, depth=3)
    assert drawn.outcome == result.outcome == "draw"
    assert engine.search(drawn, depth=3, root_moves=drawn.legal_moves()).score == result.score


def test_a_win_longer_than_the_rest_of_the_clock_is_a_draw():
    for clock, outcome in ((47, "win"), (57, "win"), (58, "draw")):          # in 23 plies
        result = gamecore.Engine(hash_mb=1).search(restore("B:WK1:BK11,K15", clock, ()), depth=3)
        assert (result.outcome, result.stop == "complete") == (outcome, outcome == "win")


def some_game(random):
    """A position of 3 or 4 pieces in a game: with repetitions, and a clock that may run out."""
    slice = random.choice([slice for pieces in (3, 4) for slice in slices_of(pieces) if slice[1] and slice[3]])
    position = position_at(slice, random.randrange(size_of(slice)))
    position = to_and_fro(restore(str(position), random.choice([0, 0, 30, 50, 60]), ()), random, random.randint(0, 9))
    return position if position.legal_moves() and not position.is_over() else some_game(random)


def seek_repetition(position, distances):
    """The move to a position that has occurred most often; of those the most stubborn."""
    ranked = [move.move for move in distances.rank(position)]
    return max(ranked, key=lambda move: (position.history.count(position.play(move).key()), -ranked.index(move)))


def result_of_play(position, engine, depth, opponent):
    """The outcome for the side to move, which the engine plays; the opponent plays by a function."""
    side = position.turn
    while not position.is_over():
        position = position.play(engine.search(position, depth=depth).move if position.turn == side
                                 else opponent(position))
    return OPPOSITE[position.outcome] if position.turn != side else position.outcome


@pytest.mark.parametrize("depth", [3, 7, 11])
def test_a_claim_is_kept_by_playing_it_out(depth):
    """Against an opponent that seeks repetitions, one that follows the distances, and the engine itself."""
    random, engine, distances = Random(depth), gamecore.Engine(hash_mb=1), Distances(DATABASES)
    claims = {"win": 0, "loss": 0, "draw": 0}
    while min(claims.values()) < 6:
        position = some_game(random)
        claim = engine.search(position, depth=depth).outcome
        if claims[claim] >= 6:
            continue
        claims[claim] += 1
        for opponent in (lambda position: seek_repetition(position, distances),
                         lambda position: distances.rank(position)[0].move,
                         lambda position: engine.search(position, depth=depth).move):
            kept = result_of_play(position, engine, depth, opponent)
            assert WORTH[kept] >= WORTH[claim], (position, position.clock, claim, kept)
        assert kept == claim, "the engine refutes its own claim"


def test_no_line_of_a_known_win_goes_on_after_a_draw():
    """A move that is not the best goes away from the win; the best play after it comes back, a third time."""
    position = gamecore.Checkers("W:WK7,K9:BK26")
    for move in "9-6 26-30 6-9 30-26".split():
        position = position.play(move)
    for multipv in (1, 7):
        search = law.Search(position, 1, (*law.DEFINITION, *law.EXACT), multipv=multipv)
        law.check(search, search.run(gamecore.Engine(hash_mb=1)))


def test_the_command_tells_a_known_win(run, records, refusal, tmp_path):
    won = "search checkers --position W:WK18,K19:BK1 --depth 9"
    last = records(won)[-1]
    assert (last["outcome"], last["plies_to_end"], last["nodes"], last["stop"]) == ("win", None, 0, "complete")
    assert "score win" in run(won)[1]
    assert str(tmp_path) in refusal("search checkers --depth 3 --databases", tmp_path)
    assert "/nowhere" in refusal("match checkers --a depth=2 --b depth=2,databases=/nowhere --games 2")
