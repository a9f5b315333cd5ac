"""Max^n: minimax for several players, each of whom maximises his own utility."""

from collections.abc import Callable
from math import inf
from typing import Any, overload

from gamecore.core.checks import real
from gamecore.core.position import Move, Playable
from gamecore.errors import BoundsError, LimitError, TreeError
from gamecore.games.outside.turns import key_of
from gamecore.trees.depth_limited import unfold
from gamecore.trees.estimates import estimate
from gamecore.trees.nodes import Chance, InnerNode, Tree, check_height
from gamecore.trees.positions import plies
from gamecore.trees.result import Result, unexpected


@overload
def max_n(root: Playable[Move], depth: int | None = None, evaluate: Callable[[Any], Any] | None = None,
          bound: float | None = None) -> Result[Move]: ...
@overload
def max_n(root: Tree, depth: int | None = None, evaluate: Callable[[Any], Any] | None = None,
          bound: float | None = None) -> Result[Any]: ...
def max_n(root: Tree, depth: int | None = None, evaluate: Callable[[Any], Any] | None = None,
          bound: float | None = None) -> Result[Any]:
    """Searches a tree or a game of several players, and perhaps chance, by max^n.

    Max^n was introduced by Luckhardt & Irani, An algorithmic solution of N-person games (AAAI 1986). Each player
    chooses the child that is best for himself. Ties go to the first action, although a tie may matter to the other
    players. A position that has a `key()` is searched only once for each depth.

    Parameters
    ----------
    root : position, Player, Chance or tuple
        A position with a `mover()` and tuples of scores; or a tree whose leaves are tuples with a utility for each
        player.
    depth : int, optional
        Plies to search; to the end of the game if left out.
    evaluate : callable, optional
        Maps a position or an inner node at the horizon to a tuple of utilities, as in `depth_limited`.
    bound : real, optional
        The greatest possible sum of a leaf's utilities, none of them negative. It allows shallow pruning (Korf 1991),
        which does not change the value of the root.

    Returns
    -------
    Result
        The utilities of all players, the action at the root, and the number of leaves visited.

    Raises
    ------
    LimitError
        If the depth is not a number of plies, or the bound not a number.
    TreeError
        If there are nodes of another kind, or a game has no `mover()` or lasts more than 100 levels.
    BoundsError
        If a leaf has a negative utility, or a sum above the bound.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> root = tree([[(1, 6, 6), (7, 1, 2)], [(6, 1, 2), (7, 2, 1)]], layers="0 1")
    >>> max_n(root)
    Result(value=(7, 2, 1), action=1, leaves=4)
    >>> max_n(tree([[(5, 4, 1)], [(2, 6, 2), (9, 0, 1)]], layers="0 1"), bound=10)
    Result(value=(5, 4, 1), action=0, leaves=2)
    """
    if bound is not None and real(bound) is None:
        raise LimitError(f"bound must be a number, not {bound!r}")
    search = MaxN(inf if depth is None else plies(depth), bound)
    value, action = search.value(unfold(root, evaluate, False), 0, None, -inf)
    return Result(value, action, search.leaves)


class MaxN:
    """One search, with its depth, the bound on sums, the values known so far by position and depth, and the leaves
    visited so far."""

    def __init__(self, depth, bound):
        self.depth, self.bound, self.known, self.leaves = depth, bound, {}, 0

    def value(self, node, level, above, least):
        """Returns the utilities and the action of a node; `above`, the player who moves at the parent, is sure of at
        least `least`."""
        check_height(level)
        if node.turn is None or node.ply >= self.depth:
            self.leaves += 1
            return self.checked(node.final() if node.turn is None else estimate(node.evaluation())), None
        key = key_of(node.subject)
        place = key, self.depth - node.ply
        if key is not None and place in self.known:
            return self.known[place]
        if node.turn == "chance":
            values = [self.value(node[action], level + 1, None, -inf)[0] for action in node.actions]
            found, exact = (Chance(values, node.probabilities).mean(values), None), True
        else:
            *found, exact = self.best(node, level, above, least)
        if key is not None and exact:
            self.known[place] = tuple(found)
        return tuple(found)

    def best(self, node, level, above, least):
        """Returns the utilities and the action of a player's node, and whether all its children were searched."""
        player, best, chosen = node.turn, None, None
        if not isinstance(player, int):
            if isinstance(node.subject, InnerNode):
                raise unexpected(node.subject, "max^n", "players by number and CHANCE")
            raise TreeError(f"{node.subject!r:.200} has no mover(), which max^n needs; its two sides have minimax")
        for action in node.actions:
            if best is not None and self.bound is not None and above not in (None, player) \
                    and self.bound - best[player] <= least:
                return best, chosen, False
            utilities, _ = self.value(node[action], level + 1, player, -inf if best is None else best[player])
            if player >= len(utilities):
                raise TreeError(f"player {player} has no utility in {utilities!r}")
            if best is None or utilities[player] > best[player]:
                best, chosen = utilities, action
        return best, chosen, True

    def checked(self, utilities):
        if self.bound is not None and (min(utilities) < 0 or sum(utilities) > self.bound):
            raise BoundsError(f"utilities {utilities!r} are not all 0 or more with a sum of at most {self.bound!r}")
        return utilities
