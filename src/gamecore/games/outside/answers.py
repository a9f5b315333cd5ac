"""The conversion of the return values of a Python game's methods to the search's types."""
from enum import Enum
from itertools import islice
from math import isfinite
from numbers import Rational, Real

from gamecore.core.checks import integer, is_truth
from gamecore.errors import GameError
from gamecore.games.outside.base import PythonGame

PLAIN = {int, str, bytes, complex, type(None)}       # their repr names the value, and no other type's value equals it


def list_of(position, legal, most):
    """Returns the legal moves as a list of at most `most`, since a game's iterator may be endless."""
    try:
        each = iter(legal)
    except TypeError:
        raise GameError(f"{type(position).__name__}.legal_moves() must list moves, not {legal!r:.80}") from None
    return list(islice(each, most))


def to_bool(position, answer):
    return bool(answer)


def to_position(position, answer):
    if not isinstance(answer, PythonGame):
        raise GameError(f"{type(position).__name__}.play() must return a PythonGame, not {answer!r}")
    return answer


def to_hint(position, answer):
    try:
        return max(-30000, min(30000, int(answer)))
    except (TypeError, ValueError, OverflowError):
        raise GameError(f"{type(position).__name__}.hint() must return a number, not {answer!r}") from None


def to_key(position, answer):
    """Returns a key as 64 bits: the key itself if it is an int that fits, or else a digest of it."""
    number = answer if isinstance(answer, int) else integer(answer)
    if number is None and not isinstance(answer, (str, bytes, tuple)):
        raise GameError(f"{type(position).__name__}.key() must return an int, str, bytes or tuple, not {answer!r}")
    if number is not None and 0 <= number < (1 << 64):
        return number
    from hashlib import blake2b                      # OpenSSL, when it is first needed
    name = repr(plain(position, answer if number is None else number))
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


def plain(position, part):
    """Returns a part of a key in types whose repr determines the value. Equal parts, such as 1, 1.0 and True, become
    identical.

    Raises GameError for a type that is not known.
    """
    kind = type(part)
    if kind in PLAIN or kind is tuple and PLAIN.issuperset(map(type, part)):
        return part
    if isinstance(part, Real) or is_truth(part):
        return plain_number(part)
    if isinstance(part, (tuple, list)):
        return tuple([plain(position, each) for each in part])
    if isinstance(part, frozenset):
        return ["set", *sorted([repr(plain(position, each)) for each in part])]
    if isinstance(part, Enum):
        return [kind.__qualname__, part.name]
    if isinstance(part, str):
        return str.__str__(part)         # a subclass's str() may omit part of its value
    if isinstance(part, bytes):
        return b"".join([part])
    raise GameError(f"{type(position).__name__}.key() holds {part!r:.80} of type {kind.__qualname__}, which may not "
                    "name the position: expected numbers, str, bytes, enumerations, and tuples or frozensets of them")


def plain_number(number):
    """Returns a number as an int or as [numerator, denominator], or as a float if it is infinite or NaN."""
    if is_truth(number):
        return int(number)
    if isinstance(number, Rational):
        upper, lower = int(number.numerator), int(number.denominator)
    elif isfinite(number):
        upper, lower = float(number).as_integer_ratio()
    else:
        return float(number)
    return upper if lower == 1 else [upper, lower]
