"""Plain UCT, a search by sampling for games without an evaluation."""

from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import Any, Generic, NamedTuple, overload

from gamecore.core.checks import in_range, real
from gamecore.core.position import Move, Move_co, Playable
from gamecore.errors import LimitError, TreeError
from gamecore.trees.depth_limited import unfold
from gamecore.trees.nodes import Tree

LONGEST = 1000                       # plies of a random game


class Samples(NamedTuple, Generic[Move_co]):
    """The result of UCT.

    Attributes
    ----------
    value : float
        The mean result of the games that began with the move, for MAX.
    move : hashable or None
        The move that was tried most often; None if no player chooses at the root.
    visits : int
        Games played.
    nodes : int
        Positions reached, including those of the random games.
    pv : tuple
        The moves tried most often, as far as the tree goes.
    moves : dict
        For each move of the root that was tried, the pair of its visits and its mean result.
    """

    value: float
    move: Move_co
    visits: int
    nodes: int
    pv: tuple[Move_co, ...]
    moves: dict[Any, tuple[int, float]]


@overload
def uct(root: Playable[Move], nodes: int | None = None, seconds: float | None = None, exploration: float = sqrt(2),
        seed: int = 0) -> Samples[Move]: ...
@overload
def uct(root: Tree, nodes: int | None = None, seconds: float | None = None, exploration: float = sqrt(2),
        seed: int = 0) -> Samples[Any]: ...
def uct(root: Tree, nodes: int | None = None, seconds: float | None = None, exploration: float = sqrt(2),
        seed: int = 0) -> Samples[Any]:
    """Searches by UCT: plays random games from the leaves of a tree that grows towards the moves that have won most
    often.

    UCT was introduced by Kocsis & Szepesvari, Bandit based Monte-Carlo planning (ECML 2006), and uses UCB1 (Auer et al.
    2002). It needs no evaluation. Its choice converges to minimax's, but very slowly in trap states (Ramanujan,
    Sabharwal & Selman 2010). `gamecore.uct` is its compiled form for positions.

    Parameters
    ----------
    root : position or node
        A position of two players with the methods of `positions`, whose side to move is MAX; or a tree of MAX, MIN and
        chance. A win is 1 and a loss -1.
    nodes : int, optional
        Positions to reach; the last game is finished.
    seconds : float, optional
        Time limit. At least one limit is needed.
    exploration : float, optional
        The weight of the confidence bound's width, in units of the range of the results so far.
    seed : int, optional
        The seed of the random games, 0..2**64-1.

    Raises
    ------
    LimitError
        If there is no limit, a limit is not above 0, the exploration is negative or not finite, or the seed is out of
        range.
    TreeError
        If utilities are those of several players, or a game goes on for ever.

    Examples
    --------
    >>> from gamecore.trees import tree
    >>> found = uct(tree([[3, 12, 8], [2, 4, 6], [14, 5, 2]]), nodes=3000)
    >>> found.move, found.pv, round(found.value, 1)
    (0, (0, 0), 3.1)
    """
    if nodes is None and seconds is None:
        raise LimitError("a search needs a limit: nodes or seconds")
    for limit in (nodes, seconds):
        if limit is not None and not (real(limit) or 0) > 0:
            raise LimitError(f"limit {limit!r} is not above 0")
    if real(exploration) is None or not 0 <= exploration < inf:
        raise LimitError(f"exploration must be a finite number, 0 or more, not {exploration!r}")
    random = Random(in_range("seed", seed, 0, 2**64 - 1))
    search = UctSearch(unfold(root, None, False), exploration, random)
    end = inf if seconds is None else perf_counter() + seconds
    while True:
        search.sample()
        if search.nodes >= (nodes or inf) or perf_counter() >= end or search.root.turn is None:
            return search.found()


class Edge:
    """A node that has been reached, with the number of games that went through it and the sum of their results."""

    def __init__(self, node):
        self.node, self.turn, self.actions = node, node.turn, node.actions
        self.children, self.visits, self.total = {}, 0, 0.0

    @property
    def mean(self):
        return self.total / self.visits

    def most_visited(self):
        """Returns the action that was tried most often; of several such actions, the first."""
        return max(self.children, key=lambda action: self.children[action].visits)


class UctSearch:
    """The tree so far, and the range of the results."""

    def __init__(self, node, exploration, random):
        self.root, self.exploration, self.random = Edge(node), exploration, random
        self.nodes, self.low, self.high = 0, inf, -inf

    def sample(self):
        """Plays one game: down the tree, then one node further, and then at random to the end."""
        edge, path = self.root, [self.root]
        while edge.turn is not None:
            action = self.choice(edge)
            is_new = action not in edge.children
            if is_new:
                edge.children[action] = Edge(edge.node[action])
            self.nodes += 1
            edge = edge.children[action]
            path.append(edge)
            if is_new:
                break
        result = self.at_random(edge.node)
        self.low, self.high = min(self.low, result), max(self.high, result)
        for edge in path:
            edge.visits += 1
            edge.total += result

    def choice(self, edge):
        """Returns a random outcome at a chance node. For a player, returns the first untried action, or else the action
        with the highest bound."""
        if edge.turn == "chance":
            return self.random.choices(edge.actions, edge.node.probabilities)[0]
        untried = [action for action in edge.actions if action not in edge.children]
        if untried:
            return self.random.choice(untried)
        sign, width = (1 if edge.turn == "max" else -1), self.exploration * ((self.high - self.low) / 2 or 1)
        games = log(edge.visits)

        def bound(action):
            child = edge.children[action]
            return sign * child.mean + width * sqrt(games / child.visits)
        return max(edge.actions, key=bound)

    def at_random(self, node):
        """Returns the result of a game with uniformly random moves."""
        for _ in range(LONGEST + 1):
            if node.turn is None:
                result = node.final()
                if isinstance(result, tuple):
                    raise TreeError(f"UCT compares numbers, not utility tuples like {result!r}")
                return float(result)
            weights = node.probabilities if node.turn == "chance" else None
            node = node[self.random.choices(node.actions, weights)[0]]
            self.nodes += 1
        raise TreeError(f"a game at random was not over after {LONGEST} plies")

    def found(self):
        edge, line = self.root, []
        while edge.children and edge.turn != "chance":
            line.append(edge.most_visited())
            edge = edge.children[line[-1]]
        actions = {action: (child.visits, child.mean) for action, child in self.root.children.items()}
        value = actions[line[0]][1] if line else self.root.mean
        return Samples(value, line[0] if line else None, self.root.visits, self.nodes, tuple(line), actions)
