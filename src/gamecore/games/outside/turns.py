"""Whose turn it is after a move."""


def moves_again(position, move):
    """Whether the side that makes a legal move is to move again after it; not where the game does not say."""
    same_player = getattr(position, "same_player", None)
    return same_player is not None and bool(same_player(move))
