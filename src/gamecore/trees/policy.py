"""The policy that follows from a search: an action for every state, not only for the root."""

from collections.abc import Callable
from typing import Any, NamedTuple

from gamecore.errors import TreeError
from gamecore.games.outside.turns import is_several, key_of, moves_again
from gamecore.trees.nodes import Chance, Tree, check_height, is_leaf, walk
from gamecore.trees.positions import GameNode, Reading


def policy(root: Tree, search: Callable[[Any], Any]) -> dict[tuple[Any, ...], Any]:
    """Returns the action that `search` chooses at each node at which a player moves.

    Every such node is searched as a root, even if a search of the whole tree would prune it.

    Parameters
    ----------
    root : node
        The tree.
    search : callable
        Maps a node to a result with an `action`: `minimax`, `alpha_beta`, `expectimax`, `expectiminimax`, `max_n`, or
        a search with its bounds filled in, such as `functools.partial(star2, lower=-1, upper=1)`.

    Returns
    -------
    dict
        The action at each state, which is given by its path from the root (a tuple of actions).

    Examples
    --------
    >>> from gamecore.trees import minimax, tree
    >>> policy(tree([[3, 12, 8], [2, 4, 6]]), minimax)
    {(): 0, (0,): 0, (1,): 0}
    """
    return {path: search(node).action for path, node in walk(root)
            if not is_leaf(node) and not isinstance(node, Chance)}


class Advice(NamedTuple):
    """The entry of a lookup table for a position.

    Attributes
    ----------
    score : real or tuple
        The score for the side to move; a win is 1 and a loss -1. With several players, the utilities of all by max^n.
    plies : int
        The plies to the end of the game if the winner hurries and the loser delays.
    moves : tuple
        All moves that keep the score. The first of them is the move to play: the quickest win or the slowest loss. With
        several players, the moves that are best for the player to move, in the game's order; `score` is that of the
        first. Empty where the game is over.
    """

    score: Any
    plies: int
    moves: tuple


def lookup_table(position: Any) -> dict[Any, Advice]:
    """Returns the policy of a whole game: an action for every position that can be reached.

    Each position, identified by its `key()`, is solved once.

    Parameters
    ----------
    position : object
        A position with the methods of `positions` and a `key()`, of a game without chance.

    Returns
    -------
    dict
        The `Advice` for each position, by its key.

    Raises
    ------
    TreeError
        If the game has no `key()`, has chance, can repeat positions or lasts more than 100 plies, or if scores of
        several players are not tuples of utilities.

    Examples
    --------
    >>> from gamecore.examples.nim import Nim
    >>> table = lookup_table(Nim(4))                 # take one or two coins; the last coin loses
    >>> table[Nim(3).key()], table[Nim(4).key()]
    (Advice(score=1, plies=2, moves=('A2',)), Advice(score=-1, plies=3, moves=('A1', 'A2')))
    """
    if getattr(position, "outcomes", None) is not None:
        raise TreeError(f"a lookup table is for games without chance, not for {position!r:.200}")
    table = {}
    find_advice(position, table, 0)
    return table


def find_advice(position, table, level):
    """Returns the advice for a position from the table, to which it is added if it is missing."""
    check_height(level)
    key = key_of(position)
    if key is None:
        raise TreeError(f"{type(position).__name__} has no key(), by which a lookup table identifies {position!r:.200}")
    if key not in table:
        table[key] = None                                # open: its successors are not solved yet
        table[key] = advice_for(position, table, level)
    if table[key] is None:
        raise TreeError(f"the game comes back to {position!r:.200}, so no table of it can be made in one pass")
    return table[key]


def advice_for(position, table, level):
    """Returns the advice for a position, computed from the advice for its successors. With several players, ties go to
    the first move."""
    several = is_several(position)
    node = GameNode(position, Reading(None, False, several))
    if node.turn is None:
        return Advice(node.final(), 0, ())
    after = {move: find_advice(position.play(move), table, level + 1) for move in node.actions}
    if several:
        scores = {move: advice.score[node.turn] for move, advice in after.items()}
    else:
        scores = {move: advice.score if moves_again(position, move) else -advice.score
                  for move, advice in after.items()}
    score = max(scores.values())
    keeping = [move for move in after if scores[move] == score]
    if not several:
        hurry = 1 if score > 0 else -1 if score < 0 else 0
        keeping.sort(key=lambda move: hurry * after[move].plies)
    first = after[keeping[0]]
    return Advice(first.score if several else score, first.plies + 1, tuple(keeping))
