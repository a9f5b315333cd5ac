"""Boards of a user's own games in text, which are the lines of the game's text."""


def draw(position, last_move, fancy, turned):
    return [[line] for line in str(position).split("\n")]
