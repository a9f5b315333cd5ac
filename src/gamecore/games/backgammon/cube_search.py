"""The cube decision by a search.

Before each roll of the search a side may double, and the other side takes or passes. The search finds the play of each
roll without regard to the cube. For money, the bear-off table has exact values for up to six checkers per side, all at
home. All other leaves use the estimate of cube.py.
"""
from functools import cache
from math import fsum

from gamecore.errors import GameOverError, PositionError
from gamecore.games.backgammon.cube import (CENTRED, MAX_CUBE, NOBODY, OPPONENT, PLAYER, Cube, RaceCube, action_of,
                                            at_least, check_money_rules, check_owner, cube_at, is_dead, money, sides)
from gamecore.games.backgammon.probabilities import RollNode
from gamecore.games.backgammon.races import RaceNet
from gamecore.games.backgammon.two_sided import MOST, TwoSided

OTHER = {CENTRED: CENTRED, PLAYER: OPPONENT, OPPONENT: PLAYER, NOBODY: NOBODY}


class CubeNode:
    """The values of a RollNode with the cube, for its side on roll.

    `point_values` are functions of points, as for Cube, one for this side and one for the other. The rules are those of
    Engine.decide.
    """

    def __init__(self, node, point_values, jacoby=False, beavers=False):
        self.point_value, self.exact, self.beavers, self.jacoby = point_values[0], node.exact, beavers, jacoby
        self.children = [(share, CubeNode(child, point_values[::-1], jacoby, beavers)) for share, child in node.rolls]
        self.points = node.position.final_score() if node.position.is_over() else None
        self.leaf = None if self.children or self.points is not None else cube_of(node, point_values[0], jacoby)
        self.kept = cache(self.compute)  # (cube, owner) -> the value without a double

    def compute(self, cube, owner):
        """Returns the value if the side on roll does not double."""
        if self.points is not None:
            won = self.points > 0
            return self.point_value(cube * ((1 if won else -1) if self.jacoby and owner == CENTRED else self.points))
        if self.exact:
            return cube * self.exact[owner]
        if self.children:
            return -fsum([share * child.value(cube, OTHER[owner]) for share, child in self.children])
        return self.leaf.value(cube, sides(owner))

    def taken(self, cube):
        """Returns the value after a double of this cube and a take."""
        value = self.kept(2 * cube, OPPONENT)
        return min(value, self.kept(4 * cube, OPPONENT)) if self.beavers and 4 * cube <= MAX_CUBE else value

    def value(self, cube, owner):
        """Returns the value before the decision to double."""
        kept, passed = self.kept(cube, owner), self.point_value(cube)
        if owner in (OPPONENT, NOBODY) or is_dead(self.point_value, cube):
            return kept
        return max(kept, min(self.taken(cube), passed))


def cube_of(node, worth, jacoby):
    """Returns the estimate of a RollNode's values."""
    sides = node.position.own, node.position.other
    if sum(max(point for point in range(26) if side[point]) for side in sides) > 25:
        return Cube(node.five, worth, jacoby=jacoby)
    return RaceCube(RaceNet.shipped().mean_rolls(node.position), node.five, worth, jacoby=jacoby)


def exact_for_money(position):
    """Returns, by the owner of the cube, the table's equities without a double; None for a position outside the
    table."""
    sides = position.own, position.other
    if any(any(side[7:]) or not 0 < sum(side[1:7]) <= MOST for side in sides):
        return None
    table, homes = TwoSided(), [side[1:7] for side in sides]
    centred, player, opponent = table.cubeful(*homes)
    return {CENTRED: centred, PLAYER: player, OPPONENT: opponent, NOBODY: 2 * table.win(*homes) - 1}


def decide(position, depth, static, search, score=None, cube=None, owner=CENTRED, jacoby=False, beavers=False):
    """Returns the Decision about the cube before a roll; Engine.decide describes the parameters."""
    cube, worth = cube_at(score, cube), money
    if position.dice:
        raise PositionError(f"the cube is turned before the dice, and {str(position)!r} has some")
    if position.is_over():
        raise GameOverError(f"no cube: the game is over in {str(position)!r}")
    check_owner(owner)
    check_money_rules(score, jacoby, beavers)
    if score is not None:
        worth = score.worth if position.turn == "white" else lambda points: -score.worth(-points)
        owner = NOBODY if score.crawford else owner
    node = RollNode(position, depth, static, search, exact_for_money if score is None else lambda position: None)
    found = CubeNode(node, (worth, money if score is None else lambda points: -worth(-points)), jacoby, beavers)
    estimate = cube_of(node, worth, jacoby)
    kept, taken = (estimate.scaled(value, cube) for value in (found.kept(cube, owner), found.taken(cube)))
    decision = estimate.decide(cube, owner)
    action = decision.action if decision.reason else action_of(kept, taken)
    if beavers and 4 * cube <= MAX_CUBE and not at_least(taken, 0):
        action = action.replace("take", "beaver")
    return decision._replace(action=action, no_double=kept, double_take=taken, exact=bool(node.exact),
                             probabilities=node.five)
