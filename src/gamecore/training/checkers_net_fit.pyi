from collections.abc import Callable, Sequence

import numpy

from gamecore.games.checkers.net import CheckersNet
from gamecore.games.checkers.patterns import CheckersPatterns

LOGIT: float
HELD_OUT_ONE_IN: int

def fit_net(patterns: CheckersPatterns, stages: Sequence[tuple[numpy.ndarray, int, float]], seed: int = 0, *,
            on_epoch: Callable[[int, int, float, float], object] | None = None) -> CheckersNet: ...
def suitable(samples: numpy.ndarray) -> numpy.ndarray: ...
def scores(patterns: CheckersPatterns, samples: numpy.ndarray) -> numpy.ndarray: ...
def go_through(samples: numpy.ndarray, targets: numpy.ndarray, known: numpy.ndarray, order: numpy.ndarray,
               models: numpy.ndarray, steps: int, rate: float) -> tuple[float, int]: ...
