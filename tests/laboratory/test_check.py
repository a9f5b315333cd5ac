"""gamecore check names what is wrong with broken games, and finds nothing wrong with sound ones."""
import json
import random

import pytest

import gamecore
from gamecore.laboratory.contract import examine
from games.nim import ClassicNim, Nim
from games.oopsy_nim import OopsyNim
from games.tic_tac_toe import TicTacToe
from tests.refusals import refused_commands


class Coins(gamecore.PythonGame):
    """Take 1 or 2 of the coins; who takes the last one wins. Each of the games below breaks it in one place."""

    def __init__(self, n=9, turn=0):
        self.n, self.turn = n, turn

    def legal_moves(self):
        return [n for n in (1, 2) if n <= self.n]

    def play(self, move):
        return type(self)(self.n - move, 1 - self.turn)

    def final_score(self):
        return gamecore.LOSS

    def key(self):
        return self.n

    def evaluate(self):
        return self.n % 3


class MovesInLists(Coins):
    def legal_moves(self):
        return [[n] for n in super().legal_moves()]

    def play(self, move):
        return super().play(move[0])


class PlaysInPlace(Coins):
    def play(self, move):
        self.n -= move
        return self


class ForgetsToCopy(Coins):
    """The heap is a list that all positions share."""

    def __init__(self, heap=None):
        self.heap = [9] if heap is None else heap

    n = property(lambda self: self.heap[0])

    def play(self, move):
        self.heap[0] -= move
        return type(self)(self.heap)


class MovesTwice(Coins):
    def play(self, move):
        return type(self)(self.n - move, self.turn)


class SaysThatItMovesTwice(Coins):
    def same_player(self, move):
        return move == 2


class ReallyMovesTwice(SaysThatItMovesTwice):
    def play(self, move):
        return type(self)(self.n - move, self.turn if move == 2 else 1 - self.turn)


class KeyForgets(Coins):
    def key(self):
        return self.n // 2


class KeyIsFresh(Coins):
    def key(self):
        return id(object()), random.random()


class KeyIsList(Coins):
    def key(self):
        return [self.n]


class EvaluatesTooHigh(Coins):
    def evaluate(self):
        return 10_000 * self.n


class EvaluatesToWin(Coins):
    def evaluate(self):
        return gamecore.WIN if self.n % 3 else gamecore.LOSS


class EvaluatesToNothing(Coins):
    def evaluate(self):
        return None


class EvaluatesToNan(Coins):
    def evaluate(self):
        return float("nan")


class Raises(Coins):
    def final_score(self):
        return 1 // self.n


class ListsTwice(Coins):
    def legal_moves(self):
        return 2 * super().legal_moves()


class ListsNothing(Coins):
    def legal_moves(self):
        return None


class Shuffles(Coins):
    def legal_moves(self):
        return random.sample(range(1, 1 + self.n), self.n)


class PlaysNumbers(Coins):
    def play(self, move):
        return self.n - move


class Dices(Coins):
    """A move has a result that chance decides on."""

    def play(self, move):
        return type(self)(self.n - random.randint(1, self.n), 1 - self.turn)


class BadOdds(Coins):
    def outcomes(self):
        return [("heads", 0.5), ("tails", 0.6)]

    def play_outcome(self, outcome):
        return self


class OutOfBounds(OopsyNim):
    bounds = (-0.5, 0.5)


class Endless(Coins):
    """A coin comes back as soon as it is gone."""

    def play(self, move):
        return type(self)(9, 1 - self.turn)


class EvaluationDependsOnHistory(Coins):
    """The key does not tell how long the game has lasted, and the evaluation depends on it; the moves do not."""

    def __init__(self, n=9, ply=0):
        self.n, self.ply = n, ply

    def play(self, move):
        return type(self)(self.n - move, self.ply + 1)

    def evaluate(self):
        return self.ply


@pytest.mark.parametrize("game, rule, told", [
    (MovesInLists, "moves are hashable", "legal_moves() lists [1], which is not hashable"),
    (PlaysInPlace, "positions never change", "play("),
    (ForgetsToCopy, "positions never change", "heap was [9], and is ["),
    (MovesTwice, "sides alternate", "turn is 0 before and 0 after play("),
    (SaysThatItMovesTwice, "sides alternate", "same_player() says that the side moves again"),
    (KeyForgets, "different positions have different keys", "it forgets something"),
    (EvaluationDependsOnHistory, "different positions have different keys", "the score: "),
    (KeyIsFresh, "keys are names", "asked again"),
    (KeyIsList, "keys are names", "key() says [9]; expected an int, str, bytes or tuple"),
    (EvaluatesTooHigh, "evaluations are in range", "evaluate() says 90000; it must stay below 20000"),
    (EvaluatesToWin, "evaluations are in range", "only final_score() tells of wins"),
    (EvaluatesToNothing, "scores are numbers", "evaluate() says None"),
    (EvaluatesToNan, "scores are numbers", "evaluate() says nan"),
    (Raises, "methods raise nothing", "test_check.py, line"),
    (ListsTwice, "each move once", "legal_moves() lists 1 twice"),
    (ListsNothing, "moves are listed", "legal_moves() must list moves"),
    (Shuffles, "a fixed order", "and asked again"),
    (PlaysNumbers, "play() returns a position", "which is no position"),
    (Dices, "a move has one result", "and then to"),
    (BadOdds, "probabilities sum to 1", "whose probabilities sum to 1.1"),
    (OutOfBounds, "scores are within the bounds", "outside of the bounds (-0.5, 0.5)"),
], ids=lambda value: getattr(value, "__name__", None))
def test_what_is_wrong_with_a_game_has_a_name(game, rule, told):
    faults = examine(game()).faults
    assert rule in [fault.rule for fault in faults]
    assert any(told in fault.text for fault in faults), faults


@pytest.mark.parametrize("position", [Coins(), Nim(), ClassicNim(), TicTacToe(), OopsyNim(), gamecore.ConnectFour(),
                                      gamecore.UniformTree(3, 5, seed=1)],
                         ids=lambda position: type(position).__name__)
def test_a_sound_game_breaks_no_rule(position):
    assert examine(position, games=20).faults == []


def test_checkers_breaks_no_rule_although_repetitions_are_draws():
    told = examine(gamecore.Checkers(), games=5)
    assert told.faults == [] and told.side == "turn"


def test_a_side_may_move_twice_where_the_game_says_so():
    class WithTurnInKey(ReallyMovesTwice):
        def key(self):
            return self.n, self.turn

    told = examine(WithTurnInKey())
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
    told = examine(Endless(), games=3, plies=20)
    assert told.faults == []
    assert ([note.text for note in told.findings if note.rule == "games end"]
            == ["3 of 3 games did not end within 20 plies"])


def test_a_score_that_may_be_the_winners_is_noted():
    assert "whose score it is" in [note.rule for note in examine(Nim()).findings]            # misere
    assert "whose score it is" not in [note.rule for note in examine(ClassicNim()).findings]


def test_a_search_that_disagrees_with_minimax_is_a_fault():
    class Moody(Coins):
        """Its evaluation alternates, which no single look reveals."""

        asked = 0

        def evaluate(self):
            type(self).asked += 1
            return self.asked // 2 % 5

        key = None

    assert "the law of the search" in [fault.rule for fault in examine(Moody()).faults]


def test_the_command_tells_and_fails(run):
    code, out, err = run("check tests.laboratory.test_check:KeyForgets --games 5")
    assert (code, err) == (1, "")
    assert out.startswith("broken: different positions have different keys: ") and "\n  after " in out


def test_the_command_is_content_with_a_sound_game(run):
    code, out, _ = run("check games.tic_tac_toe:TicTacToe --games 5 --json")
    record, = map(json.loads, out.splitlines())
    assert code == 0 and record["faults"] == 0 and record["games"] == 5 and record["finished"] == 5


def test_json_has_a_line_for_each_finding(run):
    code, out, _ = run("check tests.laboratory.test_check:MovesInLists --json")
    fault, last = map(json.loads, out.splitlines())
    assert code == 1 and fault["type"] == "fault" and fault["rule"] == "moves are hashable" and last["faults"] == 1


test_a_number_of_games_that_cannot_be_is_refused = refused_commands("check games.nim:Nim", [
    ("--games 0", "0"), ("--plies -1", "-1")])
