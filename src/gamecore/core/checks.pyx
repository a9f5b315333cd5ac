"""Checks of arguments. Everything that Python accepts as a number is a number here, including numpy's types."""
from math import isnan
from operator import index

from gamecore.errors import LimitError, PositionError


def integer(value: object) -> int | None:
    """Returns `value` as an int, or None if it is a truth value or not an integer.

    Examples
    --------
    >>> import numpy
    >>> integer(numpy.int8(3)), integer(3.0), integer(True)
    (3, None, None)
    """
    try:
        return None if is_truth(value) else index(value)
    except TypeError:
        return None


def real(value: object) -> float | None:
    """Returns `value` as a float; None if it is not a number, or is a text, a truth value or NaN.

    Examples
    --------
    >>> from fractions import Fraction
    >>> real(Fraction(1, 2)), real("0.5"), real(float("nan"))
    (0.5, None, None)
    """
    try:
        number = None if is_truth(value) or isinstance(value, (str, bytes, bytearray)) else float(value)
    except (TypeError, ValueError, OverflowError):
        return None
    return None if number is None or isnan(number) else number


def is_truth(value: object) -> bool:
    """Whether a value is a bool, of Python or of numpy."""
    return isinstance(value, bool) or type(value).__name__ in ("bool", "bool_")


cpdef object in_range(name: str, value: object, low: int, high: int | None = None):      # type: int
    """Returns `value` as an int within `low`..`high`.

    Parameters
    ----------
    name : str
        The value's name in the error.
    value : object
    low : int
    high : int, optional

    Raises
    ------
    LimitError
        If it is not an integer, or is out of range.
    """
    number = value if type(value) is int else integer(value)
    if number is None or number < low or high is not None and number > high:
        wanted = f"{low}..{high}" if high is not None else f"from {low} on"
        raise LimitError(f"{name} must be an integer {wanted}, not {value!r}")
    return number


def checked_seconds(value: object) -> float:
    """Returns a time limit as a float; raises LimitError for an impossible one."""
    number = real(value)
    if number is None or not 0 < number < 1e9:
        raise LimitError(f"seconds must be a number above 0 and below 1e9, not {value!r}")
    return number


def board(array: object, shape: tuple[int | str, ...], low: int = -128, high: int = 127, name: str = "a position"
          ) -> Any:
    """Returns a board, or several, as contiguous numpy int8, from an array or from nested sequences of integers.

    Parameters
    ----------
    array : array_like of int
    shape : tuple of int or str
        A str in place of a number allows any length.
    low, high : int
        The bounds of every number on the board, by default those of an int8.
    name : str
        Its name in the error.

    Raises
    ------
    PositionError
        If the array is not of integers or has another shape, or a number is out of range.

    Examples
    --------
    >>> board([[0, 1]], (1, 2), 0, 2).dtype
    dtype('int8')
    """
    from gamecore.core.packages import numpy
    try:
        found = numpy.asarray(array)
    except ValueError as error:
        raise PositionError(f"{array!r:.200} is not {name}: {error}") from None
    fits = len(found.shape) == len(shape) and all([wanted == size or isinstance(wanted, str)
                                                   for wanted, size in zip(shape, found.shape)])
    if not fits or found.size and found.dtype.kind not in "iu":
        raise PositionError(f"{name} is an array of integers of shape ({', '.join(map(str, shape))}), not of "
                            f"{found.dtype} and shape {found.shape}")
    wrong = (found < low) | (found > high)
    if wrong.any():
        raise PositionError(f"{name}'s array holds {low}..{high}, not {found[wrong][0]}")
    return found.astype(numpy.int8, order="C")
