"""Tests a user's game that fails at the root or below: its exception reaches the caller, whatever the engine did
before."""
import traceback
from itertools import product

import pytest
import gamecore
from gamecore import PythonGame
from gamecore.errors import GameError
from tests import law
from tests.search.test_table_of_chance import Meeting

CALLS = range(1, 13)


class Failure(Exception):
    pass


class Walk(PythonGame):
    """A number that grows by 1 or 2 at each ply, up to 12."""

    def __init__(self, number=0):
        self.number = number

    def legal_moves(self):
        return [1, 2]

    def play(self, move):
        return type(self)(self.number + move)

    def is_over(self):
        return self.number >= 12

    def final_score(self):
        return self.number % 3 - 1

    def evaluate(self):
        return self.number % 5

    def key(self):
        return self.number

    def hint(self, move):
        return move

    def is_quiet(self):
        return self.number % 4 > 0

    def is_reversible(self, move):
        return False


class Dicing(Meeting):
    """Meeting, whose positions stay in their subclass."""

    def play(self, move):
        return self.again(super().play(move))

    def play_outcome(self, face):
        return self.again(super().play_outcome(face))

    def again(self, child):
        return type(self)(child.seed, child.length, child.ply, child.place, child.rolled)


def spoilt(game, method, at, wrong):
    """The game, one of whose methods does something else at its call number `at` and ever after."""
    def instead(self, *arguments):
        broken.calls += 1
        return wrong() if broken.calls >= at else getattr(super(broken, self), method)(*arguments)

    broken = type("Broken", (game,), {method: instead, "calls": 0})
    return broken


def failing(game, method, at, error):
    """The same that raises."""
    def wrong():
        raise error

    return spoilt(game, method, at, wrong)


def used_engine(threads=1):
    """An engine that has just found a line of another game, whose moves are no numbers of this one's."""
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    engine.search(gamecore.ConnectFour(), depth=4)
    return engine


ALTERNATING = ["legal_moves", "play", "is_over", "final_score", "evaluate", "key", "hint", "is_quiet", "is_reversible"]
WITH_CHANCE = ["legal_moves", "play", "is_over", "final_score", "evaluate", "key", "hint", "outcomes", "play_outcome"]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("method", ALTERNATING)
@pytest.mark.filterwarnings("error")
def test_a_failure_on_a_used_engine_is_the_games_own(method, threads):
    for at, switches in product([*CALLS, 30], ("exact", "definition")):
        error, engine = Failure(at), used_engine(threads)
        broken = failing(Walk, method, at, error)
        try:
            engine.search(broken(), depth=7, switches=switches)
        except Failure as caught:
            assert caught is error and "instead" in [frame.name for frame in traceback.extract_tb(caught.__traceback__)]
        else:
            assert broken.calls < at, "the failure was lost"
        if at in (1, 12):
            law.assert_usable(engine)


@pytest.mark.parametrize("method", ["legal_moves", "play", "is_over", "key", "evaluate", "final_score"])
def test_a_failure_in_a_count_is_the_games_own(method):
    engine = gamecore.Engine(hash_mb=1)
    with pytest.raises(Failure):
        engine.minimal_leaves(failing(Walk, method, 2, Failure())(), 9)
    if method in ("legal_moves", "play", "is_over"):
        with pytest.raises(Failure):
            engine.perft(failing(Walk, method, 20, Failure())(), 5)
    law.assert_usable(engine)


@pytest.mark.parametrize("rolled", [None, 0])
@pytest.mark.parametrize("used", [False, True])
@pytest.mark.parametrize("method", WITH_CHANCE)
def test_a_failure_in_a_game_of_chance_is_the_games_own(method, used, rolled):
    for switches in ("exact", "evaluation", "play"):
        for at in CALLS:
            error = Failure(at)
            broken = failing(Dicing, method, at, error)
            engine = used_engine() if used else gamecore.Engine(hash_mb=1)
            try:
                engine.search(broken(3, 5, rolled=rolled), depth=2, switches=switches)
            except Failure as caught:
                assert caught is error
                assert "instead" in [frame.name for frame in traceback.extract_tb(caught.__traceback__)]
            else:
                assert broken.calls < at, "the failure was lost"


@pytest.mark.parametrize("game, method",
                         [(Walk, method) for method in ALTERNATING] + [(Dicing, method) for method in WITH_CHANCE])
def test_control_c_inside_a_game_is_never_another_error(game, method):
    for at in CALLS:
        broken = failing(game, method, at, KeyboardInterrupt())
        position = broken(3, 5, rolled=0) if game is Dicing else broken()
        try:
            used_engine().search(position, depth=3)
        except KeyboardInterrupt:
            continue
        assert broken.calls < at, "the interrupt was lost"


@pytest.mark.parametrize("used", [False, True])
@pytest.mark.parametrize("outcomes, words", [([(0, 0.6), (1, 0.5)], "must sum to 1, not to 1.1"),
                                             ([(0, 1.5), (1, -0.5)], "must not be negative"),
                                             ({0: 0.5, 1: 0.5}, r"must list pairs .*, not \[0, 1\]"),
                                             ([(0, 0.5, 1)], "must list pairs"), ([(0, None)], "must list pairs")])
def test_dice_that_cannot_be_are_reported_at_the_root(outcomes, words, used):
    loaded = type("Loaded", (Dicing,), {"outcomes": lambda self: outcomes if self.rolled is None else []})
    with pytest.raises(GameError, match=words):
        (used_engine() if used else gamecore.Engine(hash_mb=1)).search(loaded(3, 5), depth=2)
