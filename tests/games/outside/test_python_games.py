"""Games in Python, however their moves are named and wherever their methods come from, are searched alike."""
from functools import lru_cache
from types import MethodType

import numpy as np
import pytest

import gamecore
from tests.games.outside.test_failing_games import Walk

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


@pytest.mark.parametrize("method", ["legal_moves", "play", "is_over", "final_score", "evaluate", "key"])
def test_what_cannot_be_called_is_an_error(method):
    game = type("Game", (Walk,), {method: 3})
    with pytest.raises(TypeError, match="'int' object is not callable"):
        gamecore.Engine(hash_mb=1).search(game(8), depth=4)
