"""The five probabilities of the results of a game of backgammon, at a depth."""
from math import fsum


class RollNode:
    """A position before the dice in a tree with the best play of each roll.

    Attributes
    ----------
    rolls : list of (float, RollNode)
        The probability of each roll, and the node after its play; empty for a leaf.
    five : list of 5 float
        The probabilities for the side on roll: win, gammon won, backgammon won, gammon lost, backgammon lost; each
        includes those after it on its side.
    """

    def __init__(self, position, depth, static, search, exact=lambda position: None):
        """The arguments are those of `expected`; a position that `exact` knows is a leaf."""
        self.position, self.exact, self.rolls = position, exact(position), []
        if depth == 0 or self.exact or position.is_over():
            self.five = static(position)
            return
        for dice, share in position.outcomes():
            rolled = position.roll(*dice)
            after = rolled.play(search(rolled, depth - 1).move)
            self.rolls.append((share, RollNode(after, depth - 1, static, search, exact)))
        rolls = [(share, swapped(node.five)) for share, node in self.rolls]
        self.five = [fsum([share * five[i] for share, five in rolls]) for i in range(5)]


def swapped(five):
    """Returns the probabilities from the other side's view."""
    win, gammon, backgammon, lost, worse = five
    return [1 - win, lost, worse, gammon, backgammon]


def expected(position, depth, static, search):
    """Returns RollNode.five of a position before or after the dice, `depth` rolls deep.

    `static` maps a position before the dice to its probabilities. `search` maps (position, depth) to a SearchResult and
    chooses the play of each roll with the remaining depth.
    """
    if position.dice:
        return swapped(RollNode(position.play(search(position, depth).move), depth, static, search).five)
    return RollNode(position, depth, static, search).five
