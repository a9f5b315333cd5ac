"""Weights, as arrays and in sealed files. The only field of a file is the digest of its weights, which identifies them
in the keys of tables. It is stored because it takes four times as long to compute as the checksum.
"""
from math import prod
from struct import Struct
from typing import NamedTuple

from gamecore.core.files import open_binary
from gamecore.core.sealed import FileKind
from gamecore.errors import EvaluationError

DIGEST = Struct("16s")               # BLAKE2b over the weights


def kind(line, title):
    """Returns a kind of sealed file that holds weights."""
    return FileKind(line, title, DIGEST, EvaluationError)


class Weights(NamedTuple):
    """Valid weights and their digest."""

    payload: bytes
    digest: bytes | None = None      # None: it is computed at the first use


def digest_of(payload):
    """Returns a digest that distinguishes these weights from others."""
    from hashlib import blake2b                      # OpenSSL, when it is first needed
    return blake2b(payload, digest_size=DIGEST.size).digest()


def read(path, kind, shapes):
    """Reads the weights in a file.

    Parameters
    ----------
    path : path
    kind : FileKind
    shapes : iterable of (str, tuple, str)
        Name, shape and type of each array, in the order of the file.

    Returns
    -------
    Weights

    Raises
    ------
    EvaluationError
        If the file is of another kind, or is damaged.
    OSError
        If it cannot be read.
    """
    length = sum(map(size_of, shapes))
    with open_binary(path) as file:
        head = file.read(kind.size)
        digest, = kind.read_head(head, path)
        payload = file.read(length + 1)
    kind.check(head, payload, length, path)
    return Weights(payload, digest)


def size_of(shape):
    """Returns the bytes of an array: (name, shape, type)."""
    return prod(shape[1]) * int(shape[2][-1])


def join(arrays, shapes):
    """Returns the Weights made from arrays; an argument that is already Weights is returned unchanged.

    Raises
    ------
    EvaluationError
        If the shape or type of an array, or the length of Weights, is wrong.
    """
    if isinstance(arrays, Weights):
        length = sum(map(size_of, shapes))
        if len(arrays.payload) != length:
            raise EvaluationError(f"these weights have {len(arrays.payload)} bytes, not {length}")
        return arrays
    payload = b"".join([checked(array, *shape).tobytes() for array, shape in zip(arrays, shapes, strict=True)])
    return Weights(payload)


def split(payload, shapes):
    from gamecore.core.packages import numpy
    arrays, first = [], 0
    for shape in shapes:
        arrays.append(numpy.frombuffer(payload, shape[2], prod(shape[1]), first).reshape(shape[1]))
        first += size_of(shape)
    return arrays


def checked(array, name, shape, type):
    """Returns an array, after a check of its shape and type.

    Raises
    ------
    EvaluationError
        If it has another shape or type.
    """
    from gamecore.core.packages import numpy
    if not isinstance(array, numpy.ndarray) or array.shape != shape or array.dtype != type:
        found = getattr(array, "dtype", array.__class__.__name__)
        raise EvaluationError(f"{name!r} must be {numpy.dtype(type)} of shape {shape}, "
                              f"not {found} of shape {numpy.shape(array)}")
    return numpy.ascontiguousarray(array)


def rounded(arrays, shapes, units):
    """Returns float weights as integers of the shapes' types, in units of 1/units.

    Raises
    ------
    EvaluationError
        If a weight is not a finite number.
    """
    from gamecore.core.packages import numpy
    found = []
    for array, (name, shape, type), unit in zip(arrays, shapes, units, strict=True):
        limits, words = numpy.iinfo(type), numpy.asarray(array, numpy.float64) * unit
        if not numpy.isfinite(words).all():
            wrong = words[~numpy.isfinite(words)].flat[0] / unit
            raise EvaluationError(f"{name!r} must hold finite numbers, not {wrong}")
        found.append(numpy.clip(numpy.rint(words), limits.min, limits.max).astype(type).reshape(shape))
    return found
