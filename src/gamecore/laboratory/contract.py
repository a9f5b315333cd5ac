"""Checks, by random games, that a game keeps the contract, which is everything on which a search relies."""
from contextlib import suppress
from dataclasses import dataclass, field
from math import isfinite, isnan
from random import Random
from traceback import extract_tb

from gamecore.core.checks import in_range, integer
from gamecore.engine import Engine
from gamecore.errors import GameError, PositionError
from gamecore.games.outside.answers import list_of, to_key
from gamecore.games.outside.position import CompiledGame
from gamecore.games.outside.python_game import PythonGame
from gamecore.games.outside.turns import (Sides, is_several, key_of, list_outcomes, moves_again, passes_turn, unit_of,
                                          word_of)
from gamecore.laboratory.contract_games import PLAIN, check_evaluations, check_results, check_searches

GAMES, PLIES = 100, 300              # defaults
TRIED = 8                            # moves to try in each position
SEARCHED = 10                        # positions to search with and without the switches that must not change a score
SYMMETRY_NODES = 2_000               # at most, for the search of one of two positions with the same key

MAX_MOVES = 1024
MAX_EVALUATION = 20_000              # in units; negamax keeps greater scores for wins and losses
SIDES = ("turn", "player", "to_move", "side", "side_to_move", "current_player")     # attributes that may hold the turn


@dataclass(frozen=True)
class RuleFinding:
    """A fault of a game, or a note about something that may be intended."""

    rule: str                        # the broken rule, in a few words
    text: str                        # the finding
    moves: tuple = ()                # moves and outcomes that lead there from the first position
    note: bool = False               # whether it may be intended


class Broken(Exception):
    """The error raised for a broken rule, with the arguments (rule, text)."""


@dataclass
class ContractReport:
    """The findings of random games."""

    findings: list = field(default_factory=list)         # the first for each rule
    games: int = 0                                       # begun
    finished: int = 0                                    # games that came to their end
    positions: int = 0                                   # positions checked
    side: str | None = None                              # the attribute that holds the side to move
    sides: Sides = field(default_factory=Sides)
    seen: dict = field(default_factory=dict)             # key -> (behaviour, moves, position)
    moves: dict = field(default_factory=dict)            # the first of equal moves, by each of them
    symmetric: dict = field(default_factory=dict)        # moves of two positions -> whether these mirror each other
    results: list = field(default_factory=list)          # of finished games, (side to move, score)
    highest: float = 0                                   # of evaluations, in units, whatever their sign
    several: bool = False                                # whether scores are utilities of several players
    players: int = 0                                     # of these, the greatest number that was to move, plus 1

    @property
    def faults(self):
        return [finding for finding in self.findings if not finding.note]

    def side_at(self, position, moves):
        """Returns the side to move, or a value that alternates with it."""
        return getattr(position, self.side) if self.side else len(moves) % 2

    def find(self, rule, text, moves, note=False):
        if all(finding.rule != rule for finding in self.findings):
            self.findings.append(RuleFinding(rule, text, tuple(moves), note))

    def find_raised(self, error, moves):
        """Reports that a method of the game raised an error."""
        frame = extract_tb(error.__traceback__)[-1]
        where = f", in {frame.filename}, line {frame.lineno}" if frame.filename != __file__ else ""
        self.find("methods raise nothing", f"{type(error).__name__}: {error}{where}", moves)


def examine(start, games=GAMES, plies=PLIES, seed=0):
    """Returns the ContractReport of at most `games` random games of `plies` plies, whose positions are all checked."""
    random = Random(in_range("seed", seed, 0, 2**64 - 1))
    report, paths = ContractReport(side=side_of(start), several=is_several(start)), []
    for number in range(games):
        report.games += 1
        path = play_game(start, plies, random, report)
        if path:
            paths.append(path)
        if report.faults and number:
            break                        # later findings may only follow from the first
    if not report.faults:
        for path in paths[:SEARCHED]:
            moves, position = random.choice(path)
            check_searches(position, moves, report)
        if not report.several:
            check_results(report)
    if report.finished < report.games and not report.faults:
        report.find("games end",
                    f"{report.games - report.finished} of {report.games} games did not end within {plies} plies",
                    (), note=True)
    if not report.faults and report.highest:
        check_evaluations(paths, report)
    if 0 < report.highest < 0.5:
        report.find("evaluations count",
                    f"all evaluations are below {report.highest:.3g} units of {unit_of(start):g}, and round to 0: set "
                    "a smaller `unit`", ())
    return report


def play_game(position, plies, random, report):
    """Plays a random game; returns (moves, position) for each unfinished position in it."""
    path, moves = [], []
    try:
        start, state, known, fixed = position, state_of(position), {}, (0, None)
        for ply in range(plies):
            legal = check_position(position, moves, random, report)
            if legal is None:
                report.finished += 1
                break
            path.append((tuple(moves), position))
            key = key_of(position) if getattr(position, "is_reversible", None) else None
            if key is not None and known.setdefault(key, ply) < fixed[0]:
                raise Broken("moves that can be undone are reversible", f"the key {key!r} has come back after "
                             f"{fixed[1]!r}, of which is_reversible() is false")
            before, (event, position) = position, next_of(position, legal, random)
            if getattr(before, "is_reversible", None) and event in legal and not before.is_reversible(event):
                fixed = ply + 1, event
            moves.append(event)
        unchanged(start, state, "at the end of a game its first position")
    except Broken as fault:
        report.find(*fault.args, moves)
    except GameError as error:
        report.find("it can be searched", str(error), moves)
    except Exception as error:
        report.find_raised(error, moves)
    return path


def next_of(position, legal, random):
    """Returns (event, position): a random move or chance outcome, and the position after it."""
    outcomes = outcomes_of(position)
    if outcomes:
        (outcome,) = random.choices(*zip(*outcomes, strict=True))
        return outcome, position.play_outcome(outcome)
    move = random.choice(legal)
    return move, position.play(move)


def check_position(position, moves, random, report):
    """Checks one position; returns its moves, or None if the game is over."""
    report.positions += 1
    legal = legal_moves_of(position)
    over = truth(position, "is_over")
    outcomes = [] if over else outcomes_of(position)
    if over or not (legal or outcomes):
        report.results.append((report.side_at(position, moves), value_of(position, "final_score", report)))
        check_key(position, (True, (), position.final_score()), moves, report)
        return None
    if report.several:
        player = position.mover()
        if not (isinstance(player, int) or integer(player) is not None) or player < 0:
            raise Broken("players have numbers", f"mover() says {player!r}; expected a player's number, from 0")
        report.players = max(report.players, player + 1)
    evaluation = value_of(position, "evaluate", report) if hasattr(position, "evaluate") else 0
    if not report.several and getattr(position, "outcomes", None) is None:
        report.highest = max(report.highest, abs(evaluation) / unit_of(position))
    check_key(position, (False, tuple(legal), evaluation), moves, report)
    optional(position, legal)
    check_cells(position, legal)
    check_texts(position, legal, moves, report)
    state = state_of(position)
    for move in random.sample(legal, min(TRIED, len(legal))) if not outcomes else []:
        check_child(position, move, state, report)
    for outcome, _ in outcomes[:TRIED]:
        check_outcome(position, outcome, report)
    after = list(position.legal_moves())
    if after != legal:
        raise Broken("positions never change", f"after its moves were tried, a position lists {shortened(after)}, and "
                     f"before {shortened(legal)}")
    return legal


# One function per rule.

def legal_moves_of(position):
    moves, again = (list_of(position, position.legal_moves(), MAX_MOVES + 1) for _ in range(2))
    if len(moves) > MAX_MOVES:
        raise Broken("not too many moves", f"legal_moves() lists more than the {MAX_MOVES} moves that can be searched")
    for move in moves:
        try:
            hash(move)
        except TypeError:
            raise Broken("moves are hashable",
                         f"legal_moves() lists {move!r}, which is not hashable: a tuple would be") from None
    if len(set(moves)) < len(moves):
        twice = next(move for i, move in enumerate(moves) if move in moves[:i])
        raise Broken("each move once", f"legal_moves() lists {twice!r} twice")
    if moves != again:
        raise Broken("a fixed order", f"legal_moves() lists {shortened(moves)}, then {shortened(again)}")
    return moves


def value_of(position, method, report):
    """Returns a score of a position: a number, or the utilities of several players, for whom an evaluation may also be
    0."""
    value, guess = answer(position, method), method == "evaluate"
    if not report.several:
        return score_of(value, f"{method}()", position, guess)
    with suppress(TypeError):
        if guess and value == 0 or type(value) is tuple and len(value) >= report.players and all(map(isfinite, value)):
            return value
    raise Broken("a utility for each player", f"{method}() says {value!r}; expected a tuple of a number for each")


def as_number(value, method):
    with suppress(TypeError, ValueError, OverflowError):
        if not isnan(number := float(value)):
            return number
    raise Broken("scores are numbers", f"{method} says {value!r}, which is not a number")


def score_of(value, method, position, guess):
    """Returns a score after checking that it is in range and within the bounds."""
    score = as_number(value, method)
    averages = getattr(position, "outcomes", None) is not None
    if guess and abs(score) == float("inf") and not averages:
        raise Broken("evaluations are in range",
                     f"{method} says {value!r}: only final_score() may return wins and losses")
    unit = unit_of(position)
    if not averages and MAX_EVALUATION <= abs(score) / unit < float("inf"):
        raise Broken("evaluations are in range",
                     f"{method} says {value!r}; it must stay below {MAX_EVALUATION} in units of {unit:g}")
    if (bounds := getattr(position, "bounds", None)) is not None:
        low, high = bounds
        inner = max(-1.0, min(1.0, score)) if abs(score) == float("inf") else score
        if not low <= inner <= high:
            raise Broken("scores are within the bounds",
                         f"{method} says {value!r}, outside of the bounds ({low!r}, {high!r})")
    return score


def answer(position, method, *arguments):
    """Returns the result of a method; a second call must return an equal result."""
    function = getattr(position, method)
    if not callable(function):
        raise Broken("methods are methods", f"{method} is {function!r}; expected a method {method}()")
    one, two = (function(*arguments) for _ in range(2))
    if repr(one) != repr(two):
        raise Broken("one answer", f"{method}({', '.join(map(repr, arguments))}) says {one!r}, then {two!r}")
    return one


def truth(position, method, *arguments):
    value = answer(position, method, *arguments)
    if value not in (True, False, 0, 1):
        raise Broken("a yes or a no", f"{method}() says {value!r}; expected True or False")
    return bool(value)


def outcomes_of(position):
    """Checks the possible chance outcomes, and returns them."""
    outcomes = list_outcomes(position)
    try:
        probabilities = [float(probability) for _, probability in outcomes]
    except (TypeError, ValueError):
        raise Broken("outcomes are pairs",
                     f"outcomes() gives {shortened(outcomes)}; expected (outcome, probability) of each") from None
    if outcomes and (min(probabilities) < 0 or abs(sum(probabilities) - 1) > 1e-9):
        raise Broken("probabilities sum to 1",
                     f"outcomes() gives {shortened(outcomes)}, whose probabilities sum to {sum(probabilities)!r}")
    return [(outcome, share) for (outcome, _), share in zip(outcomes, probabilities) if share]


def optional(position, legal):
    if getattr(position, "is_quiet", None):
        truth(position, "is_quiet")
    for move in legal[:TRIED]:
        if getattr(position, "hint", None):
            as_number(answer(position, "hint", move), f"hint({move!r})")
        for method in ("is_reversible", "same_player"):
            if getattr(position, method, None):
                truth(position, method, move)


def check_cells(position, legal):
    """Checks the data of pictures: rows of one length that contain the cells of each move."""
    if not callable(getattr(position, "rows", None)):
        return
    rows = list(position.rows())
    if len(set(map(len, rows))) > 1:
        raise Broken("rows have one length", f"rows() gives {shortened(rows)}; expected rows of one length")
    for move in legal if callable(getattr(position, "cells_of", None)) else ():
        cells = list(position.cells_of(move))
        if not all(0 <= row < len(rows) and 0 <= column < len(rows[0]) for row, column in cells):
            raise Broken("cells are on the board", f"cells_of({move!r}) gives {shortened(cells)}; expected (row, "
                         f"column) below ({len(rows)}, {len(rows[0])})")


def check_texts(position, legal, moves, report):
    """Notes different moves that have the same text, and positions that differ after being written and read."""
    texts = {}
    for move in legal:
        if (other := texts.setdefault(word_of(move), move)) != move:
            report.find("moves have texts", f"legal_moves() lists {other!r} and {move!r}, both with the text "
                        f"{str(move)!r}: neither can be typed", moves, note=True)
    for write, read in [("__str__", "from_text"), ("to_array", "from_array")] * isinstance(position, PythonGame):
        function = getattr(position, read)
        if function is None or getattr(function, "__func__", None) is PythonGame.from_text.__func__:
            continue
        written = getattr(position, write)()
        try:
            again, here = (behaviour_of(each) + (key_of(each),) for each in (function(written), position))
            if again == here:
                continue
            found = f"a position that differs in {difference(again, here)}"
        except PositionError as error:
            found = f"an error: {error}"
        report.find("what is written can be read", f"{read}({shortened(written)}) gives {found}", moves, note=True)


def check_child(position, move, state, report):
    child, again = position.play(move), position.play(move)
    if not isinstance(child, type(position)) and not isinstance(child, (PythonGame, CompiledGame)):
        raise Broken("play() returns a position", f"play({move!r}) returns {child!r}, which is not a position")
    if child is position:
        raise Broken("positions never change",
                     f"play({move!r}) returns the position itself: it must return a new one")
    unchanged(position, state, f"after play({move!r}) the position")
    if behaviour_of(child) != behaviour_of(again):
        raise Broken("a move has one result", f"play({move!r}) led to {shortened(behaviour_of(child))}, and then to "
                     f"{shortened(behaviour_of(again))}")
    equal = report.moves.setdefault(move, move)
    if equal is not move and behaviour_of(child) != behaviour_of(position.play(equal)):
        raise Broken("equal moves are one move", f"play({move!r}) and play({equal!r}), a move of another position that "
                     "equals it, lead to different positions: a search plays one for the other")
    if report.side:
        before, after = getattr(position, report.side), getattr(child, report.side)
        again = moves_again(position, move)
        if (before == after) != again:
            why = (", and same_player() says that the side moves again" if again else
                   ": after every move the other side is to move, unless same_player(move) says otherwise")
            raise Broken("sides alternate",
                         f"{report.side} is {before!r} before and {after!r} after play({move!r}){why}")
        report.sides.see(before, after)


def check_outcome(position, outcome, report):
    child = position.play_outcome(outcome)
    if not isinstance(child, type(position)):
        raise Broken("play() returns a position",
                     f"play_outcome({outcome!r}) returns {child!r}, which is not a position")
    passes = passes_turn(position, outcome)
    if report.side and (getattr(position, report.side) != getattr(child, report.side)) != passes:
        raise Broken("sides alternate",
                     f"{report.side} stays by play_outcome({outcome!r}), but passes_turn() is true" if passes else
                     f"{report.side} changes by play_outcome({outcome!r}): the same side is to move, unless "
                     "passes_turn(outcome) says otherwise")
    if not passes and not child.is_over() and (left := outcomes_of(child)):
        raise Broken("chance acts once", f"after play_outcome({outcome!r}) outcomes are left, {shortened(left)}: the "
                     "same side must have a choice before chance acts again")


def check_key(position, behaviour, moves, report):
    """Checks that positions with equal keys agree in everything that can be observed."""
    key = key_of(position)
    if key is None:
        return
    if behaviour[0] and behaviour[2] == 0 and getattr(position, "is_reversible", None):
        return                           # a draw by repetition, which keys do not show
    name = to_key(position, key)
    if name != to_key(position, key_of(position)):
        raise Broken("keys are names", f"key() says {key!r}, then {position.key()!r}")
    known, there, other = report.seen.setdefault(name, (behaviour, tuple(moves), position))
    if known != behaviour and not is_symmetric(known, behaviour, other, position, report):
        raise Broken("different positions have different keys",
                     f"key() is {key!r} here and after the moves {shortened(list(there))}, where "
                     f"{difference(known, behaviour)}: it omits something")


def is_symmetric(one, other, first, second, report):
    """Whether a shallow search finds no difference between positions other than the names of their moves."""
    if report.several or one[0] or other[0] or one[2] != other[2] or len(one[1]) != len(other[1]):
        return False
    if (one[1], other[1]) not in report.symmetric:
        scores = {Engine(hash_mb=1, switches=PLAIN, order="none").search(position, 2, SYMMETRY_NODES).score
                  for position in (first, second)}
        report.symmetric[one[1], other[1]] = len(scores) == 1
    return report.symmetric[one[1], other[1]]


def difference(one, other):
    aspects = ("the game is over", "the moves", "the score", "the key")
    return next(f"{name}: {shortened(a)}, here {shortened(b)}" for name, a, b in zip(aspects, one, other) if a != b)


# The contents of a position

def side_of(position):
    """Returns the attribute that holds the side to move, or None, as in a game of several players."""
    for name in SIDES if not is_several(position) else ():
        try:
            if getattr(position, name, None) is not None and not callable(getattr(position, name)) \
                    and (name != "side" or varies(position, name)):      # a board has sides, too
                return name
        except Exception:
            continue
    return None


def varies(position, name):
    """Whether an attribute changes within a few moves."""
    values = [getattr(position, name)]
    for _ in range(TRIED):
        if position.is_over():
            break
        outcomes = outcomes_of(position)
        position = position.play_outcome(outcomes[0][0]) if outcomes else position.play(legal_moves_of(position)[0])
        values.append(getattr(position, name))
    return any(value != values[0] for value in values)


def behaviour_of(position):
    legal = list(position.legal_moves())
    over = bool(position.is_over())
    return over, tuple(legal), position.final_score() if over else None


def state_of(position):
    """Returns the contents of a position as text, without attributes that are filled later, such as a list of moves.
    For a compiled position it uses the key and the text in place of the bytes.

    The contents of a dict may grow, since it may be a cache.
    """
    slots = [name for kind in type(position).__mro__ for name in getattr(kind, "__slots__", ())]
    held = {name: getattr(position, name) for name in slots if isinstance(name, str) and hasattr(position, name)}
    held |= getattr(position, "__dict__", {})
    if isinstance(position, CompiledGame):
        held |= {"key()": position.key(), "text": str(position)}
    return {name: set(map(repr, value.items())) if isinstance(value, dict) else repr(value)
            for name, value in held.items() if value is not None}


def unchanged(position, state, when):
    now = state_of(position)
    for name, value in state.items():
        if not (value <= now[name] if isinstance(value, set) and isinstance(now.get(name), set)
                else now.get(name) == value):
            raise Broken("positions never change",
                         f"{when} has changed: {name} was {str(value):.100}, and is {str(now.get(name)):.100}")


def shortened(value):
    text = repr(value)
    return text if len(text) <= 100 else f"{text[:97]}..."
