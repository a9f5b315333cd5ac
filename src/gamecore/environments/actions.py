"""A turn in the form that the adapters use: numbers for actions, and a player's observation.

The number of an action has the same meaning in every position. In some games an action is a step of a move
(games/<game>/steps.py).
"""
from gamecore import arrays
from gamecore.games.all import game_of

POINTS = {"win": 1, "draw": 0, "loss": -1}


class PartialTurn:
    """A position and, in backgammon, the steps of a play that were taken so far.

    Attributes
    ----------
    position : ConnectFour, Checkers or Backgammon
    taken : tuple of int
        The numbers of these steps, which are not yet made in the position.
    actions : dict of int to move
        The legal actions in ascending order, each with its move, or with None if its play continues. Empty in a
        finished game.
    """

    def __init__(self, position, taken=()):
        self.position, self.taken, self.game = position, taken, game_of(position)
        self.actions = dict(sorted(self.list_actions())) if position.outcome is None else {}

    @property
    def steps(self):
        """The module of the game's steps, or None where an action is a move."""
        return self.game.part("steps") if self.game.actions.steps else None

    def list_actions(self):
        """Returns the pair (number, move or None) of each action."""
        if not self.steps:
            numbers, _ = arrays.legal_moves(arrays.pack([self.position]))
            yield from zip(numbers.tolist(), self.position.legal_moves(), strict=True)
            return
        done = len(self.taken)
        for play in self.position.legal_moves():
            numbers = self.steps.numbers_of(play, self.position.dice)
            if numbers[:done] == self.taken:
                yield numbers[done], play if len(numbers) == done + 1 else None

    def after(self, action):
        """Returns the turn after an action; it may have to wait for a roll."""
        move = self.actions[action]
        if move is None:
            return PartialTurn(self.position, (*self.taken, action))
        return PartialTurn(self.position.play(move))

    @property
    def player(self):
        """The player to move, 0 (the side that begins the game) or 1."""
        return self.game.turns.index(self.position.turn)

    def view(self, player):
        """Returns the planes, uint8, with the player's own planes first.

        In backgammon element n of a third plane is the number of unplayed dice that show n.
        """
        planes = arrays.planes(arrays.pack([self.position]))[0]
        if self.steps:
            planes = self.steps.planes_after(planes, self.position.dice, self.taken)
        return planes if player == self.player else planes[self.game.actions.other_view]

    def returns(self):
        """Returns each player's result in a finished game."""
        own = self.position.final_score() if self.game.points > 1 else POINTS[self.position.outcome]
        return [own, -own] if self.player == 0 else [-own, own]

    def name_of(self, number):
        """Returns the text of a legal action, which is a move or a step of a play such as "8/5"."""
        return self.steps.name_of(number) if self.steps else str(self.actions.get(number, number))
