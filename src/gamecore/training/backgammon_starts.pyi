import numpy

KINDS: tuple[str, ...]

def kinds(positions: numpy.ndarray[tuple[int, int], numpy.dtype[numpy.uint64]]) -> numpy.ndarray[
        tuple[int], numpy.dtype[numpy.int8]]: ...
