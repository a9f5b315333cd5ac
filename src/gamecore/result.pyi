from typing import Any, Final, Generic, Literal

from gamecore.core.position import Move_co, Position, Score_co
from gamecore.search.iteration import Iteration


class SearchResult(Generic[Move_co, Score_co]):
    @property
    def position(self) -> Position[Move_co]: ...
    @property
    def move(self) -> Move_co: ...
    @property
    def score(self) -> Score_co: ...
    outcome: Final[Literal["win", "loss", "draw"] | None]
    plies_to_end: Final[int | None]
    @property
    def pv(self) -> tuple[Move_co, ...]: ...
    @property
    def lines(self) -> list[tuple[Score_co, tuple[Move_co, ...]]]: ...
    depth: Final[int]
    nodes: Final[int]
    solver_nodes: Final[int]
    leaves: Final[int]
    cuts: Final[int]
    first_cuts: Final[int]
    table_hits: Final[int]
    table_cuts: Final[int]
    chances: Final[int]
    choices: Final[int]
    probes: Final[int]
    seconds: Final[float]
    loading_seconds: Final[float]
    cpu_seconds: Final[float]
    nps: Final[float]
    ebf: Final[float | None]
    stop: Final[Literal["depth", "nodes", "time", "stop", "interrupt", "complete"]]
    @property
    def iterations(self) -> list[Iteration[Move_co, Score_co]]: ...
    hash_used: Final[float]
    def as_dict(self) -> dict[str, Any]: ...

def score_text(score: float) -> str: ...
