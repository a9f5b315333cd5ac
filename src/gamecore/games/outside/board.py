"""Games of one's own in text: their own texts, line by line."""


def draw(position, last_move, fancy, turned):
    return [[line] for line in str(position).split("\n")]
