"""Checks of what users pass."""
from gamecore.errors import LimitError


def in_range(name, value, low, high):
    """An int within low..high, or a LimitError that quotes it."""
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise LimitError(f"{name} must be an integer {low}..{high}, not {value!r}")
    return value
