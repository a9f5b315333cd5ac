"""The time for a move of a game with a clock."""
from collections.abc import Sequence
from math import inf

from gamecore.core.checks import checked_seconds, real
from gamecore.errors import LimitError

CLOCK_SHARE, INCREMENT_SHARE = 1 / 25, 0.8       # of the clock and of the increment, for a move
MOST = 0.5                                       # of the clock
LEAST = 0.001                                    # seconds


def seconds_for(clock: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """Returns the seconds for a move, given the clock, the increment, and the number of moves until time is added."""
    share = CLOCK_SHARE if moves_to_go is None else 1 / (moves_to_go + 1)
    return max(LEAST, min(clock * share + increment * INCREMENT_SHARE, clock * MOST))


def seconds_within(seconds: float | None, clock: Sequence[float]) -> float:
    """Returns the seconds for a move with a clock, (own, other, increment), or `seconds` if that is less.

    If the clock has run out, the result is a millisecond. Raises LimitError unless the clock has three numbers, none of
    them negative.
    """
    numbers = list(map(real, clock)) if isinstance(clock, tuple | list) and len(clock) == 3 else [None]
    if None in numbers or not all(0 <= number < inf for number in numbers):
        raise LimitError(f"a clock is (own seconds, the other's, increment), such as (300, 300, 2), not {clock!r}")
    share = seconds_for(numbers[0], numbers[2])
    return share if seconds is None else min(share, checked_seconds(seconds))
