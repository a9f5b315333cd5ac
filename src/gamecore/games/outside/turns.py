"""Whose turn it is after a move or an outcome, and how a game has ended."""


def moves_again(position, move):
    """Whether the side that makes a legal move is to move again after it; not where the game does not say."""
    same_player = getattr(position, "same_player", None)
    return same_player is not None and bool(same_player(move))


def passes_turn(position, outcome):
    """Whether the other side is to move after an outcome of chance; not where the game does not say."""
    asked = getattr(position, "passes_turn", None)
    return asked is not None and bool(asked(outcome))


class OutcomeByScore:
    """The attribute `outcome` of a game that does not define its own: "win", "loss" or "draw" for the side to move by
    the sign of the final score, None while the game goes on. An instance may have an attribute of this name instead."""

    def __get__(self, position, owner=None):
        if position is None:
            return self
        if not position.is_over():
            return None
        score = position.final_score()
        return "win" if score > 0 else "loss" if score < 0 else "draw"
