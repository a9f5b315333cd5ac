"""Files of weights: a line that names their kind, a checksum, and the compressed weights."""
import zlib
from hashlib import blake2b
from math import prod

from gamecore.core.files import open_binary
from gamecore.errors import EvaluationError

DIGEST = 16                          # bytes of BLAKE2b over the weights
HEADERS = {"patterns": b"gamecore checkers patterns 1\n", "net": b"gamecore backgammon net 3\n",
           "races": b"gamecore backgammon races 1\n"}
NAMES = {"patterns": "pattern weights of checkers", "net": "a network of backgammon",
         "races": "networks of backgammon's races"}


def digest_of(payload):
    """The checksum of weights."""
    return blake2b(payload, digest_size=DIGEST).digest()


def kind_of(path):
    """Which of HEADERS a file begins with.

    Raises
    ------
    EvaluationError
        None of them.
    OSError
        It cannot be read.
    """
    with open_binary(path) as file:
        start = file.read(max(map(len, HEADERS.values())))
    for kind, header in HEADERS.items():
        if start.startswith(header):
            return kind
    raise EvaluationError(f"{str(path)!r} holds neither {' nor '.join(NAMES.values())}: it begins with {start!r}")


def read(path, kind, length):
    """The weights in a file.

    Parameters
    ----------
    path : path
    kind : str
        Of HEADERS.
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
    header = HEADERS[kind]
    with open_binary(path) as file:
        data = file.read(len(header) + DIGEST + 2 * length)          # compressed, weights are never as long as that
    if not data.startswith(header):
        raise EvaluationError(f"{str(path)!r} does not hold {NAMES[kind]}: it begins with {data[:len(header)]!r}")
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
    # Level 6: a hundredth longer than level 9, in a quarter of the time.
    return HEADERS[kind] + digest_of(payload) + zlib.compress(payload)


def unpacked(data, length):
    """The decompressed weights; empty if the data cannot be weights."""
    stream = zlib.decompressobj()
    try:
        payload = stream.decompress(data, length)
    except zlib.error:
        return b""
    return payload if stream.eof and not stream.unused_data else b""
