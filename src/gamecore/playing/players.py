"""The players of a game: an engine, an engine at a level, the solver, and a random player."""
from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

from gamecore.engine import Engine
from gamecore.errors import GameError, LimitError, SettingsError
from gamecore.games.all import GAMES
from gamecore.games.record import GameRecord, Level
from gamecore.many import MOST_LINES
from gamecore.match.settings import Settings, parse
from gamecore.playing.names import evaluation_of, order_of
from gamecore.playing.tree import begin
from gamecore.result import SearchResult, score_text
from gamecore.search.evaluations import is_custom
from gamecore.search.iteration import plain

PERSON = "person"
WORDS = (PERSON, "engine", "random", "perfect")
DEEPEST = 60                         # plies of a level that has a time limit
LEVELS = "beginner", "novice", "learner", "casual", "steady", "solid", "skilled", "strong", "expert", "master"
ERRS = (.3, "errs often"), (.15, "errs sometimes"), (.01, "errs rarely")         # by the least probability
AS_LONG_AS_IT_TAKES = 1e8            # seconds: with a time limit the search probes the solver for the root

Progress = Callable[[str], object]   # called with a text such as "depth 8"


class Reply(NamedTuple):
    """A player's reply to a position."""

    move: Any
    remark: str = ""                 # the player's opinion of the position
    result: Any = None               # of its search


class GamePlayer:
    """A player; a subclass has to define only `reply`."""

    words: tuple[str, ...] = ()          # of a level: its name and a description

    def reply(self, position: Any, match: Any = None, clock: tuple[float, float, float] | None = None,
              on_progress: Progress | None = None) -> Reply:
        """Returns a Reply at this MatchScore and with these seconds: own, the other's, the increment."""
        raise NotImplementedError

    def choose(self, position: Any) -> Any:
        """Returns the move that the player makes in a position."""
        return self.reply(position).move

    def check(self, position: Any) -> None:
        """Raises the errors of a reply."""

    def stop(self) -> None:
        """Ends a reply in another thread."""


class EnginePlayer(GamePlayer):
    """An engine that searches within limits: `depth`, `nodes`, `seconds`."""

    def __init__(self, engine: Engine, limits: dict[str, float]):
        self.engine, self.limits = engine, limits

    def check(self, position: Any) -> None:
        self.engine.search(position, **self.limits, on_iteration=lambda _: self.engine.stop())

    def stop(self) -> None:
        self.engine.stop()

    def reply(self, position: Any, match: Any = None, clock: tuple[float, float, float] | None = None,
              on_progress: Progress | None = None) -> Reply:
        result = self.search(position, match, on_progress, **self.limits, clock=clock)
        return Reply(result.move, opinion(result), result)

    def search(self, position: Any, match: Any, on_progress: Progress | None, **options: Any) -> SearchResult[Any]:
        """Returns the result of a search at the score of a match."""
        self.engine = engine_for(self.engine, match)
        report = on_progress and (lambda iteration: on_progress(f"depth {iteration.depth}"))
        return self.engine.search(position, **options, on_iteration=report)

    def compare(self, position: Any, move: Any, match: Any = None,
                on_progress: Progress | None = None) -> tuple[dict[Any, float], tuple[Any, ...]]:
        """Returns {move: score for its side} for the best move and for the given move, and the best line.

        The given move is searched as deep as the best move, or within all limits if the best move's score is exact at
        every depth. Raises LimitError if the limits are too small.
        """
        moves = list(position.legal_moves())
        best = self.search(position, match, on_progress, **self.limits)
        if best.outcome and not best.depth:      # databases, which score no move that is searched alone
            best = self.search(position, match, on_progress, **self.limits, multipv=min(len(moves), MOST_LINES))
        elif not best.depth and position.outcomes is None:
            raise LimitError(f"{self.limits} is too little to compare the {len(moves)} moves of {str(position)!r}")
        scores = {line[0]: score for score, line in best.lines}
        if move not in scores:
            limits = self.limits if best.outcome or best.stop == "complete" else {"depth": best.depth}
            scores[move] = self.search(position, match, on_progress, **limits, root_moves=[move]).score
        return scores, best.lines[0][1]


def engine_for(engine: Engine, match: Any) -> Engine:
    """Returns an engine for the score of a match; this is the given engine if its evaluation cannot use the score."""
    evaluation = engine.settings["evaluation"]
    if evaluation == "linear" or is_custom(evaluation) or engine.settings["match"] == match:
        return engine
    return Engine(**engine.settings | {"match": match})


class LevelPlayer(EnginePlayer):
    """An engine at a Level of play: a low level searches little and sometimes moves at random."""

    def __init__(self, level: Level, random: Random, hash_mb: int = 16, threads: int = 1):
        super().__init__(Engine(hash_mb, threads, switches="play", evaluation=level.evaluation),
                         {"depth": DEEPEST} | level.limits)
        self.level, self.random = level, random

    def reply(self, position: Any, *context: Any, **more: Any) -> Reply:
        if self.level.slips(self.random):
            return Reply(self.random.choice(list(position.legal_moves())))
        return super().reply(position, *context, **more)


class SolverPlayer(EnginePlayer):
    """A player that makes no mistake unless a clock is too short. It uses the book, and an engine that probes the
    solver."""

    def __init__(self, game: GameRecord, hash_mb: int = 16, threads: int = 1):
        super().__init__(Engine(hash_mb, threads, switches="play"), {"seconds": AS_LONG_AS_IT_TAKES})
        self.game = game

    def reply(self, position: Any, *context: Any, **more: Any) -> Reply:
        if (solver := self.solver_for(position)) is None:
            return super().reply(position, *context, **more)
        solution = solver.solve(position)
        return Reply(solution.move, opinion(solution), solution)

    def compare(self, position: Any, *context: Any, **more: Any) -> tuple[dict[Any, float], tuple[Any, ...]]:
        if (solver := self.solver_for(position)) is None:
            return super().compare(position, *context, **more)
        solution = solver.solve(position)
        return self.game.part("solver").engine_scores(solution.scores, position), (solution.move,)

    def solver_for(self, position: Any) -> Any:
        """Returns the solver if every move of the position leads to a position in its book, else None."""
        solver = self.game.part("solver").default_solver()
        return solver if position.ply < solver.book.plies else None


class RandomPlayer(GamePlayer):
    """A player that plays each legal move with equal probability."""

    def __init__(self, random: Random):
        self.random = random

    def reply(self, position: Any, *context: Any, **more: Any) -> Reply:
        return Reply(self.random.choice(list(position.legal_moves())))


def level(game: Any, number: int, *, seed: Any = None, hash_mb: int = 16, threads: int = 1) -> GamePlayer:
    """Returns the player of a level.

    Parameters
    ----------
    game : str, position or class of positions
        As for Game.
    number : int
        1, which is a beginner's level, to 10.
    seed : optional
        The seed of the random moves of a low level; by default these moves differ from run to run.
    hash_mb, threads : int
        As for Engine.

    Returns
    -------
    GamePlayer
        An object whose `choose(position)` returns a move; `words` describe its strength.

    Raises
    ------
    GameError, LimitError
        If there is no such game or level.

    Examples
    --------
    >>> import gamecore
    >>> gamecore.level("connect-four", 7).choose(gamecore.ConnectFour("112233"))
    4
    >>> gamecore.level("connect-four", 4).words
    ('casual', 'sees 2 moves ahead, errs rarely')
    """
    record = begin(game, None)[0]
    random = seed if hasattr(seed, "choice") else Random(plain(seed))
    player = level_player(record, record.level(number), random, hash_mb, threads)
    player.words = level_words(record, number)
    return player


def level_words(game, number):
    """Returns the name of a level, and its depth of search and rate of random moves in words."""
    level, unit = game.level(number), "roll" if game.chance else "move"
    depth, seconds = level.limits.get("depth", 0), level.limits.get("seconds")
    sees = ("knows every result" if level.perfect else f"thinks for {seconds:g} s" if seconds else
            f"sees {depth} {unit}{'s' * (depth != 1)} ahead" if depth else
            f"compares its plays{' roughly' * (level.evaluation == 'linear')}")
    return LEVELS[number - 1], ", ".join([sees, *[errs for least, errs in ERRS if level.slip >= least][:1]])


def level_player(game, level, random, hash_mb=16, threads=1):
    return SolverPlayer(game, hash_mb, threads) if level.perfect else LevelPlayer(level, random, hash_mb, threads)


def engine_of(settings: Settings, game: GameRecord) -> dict[str, Any]:
    """Returns the arguments of Engine in the Settings of a player of this game."""
    options = settings.engine
    if "seed" in options and options.get("order") != "random":
        raise SettingsError(f"the seed in {settings.text!r} is only for order=random")
    evaluation = evaluation_of(game, options.get("evaluation"))
    order = {"order": order_of(options["order"])} if "order" in options else {}
    return ({key: value for key, value in options.items() if key != "evaluation"} | order
            | ({} if evaluation is None else {"evaluation": evaluation}))


def numeral(text):
    """Returns the number in a text, or the text itself for an error message."""
    return int(text) if text.isdecimal() and len(text) < 20 else text


def opinion(result: Any) -> str:
    """Returns an engine's opinion of a position, as text."""
    if result.plies_to_end is not None:
        return f"{result.outcome} in {result.plies_to_end}"
    return f"a {result.outcome}" if result.outcome else f"score {score_text(result.score)}, depth {result.depth}"


def player_of(text: str, game: GameRecord, usual: dict[str, Any], random: Random) -> GamePlayer | None:
    """Returns the player that a text names, or None for a person.

    The text is "person", "engine", "random", "perfect", "level=1" to "level=10", or the settings of an engine, such as
    "depth=4,switches=play"; `usual` has the default `hash_mb`, `threads` and `limits` of an engine. Raises
    SettingsError if it names no player, and GameError if the game has no perfect one.
    """
    own = {"hash_mb": usual["hash_mb"], "threads": usual["threads"]}
    if text == PERSON:
        return None
    if text == "random":
        return RandomPlayer(random)
    if text == "perfect":
        if game.solved_from is None:
            raise GameError(f"no player of {game.name!r} is perfect: 'perfect' is for "
                            f"{' or '.join(name for name in GAMES if GAMES[name].solved_from)}")
        return SolverPlayer(game, **own)
    if text.startswith("level="):
        return level_player(game, game.level(numeral(text.removeprefix("level="))), random, **own)
    if text != "engine" and "=" not in text:
        raise SettingsError(f"{text!r} is not a player: expected {', '.join(WORDS)}, "
                            f"or the settings of an engine, 'depth=4'")
    settings = parse("" if text == "engine" else text)
    return EnginePlayer(Engine(**{"switches": "play"} | own | engine_of(settings, game)),
                        settings.budget or usual["limits"])
