"""gamecore check names what is wrong with broken games, and finds nothing wrong with sound ones."""
import json
import random
from itertools import count

import pytest

import gamecore
from gamecore.errors import LimitError
from gamecore.laboratory.contract import examine
from games.nim import ClassicNim, Nim
from games.oopsy_nim import OopsyNim
from games.tic_tac_toe import TicTacToe
from tests import small_games
from tests.refusals import refusals, refused_commands


class Coins(small_games.Nim):
    """Each of the games below breaks it in one place."""

    def __init__(self, coins=9, turn=0):
        self.coins, self.turn = coins, turn

    def play(self, move):
        return type(self)(self.coins - move, 1 - self.turn)

    def evaluate(self):
        return self.coins % 3


class ForgetsToCopy(Coins):
    """The heap is a list that all positions share."""

    def __init__(self, heap=None):
        self.heap = [9] if heap is None else heap

    coins = property(lambda self: self.heap[0])

    def play(self, move):
        self.heap[0] -= move
        return type(self)(self.heap)


class MovesTwice(Coins):
    def same_player(self, move):
        return move == 2

    def play(self, move):
        return type(self)(self.coins - move, self.turn if move == 2 else 1 - self.turn)


class KeyForgets(Coins):
    def key(self):
        return self.coins // 2


class OutOfBounds(OopsyNim):
    bounds = (-0.5, 0.5)


class EvaluationDependsOnHistory(Coins):
    """The key does not tell how long the game has lasted, and the evaluation depends on it; the moves do not."""

    def __init__(self, coins=9, ply=0):
        self.coins, self.ply = coins, ply

    def play(self, move):
        return type(self)(self.coins - move, self.ply + 1)

    def evaluate(self):
        return self.ply


def in_place(coins, move):
    coins.coins -= move
    return coins


def after(coins, taken, turn):
    return type(coins)(coins.coins - taken, turn)


class Opaque:
    """Its repr is an address, which another board may have later."""

    def __init__(self, number):
        self.number = number

    def __eq__(self, other):
        return self.number == other.number

    def __hash__(self):
        return hash(self.number)


class TwoHeaps(gamecore.PythonGame):
    """Take coins from one heap; the last wins. The heaps have one key in both orders."""

    def __init__(self, heaps=(3, 5)):
        self.heaps = heaps

    def legal_moves(self):
        return [(heap, n) for heap in (0, 1) for n in range(1, self.heaps[heap] + 1)]

    def play(self, move):
        heaps = list(self.heaps)
        heaps[move[0]] -= move[1]
        return type(self)(tuple(heaps))

    def evaluate(self):
        return self.heaps[0] ^ self.heaps[1]

    def final_score(self):
        return gamecore.LOSS

    def key(self):
        return tuple(sorted(self.heaps))


class KnowsOnlyTheSum(TwoHeaps):
    def evaluate(self):
        return 0

    def key(self):
        return sum(self.heaps)


class Caching(Coins):
    """Every position that was played to stays in a dict."""

    def __init__(self, coins=9, turn=0):
        super().__init__(coins, turn)
        self.cache = {}

    def play(self, move):
        if move not in self.cache:
            self.cache[move] = super().play(move)
        return self.cache[move]


class Square(Coins):
    """The side of its board is no side to move."""

    turn, side = None, 3

    def __init__(self, coins=9):
        self.coins = coins

    def play(self, move):
        return type(self)(self.coins - move)


class ObjectsAsMoves(Square):
    side = None

    def legal_moves(self):
        return list(map(Opaque, super().legal_moves()))

    def play(self, move):
        return super().play(move.number)


class Capture(Opaque):
    """A move that equals those with the same number, whatever it takes."""

    def __init__(self, number, taken):
        super().__init__(number)
        self.taken = taken


class MovesThatTakeMore(Square):
    side = None

    def legal_moves(self):
        return [Capture(n, min(n + self.coins % 2, self.coins)) for n in super().legal_moves()[:2]]

    def play(self, move):
        return super().play(move.taken)


class WinsForLosses(TicTacToe):
    def play(self, move):
        return type(self)(super().play(move).cells)

    def final_score(self):
        return -super().final_score()


# The coins with other methods, or a class; the broken rule; what is told of it.
BROKEN = [
    ({"legal_moves": lambda self: [[1]]}, "moves are hashable", "legal_moves() lists [1], which is not hashable"),
    ({"play": in_place}, "positions never change", "play("),
    (ForgetsToCopy, "positions never change", "heap was [9], and is ["),
    ({"play": lambda self, move: after(self, move, self.turn)}, "sides alternate",
     "turn is 0 before and 0 after play("),
    ({"same_player": lambda self, move: move == 2}, "sides alternate", "same_player() says that the side moves again"),
    (KeyForgets, "different positions have different keys", "it forgets something"),
    (EvaluationDependsOnHistory, "different positions have different keys", "the score: "),
    ({"key": lambda self: (id(object()), random.random())}, "keys are names", "asked again"),
    ({"key": lambda self: (Opaque(self.coins),)}, "keys are names", "of type Opaque, which may not name the position"),
    (KnowsOnlyTheSum, "different positions have different keys", "it forgets something"),
    ({"key": lambda self: [self.coins]}, "keys are names", "key() says [9]; expected an int, str, bytes or tuple"),
    ({"evaluate": lambda self: 10_000 * self.coins}, "evaluations are in range",
     "evaluate() says 90000; it must stay below 20000"),
    ({"evaluate": lambda self: gamecore.WIN if self.coins % 3 else gamecore.LOSS}, "evaluations are in range",
     "only final_score() tells of wins"),
    ({"evaluate": lambda self: None}, "scores are numbers", "evaluate() says None"),
    ({"evaluate": lambda self: float("nan")}, "scores are numbers", "evaluate() says nan"),
    ({"final_score": lambda self: 1 // self.coins}, "methods raise nothing", "test_check.py, line"),
    ({"legal_moves": lambda self: 2 * Coins.legal_moves(self)}, "each move once", "legal_moves() lists 1 twice"),
    ({"legal_moves": lambda self: None}, "moves are listed", "legal_moves() must list moves"),
    ({"legal_moves": lambda self: random.sample(range(self.coins), self.coins)}, "a fixed order", "and asked again"),
    ({"play": lambda self, move: self.coins - move}, "play() returns a position", "which is no position"),
    ({"play": lambda self, move: after(self, random.randint(1, self.coins), 1 - self.turn)}, "a move has one result",
     "and then to"),
    ({"outcomes": lambda self: [("heads", 0.5), ("tails", 0.6)], "play_outcome": lambda self, outcome: self},
     "probabilities sum to 1", "whose probabilities sum to 1.1"),
    (MovesThatTakeMore, "equal moves are one move", "a search plays one for the other"),
    (OutOfBounds, "scores are within the bounds", "outside of the bounds (-0.5, 0.5)"),
]


@pytest.mark.parametrize("game, rule, told", BROKEN, ids=[f"{rule}: {told}" for _, rule, told in BROKEN])
def test_what_is_wrong_with_a_game_has_a_name(game, rule, told):
    game = type("Broken", (Coins,), game) if isinstance(game, dict) else game
    faults = examine(game()).faults
    assert rule in [fault.rule for fault in faults]
    assert any(told in fault.text for fault in faults), faults


@pytest.mark.parametrize("position", [Coins(), Nim(), ClassicNim(), TicTacToe(), OopsyNim(), gamecore.ConnectFour(),
                                      gamecore.UniformTree(3, 5, seed=1), TwoHeaps(), Caching(), Square(),
                                      ObjectsAsMoves()],
                         ids=lambda position: type(position).__name__)
def test_a_sound_game_breaks_no_rule(position):
    assert examine(position, games=20).faults == []


@pytest.mark.parametrize("position, games", [
    (gamecore.Checkers(), 5),                            # although repetitions are draws
    (type("Sound", (MovesTwice,), {"key": lambda self: (self.coins, self.turn)})(), 100)])
def test_the_side_to_move_is_found_where_it_repeats_or_moves_twice(position, games):
    told = examine(position, games)
    assert told.faults == [] and told.side == "turn"


def test_a_list_of_moves_that_is_kept_for_later_is_no_change():
    class Keeps(Coins):
        kept = None

        def legal_moves(self):
            if self.kept is None:
                self.kept = super().legal_moves()
            return list(self.kept)

    assert examine(Keeps()).faults == []


def test_a_game_without_end_is_noted():
    """A coin comes back as soon as it is gone."""
    endless = type("Endless", (Coins,), {"play": lambda self, move: type(self)(9, 1 - self.turn)})
    told = examine(endless(), games=3, plies=20)
    assert told.faults == []
    assert ([note.text for note in told.findings if note.rule == "games end"]
            == ["3 of 3 games did not end within 20 plies"])


def test_a_score_that_may_be_the_winners_is_noted():
    assert "whose score it is" in [note.rule for note in examine(Nim()).findings]            # misere
    assert "whose score it is" in [note.rule for note in examine(WinsForLosses()).findings]  # some games are drawn
    for game in (ClassicNim(), TicTacToe()):
        assert "whose score it is" not in [note.rule for note in examine(game).findings]


def test_a_search_that_disagrees_with_minimax_is_a_fault():
    """The evaluation alternates, which no single look reveals."""
    asked = count()
    moody = type("Moody", (Coins,), {"evaluate": lambda self: next(asked) // 2 % 5, "key": None})
    assert "the law of the search" in [fault.rule for fault in examine(moody()).faults]


def test_the_command_tells_and_fails(run):
    code, out, err = run("check tests.laboratory.test_check:KeyForgets --games 5")
    assert (code, err) == (1, "")
    assert out.startswith("broken: different positions have different keys: ") and "\n  after " in out
    code, out, _ = run("check tests.laboratory.test_check:KeyForgets --json")
    fault, last = map(json.loads, out.splitlines())
    assert (code, last["faults"]) == (1, 1)
    assert (fault["type"], fault["rule"]) == ("fault", "different positions have different keys")


def test_the_command_is_content_with_a_sound_game(records):
    record, = records("check games.tic_tac_toe:TicTacToe --games 5")
    assert (record["faults"], record["games"], record["finished"]) == (0, 5, 5)


test_a_number_of_games_that_cannot_be_is_refused = refused_commands("check games.nim:Nim", [
    ("--games 0", "0"), ("--plies -1", "-1")])

test_no_seed_is_taken_for_another = refusals((LimitError, "seed .*, not -1", lambda: examine(Nim(), seed=-1)))
