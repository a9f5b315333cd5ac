import numpy

from gamecore.games.backgammon.net import BackgammonNet

def study(net: BackgammonNet, seed: int, first: int, games: int, trace: float, explore: float) -> tuple[
        numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint64]],
        numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]]: ...
