from typing import Final, SupportsFloat, SupportsIndex

from gamecore.games.outside.position import CompiledGame

class ChanceTree(CompiledGame):
    """A uniform tree with chance as a position of a game, for experiments with expectiminimax.

    Parameters
    ----------
    branching : int, default 8
        Moves of every choice, 1..256.
    layers : int, default 1
        Chance layers between the choices, 1..20.
    outcomes : int, default 6
        Equally likely outcomes of every chance event, 1..256.
    seed : int, default 0
        The seed of the leaves, 0..2**64-1, which are independent and uniform within -100..100.
    noise : float, optional
        The move-ordering score is the true value of a move plus a normal error of this standard deviation, and costs a
        search below the move. Without it the score is constant.
    bounded : bool, default True
        Whether the tree declares the bounds of its leaves. Without them no pruning below a chance event is possible.

    Raises
    ------
    LimitError
        If a number is out of range.
    """
    def __init__(self, branching: SupportsIndex = 8, layers: SupportsIndex = 1, outcomes: SupportsIndex = 6, *,
                 seed: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None,
                 bounded: bool = True) -> None: ...
    leaves: Final[int]
