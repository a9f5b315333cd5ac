from typing import Any

def integer(value: object) -> int | None:
    """Returns `value` as an int; None if it is not an integer, or is a truth value."""
def real(value: object) -> float | None:
    """Returns `value` as a float; None if it is not a number, or is a text, a truth value or NaN."""
def is_truth(value: object) -> bool:
    """Whether a value is a bool, of Python or of numpy."""
def in_range(name: str, value: object, low: int, high: int | None = None) -> int:
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
def checked_seconds(value: object) -> float:
    """Returns a time limit as a float; raises LimitError for an impossible one."""
def board(array: object, shape: tuple[int | str, ...], low: int = -128, high: int = 127,
          name: str = "a position") -> Any:
    """Returns a board, or several, as contiguous numpy int8, from an array or from nested sequences of integers.

    Parameters
    ----------
    array : array_like of int
    shape : tuple of int or str
        A str stands for any length.
    low, high : int
        The bounds of every number on it, by default those of an int8.
    name : str
        Its name in the error.

    Raises
    ------
    PositionError
        If the array is not of integers or has another shape, or a number is out of range.
    """
