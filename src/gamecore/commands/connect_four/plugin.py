"""The additions of connect four to the commands that serve every game."""
from gamecore.commands.plugins import GamePlugin
from gamecore.commands.connect_four import solve
from gamecore.commands.players import Reply, opinion
from gamecore.games.connect_four.solver import Solver
from gamecore.games.connect_four.solver.solution import plies_to_end
from gamecore.trees.positions import WIN

CELLS = 42


class PerfectPlayer:
    """A player that plays by the solver of connect four."""

    def __init__(self, hash_mb, threads, console):
        self.solver, self.console = Solver(hash_mb, threads), console

    def __call__(self, position):
        solution = self.solver.solve(position, on_progress=self.show_progress)
        return Reply(solution.move, opinion(solution), solution.stop == "interrupt")

    def move_scores(self, position, move):
        return {move: score and (WIN - plies_to_end(score, position.ply, CELLS)) * (1 if score > 0 else -1)
                for move, score in self.solver.scores(position, on_progress=self.show_progress).items()}

    def show_progress(self, solver):
        self.console.status(f"thinking, score {solver.bounds[0]} to {solver.bounds[1]}")


class ConnectFourPlugin(GamePlugin):
    options = {"solve": solve.configure}
    refused = {"perfect": ""}
    solve = staticmethod(solve.run)

    def perfect_player(self, position, hash_mb, threads, console):
        return PerfectPlayer(hash_mb, threads, console)


PLUGIN = ConnectFourPlugin()
