"""Mistakes as users make them, planted in games; each row has the game, the broken rule and the message."""
import random
from enum import Enum
from itertools import count

import gamecore
from games.kalah import Kalah
from games.oopsy_nim import OopsyNim
from games.tic_tac_toe import LINES, TicTacToe
from tests import small_games

ASKED = count()


class Coins(small_games.Nim):
    """Coins of a heap, with the side to move; some of the games below break it in one place."""

    def __init__(self, coins=9, turn=0):
        self.coins, self.turn = coins, turn

    def play(self, move):
        return type(self)(self.coins - move, 1 - self.turn)

    def evaluate(self):
        return self.coins % 3


class Nameless(Coins):
    """No move comes back, and no key tells of it."""

    key = None

    def is_reversible(self, move):
        return False


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
    """The side of its board is not a side to move."""

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


class Marks(TicTacToe):
    """Tic-tac-toe with the lines that are open to either side as its evaluation, and the side to move."""

    turn = property(lambda self: "x" if self.cells.count(".") % 2 else "o")

    def open_lines(self, mark):
        return sum(all(self.cells[cell] in (mark, ".") for cell in line) for line in LINES)

    def evaluate(self):
        lead = self.open_lines("x") - self.open_lines("o")
        return lead if self.turn == "x" else -lead


class EvaluatesForTheFirstPlayer(Marks):
    def evaluate(self):
        return self.open_lines("x") - self.open_lines("o")


class EvaluatesForTheOpponent(Marks):
    def evaluate(self):
        return -super().evaluate()


class KalahForTheFirstPlayer(Kalah):
    """The evaluation is the first player's lead."""

    turn = 0

    def __init__(self):
        super().__init__(3, 3)

    def play(self, move):
        child = super().play(move)
        child.turn = self.turn if self.same_player(move) else 1 - self.turn
        return child

    def key(self):
        return self.board, self.turn

    def evaluate(self):
        return -super().evaluate() if self.turn else super().evaluate()


class ScoresForTheFirstPlayer(Marks):
    def evaluate(self):
        return 0

    def final_score(self):
        return super().final_score() if self.turn == "x" else -super().final_score()


class ScoresForTheWinner(Marks):
    """The player who has made a line is not to move: this is his score."""

    def final_score(self):
        return -super().final_score()


class Words(small_games.Nim):
    """A move crosses out a word."""

    def __init__(self, words="one two three four five six seven eight nine ten"):
        self.words = words

    def legal_moves(self):
        return self.words.split()

    def play(self, move):
        return type(self)(" ".join(word for word in self.words.split() if word != move))

    def key(self):
        return self.words


class WordsOfASet(Words):
    def legal_moves(self):
        return list(set(self.words.split()))


class WordsByHash(Words):
    def key(self):
        return hash(self.words)


class TurnsItsRows(TicTacToe):
    """Its text is read column by column."""

    @classmethod
    def from_text(cls, text):
        return cls("".join(map("".join, zip(*text.split("/")))))


class WritesNoText(TicTacToe):
    __str__, rows = object.__str__, None


class ReadsAnotherArray(Coins):
    def to_array(self):
        return [self.coins]

    @classmethod
    def from_array(cls, array):
        return cls(array[0] + 1)


class RaggedRows(TicTacToe):
    def rows(self):
        return [row + number * "|" for number, row in enumerate(super().rows())]


class CellsFromOne(TicTacToe):
    def cells_of(self, move):
        return [(row + 1, column + 1) for row, column in super().cells_of(move)]


class CountsFromTheEnd(TicTacToe):
    def cells_of(self, move):
        return [(row - 3, column) for row, column in super().cells_of(move)]


class StepsBackSilently(small_games.Chase):
    """Every step can be undone, which is_reversible denies."""

    def is_reversible(self, move):
        return False


class Side(Enum):
    LEFT = "the end"
    RIGHT = "the other end"

    def __str__(self):
        return "the end"


class TwoEnds(Coins):
    def legal_moves(self):
        return [*Side] if self.coins else []

    def play(self, move):
        return type(self)(self.coins - 1, 1 - self.turn)


class NoPlayOutcome(OopsyNim):
    play_outcome = None


class OutcomesWithoutOdds(OopsyNim):
    def outcomes(self):
        return ["success", "failure"] if self.attempt else []


class NegativeOdds(OopsyNim):
    def outcomes(self):
        return [("success", 1.5), ("failure", -0.5)] if self.attempt else []


# The coins with other methods, or a class; the broken rule; the message.
BROKEN = [
    ({"legal_moves": lambda self: [[1]]}, "moves are hashable", "legal_moves() lists [1], which is not hashable"),
    ({"play": in_place}, "positions never change", "play("),
    (ForgetsToCopy, "positions never change", "heap was [9], and is ["),
    ({"play": lambda self, move: after(self, move, self.turn)}, "sides alternate",
     "turn is 0 before and 0 after play("),
    ({"same_player": lambda self, move: move == 2}, "sides alternate", "same_player() says that the side moves again"),
    (KeyForgets, "different positions have different keys", "it omits something"),
    (EvaluationDependsOnHistory, "different positions have different keys", "the score: "),
    ({"key": lambda self: (id(object()), random.random())}, "keys are names", ", then ("),
    ({"key": lambda self: (Opaque(self.coins),)}, "it can be searched",
     "of type Opaque, which may not name the position"),
    (KnowsOnlyTheSum, "different positions have different keys", "it omits something"),
    ({"key": lambda self: [self.coins]}, "it can be searched",
     "key() must return an int, str, bytes or tuple, not [9]"),
    ({"evaluate": lambda self: 10_000 * self.coins}, "evaluations are in range",
     "evaluate() says 90000; it must stay below 20000"),
    ({"evaluate": lambda self: gamecore.WIN if self.coins % 3 else gamecore.LOSS}, "evaluations are in range",
     "only final_score() may return wins"),
    ({"evaluate": lambda self: None}, "scores are numbers", "evaluate() says None"),
    ({"evaluate": lambda self: float("nan")}, "scores are numbers", "evaluate() says nan"),
    ({"final_score": lambda self: 1 // self.coins}, "methods raise nothing", "planted.py, line"),
    ({"legal_moves": lambda self: 2 * Coins.legal_moves(self)}, "each move once", "legal_moves() lists 1 twice"),
    ({"legal_moves": lambda self: None}, "it can be searched", "legal_moves() must list moves"),
    ({"legal_moves": lambda self: random.sample(range(self.coins), self.coins)}, "a fixed order", "], then ["),
    ({"play": lambda self, move: self.coins - move}, "play() returns a position", "which is not a position"),
    ({"play": lambda self, move: after(self, random.randint(1, self.coins), 1 - self.turn)}, "a move has one result",
     "and then to"),
    ({"outcomes": lambda self: [("heads", 0.5), ("tails", 0.6)], "play_outcome": lambda self, outcome: self},
     "probabilities sum to 1", "whose probabilities sum to 1.1"),
    (MovesThatTakeMore, "equal moves are one move", "a search plays one for the other"),
    (OutOfBounds, "scores are within the bounds", "outside of the bounds (-0.5, 0.5)"),
    (EvaluatesForTheFirstPlayer, "evaluations are for the side to move", "is it always for one player?"),
    (KalahForTheFirstPlayer, "evaluations are for the side to move", "keeps its sign when the other side is to move"),
    (EvaluatesForTheOpponent, "evaluations are for the side to move", "it, or final_score(), is for the other side"),
    (ScoresForTheFirstPlayer, "whose score it is", "decided games the same player has won"),
    (ScoresForTheWinner, "evaluations are for the side to move", "final_score() is for the other side"),
    (WordsOfASet, "a fixed order", "sort the elements of a set"),
    (WordsByHash, "keys are names", "hash() of a text differs from process to process"),
    (TurnsItsRows, "what is written can be read", "gives a position that differs in the"),
    (WritesNoText, "what is written can be read", "gives an error: '<"),
    (ReadsAnotherArray, "what is written can be read", "from_array([9]) gives a position that differs in the key"),
    (RaggedRows, "rows have one length", "expected rows of one length"),
    (CellsFromOne, "cells are on the board", "cells_of(3) gives [(1, 3)]"),
    (CountsFromTheEnd, "cells are on the board", "cells_of(1) gives [(-3, 0)]"),
    ({"evaluate": lambda self: random.randint(-100, 100)}, "one answer", "evaluate() says "),
    ({"hint": lambda self, move: random.random()}, "one answer", "hint(1) says "),
    ({"is_over": lambda self: next(ASKED) % 2}, "one answer", "is_over() says 0, then 1"),
    ({"is_over": False}, "methods are methods", "is_over is False; expected a method is_over()"),
    ({"is_quiet": lambda self: "yes"}, "a yes or a no", "is_quiet() says 'yes'"),
    ({"same_player": lambda self, move: None}, "a yes or a no", "same_player() says None"),
    ({"legal_moves": lambda self: count()}, "not too many moves", "lists more than the 1024 moves"),
    (StepsBackSilently, "moves that can be undone are reversible", "of which is_reversible() is false"),
    (TwoEnds, "moves have texts", "both with the text 'the end': neither can be typed"),
    ({"evaluate": lambda self: self.coins / 100}, "evaluations count", "below 0.09 units of 1, and round to 0"),
    ({"unit": 0}, "it can be searched", "unit must be a positive number, not 0"),
    ({"bounds": (1, -1)}, "scores are within the bounds", "outside of the bounds (1, -1)"),
    (NoPlayOutcome, "it can be searched", "has outcomes(), but no play_outcome(outcome)"),
    (OutcomesWithoutOdds, "outcomes are pairs", "outcomes() gives ['success', 'failure']"),
    (NegativeOdds, "probabilities sum to 1", "('failure', -0.5)"),
]
