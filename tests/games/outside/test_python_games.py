"""Tests that games in Python are searched in the same way, whatever their moves are and wherever their methods are
defined."""
from collections import namedtuple
from enum import Enum
from fractions import Fraction
from functools import lru_cache
from types import MethodType

import numpy as np
import pytest

import gamecore
from gamecore.errors import GameError
from gamecore.laboratory.pruning import pruning
from gamecore.laboratory.recording import record
from gamecore.match.ballots import openings
from gamecore.solving.loops import solve
from gamecore.trees import lookup_table
from tests.games.outside.test_failing_games import Walk
from tests.laboratory.planted import Opaque
from tests.small_games import Coins, Nim

SEARCHES = ({"switches": "pruning", "order": "none"}, {})


def results(position, names=(1, 2)):
    """Returns what searches find, moves by their place in names, and how many nodes they need."""
    found = [gamecore.Engine(hash_mb=1, **settings).search(position, depth=7) for settings in SEARCHES]
    return [(result.score, [names.index(move) for move in result.pv], result.nodes) for result in found]


@pytest.mark.parametrize("names", [
    (3, 7), (-1, 0), (2**62, 2**63 - 1), (2**63, 2**64), (4096, -2**70), (True, 0), ("a", 1), ((), None),
    (np.int64(3), 2.5),
], ids=repr)
def test_a_move_is_any_hashable_object(names):
    class Named(Walk):
        def legal_moves(self):
            return list(names)

        def play(self, move):
            return type(self)(self.number + 1 + names.index(move))

        def hint(self, move):
            return names.index(move)

    assert results(Named(), names) == results(Walk())
    assert gamecore.perft(Named(), 5) == 32


Pair = namedtuple("Pair", "number, who")
Number = Enum("Number", {f"N{n}": n for n in range(20)})


def keyed(name):
    """Walk with this key of its number."""
    return type("Keyed", (Walk,), {"key": lambda self: name(self.number)})


@pytest.mark.parametrize("name", [
    lambda n: (n,), lambda n: (np.int8(n), True), lambda n: (n / 3, None), lambda n: (Fraction(n, 3),), str,
    lambda n: Pair(n, "x"), lambda n: (Number(n),), lambda n: ((n, (n,)), b"x"), lambda n: ([n, [n]],),
    lambda n: (frozenset({n, -1, "x"}),), lambda n: (np.float32(n), np.bool_(n % 2), np.str_(n)), lambda n: -n - 1,
    lambda n: n << 64])
def test_a_key_of_values_names_a_position(name):
    game = keyed(name)()
    assert results(game) == results(Walk()) and gamecore.perft(game, 6, hash=True) == gamecore.perft(Walk(), 6)


class Heaps(Nim):
    """Nim, named by a tuple that holds a list."""

    def key(self):
        return "heaps", [super().key()]


def test_a_list_in_a_key_names_a_position_in_every_tool():
    rows = list(pruning(Heaps(5), 4, ["perfect", "none"]))
    assert [row.leaves for row in rows] == [row.leaves for row in pruning(Nim(5), 4, ["perfect", "none"])]
    assert len(openings(Heaps(5), 3)) == len(openings(Nim(5), 3))
    assert list(lookup_table(Heaps(5)).values()) == list(lookup_table(Nim(5)).values())
    assert solve(Heaps(5)).states == solve(Nim(5)).states


class Circle(gamecore.PythonGame):
    """Four places in a circle, named by numbers of one type at the beginning and of another later."""

    def __init__(self, later, place=0):
        self.later, self.place = later, place

    def legal_moves(self):
        return [1, -1]

    def play(self, move):
        return Circle(self.later, self.later((self.place + move) % 4))

    def is_over(self):
        return False

    def evaluate(self):
        return 5

    def key(self):
        return "circle", (self.place, None)

    def is_reversible(self, move):
        return True


@pytest.mark.parametrize("later", [int, np.int64, np.int8, float, np.float32, Fraction, lambda n: n or False],
                         ids=lambda later: later.__name__)
def test_equal_keys_name_one_position_whatever_the_types_of_their_numbers(later):
    for depth in (2, 4):
        assert gamecore.Engine(hash_mb=1).search(Circle(later), depth=depth).score == 0       # it comes back


class Brief(str):
    def __str__(self):
        return self[:1]


def test_a_text_in_a_key_is_what_it_holds_not_what_it_shows():
    game = keyed(lambda n: Brief(f"place {n}"))()
    assert results(game) == results(Walk()) and gamecore.perft(game, 6, hash=True) == gamecore.perft(Walk(), 6)


@pytest.mark.parametrize("name, kind", [
    (lambda n: (Opaque(n),), "Opaque"), (lambda n: (n, (Opaque(n),)), "Opaque"), (lambda n: (object(),), "object"),
    (lambda n: (np.full(1100, n),), "ndarray"), (lambda n: (frozenset({Opaque(n)}),), "Opaque"),
    (lambda n: (len,), "builtin_function_or_method"), (lambda n: ({n: n},), "dict")])
def test_a_key_of_objects_that_name_nothing_is_refused(name, kind):
    words = rf"^Keyed\.key\(\) holds .* of type {kind}, which may not name the position"
    with pytest.raises(GameError, match=words):
        gamecore.Engine(hash_mb=1).search(keyed(name)(), depth=3)
    with pytest.raises(GameError, match=words):
        gamecore.perft(keyed(name)(), 3, hash=True)


class Cached(Walk):
    legal_moves = lru_cache(Walk.legal_moves)


class Listing(Walk):
    @staticmethod
    def legal_moves():
        return iter((1, 2))


class Property(Walk):
    is_over = property(lambda self: lambda: self.number >= 12)


class Own(Walk):
    def __init__(self, number=0):
        super().__init__(number)
        self.evaluate = MethodType(lambda self: self.number % 5, self)


class Strange(Walk):
    """Its children are of another class, with an evaluation of their own."""

    def play(self, move):
        return Own(self.number + move)


@pytest.mark.parametrize("game", [Cached, Listing, Property, Own, Strange])
def test_a_method_is_whatever_can_be_called(game):
    assert results(game()) == results(Walk())


class Short(gamecore.PythonGame):
    """Walk with the methods that a game must have."""

    legal_moves, final_score = Walk.legal_moves, Walk.final_score

    def __init__(self, number=0):
        self.number = number

    def play(self, move):
        return type(self)(self.number + move)


class Lent(Short):
    """Its positions have the rest as attributes of their own."""

    def __init__(self, number=0):
        super().__init__(number)
        self.evaluate, self.is_over = lambda: number % 5, lambda: number >= 12


def test_a_position_may_have_its_own_evaluation_and_end():
    for depth in (3, 12):
        expected = gamecore.Engine(hash_mb=1).search(Walk(), depth=depth, switches="evaluation")
        found = gamecore.Engine(hash_mb=1).search(Lent(), depth=depth, switches="evaluation")
        assert (found.score, found.nodes) == (expected.score, expected.nodes)
    assert gamecore.Engine(hash_mb=1).evaluate(Lent(4)) == 4


@pytest.mark.parametrize("method, answer", [
    ("is_over", True), ("evaluate", 3), ("is_quiet", False), ("is_reversible", True), ("same_player", True),
    ("outcomes", [(1, 1)]), ("passes_turn", True)])
def test_what_only_later_positions_define_is_refused_rather_than_left_out(method, answer):
    class Later(Short):
        pass

    setattr(Later, method, lambda self, *argument: answer)

    class First(Short):
        def play(self, move):
            return Later(self.number + move)

    words = rf"^Later defines {method}, but the position of the search's root does not"
    for search in (lambda: gamecore.Engine(hash_mb=1).search(First(), depth=2), lambda: gamecore.perft(First(), 2),
                   lambda: gamecore.uct(First(), nodes=10)):
        with pytest.raises(GameError, match=words):
            search()


class CoarseCoins(Coins):
    unit = 10

    def play(self, move):
        after = super().play(move)
        return CoarseCoins(after.row, after.lead)


@pytest.mark.parametrize("row, score, outcome", [([3], 1, None), ([-3], -1, None), ([3, 3], 0, "draw")])
def test_only_a_result_of_0_is_a_draw(row, score, outcome):
    result = gamecore.Engine(hash_mb=1).search(CoarseCoins(row), depth=3)
    assert (result.score, result.outcome) == (score, outcome)
    assert record(CoarseCoins(row), 3).value == score


@pytest.mark.parametrize("method", ["legal_moves", "play", "is_over", "final_score", "evaluate", "key"])
def test_what_cannot_be_called_is_an_error(method):
    game = type("Game", (Walk,), {method: 3})
    with pytest.raises(TypeError, match="'int' object is not callable"):
        gamecore.Engine(hash_mb=1).search(game(8), depth=4)
