from typing import Final, Literal, SupportsFloat, SupportsIndex

from gamecore.games.outside.position import CompiledGame

MODELS: dict[str, int]

class UniformTree(CompiledGame):
    """A uniform tree as a position of a game, for experiments: the theory of search treats such trees.

    Parameters
    ----------
    branching : int, default 4
        Moves of every node but the leaves, 1..256.
    depth : int, default 8
        Plies from the root to the leaves, 1..60. No tree has more than 2**63 leaves.
    leaves : {"independent", "incremental", "nested", "constant"}, default "independent"
        The model of the leaves' values. Independent: each is drawn independently. Incremental: each edge is drawn, and
        a leaf is the sum of its path, so that good nodes have good children. Nested: each edge outweighs everything
        below it, so that the best and worst moves are known without a search. Constant: all are 0.
    seed : int, default 0
        The seed of all random values, 0..2**64-1.
    noise : float, optional
        The move-ordering score is the true minimax value of a move plus a normal error of this standard deviation, in
        score units, and costs a minimax search below the move. At 0, order `static` is the best order and `worst` the
        worst. Without it the score is the edge: partial information on incremental leaves, complete on nested, none on
        the others.

    Raises
    ------
    LimitError
        If a number is out of range, the leaves are unknown, or scores cannot distinguish all nested leaves (at
        branching 2, 3, 4, 8 beyond 15, 10, 9, 7 plies).

    Notes
    -----
    Scores are integers within -19999..19999. To fit into them, all moves of a nested node except the best share a value
    in the last three plies, where this allows alpha-beta no further cut-offs.
    """
    def __init__(self, branching: SupportsIndex = 4, depth: SupportsIndex = 8, *,
                 leaves: Literal["independent", "incremental", "nested", "constant"] = "independent",
                 seed: SupportsIndex = 0, noise: SupportsFloat | SupportsIndex | None = None) -> None: ...
    branching: Final[int]
    depth: Final[int]
    ply: Final[int]
    leaves: Final[str]

def number_from_0(noise: object) -> float:
    """Returns the standard deviation of a noise; raises LimitError for any other value."""
