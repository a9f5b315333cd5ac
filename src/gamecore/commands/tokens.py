"""Positions, moves and chance outcomes as words of a protocol, separated by blanks."""
from typing import NamedTuple

from gamecore.errors import MoveError
from gamecore.games.all import game_of
from gamecore.games.outside.turns import find_move, list_outcomes, moves_again, passes_turn, word_of


class Turn(NamedTuple):
    """A position and its side to move."""

    position: object
    first: bool                      # whether the player who moves first in this game is to move, or on roll

    def after(self, word):
        """Returns the turn after the move or chance outcome that a word names; raises MoveError if it names none."""
        position = self.position
        if position.is_over():
            raise MoveError(f"no move {word!r}: the game is over in {str(position)!r}")
        if outcomes := list_outcomes(position):
            outcome = find_outcome(position, [outcome for outcome, _ in outcomes], word)
            return Turn(position.play_outcome(outcome), self.first != passes_turn(position, outcome))
        move = find_move(position, word)
        return Turn(position.play(move), self.first == moves_again(position, move))


def turn_of(position):
    """Returns the turn of the position that a text describes; unless the position says, it is the first player's."""
    return Turn(position, not game_of(position).second_moves(position))


def word_of_outcome(outcome):
    """Returns a chance outcome as a word, such as 31 for a roll of 3-1."""
    if isinstance(outcome, tuple) and all(isinstance(die, int) and 0 <= die <= 9 for die in outcome):
        return "".join(map(str, outcome))
    return word_of(outcome)


def find_outcome(position, outcomes, word):
    if read := game_of(position).read_outcome:
        return read(word)
    words = {word_of_outcome(outcome): outcome for outcome in outcomes}
    if word not in words:
        raise MoveError(f"no outcome {word!r} in {str(position)!r}: possible are {', '.join(words)}")
    return words[word]
