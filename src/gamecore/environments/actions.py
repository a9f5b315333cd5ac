"""A turn as both adapters see it: numbers for what can be done, and what a player observes.

An action has one meaning wherever it is legal. In backgammon an action is a step: a checker goes from a point by a die,
which makes 25 points times 6 dice and the pass, 151 numbers. The alternative, a number for each play of two to four
steps, needs some 25,000, of which a network would see few often enough to learn them. The steps of a play go from its
highest point down, and a play that can be made in several ways is made in one of them, so every play has one sequence
of numbers.
"""
import numpy

from gamecore import arrays
from gamecore.games.backgammon.notation import BAR, NAMES, OFF
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.checkers.position import Checkers
from gamecore.games.connect_four.position import ConnectFour

GAMES = {"connect-four": ConnectFour, "checkers": Checkers, "backgammon": Backgammon}
SIDES = {ConnectFour: ("x", "o"), Checkers: ("black", "white"), Backgammon: ("white", "black")}
PASS = 0                             # of backgammon's numbers: the others are 25 * (die - 1) + point, the bar being 25
# Numbers of actions: 7 columns; 32 x 32 squares for each of up to 16 jumps with the same ends; steps and the pass.
ACTIONS = {ConnectFour: 7, Checkers: 32 * 32 * 16, Backgammon: 6 * BAR + 1}
SHAPES = arrays.SHAPES | {Backgammon: (3, 26)}                   # of an observation
OTHER_VIEW = {ConnectFour: [1, 0], Checkers: [2, 3, 0, 1, 4], Backgammon: [1, 0, 2]}     # of the planes
HIGHEST = {ConnectFour: 1, Checkers: 1, Backgammon: 15}          # number in a plane
MOST_POINTS = {ConnectFour: 1, Checkers: 1, Backgammon: 3}
POINTS = {"win": 1, "draw": 0, "loss": -1}


class Turn:
    """A position, and the steps already taken of a play of backgammon.

    Attributes
    ----------
    position : ConnectFour, Checkers or Backgammon
    taken : tuple of int
        The numbers of these steps; they are not in the position yet.
    actions : dict of int to move
        What can be done, ascending: the move that an action makes, or None if its play goes on; none in a finished
        game.
    """

    def __init__(self, position, taken=()):
        self.position, self.taken = position, taken
        self.actions = dict(sorted(self.list_actions())) if position.outcome is None else {}

    def list_actions(self):
        """(number, move or None) of each action."""
        if not isinstance(self.position, Backgammon):
            numbers, _ = arrays.legal_moves(arrays.pack([self.position]))
            yield from zip(numbers.tolist(), self.position.legal_moves())
            return
        done = len(self.taken)
        for play in self.position.legal_moves():
            numbers = numbers_of(play, self.position.dice)
            if numbers[:done] == self.taken:
                yield numbers[done], play if len(numbers) == done + 1 else None

    def after(self, action):
        """The turn after an action, which may wait for the dice."""
        move = self.actions[action]
        if move is None:
            return Turn(self.position, (*self.taken, action))
        return Turn(self.position.play(move))

    @property
    def player(self):
        """The player to move: 0 for the side that begins the game, or 1."""
        return SIDES[type(self.position)].index(self.position.turn)

    def view(self, player):
        """The planes, uint8, a player's own ones first; in backgammon with a third one, in which place n counts the
        dice that show n and are to be played."""
        game = type(self.position)
        planes = arrays.planes(arrays.pack([self.position]))[0]
        if game is Backgammon:
            planes = self.after_steps(planes)
        return planes if player == self.player else planes[OTHER_VIEW[game]]

    def after_steps(self, planes):
        """The planes of backgammon after the steps taken, with the plane of dice."""
        own, other, dice = planes = numpy.concatenate([planes, numpy.zeros((1, 26), numpy.uint8)])
        for die in rolled(self.position.dice):
            dice[die] += 1
        for number in filter(None, self.taken):
            point, to, die = step_of(number)
            own[point] -= 1
            own[to] += 1
            dice[die] -= 1
            if to != OFF and other[BAR - to]:            # a blot
                other[BAR - to] -= 1
                other[BAR] += 1
        return planes

    def returns(self):
        """What each player has won in a finished game."""
        own = (self.position.final_score() if isinstance(self.position, Backgammon)
               else POINTS[self.position.outcome])
        return [own, -own] if self.player == 0 else [-own, own]


def rolled(dice):
    """The dice to be played: four of a double, none before the roll."""
    return [] if dice is None else [*dice] * (2 if dice[0] == dice[1] else 1)


def numbers_of(play, dice):
    """The numbers of a play's steps. Bearing off uses the exact die if it is left, otherwise the highest one."""
    left = rolled(dice)
    for point, to in play.steps:
        if to != OFF:
            left.remove(point - to)
    numbers = []
    for point, to in play.steps:
        die = point - to
        if to == OFF:
            die = point if point in left else max(left)
            left.remove(die)
        numbers.append(25 * (die - 1) + point)
    return tuple(numbers) or (PASS,)


def step_of(number):
    """Point, new point and die of a step."""
    die, point = divmod(number - 1, 25)
    return point + 1, max(point - die, OFF), die + 1


def name_of(turn, number):
    """An action as text, where it is legal: a move, or a step of a play such as "8/5"."""
    if not isinstance(turn.position, Backgammon):
        return str(turn.actions.get(number, number))
    point, to, _ = step_of(number)
    return "pass" if number == PASS else f"{NAMES.get(point, point)}/{NAMES.get(to, to)}"
