"""Pacman on a line with food three steps east and a search of d moves, the smallest example of thrashing."""
from collections.abc import Callable

from gamecore import PythonGame

DISTANCE = 3                         # steps east to the food


def food_left(position: "Line") -> float:
    """Evaluates by F1, which is minus the food that is left."""
    return -float(position.food)


def food_and_distance(position: "Line") -> float:
    """Evaluates by F2, which adds a little to F1 for being near the food; if no food is left, the distance is 0."""
    return food_left(position) + 0.5 / ((abs(DISTANCE - position.place) if position.food else 0) + 1)


class Line(PythonGame):
    """A place on an infinite line, in a game of one player. A search makes as many moves as it is deep.

    Parameters
    ----------
    evaluation : callable
        Maps a position to its value.
    place : int, optional
        Steps east of the start.
    food : bool, optional
        Whether the food is still there.

    Examples
    --------
    >>> import gamecore
    >>> gamecore.Engine(hash_mb=1).search(Line(food_and_distance), depth=2).pv
    ('east', 'east')
    """

    unit = 0.001

    def __init__(self, evaluation: Callable[["Line"], float], place: int = 0, food: bool = True) -> None:
        self.evaluation, self.place, self.food = evaluation, place, food

    def legal_moves(self) -> list[str]:
        return ["east", "west"]

    def same_player(self, move: str) -> bool:
        return True

    def play(self, move: str) -> "Line":
        place = self.place + (1 if move == "east" else -1)
        return Line(self.evaluation, place, self.food and place != DISTANCE)

    def evaluate(self) -> float:
        return self.evaluation(self)
