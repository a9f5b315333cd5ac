"""The players of a game: a person, an engine at some level, the solver, or a random player."""
from argparse import Namespace
from functools import partial
from typing import NamedTuple

from gamecore.commands.plugins import plugin_of, refuse_other_games_options
from gamecore.playing.names import evaluation_of, order_of
from gamecore.screen.text import score_text
from gamecore import Engine
from gamecore.errors import LimitError, SettingsError
from gamecore.games.all import game_of
from gamecore.many import MOST_LINES
from gamecore.match.settings import parse

PERSON = "person"
WORDS = (PERSON, "engine", "random", "perfect")
DEEPEST = 60                         # plies of a level that has a time limit


class Reply(NamedTuple):
    """A player's reply to a position."""

    move: object
    remark: str = ""                 # the player's opinion of the position
    hurried: bool = False            # whether Ctrl-C ended the search


class EnginePlayer:
    """An engine that searches within limits (`depth`, `nodes`, `seconds`) and reports its progress on a console."""

    def __init__(self, engine, limits, console):
        self.engine, self.limits, self.console = engine, limits, console

    def check(self, position):
        """Raises the errors of a search with these limits."""
        self.engine.search(position, **self.limits, on_iteration=lambda _: self.engine.stop())

    def __call__(self, position):
        try:
            result = self.engine.search(position, **self.limits, on_iteration=self.show_progress)
        except KeyboardInterrupt as interrupt:
            result = getattr(interrupt, "result", None) or self.engine.search(position, nodes=1)
        return Reply(result.move, opinion(result), result.stop == "interrupt")

    def move_scores(self, position, move):
        """Returns {move: score for its side} of all legal moves, or of the best MOST_LINES and this one.

        Raises LimitError if the limits are too small.
        """
        moves = list(position.legal_moves())
        search = partial(self.engine.search, position, **self.limits, on_iteration=lambda iteration:
                         self.console.status(f"judging, depth {iteration.depth}; Ctrl-C: no more"))
        lines = search(multipv=min(len(moves), MOST_LINES)).lines
        if len(lines) < min(len(moves), MOST_LINES):
            raise LimitError(f"{self.limits} is too little to compare the {len(moves)} moves of {str(position)!r}")
        scores = {line[0]: score for score, line in lines}
        return scores if move in scores else scores | {move: search(root_moves=[move]).score}

    def show_progress(self, iteration):
        self.console.status(f"thinking, depth {iteration.depth}; Ctrl-C: move now")


class LevelPlayer(EnginePlayer):
    """An engine at a Level of play, which may search little and sometimes moves at random."""

    def __init__(self, level, random, hash_mb, threads, console):
        engine = Engine(hash_mb, threads, switches="play", evaluation=level.evaluation)
        super().__init__(engine, {"depth": DEEPEST} | level.limits, console)
        self.level, self.random = level, random

    def __call__(self, position):
        if self.level.slips(self.random):
            return Reply(self.random.choice(list(position.legal_moves())))
        return super().__call__(position)


class RandomPlayer:
    """A player that plays each legal move with equal probability."""

    def __init__(self, random):
        self.random = random

    def __call__(self, position):
        return Reply(self.random.choice(list(position.legal_moves())))


def engine_of(settings, game, name):
    """Returns the arguments of Engine in the Settings of a player of this game, which is called `name` in messages."""
    options = settings.engine
    refuse_other_games_options(Namespace(game=name, **options), game, "match")
    if "seed" in options and options.get("order") != "random":
        raise SettingsError(f"the seed in {settings.text!r} is of order=random, which it has not")
    evaluation = evaluation_of(game, options.get("evaluation"))
    order = {"order": order_of(options["order"])} if "order" in options else {}
    return ({key: value for key, value in options.items() if key != "evaluation"} | order
            | ({} if evaluation is None else {"evaluation": evaluation}))


def numeral(text):
    """Returns the number in a text, or the text itself for an error message."""
    return int(text) if text.isdecimal() and len(text) < 20 else text


def opinion(result):
    """Returns an engine's opinion of a position, as text."""
    if result.plies_to_end is not None:
        return f"{result.outcome} in {result.plies_to_end}"
    return f"a {result.outcome}" if result.outcome else f"score {score_text(result.score)}, depth {result.depth}"


def player_of(text, position, usual, random, console):
    """Returns the player that a text names, or None for a person.

    The text is "person", "engine", "random", "perfect", "level=1" to "level=10", or the settings of an engine, such as
    "depth=4,switches=play"; `usual` has the default `hash_mb`, `threads` and `limits` of an engine. Raises
    SettingsError if it names no player, and GamecoreError if the player cannot play from this first position.
    """
    if text == PERSON:
        return None
    game = game_of(position)
    level = game.level(numeral(text.removeprefix("level="))) if text.startswith("level=") else None
    if text == "random":
        player = RandomPlayer(random)
    elif text == "perfect" or level and level.perfect:
        player = plugin_of(game).perfect_player(position, usual["hash_mb"], usual["threads"], console)
    elif level:
        player = LevelPlayer(level, random, usual["hash_mb"], usual["threads"], console)
    elif text == "engine" or "=" in text:
        settings = parse("" if text == "engine" else text)
        options = {"switches": "play", "hash_mb": usual["hash_mb"], "threads": usual["threads"]}
        own = engine_of(settings, game, game.name)
        player = EnginePlayer(Engine(**options | own), settings.budget or usual["limits"], console)
    else:
        raise SettingsError(f"{text!r} is no player: expected {', '.join(WORDS)}, "
                            f"or the settings of an engine, 'depth=4'")
    if isinstance(player, EnginePlayer):
        player.check(position)
    return player
