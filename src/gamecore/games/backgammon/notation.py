"""Plays of backgammon in the usual notation, such as 8/5 6/5, 24/18*/13, bar/22 and 6/off(2)."""
from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import total_ordering
from itertools import pairwise
from typing import Any, Self

from gamecore.errors import MoveError

OFF, BAR = 0, 25
PASS = "pass"
PASSES = ("", "pass", "no move", "no play", "cannot move")
NAMES = {OFF: "off", BAR: "bar"}
POINTS = {"off": OFF, "o": OFF, "bar": BAR, "b": BAR} | {str(point): point for point in range(OFF, BAR + 1)}
TIMES = {"": 1, "(1)": 1, "(2)": 2, "(3)": 3, "(4)": 4}

Step = tuple[int, int]


@total_ordering
class BackgammonMove:
    """A play of a roll, which `Backgammon.legal_moves` and `Backgammon.read_move` return.

    Ways to move the checkers that lead to the same final position are one play. Plays are equal if their texts are
    equal.

    Attributes
    ----------
    steps : tuple of (int, int)
        The first and last point of each die's move, with the highest first: points 1..24 of the player on roll, 25 for
        the bar, 0 for borne off. Empty for a pass.
    hits : tuple of int
        The points on which a checker of the opponent is hit, the highest first.
    text : str
        The play in the usual notation, with one leg for each checker, in which every hit is shown: "24/18*/13".
    """

    # The position, and the index of the play in it; both are None for a play without a position.
    __slots__ = ("steps", "hits", "text", "position", "index")

    position: Any
    index: int | None
    steps: tuple[Step, ...]
    hits: tuple[int, ...]
    text: str

    def __init__(self, steps: Iterable[Step], hits: Iterable[int]) -> None:
        self.position = self.index = None
        self.tell(steps, hits)

    @classmethod
    def of(cls, position: Any, index: int) -> Self:
        """Returns the play with this index in position.legal_moves(); its steps are computed on demand."""
        move = cls.__new__(cls)
        move.position, move.index = position, index
        return move

    def tell(self, steps: Iterable[Step], hits: Iterable[int]) -> None:
        self.steps, self.hits = tuple(steps), tuple(hits)
        self.text = write(self.steps, self.hits)

    def __getattr__(self, name: str) -> Any:     # called for an attribute not computed yet
        if name not in ("steps", "hits", "text"):
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")
        self.tell(*self.position.way(self.index))
        return getattr(self, name)

    def __str__(self):
        return self.text

    __repr__ = __str__

    def __eq__(self, other: object) -> bool:
        return self.text == other.text if isinstance(other, BackgammonMove) else NotImplemented

    def __lt__(self, other: Self) -> bool:
        return self.text < other.text if isinstance(other, BackgammonMove) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.text)

    def __reduce__(self) -> tuple[Any, ...]:
        return BackgammonMove, (self.steps, self.hits)


# Writing

def write(steps: Iterable[Step], hits: Iterable[int]) -> str:
    """Returns the text of steps, with each checker's steps joined into one leg."""
    legs = Counter()
    hits = set(hits)
    for path in join(steps):
        legs[write_leg(path, hits)] += 1
        hits -= set(path[1:])
    return " ".join(leg if n == 1 else f"{leg}({n})" for leg, n in gather(legs).items()) or PASS


def join(steps: Iterable[Step]) -> list[list[int]]:
    """Joins steps into paths where one begins at the end of another."""
    paths = []
    for source, target in sorted(steps, reverse=True):
        path = next((path for path in paths if path[-1] == source), None)
        if path is None:
            paths.append([source, target])
        else:
            path.append(target)
    return paths


def write_leg(path: Sequence[int], hits: set[int]) -> str:
    """Returns the text of a leg, which shows its ends and the hits between them."""
    named = [point for point in path[1:-1] if point in hits]
    return "/".join([NAMES.get(path[0], str(path[0])), *(f"{point}*" for point in named),
                     NAMES.get(path[-1], str(path[-1])) + ("*" if path[-1] in hits else "")])


def gather(legs: dict[str, int]) -> dict[str, int]:
    """Joins legs that differ only in a star at their end, as in 8/4*(2)."""
    gathered = dict(legs)
    for leg in legs:
        starless = leg[:-1]
        if leg.endswith("*") and "*" not in starless and starless in gathered:
            gathered[leg] += gathered.pop(starless)
    return gathered


# Reading

def find_move(move: BackgammonMove | str, moves: Sequence[tuple[Sequence[int], Sequence[Sequence[Step]]]],
              position: object) -> int:
    """Returns the index in `moves` of the play that a BackgammonMove or a text means.

    `moves` contains, for each legal play, the points where it hits and every set of steps that leads to its final
    position.
    Raises MoveError if the play is malformed, or matches no legal play or several.
    """
    text = str(move)
    legs = read(text) if isinstance(move, (BackgammonMove, str)) else None
    if legs is None:
        raise MoveError(f"no play {move!r}: a play is a BackgammonMove, or a text such as '8/5 6/5', '24/18*/13', "
                        f"'bar/22' or '6/off(2)'")
    wanted = change([(leg[0][0], leg[-1][0]) for leg in legs])
    fitting = {i: hits for i, (hits, ways) in enumerate(moves) if change(ways[0]) == wanted and fits(legs, hits, ways)}
    exact = [i for i in fitting if BackgammonMove(moves[i][1][0], moves[i][0]).text == normal(text)]
    named = [i for i, hits in fitting.items() if set(hits) <= {point for leg in legs for point, _ in leg[1:]}]
    for indices in (exact, list(fitting), named):
        if len(indices) == 1:
            return indices[0]
    fault = "could be several plays" if fitting else "is not legal"
    legal = ", ".join(BackgammonMove(ways[0], hits).text for hits, ways in moves)
    raise MoveError(f"no play {text!r}: it {fault} in {str(position)!r}; the legal plays are {legal}")


def change(steps: Iterable[Step]) -> int:
    """Returns the changes of the mover's points by steps, five bits each; they are equal for all ways to make a
    play."""
    return sum([(1 << 5 * source) - (1 << 5 * target) for source, target in steps])


def normal(text: str) -> str:
    """Returns a text in small letters with one space between legs."""
    return " ".join(text.lower().replace(",", " ").split())


def read(text: str) -> list[list[tuple[int, bool]]] | None:
    """Returns the legs of a text as lists of (point, has star), repeated as often as played, or None."""
    legs = []
    if normal(text).strip("()") in PASSES:
        return legs
    for word in normal(text).split():
        path, bracket, times = word.partition("(")
        points = [(POINTS.get(name.removesuffix("*")), name.endswith("*")) for name in path.split("/")]
        if bracket + times not in TIMES or len(points) < 2 or points[0][1] or None in [point for point, _ in points]:
            return None
        if not all(after < before for (before, _), (after, _) in pairwise(points)):
            return None
        legs += [points] * TIMES[bracket + times]
    return legs


def fits(legs: Sequence[Sequence[tuple[int, bool]]], hits: Sequence[int], ways: Sequence[Sequence[Step]]) -> bool:
    """Whether one of the ways plays the legs, and every star is a hit."""
    if not {point for leg in legs for point, star in leg if star} <= set(hits):
        return False
    return any(covers([[point for point, _ in leg] for leg in legs], Counter(way)) for way in ways)


def covers(legs: Sequence[Sequence[int]], steps: Any) -> bool:
    """Whether the legs, which list points to visit in order, use exactly these steps."""
    if not legs:
        return not steps.total()
    here, *rest = legs[0]
    if not rest:
        return covers(legs[1:], steps)
    for source, target in [step for step in steps if step[0] == here and steps[step]]:
        if target >= rest[0]:
            onward = [target, *(rest[1:] if target == rest[0] else rest)]
            if covers([onward, *legs[1:]], steps - Counter([(source, target)])):
                return True
    return False
