"""Tests that numbers of any type are accepted as numbers, and that objects have a repr, can be pickled, and allow weak
references."""
import copy
import pickle
import re
import typing
import weakref
from decimal import Decimal
from fractions import Fraction

import numpy
import pytest
import gamecore
from gamecore import (Backgammon, ChanceTree, ConnectFour, Engine, Iteration, LinearEvaluation, Position, PythonGame,
                      Search, SearchResult, UniformTree, errors)
from gamecore.core.checks import in_range
from gamecore.errors import ArgumentError, LimitError, MoveError, PositionError
from gamecore.games.connect_four.evaluation import WEIGHTS
from gamecore.games.connect_four.solver import Solver
from gamecore.games.synthetic.uniform import MODELS
from gamecore.laboratory.pruning import pruning, pruning_uniform
from gamecore.solving.loops import Solution
from tests.refusals import refusals

KINDS = [numpy.int8, numpy.int64, numpy.uint16, numpy.array]
START = ConnectFour()
FIELDS = UniformTree(3, 4).__reduce__()[1]          # of a pickle


@pytest.mark.parametrize("kind", KINDS)
def test_numpys_integers_are_integers(kind):
    engine = Engine(hash_mb=kind(1), threads=kind(1), seed=kind(3))
    assert engine.seed == 3
    assert engine.search(START, depth=kind(4), seed=kind(1), multipv=kind(2)).depth == 4
    assert engine.search(START, nodes=kind(100)).nodes == 100
    assert engine.perft(START, kind(3)) == gamecore.perft(START, kind(3)) == 343
    assert engine.minimal_leaves(START, kind(2)) == engine.minimal_leaves(START, 2)
    assert START.play(kind(4)) == START.play(4) and START.hint(kind(4)) == START.hint(4)
    assert Backgammon().roll(kind(1), kind(3)) == Backgammon().roll(3, 1)
    assert UniformTree(kind(3), kind(4), seed=kind(5)).key() == UniformTree(3, 4, seed=5).key()
    assert ChanceTree(kind(3), kind(2), kind(2)).leaves == ChanceTree(3, 2, 2).leaves
    assert UniformTree(3, 2).play(kind(1)).ply == 1
    assert len(list(pruning(START, kind(2), ["none"], seeds=kind(1)))) == 2
    assert len(list(pruning_uniform(kind(2), kind(2), ["none"]))) == 2


@pytest.mark.parametrize("seconds", [numpy.float32(0.01), numpy.int64(1), Fraction(1, 100), Decimal("0.01")])
def test_whatever_is_a_float_is_a_number_of_seconds(seconds):
    assert Engine(hash_mb=1).search(START, depth=2, seconds=seconds).depth == 2


def test_a_range_without_an_end_takes_numpys_numbers():
    assert in_range("games", numpy.int8(5), 1) == 5


class Numbered(PythonGame):
    """A game whose numbers are all numpy's."""

    unit = numpy.float32(0.5)

    def __init__(self, left=5):
        self.left = numpy.int64(left)

    def legal_moves(self):
        return list(numpy.arange(1, min(2, self.left) + 1))

    def play(self, move):
        return Numbered(self.left - move)

    def final_score(self):
        return numpy.float64("-inf")

    def key(self):
        return self.left


class Plain(Numbered):
    def key(self):
        return int(self.left)


def test_a_game_may_count_in_numpys_numbers():
    numbered, plain = (Engine(hash_mb=1).search(game(), depth=8) for game in (Numbered, Plain))
    assert (numbered.score, numbered.nodes, numbered.table_hits) == (plain.score, plain.nodes, plain.table_hits)
    assert numbered.table_hits > 0


def test_weights_may_be_numpys_numbers():
    name = next(iter(WEIGHTS))
    engines = [Engine(hash_mb=1, evaluation={name: weight}) for weight in (3, numpy.int64(3))]
    assert len({engine.evaluate(ConnectFour("4")) for engine in engines}) == 1
    assert LinearEvaluation({"x": lambda position: 2}, {"x": numpy.float32(0.5)})(None) == 1


# What an engine tells of itself

def test_an_engine_tells_how_it_searches():
    engine = Engine(hash_mb=1, threads=2, switches="pvs,pruning", order="random", seed=7)
    assert (engine.hash_mb, engine.threads, engine.switches) == (1, 2, "pruning,pvs")
    assert (engine.order, engine.seed) == ("random", 7)
    assert repr(engine) == "Engine(hash_mb=1, threads=2, switches='pruning,pvs', order='random', seed=7)"
    assert Engine(hash_mb=1, switches="none").switches == "none"
    for switches in ("exact", "play", "definition"):
        first = Engine(hash_mb=1, switches=switches)
        assert eval(repr(first), vars(gamecore)).switches == first.switches


@pytest.mark.parametrize("switches, removed", [
    ("exact,-databases", {"databases"}), ("-databases , exact", {"databases"}),
    ("exact,-star2,-star1", {"star1", "star2"}),
    (["exact", "-definition"], {"evaluation", "quiescence", "repetition", "databases"}),
])
def test_a_minus_sign_removes_a_switch_wherever_it_stands(switches, removed):
    exact = Engine(hash_mb=1).switches.split(",")
    assert Engine(hash_mb=1, switches=switches).switches.split(",") == [name for name in exact if name not in removed]


def test_an_engine_can_be_held_weakly():
    engine = Engine(hash_mb=1)
    held = weakref.ref(engine)
    assert held() is engine
    del engine
    assert held() is None


test_what_an_engine_does_not_take_is_reported = refusals(
    *((ArgumentError, re.escape(f"Engine takes {taken}"), lambda argument: Engine(**{argument: 16}), argument)
      for argument, taken in (
        ("hash",
         "no argument 'hash', did you mean 'hash_mb'? its arguments are hash_mb, threads, switches, order, "),
        ("thread", "no argument 'thread', did you mean 'threads'? "),
        ("colour", "no argument 'colour'; its arguments are "))),
    *((ArgumentError, re.escape(f"{search.__name__} takes no argument {taken}"),
       lambda search, name: search(START, **{name: 1}), search, name)
      for search in (Engine(hash_mb=1).search, Engine(hash_mb=1).start) for name, taken in (
        ("time", "'time', did you mean 'seconds'? its arguments are depth, nodes, seconds, switches, "),
        ("nods", "'nods', did you mean 'nodes'? "), ("x", "'x'; its arguments are depth"))),
    *((ArgumentError, re.escape(f"positions must be a list, or iterable, not {START!r}"), function, START, *more)
      for function, *more in ((gamecore.search_many, 1), (gamecore.solve_many,), (gamecore.evaluate_many,))),
    *((ArgumentError, re.escape("progress must be a function of (done, in all), or None, not 5"),
       lambda function, **more: function([START], progress=5, **more), function)
      for function in (gamecore.solve_many, lambda *a, **k: gamecore.search_many(*a, depth=1, **k))),
    *((ArgumentError, "on_iteration must be a function of an Iteration, or None, not 5",
       lambda search: search(START, depth=1, on_iteration=5), search)
      for search in (Engine(hash_mb=1).search, Engine(hash_mb=1).start)),
    *((errors.DatabaseError, f"databases must be Databases or a directory of them, not {value!r}",
       lambda value: Engine(databases=value), value) for value in (0, 1.5, False)),
    *((errors.BookError, f"book must be True, False, a Book or a path, not {value!r}",
       lambda value: Solver(hash_mb=2, book=value), value) for value in (None, 0, 1)),
    (errors.SwitchError, re.escape("switches are names such as 'pruning,table', not {'pruning': False}"),
     lambda: Engine(switches={"pruning": False})),
    *((errors.SettingsError, f"{rule} must be True or False, not 'no'",
       lambda rule: Engine(hash_mb=1).decide(gamecore.Backgammon(), **{rule: "no"}), rule)
      for rule in ("jacoby", "beavers")),
    *((LimitError, "", UniformTree(3, 4).__reduce__()[0], *FIELDS[:place], value, *FIELDS[place + 1:])
      for place, value in ((4, 99), (4, -1), (5, 61), (6, 0), (6, 1000), (7, 4), (7, -1))),
)


def test_every_error_about_input_is_a_value_error():
    assert all(issubclass(error, errors.GamecoreError) and issubclass(error, ValueError) for error in (
        errors.EvaluationError, errors.GameError, errors.GameOverError, LimitError, MoveError, PositionError,
        errors.SwitchError, ArgumentError)) and issubclass(ArgumentError, TypeError)
    assert Engine(hash_mb=1).search(START, depth=1, on_iteration=None).depth == 1


def test_results_have_the_types_of_their_moves_in_annotations():
    for generic in (SearchResult, Iteration, Search, Position, Solution):
        assert typing.get_args(generic[int]) == (int,) and typing.get_origin(generic[int]) is generic


# Pickles

TREES = [*(UniformTree(3, 4, leaves=leaves, seed=9, noise=noise) for leaves in MODELS for noise in (None, 2.5)),
         *(ChanceTree(3, 2, 2, seed=4, noise=1.5, bounded=bounded) for bounded in (True, False))]


@pytest.mark.parametrize("tree", TREES, ids=repr)
@pytest.mark.parametrize("plies", [0, 1, 2])
def test_a_synthetic_tree_comes_back_from_a_pickle(tree, plies):
    for _ in range(plies):
        tree = tree.play_outcome(1) if tree.outcomes and tree.outcomes() else tree.play(2)
    for copied in (pickle.loads(pickle.dumps(tree)), copy.deepcopy(tree)):
        assert copied == tree and repr(copied) == repr(tree)
        results = [Engine(hash_mb=1).search(position, depth=2) for position in (tree, copied)]
        assert len({(result.score, str(result.pv), result.nodes) for result in results}) == 1


def test_a_compiled_game_that_cannot_be_pickled_says_what_it_lacks(outside):
    for position in (outside.four.Four("4"), outside.dice.Dice(3)):
        with pytest.raises(TypeError, match=f"{type(position).__name__} does not pickle.*no __reduce__"):
            pickle.dumps(position)
