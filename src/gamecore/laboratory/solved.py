"""Connect four in the order of the moves' exact scores: the oracle that other orders are measured against."""
from gamecore.engine import Engine
from gamecore.errors import GameError
from gamecore.games.connect_four.position import ConnectFour
from gamecore.games.connect_four.solver import Solver
from gamecore.games.outside.python_game import PythonGame

MOST_EMPTY = 26                      # cells; with more, a node takes milliseconds
CELLS = 42
WIN = 99                             # above all scores of the solver


class Solved(PythonGame):
    """A position of connect four that hints at its moves by their exact scores.

    Parameters
    ----------
    position : ConnectFour
        With at most 26 empty cells.

    Raises
    ------
    GameError
        It is another game's, or has more empty cells.
    """

    def __init__(self, position, solver=None, engine=None):
        if not isinstance(position, ConnectFour) or position.ply < CELLS - MOST_EMPTY:
            raise GameError("order 'solved' is for connect four "
                            f"with at most {MOST_EMPTY} empty cells, not {position!r}")
        self.position = position
        self.solver = solver or Solver(hash_mb=16, book=False)
        self.engine = engine or Engine(hash_mb=1)

    def legal_moves(self):
        return self.position.legal_moves()

    def is_over(self):
        return self.position.is_over()

    def final_score(self):
        return self.position.final_score()

    def key(self):
        return self.position.key()

    def play(self, move):
        return Solved(self.position.play(move), self.solver, self.engine)

    def evaluate(self):
        return self.engine.evaluate(self.position)

    def hint(self, move):
        child = self.position.play(move)
        if child.is_over():
            return WIN if child.final_score() else 0
        return -self.solver.solve(child).score
