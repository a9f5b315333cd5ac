import numpy

from gamecore.knowledge.backgammon_net import BackgammonNet

def study(net: BackgammonNet, seed: int, first: int, games: int, trace: float, explore: float) -> tuple[
        numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint64]], numpy.ndarray[tuple[int, int], numpy.dtype[numpy.float32]]]: ...
