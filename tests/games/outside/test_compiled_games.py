"""Tests compiled games outside the package: Othello, which is built as its own package, and the small games of
tests/outside. They are built once for all tests, in a separate directory, against the installed gamecore.
"""
import pickle
import re
import sys
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest
from tests import law, reference
from tests.games.outside import reference_othello
from tests.data.facts import othello as othello_facts
import gamecore
from gamecore import LOSS, PythonGame
from gamecore.errors import GameError, GameOverError, MoveError, PositionError
from gamecore.laboratory.contract import examine
from gamecore.laboratory.recording import first_levels, record
from gamecore.trees import from_position
from hypothesis import given, settings, strategies as st
from tests.search.test_table_of_chance import expectiminimax

ROOT = Path(__file__).resolve().parents[3]
FACTS = vars(othello_facts)
EXACT = [name for name in law.EXACT if name != "table"]


@pytest.fixture(scope="session")
def Othello(outside):
    return outside.othello.Othello


def random_game(seed):
    """The positions of a random game, in the reference's rules, each with the move that led there."""
    random, position = Random(seed), reference_othello.Othello()
    yield position, None
    while moves := position.legal_moves():
        move = random.choice(moves)
        position = position.play(move)
        yield position, move


# Othello's rules

@pytest.mark.parametrize("depth, lines", list(enumerate(FACTS["PERFT"], 1)))
def test_othello_has_the_published_numbers_of_lines(Othello, depth, lines):
    assert gamecore.perft(Othello(), depth) == lines
    if depth <= 5:
        assert reference.perft(reference_othello.Othello(), depth) == lines
    if depth <= 8:
        assert gamecore.perft(Othello(), depth, hash=True) == lines


@pytest.mark.parametrize("seed", range(40))
def test_othello_and_the_slow_reference_play_the_same_games(Othello, seed):
    position = Othello()
    for reference_position, move in random_game(seed):
        position = position if move is None else position.play(move)
        assert str(position) == str(reference_position)
        assert position.legal_moves() == reference_position.legal_moves()
        assert position.evaluate() == reference_position.evaluate()
        assert Othello(str(position)) == position
    assert position.is_over() and position.final_score() == reference_position.final_score()


def test_passes_occur_in_those_games():
    assert sum(move == "pass" for seed in range(40) for _, move in random_game(seed)) > 10


def test_the_shortest_game_leaves_white_without_a_disc(Othello):
    position = Othello(FACTS["SHORTEST_GAME"])
    assert position.is_over() and "o" not in str(position)[:-1]
    assert position.final_score() == LOSS            # White is to move
    with pytest.raises(GameOverError):
        gamecore.Engine(hash_mb=1).search(position, depth=3)


def test_the_shortest_win_is_found(Othello):
    result = gamecore.Engine(hash_mb=1).search(Othello(FACTS["SHORTEST_GAME"][:-2]), depth=3)
    assert (result.move, result.outcome, result.plies_to_end) == ("c5", "win", 1)


def test_an_endgame_is_solved(Othello):
    *_, (position, _) = (pair for pair in random_game(1) if len(pair[0].discs) <= 56)
    result = gamecore.Engine(hash_mb=1).search(Othello(str(position)), depth=20)
    assert (result.score, result.stop) == (reference.minimax(position, 20), "complete")


def test_moves_read_as_text_leave_passes_out(Othello):
    for seed in range(10):
        *_, (last, _) = random_game(seed)
        assert str(Othello("".join(move for _, move in random_game(seed) if move not in (None, "pass")))) == str(last)


@pytest.mark.parametrize("text, words", [
    ("d3d3", "'d3' is not legal after 'd3'"), ("z9", "'z9' is not legal after ''"), ("d", "'d' is not legal"),
    ("x/y", "expected 8 rows of 8 cells"), ("/".join(["........"] * 8), "and ' x' or ' o'"), (12, "not 12"),
])
def test_othello_refuses_what_is_no_position(Othello, text, words):
    with pytest.raises(PositionError, match=re.escape(words)):
        Othello(text)
    with pytest.raises(MoveError, match="no move 'a1': legal are d3, c4, f5, e6"):
        Othello().play("a1")


def test_an_outside_position_can_be_compared_hashed_and_pickled(Othello):
    position = Othello("d3c3")
    again = pickle.loads(pickle.dumps(position))
    assert again == position and hash(again) == hash(position) and repr(again) == repr(position)
    assert len({position, again, Othello()}) == 2


def test_the_side_to_move_in_othello_is_no_disc_in_the_corner(Othello):
    """White to move with some discs had the key of Black to move with those and a1."""
    rows = "{}......./......../...xx.../..ooo.../......../......../......../........"
    white = Othello(f"{rows.format('.')} o")
    black = Othello(f"{rows.translate(str.maketrans('xo', 'ox')).format('x')} x")
    assert white != black and white.key() != black.key()


# The law

@pytest.mark.parametrize("text", ["", "d3c3c4e3", "f5d6c3d3c4f4f6"])
@pytest.mark.parametrize("switches", [(), ("pruning",), ("evaluation", *EXACT), (*law.DEFINITION, *law.EXACT)], ids=len)
@pytest.mark.parametrize("order", law.ORDERS)
def test_othello_is_searched_as_minimax_would(Othello, text, switches, order):
    engine = gamecore.Engine(hash_mb=1)
    for depth in (1, 2, 3):
        search = law.Search(Othello(text), depth, switches, order, multipv=2)
        law.check(search, search.run(engine))


@pytest.mark.parametrize("switches, order", [("pruning", "none"), ("evaluation,pruning,hint", "static"),
                                             ("exact", "full"), ("exact", "perfect")])
@pytest.mark.parametrize("text", ["", "44", "4455"])
def test_connect_four_from_outside_visits_the_nodes_of_the_built_in_one(outside, switches, order, text):
    built_in, brought = (gamecore.Engine(hash_mb=16, switches=switches, order=order).search(position, depth=8)
                         for position in (gamecore.ConnectFour(text), outside.four.Four(text)))
    assert (brought.lines, brought.nodes, brought.leaves) == (built_in.lines, built_in.nodes, built_in.leaves)


def test_outside_and_built_in_games_share_a_table_without_harm(outside):
    engine = gamecore.Engine(hash_mb=1)
    for position in (gamecore.ConnectFour("44"), outside.four.Four("44"), outside.othello.Othello("d3c3")) * 2:
        search = law.Search(position, 4)
        law.check(search, search.run(engine))


@pytest.mark.parametrize("make", [lambda outside: outside.othello.Othello(), lambda outside: outside.rings.Ring("set")],
                         ids=["hints", "quiet and reversible"])
def test_a_recorded_search_of_a_compiled_game_asks_what_the_engine_asks(outside, make):
    position, switches = make(outside), "definition,pruning,hint"
    trace, result = record(position, 4, switches=switches), gamecore.Engine(hash_mb=1, switches=switches).search(
        position, depth=4)
    assert (trace.value, trace.action, trace.leaves) == (result.score, result.move, result.leaves)


@pytest.mark.parametrize("order", ["full+table", "table"])
def test_the_visits_to_a_game_without_keys_are_followed_without_a_table(outside, order):
    position = outside.dice.Dice(5, False)
    assert len(first_levels(position, 3, order)) == len(position.legal_moves())


# Chance, and who frees what

class Walk(PythonGame):
    """tests/outside/dice.pyx in Python."""

    bounds = (-100, 100)

    def __init__(self, number, turn=0, rolled=False):
        self.number, self.turn, self.rolled = reference.mix64(number), turn, rolled

    def legal_moves(self):
        return range(2 + self.number % 3)

    def play(self, move):
        return Walk((self.number + 1 + move) % 2**64, self.turn + 1)

    def is_over(self):
        return self.turn == 3

    def final_score(self):
        return self.number % 201 - 100

    def evaluate(self):
        return self.final_score()

    def outcomes(self):
        return [] if self.rolled or self.number % 4 == 0 else [(0, 0.5), (1, 0.25), (2, 0.25)]

    def play_outcome(self, outcome):
        return Walk(self.number ^ outcome, self.turn, True)


@pytest.mark.parametrize("switches", ["none", "evaluation", "evaluation,pruning", "evaluation,pruning,star1",
                                      "evaluation,pruning,star1,star2"])
@given(number=st.integers(0, 2**64 - 1))
@settings(max_examples=30)
def test_a_compiled_game_of_chance_has_the_value_of_its_python_reference(outside, switches, number):
    compiled, python = outside.dice.Dice(number), Walk(number)
    results = [gamecore.Engine(hash_mb=1).search(position, depth=3, switches=switches)
               for position in (compiled, python)]
    assert len({(r.score, r.pv, r.nodes, r.leaves, r.probes) for r in results}) == 1
    depth = 3 if python.outcomes() else 4            # a move first, and then the layers
    assert results[0].score == expectiminimax(python, depth, evaluated=True)


@given(st.integers(0, 2**64 - 1))
@settings(max_examples=30)
def test_a_compiled_game_of_chance_can_be_played_from_python(outside, number):
    compiled, python = outside.dice.Dice(number), Walk(number)
    while not python.is_over():
        assert compiled.outcomes() == python.outcomes()
        for outcome, _ in python.outcomes()[-1:]:
            compiled, python = compiled.play_outcome(outcome), python.play_outcome(outcome)
        assert compiled.legal_moves() == list(python.legal_moves())
        compiled, python = compiled.play(0), python.play(0)
    assert compiled.is_over() and compiled.outcomes() == [] and compiled.final_score() == python.final_score()
    with pytest.raises(MoveError, match="no outcome 7: possible are none"):
        compiled.play_outcome(7)


def test_weights_that_a_search_divides_by_their_sum_are_no_ways_to_a_position(outside):
    class Weighted(outside.dice.Dice):
        def list_outcomes(self):
            return [(outcome, 4 * share) for outcome, share in super().list_outcomes()]

    assert gamecore.perft(Weighted(3), 3, jobs=2) == gamecore.perft(Weighted(3), 3)


@pytest.mark.parametrize("number", range(4))
def test_a_position_without_moves_goes_on_while_chance_is_to_act(outside, number):
    early, late = outside.dice.Dice(number), outside.dice.Dice(number, late=True)
    assert late.is_over() is False and bool(late.legal_moves()) is not bool(late.outcomes())
    assert from_position(late) == from_position(early)


@pytest.mark.parametrize("search", [
    lambda engine, position: engine.search(position, depth=3),
    lambda engine, position: engine.search(position, depth=3, multipv=3),
    lambda engine, position: engine.search(position, nodes=7),
    lambda engine, position: engine.search(position, depth=3, order="random"),
], ids=["depth", "lines", "stopped", "random"])
@pytest.mark.parametrize("chance, threads", [(False, 1), (False, 3), (True, 1)])
def test_every_position_that_was_played_to_is_released_once(outside, search, chance, threads):
    before = outside.dice.count_alive()
    position = outside.dice.Dice(5, chance)
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    for _ in range(3):
        search(engine, position)
    if not chance:
        gamecore.perft(position, 3)
    assert outside.dice.count_alive() == before + 1
    position.play(0).play(0)
    del position
    assert outside.dice.count_alive() == before


# Tables that do not fit

@pytest.mark.parametrize("fault, words", [
    ("version", "Misfit brings version 6 of GameOps; this gamecore needs version 5: compile it again"),
    ("size", r"Misfit brings a GameOps of \d+ bytes; this gamecore needs \d+: compile it again"),
    ("moves", "Misfit brings a GameOps without legal_moves, play or final_score"),
    ("chance", "Misfit brings a GameOps with one of outcomes and play_outcome, but not both"),
])
def test_a_table_that_does_not_fit_is_refused_by_name(outside, fault, words):
    with pytest.raises(GameError, match=words):
        outside.misfits.Misfit(fault)


def test_a_position_without_a_table_is_refused_where_it_is_used(outside):
    position = outside.misfits.Misfit("table")
    for use in (position.legal_moves, position.is_over, position.final_score, position.evaluate, position.key,
                lambda: gamecore.Engine(hash_mb=1).search(position, depth=1), lambda: gamecore.perft(position, 1)):
        with pytest.raises(GameError, match="its constructor must call use"):
            use()


def test_a_table_that_fits_is_taken(outside):
    assert outside.misfits.Misfit("").is_over()


def test_an_older_table_is_taken_without_the_functions_that_it_lacks(outside):
    for position in (outside.misfits.Misfit("oldest"), outside.misfits.Misfit("oldest").play_outcome(0)):
        assert position.list_outcomes() == [(0, 1)] and not position.passes_turn(0)
    assert gamecore.Engine(hash_mb=1).search(outside.misfits.Misfit("oldest"), depth=2).score == 0
    assert gamecore.perft(outside.misfits.Misfit("older"), 1) == gamecore.perft(outside.misfits.Misfit("old"), 1) == 0


@pytest.mark.parametrize("switches", ["", "quiescence", "repetition", "quiescence,repetition", "table,killers"])
def test_a_set_of_moves_changes_no_search(outside, switches):
    settings = {"hash_mb": 1, "switches": f"evaluation,pruning,{switches}".strip(",")}
    for depth in range(1, 7):
        listed, in_a_set = (gamecore.Engine(**settings).search(outside.rings.Ring(moves), depth=depth)
                            for moves in ("list", "set"))
        assert (listed.lines, listed.nodes, listed.leaves) == (in_a_set.lines, in_a_set.nodes, in_a_set.leaves)
    assert gamecore.perft(outside.rings.Ring("list"), 5) == gamecore.perft(outside.rings.Ring("set"), 5)


def test_a_set_that_is_not_the_list_is_refused(outside):
    words = r"Ring: move_set\(\) has the moves \[2, 4, 8\], legal_moves\(\) lists \[1, 2, 4\]"
    with pytest.raises(GameError, match=words):
        outside.rings.Ring("wrong").legal_moves()
    assert re.search(words, examine(outside.rings.Ring("wrong")).faults[0].text)


def test_a_compiled_position_that_changes_is_found(outside):
    class Changing(outside.four.Four):
        plays = 0

        def play(self, move):
            type(self).plays += 1
            return super().play(move)

        def __str__(self):
            return f"after {self.plays} plays"

    assert "text was 'after 0 plays', and is 'after 2 plays'" in examine(Changing("")).faults[0].text


# What a person does with such a game

def test_the_page_quotes_othello_and_kalah_as_they_are():
    blocks = re.findall(r"```(?:cython|python)\n(.*?)```",
                        (ROOT / "docs" / "adding-a-game.md").read_text(encoding="utf-8"), re.DOTALL)
    sources = "".join((ROOT / "games" / name).read_text(encoding="utf-8")
                      for name in ("othello/othello.pyx", "othello/setup.py", "kalah.py"))
    sources += sources.replace("\n    ", "\n")      # methods as the page shows them
    blocks = [block for block in blocks if ">>>" not in block]       # examples that are run elsewhere
    assert len(blocks) >= 6
    parts = [part for block in blocks for part in re.split(r"^(?: *\.\.\. .*)?\n", block, flags=re.MULTILINE)]
    assert [part for part in parts if part not in sources] == []


@pytest.mark.usefixtures("outside")
def test_the_command_takes_an_outside_game(records):
    assert records("perft othello:Othello --depth 5")[-1]["nodes"] == 1396
    assert records("search othello:Othello --depth 2 --position", FACTS["SHORTEST_GAME"][:-2])[-1]["move"] == "c5"


def test_the_command_takes_a_compiled_game_of_chance(outside, records, monkeypatch):
    class Walks(outside.dice.Dice):
        def __init__(self, text="5"):
            super().__init__(int(text))

    monkeypatch.setitem(sys.modules, "walks", SimpleNamespace(Walks=Walks))
    assert {row["game"] for row in records("chance walks:Walks --layers 1")} == {"walks:Walks"}
