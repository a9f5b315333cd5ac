"""A game of the page, which sends its record and receives data about the position, the moves and the side to move.

The record is that of a saved game; the server stores no game.
"""
from collections import Counter
from random import Random, SystemRandom

from gamecore.commands.history import History
from gamecore.errors import GameError, MoveError, RecordError
from gamecore.pictures import picture
from gamecore.engine import Engine

STEPS = 2000                             # of a game
TEXT = 2000                              # characters of a position, a move or an outcome
CUBE_DEPTH = 1                           # layers of chance behind a decision about the cube
SYSTEM = SystemRandom()


class NoStake:
    """The stake of a game that is just won or lost."""

    value, offered, winner, match, goes_on, is_usual = 1, False, None, None, True, True


class GameState:
    """A game, one of `games`, from the record that the page has sent.

    The record has "game", "position", the text of the first one, or nothing, and "steps", each {"move": text},
    {"chance": text} or {"cube": text}. Raises GamecoreError if there is no such game, the record is malformed, or a
    step cannot be played.
    """

    def __init__(self, games, record):
        self.name, start, steps = record.get("game"), record.get("position"), record.get("steps") or []
        if not isinstance(self.name, str) or self.name not in games:
            raise GameError(f"unknown game {self.name!r}; here are {', '.join(games)}")
        if not (isinstance(steps, list) and len(steps) <= STEPS):
            raise RecordError(f"steps are a list of up to {STEPS}, not {steps!r:.80}")
        self.game, self.start = games[self.name], checked_text(start) if start else None
        self.history = History(self.game.start() if self.start is None else self.game.from_text(self.start))
        self.steps = []
        self.stake = self.game.part("stake").Stake.read(self.start) if self.game.probabilities else NoStake()
        self.set_up = not self.stake.is_usual
        self.played_for = []             # stake.match of each move
        for step in steps:
            self.play_step(step)

    @property
    def position(self):
        return self.history.position

    @property
    def matches(self):
        """The score and stake at each position of the history, for an Engine, or None."""
        return [*self.played_for, self.stake.match]

    def play_step(self, step):
        """Plays a step of a record."""
        if not (isinstance(step, dict) and len(step) == 1 and set(step) <= {"move", "chance", "cube"}):
            raise RecordError(f'a step is {{"move": text}}, {{"chance": text}} or {{"cube": text}}, not {step!r:.80}')
        (kind, text), = step.items()
        text = checked_text(text)
        if kind == "cube":
            self.turn_cube(text)
        elif not self.stake.goes_on:
            raise MoveError(f"a double waits for its answer, or was passed, before {text!r}")
        elif kind == "move":
            self.play(self.read(text))
        else:
            found = self.history.outcome_of(text)
            if not found:
                raise MoveError(f"no outcome {text!r} in {str(self.position)!r}, step {len(self.steps) + 1}")
            self.history.happen(*found)
            self.steps.append({"chance": text})

    def read(self, text):
        """Returns the legal move that a text means."""
        found = self.history.read_move(checked_text(text))
        if not found:
            raise MoveError(f"no move {text!r} in {str(self.position)!r}, step {len(self.steps) + 1}")
        return found[0]

    def play(self, move):
        self.played_for.append(self.stake.match)
        self.history.play(move)
        self.steps.append({"move": str(move)})

    def cube_actions(self):
        """Returns the possible cube actions."""
        begun = self.history.moves or self.position != self.game.start()         # the opening roll cannot be doubled
        if not (self.game.probabilities and (begun or self.stake.offered) and self.history.chances()):
            return []
        return self.stake.actions(self.side)

    @property
    def has_stakes(self):
        """Whether the cube was used, or the game set up with a stake that is not the usual one."""
        return self.set_up or any("cube" in step for step in self.steps)

    def decide(self):
        """Returns an engine's cube action, its reason, and a sentence about the best actions of both sides."""
        decision = Engine(hash_mb=1, match=self.stake.match).decide(self.position, CUBE_DEPTH,
                                                                    **self.stake.cube_arguments(self.side))
        action, reason = self.game.part("stake").advice(decision, self.stake.offered)
        return action, reason, (f"no decision, because {decision.reason}; equity {decision.no_double:+.3f}"
                                if decision.reason else f"{decision.action}: {reason}")

    def cube_state(self):
        """Returns the cube and its possible actions, or None in other games."""
        if not self.game.probabilities:
            return None
        return {"value": self.stake.value, "offered": self.stake.offered, "actions": self.cube_actions(),
                "text": self.stake.text(self.game.sides) if self.has_stakes else ""}

    def turn_cube(self, action):
        if action not in self.cube_actions():
            raise MoveError(f"no {action!r} of the cube in {str(self.position)!r}, step {len(self.steps) + 1}")
        self.stake.act(action, self.side)
        self.steps.append({"cube": action})

    def roll(self, seed=None):
        """Lets chance act until a player has to choose; a seed repeats the dice after the same steps."""
        while self.stake.goes_on and self.history.chances():
            outcome = self.history.draw(SYSTEM if seed is None else Random(f"{seed} {len(self.steps)}"))
            self.steps.append({"chance": str(outcome)})

    @property
    def side(self):
        """The side to move, 0 for the one that began, or in checkers for Black and in connect four for red."""
        return self.sides[-1]

    @property
    def sides(self):
        """The side to move at each position."""
        second = self.game.second_moves(self.history.positions[0])
        return [side ^ second for side in self.history.sides]

    def record(self):
        return {"game": self.name, "position": self.start, "steps": self.steps}

    def draw(self, arrows=(), marks=None, turned=False, dark=False, entered=None):
        """Returns the picture from the view of the first player, unless turned."""
        position, moves = entered or self.position, self.history.moves
        marks = dict(marks or {})
        if self.game.follows_mover:
            turned ^= self.side == 1
            if self.has_stakes:
                marks["cube"] = self.stake.mark(self.game.sides)
        return picture(position, last_move=moves[-1] if moves and not entered else None, arrows=arrows, marks=marks,
                       turned=turned, dark=dark, size=560)

    def state(self, turned=False, dark=False):
        """Returns all data that the page shows of the current state."""
        moves, chances = self.history.legal_moves(), self.history.chances() if self.stake.goes_on else []
        drawer = self.game.drawer("picture")
        paths = [list(filter(None, drawer.clicks(self.position, move))) for move in moves]
        known = Counter(path for each in paths for path in set(map(tuple, each)))          # which may be of two moves
        return self.record() | {
            "now": str(self.position), "picture": self.draw(turned=turned, dark=dark), "side": self.side,
            "sides": self.sides, "names": self.game.sides, "chance": [str(outcome) for outcome, _ in chances],
            "cube": self.cube_state(),
            "moves": [{"text": str(move), "paths": [path for path in each if known[tuple(path)] == 1]}
                      for move, each in zip(moves, paths)],
            "contents": drawer.contents(self.position), "over": self.verdict()}

    def verdict(self):
        """Returns the result of the game in words, or None if it is unfinished."""
        if self.stake.winner is not None:
            return f"{self.game.sides[self.stake.winner]} wins {self.stake.value}, as the double was passed"
        if self.history.legal_moves() or self.history.chances():
            return None
        score = self.position.final_score()
        if score == 0:
            return "a draw"
        points = f" {self.stake.points(abs(score)):g}" if self.game.points > 1 else ""
        return f"{self.game.sides[self.side if score > 0 else 1 - self.side]} wins{points}"


def checked_text(text):
    if not (isinstance(text, str) and len(text) <= TEXT):
        raise RecordError(f"expected a text of up to {TEXT} characters, not {text!r:.80}")
    return text


def view_of(record):
    """Returns how a picture is to look."""
    return {name: record.get(name) is True for name in ("turned", "dark")}
