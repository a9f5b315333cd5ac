"""A play of backgammon that a person enters checker by checker.

A step is legal if it leads to a legal play of the core's rules.
"""
from gamecore.errors import GameOverError, MoveError
from gamecore.games.backgammon.notation import BAR, OFF
from gamecore.games.backgammon.position import restore


class PlayEntry:
    """An unfinished play in a position after the roll, with the steps that were entered so far, from point to point.

    Attributes
    ----------
    here : Backgammon
        The checkers after these steps, with the same player on roll.
    ways : list of (int, int)
        The steps that may follow.
    play : BackgammonMove or None
        The play if it is complete. Steps may still follow: with 6-1, 3/off is complete as 3/2/off, but 2/1 may follow
        if the 6 was played.
    """

    def __init__(self, position, entered):
        high, low = position.dice
        self.finals = {view(position.play(move).swapped()): move for move in position.legal_moves()}
        self.known = {}
        sides, dice = view(position), (high,) * 4 if high == low else (high, low)
        for number, step in enumerate(entered, 1):
            found = self.onward(sides, dice)
            if tuple(step) not in found:
                raise MoveError(f"step {number}, {step!r}, cannot be played in {str(position)!r}")
            sides, dice = found[tuple(step)]
        self.ways = sorted(self.onward(sides, dice), reverse=True)
        self.play = self.finals.get(sides)
        self.here = self.shown(position, sides)

    def onward(self, sides, dice):
        """Returns the sides and the remaining dice after each step (from, to) that leads to a legal play."""
        found = {}
        for die in dict.fromkeys(dice):
            rest = list(dice)
            rest.remove(die)
            for step, after in steps(*sides, die):
                if step not in found and self.leads(after, tuple(rest)):
                    found[step] = after, tuple(rest)
        return found

    def leads(self, sides, dice):
        """Whether the steps lead to a legal play."""
        if (sides, dice) not in self.known:
            self.known[sides, dice] = sides in self.finals or bool(self.onward(sides, dice))
        return self.known[sides, dice]

    @staticmethod
    def shown(position, sides):
        before = restore(position.from_counts(*sides).position_id, position.turn == "black")
        try:
            return before.roll(*position.dice)
        except GameOverError:
            return before


def view(position):
    return position.own, position.other


def steps(own, other, die):
    """Yields ((from, to), (own, other)) for each checker that a die can move, with the sides after the step."""
    for source in [BAR] if own[BAR] else [point for point in range(24, 0, -1) if own[point]]:
        target = max(source - die, OFF)
        if target == OFF:
            highest = max(point for point in range(1, BAR + 1) if own[point])
            if highest > 6 or (source < die and source < highest):
                continue
        elif other[25 - target] > 1:
            continue
        mine, theirs = list(own), list(other)
        mine[source] -= 1
        mine[target] += 1
        if target != OFF and theirs[25 - target]:
            theirs[25 - target] = 0
            theirs[BAR] += 1
        yield (source, target), (tuple(mine), tuple(theirs))
