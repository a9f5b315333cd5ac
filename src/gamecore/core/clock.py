"""The time for a move of a game with a clock."""

CLOCK_SHARE, INCREMENT_SHARE = 1 / 25, 0.8       # of the clock and of the increment, for a move
MOST = 0.5                                       # of the clock
LEAST = 0.001                                    # seconds


def seconds_for(clock: float, increment: float = 0.0, moves_to_go: int | None = None) -> float:
    """Returns the seconds for a move, from those on the clock, the increment, and the moves before more is added."""
    share = CLOCK_SHARE if moves_to_go is None else 1 / (moves_to_go + 1)
    return max(LEAST, min(clock * share + increment * INCREMENT_SHARE, clock * MOST))
