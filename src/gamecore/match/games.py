"""The games of a match, in which two players play each ballot twice, with sides exchanged."""
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Any

from gamecore.core.checks import in_range
from gamecore.core.parallel import cores
from gamecore.core.processes import in_processes, in_workers
from gamecore.errors import GameError
from gamecore.games.outside.turns import legal_moves, moves_again
from gamecore.match.ballots import Ballot
from gamecore.match.settings import Settings

MAX_PLIES = 400                                  # longer than sensible games of checkers; endless games must end


class MatchPlayer:
    """One side of a match: an engine with a budget, and counts of the nodes and the time that it has used."""

    def __init__(self, settings: Settings):
        self.settings = settings
        self.engine = settings.new_engine()
        self.used: Counter[str] = Counter()            # searches, and their nodes, leaves and seconds

    def check(self, position: Any) -> None:
        """Raises the errors of a search with these settings, and GameError for a game of chance."""
        budget = self.settings.budget
        result = self.engine.search(position, **{"nodes": 1} | budget if budget else {})
        if isinstance(result.score, float):
            raise GameError(f"{type(position).__name__} is a game of chance; backgammon is the only one that has "
                            "matches")

    def choose(self, position: Any, moves: list[Any]) -> Any:
        """Returns the engine's move; a forced move needs no search."""
        if len(moves) == 1:
            return moves[0]
        begin = perf_counter()
        result = self.engine.search(position, **self.settings.budget)
        self.used.update(searches=1, nodes=result.nodes, leaves=result.leaves, seconds=perf_counter() - begin)
        return result.move

    def per_search(self, name: str) -> float:
        """Returns the mean nodes, leaves or seconds of a search."""
        return self.used[name] / self.used["searches"] if self.used["searches"] else 0.0


@dataclass(frozen=True)
class Record:
    """A finished game."""

    pair: int                        # from 1
    number: int                      # of the game in the pair, 1 or 2
    ballot: Ballot
    a_first: bool                    # whether side a made the first move after the ballot, as in game 1 of each pair
    moves: tuple[Any, ...]           # those after the ballot
    points: float                    # of side a: 1, 1/2 or 0
    complete: bool                   # whether the game ended by its rules, not as a draw by the limit of plies


class Games:
    """A task that plays a game of (item, a, b, *arguments) in another process, with copies of the players."""

    def __init__(self, play, *arguments):
        self.play, self.arguments = play, arguments

    def __call__(self, item):
        """Returns the record of a game, and what each player has used."""
        players = self.arguments[:2]
        for player in players:
            player.used = Counter()
        return self.play(item, *self.arguments), [player.used for player in players]


def play_all(items, play, a, b, arguments, on_ply, jobs, executor):
    """Yields the records of games in the order of the items (pair, number, ...)."""
    if jobs == 1 and executor is None:
        for item in items:
            yield play(item, a, b, *arguments, partial(on_ply, *item[:2]))
        return
    games = Games(play, a, b, *arguments)
    answers = (in_processes(games, items, jobs, "games") if executor is None
               else in_workers(games, items, executor, cores(), "games"))
    for item, (record, used) in zip(items, answers, strict=True):
        on_ply(*item[:2], len(record.moves))
        for player, share in dict(zip((a, b), used)).items():          # of one that plays both sides only once
            player.used.update(share)
        yield record


def play_match(ballots: Iterable[Ballot], a: MatchPlayer, b: MatchPlayer, max_plies: int = MAX_PLIES,
               on_ply: Callable[[int, int, int], object] = lambda pair, number, plies: None, jobs: int = 1,
               executor: Any = None) -> Iterator[Record]:
    """Plays every ballot twice and yields the games.

    Parameters
    ----------
    ballots : iterable of Ballot
    a, b : MatchPlayer
        The players. Their tables are cleared before each game, so a game depends only on its ballot and the players.
    max_plies : int, default 400
        A game of this length, not counting the ballot's moves, is a draw.
    on_ply : callable, optional
        Called with (pair, number, plies) before each move; with several jobs or an executor after each game.
    jobs : int, default 1
        Processes, each of which plays one game at a time.
    executor : concurrent.futures.Executor, optional
        The executor whose workers play, in place of `jobs`; it is not closed.

    Yields
    ------
    Record
        Two games for each ballot; a begins the first, and b the second.

    Raises
    ------
    LimitError
        If a limit is below 1, or `executor` is not an executor.
    BatchError
        If a worker died, or the executor was shut down.
    """
    max_plies = in_range("the limit of plies", max_plies, 1)
    items = [(pair, number, ballot) for pair, ballot in enumerate(ballots, 1) for number in (1, 2)]
    return play_all(items, play_ballot, a, b, (max_plies,), on_ply, in_range("jobs", jobs, 1), executor)


def play_ballot(item, a, b, max_plies, on_ply=lambda plies: None):
    """Plays a game of a pair; a begins the first, b the second."""
    pair, number, ballot = item
    for player in (a, b):
        player.engine.clear()
    moves, position, turn = play_game(ballot.position, (a, b) if number == 1 else (b, a), max_plies, on_ply)
    complete = not legal_moves(position)
    points = points_of_first(position, turn) if complete else 0.5
    return Record(pair, number, ballot, number == 1, tuple(moves), points if number == 1 else 1 - points, complete)


def play_game(position, players, max_plies, on_ply):
    """Plays a game; returns the moves, the last position, and the side to move there (0 made the first ply, or 1)."""
    moves, turn = [], 0
    while len(moves) < max_plies and (legal := legal_moves(position)):
        on_ply(len(moves))
        moves.append(players[turn].choose(position, legal))
        turn ^= not moves_again(position, moves[-1])
        position = position.play(moves[-1])
    return moves, position, turn


def points_of_first(position, turn):
    """Returns the points (1, 1/2 or 0) that the side that began a finished game has scored."""
    score = position.final_score()               # for the side to move
    if turn:
        score = -score
    return 1.0 if score > 0 else 0.0 if score < 0 else 0.5
