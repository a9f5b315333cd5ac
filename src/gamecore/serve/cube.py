"""The doubling cube of a game on the page, with its place, the possible actions and an engine's actions."""
from gamecore.engine import Engine
from gamecore.errors import MoveError

DEPTH = 1                            # layers of chance behind an engine's decision


class Stake:
    """The stake of a game of sides 0 and 1, of which the one on roll may double.

    Parameters
    ----------
    game : Game

    Attributes
    ----------
    value : int
    owner : {0, 1, None}
        None in the middle.
    offered : bool
        A double waits for its answer.
    winner : {0, 1, None}
        The side whose double was passed.
    """

    def __init__(self, game):
        self.cube = game.part("cube") if game.probabilities else None
        self.value, self.owner, self.offered, self.winner = 1, None, False, None

    @property
    def goes_on(self):
        """Whether dice may be rolled and checkers moved."""
        return not self.offered and self.winner is None

    def actions(self, side):
        """Returns the possible cube actions before a roll of this side."""
        if self.offered:
            return ["take", "pass"]
        may_double = self.winner is None and self.owner in (None, side) and self.value < self.cube.MAX_CUBE
        return ["double"] if may_double else []

    def act(self, action, side):
        """Doubles, or answers a double, for this side."""
        if action not in self.actions(side):
            raise MoveError(f"the cube cannot be used so: {action!r}")
        self.offered = action == "double"
        if action == "take":
            self.owner, self.value = 1 - side, 2 * self.value
        elif action == "pass":
            self.winner = side

    def mark(self, names):
        """Returns the mark of a picture, which has the value and the owner's name."""
        owner = "" if self.owner is None or self.offered else f" {names[self.owner]}"
        return f"{self.value * (2 if self.offered else 1)}{owner}"

    def decide(self, position, side):
        """Returns the Decision for the player on roll and for the opponent, from a search before the dice."""
        cube = self.cube
        owner = cube.CENTRED if self.owner is None else cube.PLAYER if self.owner == side else cube.OPPONENT
        return Engine(hash_mb=1).decide(position, DEPTH, self.value, owner)


def advice(decision, offered):
    """Returns an engine's cube action, "double", "roll", "take" or "pass", and its reason in words."""
    taken, passed = decision.double_take, decision.double_pass
    if offered:
        action = "take" if taken <= passed else "pass"
    else:
        action = "double" if decision.action.startswith("double") else "roll"
    return action, f"no double {decision.no_double:+.3f}, double and take {taken:+.3f}, double and pass {passed:+.3f}"
