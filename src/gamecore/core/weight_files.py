"""Files of weights: a line that names their kind, their digest, a checksum of what follows and of the digest, and the
weights as memory holds them, little-endian.

They are not compressed, so that reading them takes a copy and a checksum; the wheel compresses them. The digest names
the weights in the keys of tables; to compute it takes four times as long as the checksum.
"""
import zlib
from hashlib import blake2b
from math import prod
from typing import NamedTuple

from gamecore.core.files import open_binary
from gamecore.errors import EvaluationError

DIGEST = 16                          # bytes of BLAKE2b over the weights
CHECKSUM = 4                         # bytes of a CRC-32


class Kind(NamedTuple):
    """What a file of weights may hold."""

    header: bytes                    # its first line; another number for another format
    told: str                        # in messages


class Weights(NamedTuple):
    """Weights whose number and types are right, and their digest."""

    payload: bytes
    digest: bytes


def digest_of(payload):
    """What distinguishes weights from others."""
    return blake2b(payload, digest_size=DIGEST).digest()


def checksum_of(digest, payload):
    """The checksum of a file."""
    return zlib.crc32(payload, zlib.crc32(digest)).to_bytes(CHECKSUM, "little")


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
    raise refusal(path, start, kinds)


def refusal(path, start, kinds):
    """The error of a file that begins in another way than the kinds do."""
    for kind in kinds:
        name = kind.header.rpartition(b" ")[0]
        if start.startswith(name + b" "):
            return EvaluationError(f"{str(path)!r} holds {kind.told} in another form: it begins with "
                                   f"{start.splitlines()[0]!r}, not with {kind.header.strip()!r}")
    wanted = " nor ".join(kind.told for kind in kinds)
    found = f"holds neither {wanted}" if len(kinds) > 1 else f"does not hold {wanted}"
    return EvaluationError(f"{str(path)!r} {found}: it begins with {start!r}")


def read(path, kind, shapes):
    """The weights in a file.

    Parameters
    ----------
    path : path
    kind : Kind
    shapes : iterable of (str, tuple, str)
        Name, shape and type of each array, in the order of the file.

    Returns
    -------
    Weights

    Raises
    ------
    EvaluationError
        The file is not such a file, or is damaged.
    OSError
        It cannot be read.
    """
    length = sum(map(size_of, shapes))
    with open_binary(path) as file:
        start = file.read(len(kind.header))
        if start != kind.header:
            raise refusal(path, start, [kind])
        digest, checksum, payload = file.read(DIGEST), file.read(CHECKSUM), file.read(length + 1)
    if len(payload) != length or checksum_of(digest, payload) != checksum:
        raise EvaluationError(f"{str(path)!r} is damaged: its checksum does not fit its weights")
    return Weights(payload, digest)


def size_of(shape):
    """The bytes of an array: (name, shape, type)."""
    return prod(shape[1]) * int(shape[2][-1])


def join(arrays, shapes):
    """The Weights of arrays; Weights stay what they are.

    Raises
    ------
    EvaluationError
        The shape or type of an array is wrong, or the length of Weights.
    """
    if isinstance(arrays, Weights):
        length = sum(map(size_of, shapes))
        if len(arrays.payload) != length:
            raise EvaluationError(f"these weights have {len(arrays.payload)} bytes, not {length}")
        return arrays
    payload = b"".join([checked(array, *shape).tobytes() for array, shape in zip(arrays, shapes, strict=True)])
    return Weights(payload, digest_of(payload))


def split(payload, shapes):
    """The arrays of a payload, a list."""
    import numpy
    arrays, first = [], 0
    for shape in shapes:
        arrays.append(numpy.frombuffer(payload, shape[2], prod(shape[1]), first).reshape(shape[1]))
        first += size_of(shape)
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


def to_bytes(kind, weights):
    """The contents of a file with these Weights."""
    return b"".join([kind.header, weights.digest, checksum_of(weights.digest, weights.payload), weights.payload])
