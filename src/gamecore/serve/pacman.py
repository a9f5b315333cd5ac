"""The page on Pacman: a game, round by round, in which a search, a user's program or a person plays Pacman."""
from random import Random

from gamecore.core.aside import aside
from gamecore.core.checks import in_range
from gamecore.errors import GameError, GameOverError, LimitError, MoveError
from gamecore.examples.pacman.cast import GHOSTS, ghosts_of, player_of
from gamecore.examples.pacman.drawing import animation, caption
from gamecore.examples.pacman.game import LIMIT, drawn
from gamecore.examples.pacman.maze import MAZES, named
from gamecore.examples.pacman.players import Player
from gamecore.examples.pacman.rules import STOP, Pacman
from gamecore.serve.thinking import finished

PERSON = "you"
PARTS = {"maze": [*MAZES], "pacman": ["alpha-beta", "minimax", "expectimax", PERSON],
         "evaluation": ["careful", "closer", "points"], "ghosts": [*GHOSTS]}
ROUNDS, GHOST_ROUNDS = 4, 3          # greatest depths of the searches


def cast(app, record):
    """Returns the names of mazes, Pacmen, evaluations and ghosts to choose from."""
    return app.cast


async def pacman(app, record):
    """Yields the position after the steps of a game; with "act" it yields Pacman's next move instead, and then the
    ghosts'.

    An event has the "step", the "picture", the text that it "says", and Pacman's "moves" if he is to move.
    """
    game = await aside(PacmanGame, app.cast, record)
    async with app.slots.taken():
        events = game.acts(record.get("move")) if record.get("act") is True else iter([game.event("The start")])
        while (event := await finished(aside(next, events, None), game.stop)) is not None:
            yield event


class PacmanGame:
    """A game of Pacman, replayed from the steps of a request: his moves as text, the ghosts' as lists."""

    def __init__(self, cast, record):
        names = {part: record.get(part, cast[part][0]) for part in PARTS}
        for part, name in names.items():
            if name not in cast[part]:
                raise GameError(f"unknown {part} {name!r:.80}: expected one of {', '.join(cast[part])}")
        rounds = in_range("rounds", record.get("rounds", 2), 1, ROUNDS)
        ghost_rounds = in_range("ghost_rounds", record.get("ghost_rounds", 1), 1, GHOST_ROUNDS)
        steps = record.get("steps", [])
        if not isinstance(steps, list) or len(steps) > 2 * LIMIT:
            raise LimitError(f"expected a list of up to {2 * LIMIT} steps, not {steps!r:.80}")
        self.player = None if names["pacman"] == PERSON else player_of(names["pacman"], 2 * rounds, names["evaluation"])
        self.ghosts = ghosts_of(names["ghosts"], ghost_rounds)
        self.random = Random(f"{record.get('seed')} {len(steps)}")
        self.here, self.heading, self.step = Pacman(named(names["maze"])), "east", None
        for step in steps:
            self.play(step)

    def play(self, step):
        step = tuple(step) if isinstance(step, list) else step
        if step not in self.here.legal_moves():
            raise MoveError(f"no move {step!r:.80} here: expected one of {self.here.legal_moves()!r:.300}")
        self.here, self.step = self.here.play(step), step
        if isinstance(step, str) and step != STOP:
            self.heading = step

    def stop(self):
        if isinstance(self.player, Player):
            self.player.engine.stop()

    def acts(self, move):
        """Yields Pacman's move and the ghosts' answer, or only one of these if the other side is not to move."""
        if self.here.is_over():
            raise GameOverError(f"the game is over: {caption(self.here)!r}")
        if not self.here.ghosts_turn:
            scores = ""
            if isinstance(self.player, Player):
                lines = self.player.lines(self.here)
                scores = f" ({', '.join(f'{line[0]} {score:.1f}' for score, line in lines)})"
            self.play(self.player.choose(self.here, self.random) if self.player else move)
            yield self.event(f"Pacman: {self.step}{scores}")
        if self.here.ghosts_turn and not self.here.is_over():
            self.play(drawn(self.ghosts(self.here), self.random))
            yield self.event(f"The ghosts: {', '.join(self.step)}")

    def event(self, words):
        return {"step": self.step, "picture": animation([(self.here, self.heading)]),
                "says": f"{words}. {caption(self.here)}.", "over": self.here.is_over(),
                "moves": [] if self.here.ghosts_turn else self.here.legal_moves()}


ENDPOINTS = (cast, pacman)
