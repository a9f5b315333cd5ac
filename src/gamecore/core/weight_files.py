"""Files of weights: a line that names their kind, a checksum, and the compressed weights.

Weights have two bytes or a multiple. Words of two bytes are folded, 0, -1, 1, -2 ... to 0, 1, 2, 3 ..., and all their
first bytes stand before all second ones: a sixth shorter, since most weights are small.
"""
import zlib
from hashlib import blake2b
from math import prod
from typing import NamedTuple

from gamecore.core.files import open_binary
from gamecore.errors import EvaluationError

DIGEST = 16                          # bytes of BLAKE2b over the weights


class Kind(NamedTuple):
    """What a file of weights may hold."""

    header: bytes                    # its first line; another number for another format
    told: str                        # in messages


def digest_of(payload):
    """The checksum of weights."""
    return blake2b(payload, digest_size=DIGEST).digest()


def kind_of(path, kinds):
    """Which of several kinds a file is of.

    Raises
    ------
    EvaluationError
        None of them.
    OSError
        It cannot be read.
    """
    with open_binary(path) as file:
        start = file.read(max(len(kind.header) for kind in kinds))
    for kind in kinds:
        if start.startswith(kind.header):
            return kind
    raise EvaluationError(f"{str(path)!r} holds neither {' nor '.join(kind.told for kind in kinds)}: "
                          f"it begins with {start!r}")


def read(path, kind, length):
    """The weights in a file.

    Parameters
    ----------
    path : path
    kind : Kind
    length : int
        In bytes.

    Returns
    -------
    bytes

    Raises
    ------
    EvaluationError
        The file is not such a file, or is damaged.
    OSError
        It cannot be read.
    """
    header = kind.header
    with open_binary(path) as file:
        data = file.read(len(header) + DIGEST + 2 * length)          # compressed, weights are never as long as that
    if not data.startswith(header):
        raise EvaluationError(f"{str(path)!r} does not hold {kind.told}: it begins with {data[:len(header)]!r}")
    digest, payload = data[len(header):len(header) + DIGEST], unpacked(data[len(header) + DIGEST:], length)
    if len(payload) != length or digest_of(payload) != digest:
        raise EvaluationError(f"{str(path)!r} is damaged: its checksum does not fit its weights")
    return payload


def read_arrays(path, kind, shapes):
    """The weights in a file as arrays: a list, in the order of shapes, which are (name, shape, type). Raises what
    `read` raises."""
    import numpy
    sizes = [numpy.dtype(type).itemsize * prod(shape) for _, shape, type in shapes]
    payload, arrays, first = read(path, kind, sum(sizes)), [], 0
    for size, (_, shape, type) in zip(sizes, shapes):
        arrays.append(numpy.frombuffer(payload, type, prod(shape), first).reshape(shape))
        first += size
    return arrays


def checked(array, name, shape, type):
    """An array, if it has the right shape and type.

    Raises
    ------
    EvaluationError
        It has not.
    """
    import numpy
    if not isinstance(array, numpy.ndarray) or array.shape != shape or array.dtype != type:
        found = getattr(array, "dtype", array.__class__.__name__)
        raise EvaluationError(f"{name!r} must be {numpy.dtype(type)} of shape {shape}, "
                              f"not {found} of shape {numpy.shape(array)}")
    return numpy.ascontiguousarray(array)


def rounded(arrays, shapes, units):
    """Float weights in whole numbers of the shapes' types, 1/units each.

    Raises
    ------
    EvaluationError
        A weight is not a finite number.
    """
    import numpy
    found = []
    for array, (name, shape, type), unit in zip(arrays, shapes, units, strict=True):
        limits, words = numpy.iinfo(type), numpy.asarray(array, numpy.float64) * unit
        if not numpy.isfinite(words).all():
            wrong = words[~numpy.isfinite(words)].flat[0] / unit
            raise EvaluationError(f"{name!r} must hold finite numbers, not {wrong}")
        found.append(numpy.clip(numpy.rint(words), limits.min, limits.max).astype(type).reshape(shape))
    return found


def to_bytes(kind, payload):
    """The contents of a file with these weights."""
    import numpy
    words = numpy.frombuffer(payload, "<i2")
    folded = ((words << 1) ^ (words >> 15)).tobytes()
    # Level 6: a hundredth longer than level 9, in a quarter of the time.
    return kind.header + digest_of(payload) + zlib.compress(folded[::2] + folded[1::2])


def unpacked(data, length):
    """The decompressed weights; empty if the data cannot be weights."""
    stream = zlib.decompressobj()
    try:
        planes = stream.decompress(data, length)
    except zlib.error:
        return b""
    if not stream.eof or stream.unused_data or len(planes) != length:
        return b""
    import numpy
    folded = bytearray(length)
    folded[::2], folded[1::2] = planes[:length // 2], planes[length // 2:]
    words = numpy.frombuffer(folded, "<u2")
    return ((words >> 1) ^ -(words & 1)).astype("<u2").tobytes()
