"""A compiled search, node by node: the nodes that the engine visited, in its order, as an explicit tree with alpha and
beta.

The engine searches the position through a `Recorder`, a Python game that records every call. The tree is made from the
record; `trees.alpha_beta`, the textbook's, must then visit the same nodes of it.
"""
from dataclasses import dataclass
from math import copysign, isinf
from typing import Any

from gamecore.engine import Engine
from gamecore.errors import GameError, SwitchError
from gamecore.games.outside.python_game import PythonGame
from gamecore.laboratory.pruning import ORDERS
from gamecore.laboratory.solved import lent
from gamecore.search.token import StopToken
from gamecore.trees import UNSEEN, Max, Min, Trace, alpha_beta
from gamecore.trees.estimates import estimate
from gamecore.trees.positions import moves_again

WIN = 30000                          # core/score.pxd: a win in n plies is WIN - n
FOLLOWED = {"evaluation", "quiescence", "repetition", "definition", "pruning", "hint"}


def record(position: Any, depth: int, *, switches: str = "evaluation,pruning,hint", order: str = "full", seed: int = 0,
           evaluation: Any = None) -> Trace:
    """Searches a position with the compiled search, and shows the nodes that it visited.

    Parameters
    ----------
    position : ConnectFour, Checkers, PythonGame or CompiledGame
        A position of a game without chance; the side to move is MAX.
    depth : int
        Plies, in one iteration; the whole tree is kept, so its size limits the depth.
    switches : str or iterable of str
        pruning, and any of evaluation, quiescence, repetition and hint. The others have no place in a textbook's tree:
        with a table, deepening or narrow windows a node is visited more than once, or not at all.
    order, seed, evaluation
        As for `Engine`; any order.

    Returns
    -------
    gamecore.trees.Trace
        The tree: below each visited node its children in the order in which the engine visited them, then, as `UNSEEN`,
        those that it cut. Leaves are the engine's scores for MAX: a win in n plies is 30000 - n, finite scores are
        counted in the game's unit, and those at the horizon are drawn as estimates, with a ~. The trace adds windows,
        values and the chosen move, prints as a table and draws as a tree.

    Raises
    ------
    SwitchError
        pruning is off, or a switch is on that cannot be followed.
    GameError
        The game is one of chance, or gives different answers to the same question.

    Examples
    --------
    >>> import gamecore
    >>> trace = record(gamecore.ConnectFour("112233"), depth=2, switches="pruning", order="none")
    >>> trace.value, trace.action, trace.leaves
    (29999, 4, 13)
    """
    names = names_of(switches)
    if getattr(position, "outcomes", None) is not None:
        raise GameError(f"record() follows two players, not chance, which {type(position).__name__}.outcomes() has")
    engine, horizon = (Engine(hash_mb=1, switches=names, order=order, seed=seed, evaluation=evaluation)
                       for _ in range(2))
    result = engine.search(position, depth=depth)
    notes = {}
    recorded = engine.search(Recorder(position, notes, horizon.evaluate), depth=depth)
    trace = alpha_beta(grow(notes, depth))               # has to visit the same nodes and find the same
    retraces = (trace.value, trace.action) == (recorded.score, recorded.move) and trace.visits.keys() == notes.keys()
    if not (agree(recorded, result) and retraces):
        raise GameError(
            f"{type(position).__name__} does not answer the same question twice in the same way: {position!r:.200}")
    return trace


def first_levels(position: Any, depth: int, order: str = "static", *, levels: int = 4, seed: int = 0,
                 max_nodes: int | None = None, token: StopToken | None = None) -> list | None:
    """Returns the first levels of a game's tree, and which nodes of them a search to a depth visited.

    Parameters
    ----------
    position, depth
        As for `record`.
    order : str
        Among `gamecore.laboratory.pruning.ORDERS`, with its switches.
    levels : int
        Plies of the tree.
    seed : int
        Of order "random".
    max_nodes : int, optional
        Of the search.
    token : StopToken, optional
        Ends the search.

    Returns
    -------
    list or None
        A node: one entry for each legal move, in the order of `legal_moves()`: the child, or 0 if it was not visited.
        The list of a node on the last level is empty, as is that of a finished game. None if the search was cut short.

    Notes
    -----
    The search uses the interface of Python games, where history and killers index moves in another way than in a
    compiled game: with "full" and "full+table" the number of nodes may differ (measured: up to 4 % in connect four,
    29 % in checkers). The other orders visit the same nodes.

    Examples
    --------
    >>> from gamecore.examples.nim import Nim
    >>> first_levels(Nim(7), 4, "none", levels=2)
    [[[], []], [[], 0]]
    """
    switches, engine_order = ORDERS[order]
    switches += ",evaluation"
    engine, horizon = (Engine(hash_mb=1, switches=switches, order=engine_order, seed=seed) for _ in range(2))
    notes: dict[tuple, Note] = {}
    result = engine.search(Recorder(position, notes, horizon.evaluate), depth, max_nodes, token=token)
    if result.stop in ("nodes", "stop"):
        return None
    levels = min(levels, depth)

    def node(position, path):
        if path not in notes:
            return 0
        if len(path) == levels or position.is_over():
            return []
        return [node(position.play(move), (*path, move)) for move in position.legal_moves()]

    return node(position, ())


def names_of(switches):
    """Returns the names of switches that can be followed, pruning among them."""
    names = [name.strip() for name in switches.split(",")] if isinstance(switches, str) else list(switches)
    for name in names:
        if name not in FOLLOWED:
            raise SwitchError(f"record() follows {', '.join(sorted(FOLLOWED))}, not {name!r}")
    if "pruning" not in names:
        raise SwitchError(f"record() shows what pruning cuts, which is not among {','.join(names)!r}")
    return names


@dataclass
class Note:
    """The record of the search's calls for one position."""

    moves: tuple = ()                # the legal moves, if it wanted them
    score: int = 0                   # for the side to move; a horizon or a repetition may be worth 0 unasked
    final: bool = False              # whether the game is over there
    sign: int = 1                    # 1 where MAX is the side to move, -1 where MIN is


class Recorder(PythonGame):
    """A game that records the search's calls for any position: by path, parents first, children in the order of their
    visits."""

    key, hint, is_quiet, is_reversible, same_player = map(
        lent, ("key", "hint", "is_quiet", "is_reversible", "same_player"))

    def __init__(self, position, notes, evaluate, path=(), sign=1):
        self.position, self.notes, self.evaluator, self.path = position, notes, evaluate, path
        self.note = notes[path] = Note(sign=sign)

    def legal_moves(self):
        if not self.path:                        # the search begins; or begins again, in order `perfect`
            self.notes.clear()
            self.notes[()] = self.note
        self.note.moves = tuple(self.position.legal_moves())
        return self.note.moves

    def play(self, move):
        sign = self.note.sign if moves_again(self.position, move) else -self.note.sign
        return Recorder(self.position.play(move), self.notes, self.evaluator, (*self.path, move), sign)

    def is_over(self):
        """Answers as the search asks: not for a game that could only list its moves."""
        return type(self.position).is_over is not PythonGame.is_over and self.position.is_over()

    def final_score(self):
        score = self.position.final_score()
        self.note.score, self.note.final = counted(score, getattr(self.position, "unit", 1), len(self.path)), True
        return score if isinf(score) else self.note.score

    def evaluate(self):
        self.note.score = self.evaluator(self.position)
        return self.note.score


def counted(score, unit, ply):
    """Returns a final score in negamax's units, `ply` plies below the root, halves rounded away from 0; a win by its
    distance."""
    return int(copysign(WIN - ply if isinf(score) else abs(score) / unit + 0.5, score))


def grow(notes, depth):
    """Returns the tree of visited nodes, in MAX's values; a leaf at the horizon or beyond is an estimate, unless the
    game is over there."""
    visited = {path: [] for path in notes}
    for path in list(notes)[1:]:
        visited[path[:-1]].append(path[-1])

    def node(path):
        note = notes[path]
        sign = note.sign
        if not note.moves:
            return sign * note.score if note.final or len(path) < depth else estimate(sign * note.score)
        children = {move: node((*path, move)) for move in visited[path]}
        children |= {move: UNSEEN for move in note.moves if move not in children}
        return Max(children) if sign > 0 else Min(children)

    return node(())


def agree(recorded, result):
    """Whether the recorded search equals the position's own."""
    return all(getattr(recorded, name) == getattr(result, name) for name in ("score", "pv", "nodes", "leaves"))
