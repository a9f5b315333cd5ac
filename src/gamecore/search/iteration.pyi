from typing import Any, Final, Generic, Literal

from gamecore.core.position import Move_co, Score_co

class Iteration(Generic[Move_co, Score_co]):
    depth: Final[int]
    @property
    def score(self) -> Score_co: ...
    @property
    def pv(self) -> tuple[Move_co, ...]: ...
    @property
    def lines(self) -> list[tuple[Score_co, tuple[Move_co, ...]]]: ...
    finished: Final[bool]
    complete: Final[bool]
    nodes: Final[int]
    leaves: Final[int]
    cuts: Final[int]
    first_cuts: Final[int]
    seconds: Final[float]
    def as_dict(self) -> dict[str, Any]: ...

def plain(move: object) -> int | str | None: ...
def outcome_of(score: float) -> tuple[Literal["win", "loss"] | None, int | None]: ...
def scored_line(score: float, pv: tuple[object, ...]) -> dict[str, Any]: ...
