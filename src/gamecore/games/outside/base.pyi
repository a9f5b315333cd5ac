from collections.abc import Callable, Hashable, Sequence
from fractions import Fraction
from typing import Any, ClassVar, Literal, Self

class PythonGame:
    unit: ClassVar[float]
    # Optional methods: None, or what a subclass defines.
    key: Callable[..., int | str | bytes | tuple[Any, ...]] | None
    hint: Callable[..., float] | None
    is_quiet: Callable[..., bool] | None
    is_reversible: Callable[..., bool] | None
    same_player: Callable[..., bool] | None
    outcomes: Callable[..., Sequence[tuple[Hashable, float | Fraction]] | None] | None
    play_outcome: Callable[..., PythonGame] | None
    passes_turn: Callable[..., bool] | None
    to_array: Callable[..., Any] | None
    from_array: Callable[..., PythonGame] | None
    bounds: Any
    turn: Any
    @property
    def ply(self) -> int | None: ...
    outcome: Literal["win", "loss", "draw"] | None
    def legal_moves(self) -> Sequence[Hashable]: ...
    def play(self, move: Any) -> Self: ...
    def read_move(self, text: Any) -> Any: ...
    def is_over(self) -> bool: ...
    def final_score(self) -> Any: ...            # a number, or a tuple of one for each of several players
    def evaluate(self) -> Any: ...
    @classmethod
    def from_text(cls, text: str) -> Self: ...
