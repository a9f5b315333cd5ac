"""The games of a backgammon match, with dice from a seed, with or without a cube."""
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, replace
from random import Random
from typing import Any

from gamecore.core.checks import in_range
from gamecore.engine import Engine
from gamecore.errors import LimitError, SettingsError
from gamecore.games.backgammon.cube import Decision
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.stake import Stake, advice
from gamecore.match.ballots import Ballot
from gamecore.match.games import MatchPlayer, Record, play_all
from gamecore.match.settings import Settings

MAX_PLIES = 4000                                 # a sensible game takes 60, but every game must end


class Engines(dict):
    """The engine of a player for each stake of a match; for money one engine serves all."""

    def __init__(self, engine):
        score = engine.settings["match"]
        super().__init__({} if score is None else {score.cube: engine})
        self.first = engine

    def __missing__(self, stake):
        settings = self.first.settings
        score = settings["match"]
        self[stake] = self.first if score is None else Engine(**settings | {"match": replace(score, cube=stake)})
        return self[stake]


class BackgammonPlayer(MatchPlayer):
    """One side of a match of backgammon, whose engine stores nothing between searches."""

    def __init__(self, settings: Settings):
        super().__init__(settings)
        self.engines = Engines(self.engine)

    def choose(self, position: Backgammon, moves: list[Any], stake: int = 1) -> Any:
        """Returns the engine's move at a stake of the cube."""
        self.engine = self.engines[stake]
        return super().choose(position, moves)

    def check(self, position: Backgammon) -> None:
        """Raises the errors of a search with these settings."""
        self.engine.search(position, **self.settings.budget | {"depth": 0})
        self.engine.search(position, **self.settings.budget | {"nodes": 1})

    def decide(self, position: Backgammon, stake: Stake, side: int) -> Decision:
        """Returns the Decision of a side before its roll, from a search as deep as that of a play."""
        depth = self.settings.budget.get("depth", 0)
        return self.engines[stake.value].decide(position, depth, **stake.cube_arguments(side))


def use_cube(stake, position, side, players):
    """Lets the side on roll double and the other side answer; returns each action with the cube's value after it."""
    if "double" not in stake.actions(side):
        return []
    own = other = players[side].decide(position, stake, side)
    if advice(own, False)[0] != "double":
        return []
    if players[side] is not players[1 - side]:
        other = players[1 - side].decide(position, stake, side)
    answer, _ = advice(other, True)
    doubled = 2 * stake.value
    stake.act("double", side)
    stake.act(answer, side)
    return [("double", doubled), ("drop" if answer == "pass" else answer, stake.value)]


BALLOT = Ballot(Backgammon(), (), Backgammon(), "")


@dataclass(frozen=True)
class BackgammonRecord(Record):
    """A finished game of backgammon.

    `pair` is the number of the sequence of dice; `number` is 2 if it is the repetition with sides exchanged. `a_first`
    tells whether side a won the opening roll, and `points` are the points of side a, including the cube.
    """

    points: int
    rolls: tuple[tuple[int, int], ...] = ()              # the larger die first; a move for each
    cube: int = 1                                        # its value at the end
    actions: tuple[tuple[int, str, int], ...] = ()       # (plays before it, action, the cube's value after it)

    @property
    def kind(self) -> int:
        """The points without the cube, -3..3."""
        return self.points // self.cube


class Dice:
    """The rolls of a game, which depend only on the seed and the game's number; `exchanged` gives each side the other
    side's rolls."""

    def __init__(self, seed, number, exchanged=False):
        self.random, self.exchanged = Random(f"{in_range('seed', seed, 0)} {number}").random, exchanged

    def roll(self):
        return int(6 * self.random()) + 1, int(6 * self.random()) + 1

    def opening(self):
        """Returns the opening roll of two different dice; the side with the larger die plays them."""
        first, second = self.roll()
        while first == second:
            first, second = self.roll()
        return (second, first) if self.exchanged else (first, second)


def play_match(games: int, a: BackgammonPlayer, b: BackgammonPlayer, seed: int = 0, duplicate: bool = False,
               max_plies: int = MAX_PLIES,
               on_ply: Callable[[int, int, int], object] = lambda pair, number, plies: None, jobs: int = 1,
               executor: Any = None, stake: Stake | None = None) -> Iterator[BackgammonRecord]:
    """Plays games of backgammon.

    Parameters
    ----------
    games : int
        1 or more; with `duplicate` an even number.
    a, b : BackgammonPlayer
    seed : int, default 0
        The seed of the dice.
    duplicate : bool, default False
        Whether every game is repeated with the same dice and sides exchanged.
    max_plies : int, default 4000
        A longer game scores nothing.
    on_ply, jobs, executor
        As for `gamecore.match.games.play_match`.
    stake : Stake, optional
        The stake with which games with a cube begin; a is side 0. At a score, at least one player must use it.

    Yields
    ------
    BackgammonRecord

    Raises
    ------
    LimitError, BatchError, SettingsError
        As in `play_match`; also for an odd number of games with `duplicate`, for a stake at a score that no player
        uses, or for a double that was not taken.
    """
    check_stake(stake, a.engine, b.engine)
    games = in_range("the number of games", games, 1)
    if duplicate and games % 2:
        raise LimitError(f"the number of games must be even, since all dice are used twice, not {games!r}")
    max_plies = in_range("the limit of plies", max_plies, 1)
    items = [(pair, number) for pair in range(1, (games // 2 if duplicate else games) + 1)
             for number in ((1, 2) if duplicate else (1,))]
    return play_all(items, play_dice, a, b, (seed, max_plies, stake), on_ply, in_range("jobs", jobs, 1), executor)


def check_stake(stake, *engines):
    """Raises SettingsError for a stake at a score if all engines play for money, or for a stake with a double that was
    not taken."""
    if stake and not stake.goes_on:
        raise SettingsError(f"no game goes on from a cube of {stake.value} after a double that "
                            f"{'waits for its answer' if stake.offered else 'was passed'}")
    if stake and stake.score and not any(engine.settings["match"] for engine in engines):
        raise SettingsError(f"a stake at {str(stake.score)!r} needs an engine with `match`")


def play_dice(item, a, b, seed, max_plies, stake=None, on_ply=lambda plies: None):
    """Plays a game with the dice of a pair, exchanged in its second game; a is player 0 and white."""
    pair, number = item
    first, second = Dice(seed, pair, number == 2).opening()
    position = Backgammon() if first > second else Backgammon().swapped()
    stake = copy(stake)
    opening_winner, rolls, moves, points, actions = play_game(position, (a, b), Dice(seed, pair, number == 2),
                                                              max_plies, on_ply, stake)
    return BackgammonRecord(pair, number, BALLOT, opening_winner == 0, moves, points, points != 0, rolls,
                            stake.value if stake else 1, actions)


def play_game(position, players, dice, max_plies=MAX_PLIES, on_ply=lambda plies: None, stake=None):
    """Plays a game from `position`, which is seen from the winner of the opening roll; with the cube if there is a
    Stake.

    Returns the player who began, 0 or 1, the rolls, the moves, the points of player 0, and the actions with the cube.
    """
    rolls, moves, actions, points = [], [], [], 0
    roll = dice.opening()
    opening_winner = 0 if roll[0] > roll[1] else 1
    while len(moves) < max_plies:
        on_ply(len(moves))
        player = (opening_winner + len(moves)) % 2
        if stake and moves:
            actions += [(len(moves), *action) for action in use_cube(stake, position, player, players)]
            if stake.winner is not None:
                points = -stake.value if player else stake.value
                break
        rolls.append((max(roll), min(roll)))
        position = position.roll(*roll)
        moves.append(players[player].choose(position, position.legal_moves(), stake.value if stake else 1))
        position = position.play(moves[-1])
        if position.is_over():
            points = round(position.final_score())           # of the player who would be next
            points *= -1 if (opening_winner + len(moves)) % 2 else 1
            points = stake.points(points) if stake else points
            break
        roll = dice.roll()
    return opening_winner, tuple(rolls), tuple(moves), points, tuple(actions)
