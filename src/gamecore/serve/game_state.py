"""A game on the page. The page sends its record and receives data about the position, the moves and the side to move.

The record is that of a saved game; the server stores no game.
"""
from collections import Counter

from gamecore.core.svg import PAGE
from gamecore.errors import GameError, RecordError
from gamecore.pictures import drawn
from gamecore.playing.game import Game
from gamecore.playing.saved import listed, play_steps, record_of, steps_to

STEPS = 2000                             # of a game
TEXT = 2000                              # characters of a position, a move or an outcome


class GameState(Game):
    """A game, one of `games`, from the record that the page has sent.

    The record has "game"; "position", which is the text of the first position or missing; and "steps", each of which is
    {"move": text}, {"chance": text} or {"cube": text}. Raises GamecoreError if there is no such game, the record is
    malformed, or a step cannot be played.
    """

    cube_is_optional = True              # the page says for each roll whether a player may double

    def __init__(self, games, record):
        name, start, steps = record.get("game"), record.get("position"), listed(record, "steps")
        if not isinstance(name, str) or name not in games:
            raise GameError(f"unknown game {name!r}; here are {', '.join(games)}")
        if len(steps) > STEPS:
            raise RecordError(f"steps are a list of up to {STEPS}, not {steps!r:.80}")
        for step in steps:
            for kind, text in step.items() if isinstance(step, dict) else ():
                if kind != "seconds":                    # which are left out: the page has no clocks
                    checked_text(text)
        super().__init__(games[name], checked_text(start) if start else None, cube=True)
        play_steps(self, steps)
        used = self.stake.offered or any(point.kind == "cube" for point in self.line)
        # Of a match, say; the page also sends False where a side may not double yet.
        self.cube = record.get("cube") is not False or used or not self.has_stakes

    @property
    def steps(self):
        return steps_to(self, self.here)

    def read(self, text):
        """Returns the legal move that a text means."""
        return self.read_move(checked_text(text))

    def record(self):
        return record_of(self) | ({} if self.cube else {"cube": False})

    def cube_decision(self):
        """Returns an engine's cube action, its reason, and a sentence about the best actions of both sides."""
        decision = self.decide()
        action, reason = self.game.part("stake").advice(decision, self.stake.offered)
        return action, reason, (f"no decision, because {decision.reason}; equity {decision.no_double:+.3f}"
                                if decision.reason else f"{decision.action}: {reason}")

    def cube_state(self):
        """Returns the cube and its possible actions, or None in games without a cube."""
        if not self.game.probabilities:
            return None
        return {"value": self.stake.value, "offered": self.stake.offered, "actions": self.cube_actions(),
                "text": self.stake.text(self.sides) if self.has_stakes else ""}

    def draw(self, arrows=(), marks=None, turned=False, entered=None):
        """Returns the picture, in the page's colours, from the view of the first player, unless turned."""
        position, moves = entered or self.position, self.moves
        marks = dict(marks or {})
        if self.game.follows_mover:
            turned ^= self.side == 1
            if self.has_stakes:
                marks["cube"] = self.stake.mark(self.sides)
        return drawn(position, moves[-1] if moves and not entered else None, arrows, marks, turned, PAGE, 560)

    def state(self, turned=False):
        """Returns all data that the page shows of the current state."""
        moves, drawer = self.legal_moves(), self.game.drawer("picture")
        paths = [list(filter(None, drawer.clicks(self.position, move))) for move in moves]
        known = Counter(path for each in paths for path in set(map(tuple, each)))          # which may be of two moves
        return self.record() | {
            "now": str(self.position), "picture": self.draw(turned=turned), "side": self.side,
            "sides": [point.side for point in self.choices], "names": self.sides,
            "chance": [str(outcome) for outcome, _ in self.outcomes()], "cube": self.cube_state(),
            "moves": [{"text": str(move), "paths": [path for path in each if known[tuple(path)] == 1]}
                      for move, each in zip(moves, paths)],
            "contents": drawer.contents(self.position), "over": self.verdict()}


def checked_text(text):
    if not (isinstance(text, str) and len(text) <= TEXT):
        raise RecordError(f"expected a text of up to {TEXT} characters, not {text!r:.80}")
    return text


def view_of(record):
    """Returns the options of a picture."""
    return {"turned": record.get("turned") is True}
