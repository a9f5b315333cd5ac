"""The boards of custom games as text: the lines of the position's text."""


def draw(position, last_move, fancy, turned):
    return [[line] for line in str(position).split("\n")]
