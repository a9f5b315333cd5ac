"""The record of a compiled search, as an explicit tree of the nodes that the engine visited, with alpha and beta.

The engine searches the position through a `Recorder`, a Python game that records every call. The tree is built from
this record. The textbook's alpha-beta, `trees.alpha_beta`, must then visit the same nodes.
"""
from dataclasses import dataclass
from math import copysign, isinf
from typing import Any

from gamecore.engine import Engine
from gamecore.errors import GameError, SwitchError
from gamecore.games.outside.position import CompiledGame
from gamecore.games.outside.python_game import PythonGame
from gamecore.games.outside.turns import key_of
from gamecore.laboratory.pruning import ORDERS
from gamecore.laboratory.solved import lent
from gamecore.core.token import StopToken
from gamecore.trees import UNSEEN, Max, Min, Trace, alpha_beta
from gamecore.trees.estimates import estimate
from gamecore.trees.positions import moves_again

__all__ = ["first_levels", "record"]

WIN = 30000                          # core/score.pxd: a win in n plies is WIN - n
FOLLOWED = {"evaluation", "quiescence", "repetition", "definition", "pruning", "hint"}


def record(position: Any, depth: int, *, switches: str = "evaluation,pruning,hint", order: str = "full", seed: int = 0,
           evaluation: Any = None) -> Trace:
    """Searches a position with the compiled search and returns the nodes that it visited.

    Parameters
    ----------
    position : ConnectFour, Checkers, PythonGame or CompiledGame
        A position of a game without chance; the side to move is MAX.
    depth : int
        Plies, in one iteration. The whole tree is kept, so its size limits the depth.
    switches : str or iterable of str
        `pruning`, and any of `evaluation`, `quiescence`, `repetition` and `hint`. With a table, deepening or narrow
        windows a node is visited more than once, or not at all.
    order, seed, evaluation
        As for `Engine`; any order.

    Returns
    -------
    gamecore.trees.Trace
        The tree, with the windows, the values and the chosen move; it prints as a table and draws as a tree. The
        children of a visited node are in the order of the engine's visits, followed by the cut ones as `UNSEEN`. Leaves
        are the engine's scores for MAX: a win in n plies is 30000 - n, other scores are in the game's unit, and scores
        at the horizon are drawn as estimates, with a ~.

    Raises
    ------
    SwitchError
        If `pruning` is off, or a switch is on that cannot be followed.
    GameError
        If it is a game of chance, or a game whose answers are inconsistent.

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
    engine = Engine(hash_mb=1, switches=names, order=order, seed=seed, evaluation=evaluation)
    result = engine.search(position, depth=depth)
    notes = {}
    lent_order = (lambda recorder, move: order(recorder.position, move)) if callable(order) else order
    recorded = Engine(hash_mb=1, switches=names, order=lent_order, seed=seed).search(
        Recorder(position, notes, horizon_of(engine)), depth=depth)
    trace = alpha_beta(grow(notes, depth))               # has to visit the same nodes and find the same
    retraces = (trace.value, trace.action) == (recorded.score, recorded.move) and trace.visits.keys() == notes.keys()
    if not (agree(recorded, result) and retraces):
        raise GameError(
            f"{type(position).__name__} does not answer the same question twice in the same way: {position!r:.200}")
    return trace


def first_levels(position: Any, depth: int, order: str = "static", *, levels: int = 4, seed: int = 0,
                 max_nodes: int | None = None, token: StopToken | None = None) -> list | None:
    """Returns the first levels of a game's tree, in which the nodes that a search to a depth visited are marked.

    Parameters
    ----------
    position, depth, seed
        As for `record`.
    order : str
        One of `gamecore.laboratory.pruning.ORDERS`, with its switches.
    levels : int
        Plies of the tree.
    max_nodes, token
        Of the search.

    Returns
    -------
    list or None
        The root. A node is a list with an entry for each legal move, in the order of `legal_moves()`: the child, or 0
        if it was not visited. A node on the last level, or of a finished game, is an empty list. None if the search
        was cut short.

    Notes
    -----
    The search uses the interface of Python games, where history and killers index moves differently from a compiled
    game. So with "full" and "full+table" the number of nodes may differ (by up to 4 % in connect four and 29 % in
    checkers, as measured). The other orders visit the same nodes.
    """
    return visited_levels(position, depth, order, levels, seed, max_nodes, token)[0]


def visited_levels(position, depth, order, levels, seed, max_nodes, token):
    """Returns the result of `first_levels`, and the number of each node's first visit, parents before children."""
    switches, engine_order = ORDERS[order]
    switches += ",evaluation"
    engine = Engine(hash_mb=1, switches=switches, order=engine_order, seed=seed)
    notes: dict[tuple, Note] = {}
    result = engine.search(Recorder(position, notes, horizon_of(engine)), depth, max_nodes, token=token)
    if result.stop in ("nodes", "stop"):
        return None, []
    levels, visits = min(levels, depth), []
    turns = {path: turn for turn, path in enumerate(path for path in notes if len(path) <= levels)}

    def node(position, path):
        if path not in notes:
            return 0
        visits.append(turns[path])
        if len(path) == levels or position.is_over():
            return []
        return [node(position.play(move), (*path, move)) for move in position.legal_moves()]

    return node(position, ()), visits


def names_of(switches):
    """Returns the names of the switches; raises SwitchError unless all can be followed and pruning is one of them."""
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

    moves: tuple = ()                # the legal moves, if the search asked for them
    score: int = 0                   # for the side to move; stays 0 if the search did not ask
    final: bool = False              # whether the game is over there
    sign: int = 1                    # 1 where MAX is the side to move, -1 where MIN is


class Recorder(PythonGame):
    """A game that records the search's calls on any position, by path, in the order of the visits."""

    hint, is_quiet, is_reversible, same_player = map(lent, ("hint", "is_quiet", "is_reversible", "same_player"))

    def __init__(self, position, notes, evaluate, path=(), sign=1):
        self.position, self.notes, self.evaluator, self.path = position, notes, evaluate, path
        self.note = notes[path] = Note(sign=sign)

    @property
    def key(self):
        """The position's key; None in a compiled game whose key() returns None."""
        return None if key_of(self.position) is None else self.position.key

    def legal_moves(self):
        if not self.path:                        # the search begins, or begins again in order `perfect`
            self.notes.clear()
            self.notes[()] = self.note
        self.note.moves = tuple(self.position.legal_moves())
        return self.note.moves

    def play(self, move):
        sign = self.note.sign if moves_again(self.position, move) else -self.note.sign
        return Recorder(self.position.play(move), self.notes, self.evaluator, (*self.path, move), sign)

    def is_over(self):
        """Whether the game is over. It is not called for a game that shows its end only by an empty list of moves."""
        return type(self.position).is_over is not PythonGame.is_over and self.position.is_over()

    def final_score(self):
        score = self.position.final_score()
        units = counted(score, getattr(self.position, "unit", 1), len(self.path))
        self.note.score, self.note.final = units or int(score > 0) - int(score < 0), True
        return score if isinf(score) else self.note.score

    def evaluate(self):
        self.note.score = self.evaluator(self.position)
        return self.note.score


def horizon_of(engine):
    """Returns the function for a position's score at the horizon. The search lists no moves there, so a finished game
    that only the empty list of moves shows is evaluated like any other position."""
    def score(position):
        own = engine.settings["evaluation"]
        if not hasattr(position, "evaluate") or own is not None and isinstance(position, CompiledGame):
            return engine.evaluate(position)         # which knows the function's unit, or its address
        return counted(own(position) if callable(own) else position.evaluate(), getattr(position, "unit", 1), 0)
    return score


def counted(score, unit, ply):
    """Returns a final score in negamax's units, with halves rounded away from 0, or the score of a win at distance
    `ply`."""
    score = float(score)                 # numpy's shorter floats would round otherwise than the engine
    return int(copysign(WIN - ply if isinf(score) else abs(score) / unit + 0.5, score))


def grow(notes, depth):
    """Returns the tree of visited nodes, with values from MAX's view; an unfinished game at the horizon is an
    estimate."""
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
    """Whether the recorded search equals the search of the position itself."""
    return all(getattr(recorded, name) == getattr(result, name) for name in ("score", "pv", "nodes", "leaves"))
