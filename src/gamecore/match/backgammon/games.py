"""The games of a backgammon match, with dice from a seed, with or without a cube."""
from dataclasses import dataclass, replace
from random import Random
from typing import NamedTuple

from gamecore.core.checks import in_range
from gamecore.engine import Engine
from gamecore.errors import LimitError
from gamecore.games.backgammon.cube import CENTRED, MAX_CUBE, OPPONENT, PLAYER
from gamecore.games.backgammon.position import Backgammon
from gamecore.match.games import Player, play_all

MAX_PLIES = 4000                                 # a sensible game takes 60, but every game must end


class Engines(dict):
    """The engine of a player for each stake of a match; for money it is the same for all."""

    def __init__(self, engine, stake):
        super().__init__({stake: engine})
        self.first = engine

    def __missing__(self, stake):
        settings = self.first.settings
        score = settings["match"]
        self[stake] = self.first if score is None else Engine(**settings | {"match": replace(score, cube=stake)})
        return self[stake]


class BackgammonPlayer(Player):
    """One side of a match of backgammon, whose engine stores nothing between searches."""

    def __init__(self, settings):
        super().__init__(settings)
        self.engines = Engines(self.engine, 1)

    def choose(self, position, moves, stake=1):
        """Returns the engine's move at a stake of the cube."""
        self.engine = self.engines[stake]
        return super().choose(position, moves)

    def check(self, position):
        """Raises the errors of a search with these settings."""
        self.engine.search(position, **self.settings.budget | {"depth": 0})
        self.engine.search(position, **self.settings.budget | {"nodes": 1})

    def decide(self, position, cube, owner, rules):
        """Returns the Decision before a roll, from a search as deep as that of a play."""
        return self.engines[cube].decide(position, self.settings.budget.get("depth", 0), cube, owner,
                                         jacoby=rules.jacoby, beavers=rules.beavers)


class CubeRules(NamedTuple):
    """The rules of a game with a cube: jacoby and beavers for money, see Engine.decide; crawford in a match."""

    jacoby: bool = False
    beavers: bool = False
    crawford: bool = False           # whether this is the Crawford game, in which nobody may double


class Cube:
    """The cube of a game between players 0 and 1."""

    def __init__(self, rules, value=1, owner=None):
        self.rules = rules
        self.value, self.owner = value, owner        # the owner is a player, or None for a centred cube
        self.actions = []                            # (plays before it, action, the stake after it)

    def offer(self, position, player, players, plays):
        """Lets the player on roll double and the other answer; returns whether the other passes."""
        if self.rules.crawford or self.owner not in (None, player) or 2 * self.value > MAX_CUBE:
            return False
        owner = self.place(player)
        own = other = players[player].decide(position, self.value, owner, self.rules)
        if not own.action.startswith("double"):
            return False
        if players[player] is not players[1 - player]:
            other = players[1 - player].decide(position, self.value, owner, self.rules)
        self.actions.append((plays, "double", 2 * self.value))
        if other.double_take > other.double_pass:
            self.actions.append((plays, "drop", self.value))
            return True
        beaver = other.action.endswith("beaver")
        self.value *= 4 if beaver else 2
        self.owner = 1 - player
        self.actions.append((plays, "beaver" if beaver else "take", self.value))
        return False

    def place(self, player):
        """Returns the cube's place as the player on roll sees it, for Engine.decide."""
        return CENTRED if self.owner is None else PLAYER if self.owner == player else OPPONENT

    @property
    def counts_gammons(self):
        return self.owner is not None or not (self.rules and self.rules.jacoby)

    def counted(self, points):
        """Returns the points of a finished game, of which a gammon may count 1, without the stake."""
        return points if self.counts_gammons else max(-1, min(points, 1))


@dataclass(frozen=True)
class BackgammonRecord:
    """A finished game."""

    pair: int                        # the number of its dice, from 1
    number: int                      # 1, or 2 where the dice are repeated with sides exchanged
    a_first: bool                    # whether side a won the opening roll
    rolls: tuple[tuple[int, int], ...]           # the larger die first
    moves: tuple                     # a BackgammonMove for each roll
    points: int                      # of side a, with the cube; 0 if the limit of plies ended the game
    cube: int = 1                    # its value at the end
    actions: tuple = ()              # with the cube, as in Cube

    @property
    def complete(self):
        return self.points != 0


class Dice:
    """The rolls of a game, which depend only on the seed and the number."""

    def __init__(self, seed, number):
        self.random = Random(f"{seed} {number}").random

    def roll(self):
        return int(6 * self.random()) + 1, int(6 * self.random()) + 1

    def opening(self):
        """Returns the opening roll of two different dice, whose larger one decides who plays them."""
        first, second = self.roll()
        while first == second:
            first, second = self.roll()
        return first, second


def play_match(games, a, b, seed=0, duplicate=False, max_plies=MAX_PLIES, on_ply=lambda pair, number, plies: None,
               jobs=1, executor=None, rules=None):
    """Plays games of backgammon.

    Parameters
    ----------
    games : int
        1 or more; with `duplicate` an even number.
    a, b : Player
    seed : int, default 0
        The seed of the dice.
    duplicate : bool, default False
        Whether every game is repeated with the same dice and sides exchanged.
    max_plies : int, default 4000
        A longer game scores nothing.
    on_ply, jobs, executor
        As for `gamecore.match.games.play_match`.
    rules : CubeRules, optional
        Those of games with a cube.

    Yields
    ------
    BackgammonRecord

    Raises
    ------
    LimitError, BatchError
        As there; also for an odd number of games with `duplicate`.
    """
    games = in_range("the number of games", games, 1)
    if duplicate and games % 2:
        raise LimitError(f"the number of games must be even, since all dice are used twice, not {games!r}")
    max_plies = in_range("the limit of plies", max_plies, 1)
    items = [(pair, number) for pair in range(1, (games // 2 if duplicate else games) + 1)
             for number in ((1, 2) if duplicate else (1,))]
    return play_all(items, play_dice, a, b, (seed, max_plies, rules), on_ply, in_range("jobs", jobs, 1), executor)


def play_dice(item, a, b, seed, max_plies, rules=None, on_ply=lambda plies: None):
    """Plays a game with the dice of a pair; a is player 0 in the first, b in the second, and player 0 is white."""
    pair, number = item
    first, second = Dice(seed, pair).opening()
    position = Backgammon() if (first > second) == (number == 1) else Backgammon().swapped()
    cube = None if rules is None else Cube(rules)
    opening_winner, rolls, moves, points = play_game(position, (a, b) if number == 1 else (b, a), Dice(seed, pair),
                                                     max_plies, on_ply, cube)
    sign, told = 1 if number == 1 else -1, () if cube is None else (cube.value, tuple(cube.actions))
    return BackgammonRecord(pair, number, (opening_winner == 0) == (number == 1), rolls, moves, sign * points, *told)


def play_game(position, players, dice, max_plies=MAX_PLIES, on_ply=lambda plies: None, cube=None):
    """Plays a game from `position`, seen by the winner of the opening roll, with a Cube if there is one.

    Returns the player who began, 0 or 1, the rolls, the moves, and the points of player 0.
    """
    rolls, moves = [], []
    roll = dice.opening()
    opening_winner = 0 if roll[0] > roll[1] else 1
    while len(moves) < max_plies:
        on_ply(len(moves))
        player = (opening_winner + len(moves)) % 2
        if cube and moves and cube.offer(position, player, players, len(moves)):
            return opening_winner, tuple(rolls), tuple(moves), -cube.value if player else cube.value
        rolls.append((max(roll), min(roll)))
        position = position.roll(*roll)
        moves.append(players[player].choose(position, position.legal_moves(), cube.value if cube else 1))
        position = position.play(moves[-1])
        if position.is_over():
            points = round(position.final_score())           # of the player who would be next
            points *= -1 if (opening_winner + len(moves)) % 2 else 1
            return opening_winner, tuple(rolls), tuple(moves), cube.value * cube.counted(points) if cube else points
        roll = dice.roll()
    return opening_winner, tuple(rolls), tuple(moves), 0
