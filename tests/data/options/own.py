import gamecore


def first(position, move):
    return -move


def player(position):
    return position.legal_moves()[0]


ghosts = evaluation = player


class Coin(gamecore.PythonGame):
    bounds = -9, 9

    def __init__(self, left=2):
        self.left = left

    @classmethod
    def from_text(cls, text):
        return cls(int(text))

    def legal_moves(self):
        return list(range(self.left))

    def play(self, move):
        return Coin(move)

    def outcomes(self):
        return [(1, .5), (2, .5)] if self.left else []

    def play_outcome(self, outcome):
        after = Coin(self.left)
        after.outcomes = list
        return after

    def final_score(self):
        return -1

    def key(self):
        return self.left, bool(self.outcomes())
