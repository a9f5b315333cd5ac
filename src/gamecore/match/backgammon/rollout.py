"""Rollouts, which estimate the value of a backgammon position by self-play, adjusted for the luck of the dice.

The luck of a roll is the static value of the position after its best play, minus the mean of that value over all
rolls. Its expectation is 0 for any evaluation and any play, so subtracting it does not bias the estimate; the better
the evaluation, the smaller the remaining error.
"""
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor
from contextlib import nullcontext
from copy import copy
from dataclasses import dataclass, replace

from gamecore.core.checks import in_range
from gamecore.core.parallel import cores
from gamecore.core.processes import Workers, in_workers
from gamecore.engine import Engine
from gamecore.errors import GameOverError, LimitError, MoveError
from gamecore.games.backgammon.position import Backgammon, BackgammonMove
from gamecore.games.backgammon.stake import Stake
from gamecore.match.backgammon.games import MAX_PLIES, Dice, Engines, check_stake, use_cube
from gamecore.match.backgammon.stopping import Stopping


class RolloutPlayer:
    """A player that plays both sides of a game with a cube. It has an engine for each stake of a match."""

    def __init__(self, engine, plies, first):
        self.plies, self.first = plies, first
        self.engines = Engines(engine)
        self.score = self.engines[first].settings["match"]

    def decide(self, position, stake, side):
        return self.engines[stake.value].decide(position, self.plies, **stake.cube_arguments(side))

    def search(self, position, stake, side):
        """Returns the equity of the side on roll before a roll, at the current stake."""
        found = self.decide(position, stake, side)
        return found.no_double if found.reason else max(found.no_double, min(found.double_take, found.double_pass))

    def equity(self, equity, value, position):
        """Converts an equity of the player on roll from the current stake to the first stake."""
        if value == self.first or self.score is None:
            return equity * value / self.first
        black, score = position.turn == "black", self.engines[value].settings["match"]
        return (score.chance_of(equity, black) - self.score.chance_of(0, black)) / self.score.unit

    def unit(self, value):
        """Returns the value of an equity of 1 at a stake, in units of the first stake."""
        score = self.engines[value].settings["match"]
        return value / self.first if score is None else score.unit / self.score.unit


@dataclass(frozen=True)
class RolledGame:
    """The result of a game of a rollout."""

    points: float                    # its value for the player on roll in its first position: -3..3 for money, at a
                                     # score its value for the match; for a truncated game the score of its last
                                     # position by a search as deep as those of the plays
    luck: float                      # of that player, on the same scale
    plies: int
    result: int                      # the kind of win, with the gammons that count, -3..3; 0 for a truncated game

    @property
    def complete(self) -> bool:
        return self.result != 0


def rollout(position: Backgammon, games: int, engine: Engine, plies: int = 0, truncate: int | None = None,
            seed: int = 0, on_ply: Callable[[int, int], object] | None = None, jobs: int = 1,
            stopping: Stopping | None = None, executor: Executor | None = None,
            stake: Stake | None = None) -> Iterator[RolledGame]:
    """Plays games from a position and yields their results.

    Parameters
    ----------
    position : Backgammon
        A position before or after the roll. In the latter case all games begin with this roll, which does not count as
        luck.
    games : int
        The largest number of games, 1 or more.
    engine : Engine
        The player. With a MatchScore it plays for the match, and equities and luck are on its scale.
    plies : int, default 0
        The layers of chance in the search for a play.
    truncate : int, optional
        The ply after which a game ends with the value of a search of `plies`.
    seed : int, default 0
        The seed of the dice.
    on_ply : callable, optional
        Called with (number, plies) before each roll, or with several jobs after each game.
    jobs : int, default 1
        Processes that play.
    stopping : Stopping, optional
        Decides when enough games have been played; for one position.
    executor : concurrent.futures.Executor, optional
        The executor whose workers play, in place of `jobs`; it is not closed.
    stake : Stake, optional
        The stake of games with a cube, in which White is side 0. Both sides double, take and pass by the search that
        chooses their plays, but neither side doubles before the first roll. Points and luck are for its cube's value.

    Yields
    ------
    RolledGame

    Raises
    ------
    LimitError, GameOverError, SettingsError
        If a number is out of range, the game is over in the position, or the stake has a score and the engine none, or
        a double that was not taken.
    """
    check_stake(stake, engine)
    check(position, games, engine, plies, truncate)
    stopping = stopping or Stopping(1)
    for (game,) in rounds([position], games, engine, plies, truncate, seed, on_ply, jobs, stopping, executor, stake):
        stopping.add([game])
        yield game


def rollout_of_plays(position: Backgammon, plays: Sequence[BackgammonMove | str], games: int, engine: Engine,
                     plies: int = 0, truncate: int | None = None, seed: int = 0,
                     on_ply: Callable[[int, int], object] | None = None, jobs: int = 1,
                     stopping: Stopping | None = None, executor: Executor | None = None) -> Iterator[list[RolledGame]]:
    """Plays games from the positions after several plays of a roll, with the same dice for each.

    Parameters
    ----------
    position : Backgammon
        A position after the dice.
    plays : list of BackgammonMove or str
    games : int
        The largest number of games of each play, 1 or more.
    engine, plies, truncate, seed, on_ply, jobs, executor
        As for `rollout`; the play itself does not count as a ply.
    stopping : Stopping, optional
        Decides which plays are dropped and when enough games have been played; for as many positions as plays.

    Yields
    ------
    list of RolledGame
        One game for each play of `stopping.wanted`, by default all. They have the same dice, so their differences
        depend less on luck than their points. Points are those of the player who plays.

    Raises
    ------
    MoveError, LimitError, GameOverError
        If a play is not legal or is given twice, a number is out of range, or the game is over.
    """
    check(position, games, engine, plies, truncate)
    children = [position.play(move) for move in distinct(position, plays)]
    stopping = stopping or Stopping(len(children))
    for rolled in rounds(children, games, engine, plies, truncate, seed, on_ply, jobs, stopping, executor):
        rolled = [replace(game, points=-game.points, luck=-game.luck, result=-game.result) for game in rolled]
        stopping.add(rolled)
        yield rolled


def rounds(positions, games, engine, plies, truncate, seed, on_ply, jobs, stopping, executor, stake=None):
    """Yields, per game number, a game from each remaining candidate, with the same dice."""
    if stopping.positions != len(positions):
        raise LimitError(f"a Stopping of {stopping.positions} positions cannot compare {len(positions)}")
    on_ply = on_ply or (lambda number, plies: None)
    play = Round(positions, engine, plies, truncate or MAX_PLIES, seed, stake)
    jobs = in_range("jobs", jobs, 1) if executor is None else cores()
    with Workers(jobs) if executor is None and jobs > 1 else nullcontext(executor) as workers:
        for numbers in stopping.batches(games):
            items = [(number, tuple(stopping.wanted)) for number in numbers]
            if workers is None:
                yield from (play(item, on_ply) for item in items)
                continue
            for number, rolled in zip(numbers, in_workers(play, items, workers, jobs, "games"), strict=True):
                on_ply(number, rolled[-1].plies)
                yield rolled


class Round:
    """A task that plays a game from each position with the same dice. In another process it makes an engine of its
    own."""

    def __init__(self, positions, engine, *arguments):
        self.positions, self.engine, self.arguments = positions, engine, arguments

    def __call__(self, item, on_ply=lambda number, plies: None):
        plies, limit, seed, stake = self.arguments
        number, wanted = item
        return [roll_out(self.positions[i], self.engine, plies, limit, Dice(seed, number),
                         lambda done: on_ply(number, done), copy(stake)) for i in wanted]


def distinct(position, plays):
    """Returns the plays that the texts mean, in order."""
    moves = [position.read_move(play) for play in plays]
    if not moves:
        raise MoveError(f"no play of {str(position)!r} to roll out in {plays!r}")
    for i, move in enumerate(moves):
        if move in moves[:i]:
            raise MoveError(f"the play {str(plays[i])!r} is given twice in {[str(play) for play in plays]!r}")
    return moves


def check(position, games, engine, plies, truncate):
    for name, value in {"games": games, "truncate": 1 if truncate is None else truncate}.items():
        in_range(name, value, 1)
    if position.is_over():
        raise GameOverError(f"no rollout: the game is over in {str(position)!r}")
    engine.search(position, depth=plies, nodes=1)          # raises errors before the first game


def roll_out(position, engine, plies, limit, dice, on_ply, cube=None):
    """Plays a game, with the cube if there is a Stake."""
    luck, sign, done = 0.0, 1, 0                 # sign: 1 when the player to whom the result belongs is on roll
    stake = cube or Stake(value=getattr(engine.settings["match"], "cube", 1))
    table = RolloutPlayer(engine, plies, stake.value)
    while done < limit and not position.is_over():
        on_ply(done)
        if cube and done:
            use_cube(stake, position, int(position.turn == "black"), (table, table))
            if stake.winner is not None:
                return RolledGame(sign * table.equity(1.0, stake.value, position), luck, done, sign)
        if position.dice is None:
            position, won = roll_with_luck(position, table.engines[stake.value], dice.roll())
            luck += sign * won * table.unit(stake.value)
        position = position.play(choose(position, table.engines[stake.value], plies))
        sign, done = -sign, done + 1
    result = 0
    if position.is_over():
        result = stake.counted(round(position.final_score()))
        equity = table.engines[stake.value].evaluate(position) if stake.counts_gammons else result
    elif cube:
        equity = table.search(position, stake, int(position.turn == "black"))
    else:
        equity = engine.search(position, depth=plies).score
    return RolledGame(sign * table.equity(equity, stake.value, position), luck, done, sign * result)


def roll_with_luck(position, engine, roll):
    """Returns the position after a roll, and the luck of the roll for the player on roll."""
    rolled = position.roll(*roll)
    return rolled, engine.search(rolled, depth=0).score - engine.search(position, depth=1).score


def choose(position, engine, plies):
    moves = position.legal_moves()
    return moves[0] if len(moves) == 1 else engine.search(position, depth=plies).move
