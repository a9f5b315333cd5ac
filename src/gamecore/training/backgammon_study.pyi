from collections.abc import Sequence

import numpy

from gamecore.games.backgammon.net import BackgammonNet

def study(net: BackgammonNet, seed: int, first: int, games: int, trace: float, explore: float) -> tuple[
        numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint64]],
        numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]]: ...
def luck(net: BackgammonNet, own: Sequence[int], other: Sequence[int], a: int, b: int) -> float: ...
def rollouts(net: BackgammonNet, own: Sequence[int], other: Sequence[int], seed: int,
             games: int) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.float64]]: ...
