"""The course of a game: its steps, with undo and variations, the cube, the clocks, and the result."""
from copy import copy
from dataclasses import dataclass, field, replace
from math import inf, isinf
from numbers import Number
from random import Random, SystemRandom
from time import monotonic
from typing import Any, NamedTuple

from gamecore.errors import GameError, LimitError, MoveError
from gamecore.games.all import GAMES
from gamecore.games.outside.turns import (
    check_two_sides, find_outcome, legal_moves, list_outcomes, moves_again, passes_turn)
from gamecore.games.outside.game import OUTSIDE
from gamecore.games.record import GameRecord
from gamecore.core.checks import in_range, real
from gamecore.playing.names import load as game_named, position_of

SYSTEM = SystemRandom()
ENDS = {"finished": "", "repetition": " by repetition", "40 moves": " by the 40-move rule",
        "passed": ", as the double was passed", "resigned": " by resignation", "agreed": " by agreement",
        "out of time": " on time"}


class NoStake:
    """The stake of a game without points, which is only won or lost."""

    value, offered, winner, match, score, goes_on, is_usual = 1, False, None, None, None, True, True

    def points(self, points):
        return points


class GameResult(NamedTuple):
    """The result of a game."""

    winner: int | None               # the side; None after a draw
    points: float                    # of the winner: 1, or what the game counts
    reason: str                      # a key of ENDS


@dataclass(eq=False, slots=True)
class Point:
    """A point of a game, and the step that led to it."""

    position: Any
    side: int                        # to move: 0 or 1, the first or the second of the game's sides
    stake: Any
    left: tuple[float, ...] | None = None            # seconds on the clock of either side
    parent: "Point | None" = None
    kind: str = ""                   # of the step: move, chance, cube or end
    step: Any = None                 # the move, the outcome, the action or the GameResult
    seconds: float = 0.0             # that the step took
    branches: list["Point"] = field(default_factory=list)
    next: "Point | None" = None      # the branch that redo returns to


class GameTree:
    """The moves, chance outcomes and cube actions of a game, including undone ones; Game has the parameters."""

    _draws_opening = False                # whether a first roll decides who begins; in protocols the host does

    def __init__(self, game: Any, position: str | None = None, *, cube: bool = False, match: Any = None,
                 seed: Any = None, clock: tuple[float, float] | None = None):
        self.game, self.start, first = begin(game, position)
        check_two_sides(first)
        self.names: tuple[str, str] = self.sides         # of the players
        if match is not None:
            if not self.game.probabilities:
                raise GameError(f"a match to {match!r} points is one of backgammon, not of {self.name!r}")
            if not self.game.part("stake").Stake.read(self.start).is_usual:
                raise GameError(f"{self.start!r} has stakes of its own; match {str(match)!r} cannot be given, too")
            self.start = self.game.part("stake").at_score(first, match)
        if self.game.follows_mover and self.start is not None:       # the side on roll is the first, as in a text
            first = self.game.from_text(self.start)
        if not (seed is None or hasattr(seed, "choices") or isinstance(seed, str | Number)):
            raise GameError(f"a seed is a number, a text, or has choices() like random.Random, unlike {seed!r:.80}")
        self.seed, self.clock = seed, checked_clock(clock)
        stake = self.game.part("stake").Stake.read(self.start) if self.game.probabilities else NoStake()
        self.cube = bool(cube) or not stake.is_usual
        left = None if self.clock is None else (self.clock[0],) * 2
        self.root = self.here = Point(first, int(self.game.second_moves(first)), stake, left)
        self._since = monotonic()

    def __getstate__(self):
        """Returns the state with a list of the points, in which points are named by number, since pickling a chain of
        objects would recurse.
        """
        points = [self.root]
        for point in points:
            points += point.branches
        number = {None: None} | {point: i for i, point in enumerate(points)}
        listed = [replace(point, parent=number[point.parent], next=number[point.next], branches=[]) for point in points]
        own = {name: copy(value) if isinstance(value, list | dict) else value for name, value in vars(self).items()}
        return own | {"root": listed, "here": number[self.here], "_since": monotonic() - self._since}

    def __setstate__(self, state):
        vars(self).update(state | {"_since": monotonic() - state["_since"]})
        points = state["root"]
        for point in points:
            point.next = None if point.next is None else points[point.next]
            if point.parent is not None:
                point.parent = points[point.parent]
                point.parent.branches.append(point)
        self.root, self.here = points[0], points[self.here]

    # State.

    @property
    def name(self) -> str:
        """The name of the game, as in commands."""
        return self.game.name

    @property
    def sides(self) -> tuple[str, str]:
        """The names of both sides."""
        return self.game.sides

    @property
    def position(self) -> Any:
        return self.here.position

    @property
    def side(self) -> int:
        return self.here.side

    @property
    def stake(self) -> Any:
        return self.here.stake

    @property
    def actor(self) -> int:
        """The side that has to act: the side to move, or after a double the other side."""
        return self.side ^ self.stake.offered

    @property
    def line(self) -> list[Point]:
        """The points from the first to the current one."""
        points, point = [], self.here
        while point is not None:
            points.append(point)
            point = point.parent
        return points[::-1]

    @property
    def choices(self) -> list[Point]:
        """The points in which a move was chosen, and the current one."""
        return [point.parent for point in self.line if point.kind == "move"] + [self.here]

    @property
    def positions(self) -> list[Any]:
        return [point.position for point in self.choices]

    @property
    def moves(self) -> list[Any]:
        return [point.step for point in self.line if point.kind == "move"]

    @property
    def variations(self) -> list[Any]:
        """The steps that were tried here; playing one of them again returns to its variation."""
        return [branch.step for branch in self.here.branches]

    def outcomes(self) -> list[tuple[Any, float]]:
        """Returns the possible chance outcomes as pairs (outcome, probability); the list is empty if no chance event
        comes next."""
        if not self.stake.goes_on or self._has_ended:
            return []
        return list(self.game.openings) if self.opens else list_outcomes(self.position)

    @property
    def opens(self) -> bool:
        """Whether the opening roll comes next, which decides which side begins."""
        return bool(self._draws_opening and self.game.openings and self.here is self.root
                    and self.position == self.game.start())

    def legal_moves(self) -> list[Any]:
        return [] if self._has_ended or list_outcomes(self.position) else legal_moves(self.position)

    @property
    def _has_ended(self) -> bool:
        """Whether a side resigned or ran out of time, or both agreed on a draw."""
        return self.here.kind == "end"

    def read_move(self, move: Any) -> Any:
        """Returns the legal move that a move or a text means; raises MoveError if there is none."""
        return self.position.read_move(move)

    def cube_actions(self) -> list[str]:
        """Returns the possible cube actions: "double", but not before the opening roll, or "take", "beaver" and "pass".
        """
        begun = self.stake.offered or self.moves or self.position != self.game.start()
        if not (self.cube and self.game.probabilities and begun and list_outcomes(self.position)) or self._has_ended:
            return []
        return self.stake.actions(self.side)

    @property
    def has_stakes(self) -> bool:
        """Whether the cube was used, or the game began with an unusual stake."""
        return not self.root.stake.is_usual or any(point.kind == "cube" for point in self.line)

    @property
    def result(self) -> GameResult | None:
        """The result, or None while the game goes on."""
        result = self._result()
        if result is None and self.clock is not None and self.clocks[self.actor] <= 0:
            self._end("out of time", self.actor)
            return self._result()
        return result

    def _result(self):
        """Returns the result without regard to the clocks."""
        if self._has_ended:
            return self.here.step
        if self.stake.winner is not None:
            return GameResult(self.stake.winner, self.stake.value, "passed")
        if list_outcomes(self.position) or self.legal_moves():
            return None
        score = self.position.final_score()
        if score == 0:
            return GameResult(None, 0, self.game.draw_reason(self.position) if self.game.draw_reason else "finished")
        points = 1 if isinf(score) else abs(score)
        points = self.stake.points(round(points) if points == round(points) else points)
        return GameResult(self.side if score > 0 else 1 - self.side, points, "finished")

    def verdict(self) -> str | None:
        """Returns the result in words, with the winner's name, or None while the game goes on."""
        result = self.result
        if result is None:
            return None
        if result.winner is None:
            return f"a draw{ENDS[result.reason]}"
        points = f" {result.points:g}" if self.game.points > 1 else ""
        return f"{self.names[result.winner]} wins{points}{ENDS[result.reason]}"

    # Events.

    def play(self, move: Any, seconds: float | None = None) -> None:
        """Plays a legal move, or the one that a text means; raises MoveError if there is none.

        With a clock the move takes `seconds`, by default the time since the last step of a player; if the clock has
        less time, the game is lost instead.
        """
        self._check(f"move {str(move)!r}")
        if list_outcomes(self.position):
            raise MoveError(f"no move {str(move)!r} in {str(self.position)!r}: chance acts first")
        move = self.read_move(move)
        spent = self._spent(seconds)
        if spent is not None:
            side = self.side ^ (not moves_again(self.position, move))
            self._reach("move", move, self.position.play(move), side, spent=spent)

    def play_outcome(self, outcome: Any = None) -> Any:
        """Records a chance outcome and returns it. It is given as such or by its text; if omitted, it is drawn at
        random."""
        self._check(f"outcome {outcome!r}")
        if outcome is None:
            if not self.outcomes():
                raise MoveError(f"no outcome in {str(self.position)!r}: it is not chance's turn")
            outcome, = self.random().choices(*zip(*self.outcomes()))
        else:
            listed = [each for each, _ in self.outcomes()]
            outcome = find_outcome(self.position, outcome, listed, self.game.read_outcome)
        position, second = self.position, self.opens and outcome[0] < outcome[1]
        if second:
            position = position.swapped()
        self._reach("chance", outcome, position.play_outcome(outcome),
                    self.side ^ second ^ passes_turn(position, outcome))
        return outcome

    def draw_outcomes(self) -> None:
        """Draws chance outcomes until a player has to choose or the game is over."""
        while self.outcomes():
            self.play_outcome()

    def use_cube(self, action: str, seconds: float | None = None) -> None:
        """Doubles, or answers a double; raises MoveError for an action that is not one of cube_actions()."""
        if action not in self.cube_actions():
            raise MoveError(f"no {action!r} of the cube in {str(self.position)!r}: "
                            f"possible are {', '.join(self.cube_actions()) or 'none'}")
        spent = self._spent(seconds)
        if spent is not None:
            stake = copy(self.stake)
            stake.act(action, self.side)
            self._reach("cube", action, self.position, self.side, stake, spent)

    def resign(self, side: int | None = None, points: int = 1) -> None:
        """Ends the game with a loss of the given side, by default the side that has to act.

        In backgammon `points` are 2 for a gammon and 3 for a backgammon; they are multiplied by the cube.
        """
        self.end("resigned", self.actor if side is None else side, points)

    def agree(self) -> None:
        """Ends the game as a draw by agreement."""
        self.end("agreed")

    def end(self, reason: str, loser: int | None = None, points: int = 1) -> None:
        """Ends the game because the loser "resigned" or ran "out of time", or because both sides "agreed" to a draw."""
        if reason not in (("agreed",) if loser is None else ("resigned", "out of time")) or loser not in (None, 0, 1):
            raise MoveError(f"a game ends as 'resigned' or 'out of time' for side 0 or 1, or as 'agreed' for none, "
                            f"not as {reason!r} for {loser!r}")
        if self.result is not None:
            raise MoveError(f"not {reason!r}: the game is over in {str(self.position)!r}")
        self._end(reason, loser, in_range("points", points, 1, self.game.points))

    def act(self, word: str) -> None:
        """Plays the move, or records the outcome, that a word of a protocol names; raises MoveError if none fits."""
        (self.play_outcome if self.outcomes() else self.play)(word)

    def undo(self) -> None:
        """Takes back the last move, or use of the cube, and the chance outcomes after it."""
        point = self.here
        while point.kind == "chance":
            point = point.parent
        if point.parent is None:
            raise MoveError(f"nothing to take back in {str(self.position)!r}")
        self.go_to(point.parent)

    def redo(self) -> None:
        """Replays the step that was undone last."""
        if self.here.next is None:
            raise MoveError(f"nothing was taken back in {str(self.position)!r}")
        self.go_to(self.here.next)
        self._pass_chance()

    def restart(self) -> None:
        """Returns to the first choice, after the chance outcomes before it."""
        self.go_to(self.root)
        self._pass_chance()

    def go_to(self, point: Point) -> None:
        """Returns to a point of the game; redo then leads along its line."""
        self.here, self._since = point, monotonic()
        while point.parent is not None:
            point.parent.next, point = point, point.parent

    @property
    def clocks(self) -> tuple[float, ...] | None:
        """The seconds that each side has left, or None without clocks."""
        if self.here.left is None or self._result() is not None:
            return self.here.left
        return tuple(left - (monotonic() - self._since) * (side == self.actor)
                     for side, left in enumerate(self.here.left))

    def time(self) -> tuple[float, float, float] | None:
        """Returns the argument `clock` of Engine.search for the side that has to act, or None without clocks."""
        if self.clock is None:
            return None
        left = self.clocks
        return max(left[self.actor], 0.0), max(left[1 - self.actor], 0.0), self.clock[1]

    def _spent(self, seconds):
        """Returns the time of a step, or None if the clock had less time, so that the game is lost."""
        if self.clock is None:
            return 0.0
        spent = monotonic() - self._since if seconds is None else real(seconds)
        if spent is None or not 0 <= spent:
            raise LimitError(f"a step takes a number of seconds from 0 on, not {seconds!r}")
        if spent < self.here.left[self.actor]:
            return spent
        self._end("out of time", self.actor)
        return None

    def _end(self, reason, loser, points=1):
        result = (GameResult(None, 0, reason) if loser is None else
                  GameResult(1 - loser, self.stake.points(points), reason))
        self._reach("end", result, self.position, self.side)
        if reason == "out of time" and self.here.left is not None:
            self.here.left = tuple(left * (side != loser) for side, left in enumerate(self.here.left))

    # Steps.

    def _check(self, step):
        """Raises MoveError for a step that the state of the game forbids."""
        if self.stake.offered:
            raise MoveError(f"a double waits for its answer, before {step}")
        if self._result() is not None:
            raise MoveError(f"no {step}: the game is over in {str(self.position)!r}")

    def _reach(self, kind, step, position, side, stake=None, spent=0.0):
        """Moves to the point after a step. If the step was tried before, this is the earlier point, with the clocks of
        that point.

        The clock of the side to move also runs during chance events.
        """
        here, left, since = self.here, self.here.left, self._since
        if left is not None:
            change = self.clock[1] * (kind == "move") - spent
            left = tuple(seconds + change * (side == self.actor) for side, seconds in enumerate(left))
        after = Point(position, side, stake or here.stake, left, here, kind, step, spent)
        for branch in here.branches:
            if (branch.kind, branch.step) == (kind, step):
                after = branch
                break
        else:
            here.branches.append(after)
        self.go_to(after)
        if kind == "chance" and side == here.side:
            self._since = since

    def _pass_chance(self):
        while self.here.next is not None and self.here.next.kind == "chance":
            self.go_to(self.here.next)

    def random(self, purpose: str = "") -> Any:
        """Returns the source of random numbers at this point of the game."""
        if self.seed is None:
            return SYSTEM
        return self.seed if hasattr(self.seed, "choices") else Random(f"{self.seed} {len(self.line) - 1}{purpose}")


def begin(game: Any, text: str | None) -> tuple[GameRecord, str | None, Any]:
    """Returns the record of a game, the text of its first position unless it is the usual one, and that position."""
    if isinstance(game, str):
        game = game_named(game)
    if isinstance(game, type):
        game = record_of(game)
    if isinstance(game, GameRecord):
        return game, text, position_of(game, text)
    if text is not None:
        raise GameError(f"the game begins in {str(game)!r}; position {text!r} cannot be given, too")
    record = record_of(type(game))
    return record, None if record.folder != "outside" and game == record.start() else str(game), game


def record_of(position: type) -> GameRecord:
    """Returns the record of the game with this class of positions."""
    for record in GAMES.values():
        if issubclass(position, record.position):
            return record
    if not callable(getattr(position, "legal_moves", None)):
        raise GameError(f"no game {position!r}: expected its name, a position, or the class of its positions")
    return OUTSIDE._replace(name=f"{position.__module__}:{position.__qualname__}", position=position)


def checked_clock(clock):
    """Returns (seconds, increment) as numbers, or None; raises LimitError for anything else."""
    if clock is None:
        return None
    numbers = tuple(map(real, clock)) if isinstance(clock, tuple | list) else ()
    if len(numbers) != 2 or None in numbers or not (0 < numbers[0] < inf and 0 <= numbers[1] < inf):
        raise LimitError(f"a clock is (seconds, increment), such as (300, 2), not {clock!r}")
    return numbers
