"""A game that is searched in the order of its moves' exact scores, as a standard for other orders."""
from gamecore.engine import Engine
from gamecore.errors import GameError
from gamecore.games.all import GAMES, game_of
from gamecore.games.outside.python_game import PythonGame

WIN = 99                             # above all scores of the solver


def lent(name):
    """Returns a method that calls `name` of `position`, or None if there is none."""
    return property(lambda self: getattr(self.position, name, None))


class Solved(PythonGame):
    """A position whose static ordering scores are its moves' exact scores.

    Raises GameError if the game has no solver, or if the position is so early in the game that a node would take
    milliseconds.
    """

    legal_moves, is_over, final_score, key = map(lent, ("legal_moves", "is_over", "final_score", "key"))

    def __init__(self, position, solver=None, engine=None):
        game = game_of(position)
        if game.solved_from is None or position.ply < game.solved_from:
            games = " or ".join(f"{name} from ply {each.solved_from} on" for name, each in GAMES.items()
                                if each.solved_from)
            raise GameError(f"order 'solved' is for {games}, not {position!r}")
        self.position = position
        self.solver = solver or game.part("solver").Solver(hash_mb=16, book=False)
        self.engine = engine or Engine(hash_mb=1)

    def play(self, move):
        return Solved(self.position.play(move), self.solver, self.engine)

    def evaluate(self):
        return self.engine.evaluate(self.position)

    def hint(self, move):
        child = self.position.play(move)
        if child.is_over():
            return WIN if child.final_score() else 0
        return -self.solver.solve(child).score
