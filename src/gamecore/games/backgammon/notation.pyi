from collections.abc import Iterable, Sequence
from typing import Any

OFF: int
BAR: int
PASS: str
PASSES: tuple[str, ...]
NAMES: dict[int, str]
POINTS: dict[str, int]
TIMES: dict[str, int]

_Step = tuple[int, int]

class BackgammonMove:
    """A play of a roll, which `Backgammon.legal_moves` and `Backgammon.read_move` return.

    Plays with the same final position are one play. Plays are equal if their texts are.

    Attributes
    ----------
    steps : tuple of (int, int)
        The first and last point of each die's move, the highest first: points 1..24 of the player on roll, 25 the bar,
        0 borne off. Empty for a pass.
    hits : tuple of int
        The points on which a checker of the opponent is hit, the highest first.
    text : str
        One leg for each checker, in which every hit is named: "24/18*/13".
    """
    position: Any
    index: int | None
    steps: tuple[_Step, ...]
    hits: tuple[int, ...]
    text: str
    def __init__(self, steps: Iterable[_Step], hits: Iterable[int]) -> None: ...
    @classmethod
    def of(cls, position: Any, index: int) -> BackgammonMove:
        """Returns the play of this index in position.legal_moves(); its steps are computed on demand."""
    def tell(self, steps: Iterable[_Step], hits: Iterable[int]) -> None: ...
    def __getattr__(self, name: str) -> Any: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __lt__(self, other: BackgammonMove, /) -> bool: ...
    def __le__(self, other: BackgammonMove, /) -> bool: ...
    def __gt__(self, other: BackgammonMove, /) -> bool: ...
    def __ge__(self, other: BackgammonMove, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, ...]: ...

def write(steps: Iterable[_Step], hits: Iterable[int]) -> str:
    """Returns the text of steps, with each checker's steps joined into one leg."""
def join(steps: Iterable[_Step]) -> list[list[int]]:
    """Joins steps into paths where one begins at the end of another."""
def write_leg(path: Sequence[int], hits: set[int]) -> str:
    """Returns the text of a leg, with its ends and the hits between them."""
def gather(legs: dict[str, int]) -> dict[str, int]:
    """Joins legs that differ only in a star at their end, as in 8/4*(2)."""
def find_move(move: BackgammonMove | str, moves: Sequence[tuple[Sequence[int], Sequence[Sequence[_Step]]]],
              position: object) -> int:
    """Returns the index in `moves` of the play that a BackgammonMove or a text means.

    `moves` are the points hit by each legal play, and every set of steps that leads to its final position.
    Raises MoveError if the play is malformed, or matches no legal play or several.
    """
def change(steps: Iterable[_Step]) -> int:
    """Returns the changes of the mover's points by steps, five bits each, which are equal for all ways of a play."""
def normal(text: str) -> str:
    """Returns a text in small letters with one space between legs."""
def read(text: str) -> list[list[tuple[int, bool]]] | None:
    """Returns the legs of a text as lists of (point, has star), repeated as often as played, or None."""
def fits(legs: Sequence[Sequence[tuple[int, bool]]], hits: Sequence[int], ways: Sequence[Sequence[_Step]]) -> bool:
    """Whether one of the ways plays the legs, and every star is a hit."""
def covers(legs: Sequence[Sequence[int]], steps: Any) -> bool:
    """Whether the legs, which are points to visit in order, use exactly these steps."""
