from collections.abc import Callable

import numpy

from gamecore.games.checkers.patterns import CheckersPatterns

RESULT_SHARE: float
RATE: float
EPOCHS: int
MOST: tuple[int, int, int, int]
BLOCK: list[tuple[int, int]]
BOARD: int
CENTRE: int
HELD_OUT_ONE_IN: int

def fit(samples: numpy.ndarray, seed: int = 0, *, epochs: int = 5, rate: float = 0.03, result_share: float = 0.2,
        on_epoch: Callable[[int, float, float], object] | None = None) -> CheckersPatterns: ...
def impossible(samples: numpy.ndarray) -> numpy.ndarray: ...
def targets_of(samples: numpy.ndarray, result_share: float) -> numpy.ndarray: ...
def empty_patterns() -> CheckersPatterns: ...
def go_through(samples: numpy.ndarray, targets: numpy.ndarray, order: numpy.ndarray, digits: CheckersPatterns,
               model: numpy.ndarray,
               rate: float) -> float: ...
def rounded(weights: numpy.ndarray) -> CheckersPatterns: ...
def tempo_of_cells() -> numpy.ndarray: ...
