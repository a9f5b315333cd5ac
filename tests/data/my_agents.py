"""Agents, ghosts and evaluations for Pacman as a user would write them."""
class Careful:
    def choose(self, position, random):
        return random.choice(position.legal_moves())


class Chaser:
    def __call__(self, position):
        return position.legal_moves()[0]


def first(position):
    return position.legal_moves()[0]


def even(position):
    return [(moves, 1) for moves in position.legal_moves()]


def far(position):
    return -position.nearest(position.food)


def nothing(position):
    return None


def fails(position):
    return 1 / 0


number = 5
