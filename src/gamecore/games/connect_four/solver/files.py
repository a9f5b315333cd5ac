"""The solution of files of positions, line by line."""
from gamecore.errors import GamecoreError


def read_positions(lines):
    """Returns the number of each line with a position, from 1, and the position's text.

    Text after a space, empty lines, and lines that begin with # are ignored.
    """
    words = ((number, line.split()) for number, line in enumerate(lines, 1))
    return [(number, word[0]) for number, word in words if word and not word[0].startswith("#")]


def solve_lines(solver, positions, *, all_moves=False, weak=False, on_progress=None, **limits):
    """Solves positions one after the other.

    Parameters
    ----------
    solver : Solver
    positions : iterable of (int, str)
        Numbers of lines, and the positions in them.
    all_moves, weak : bool
        Whether to add the scores of all moves, and to find only the winner.
    on_progress, nodes, seconds : optional
        As in `Solver.solve`.

    Yields
    ------
    dict
        `line` and `position`; then `score`, `outcome`, `moves` if wanted, `nodes` and `seconds`, with a limit also
        `lower`, `upper` and `stop`; or `error`.
    """
    for number, position in positions:
        known = {"line": number, "position": position}
        try:
            yield known | record(solver, position, all_moves, weak, on_progress, **limits)
        except GamecoreError as error:
            yield known | {"error": str(error)}


def record(solver, position, all_moves=False, weak=False, on_progress=None, **limits):
    """Returns the solver's result for a position as plain data; under limits it may be only bounds."""
    solution = solver.solve(position, weak=weak, on_progress=on_progress, **limits)
    known = {"position": str(position), "score": solution.score, "outcome": solution.outcome}
    if limits:
        known |= {"lower": solution.lower, "upper": solution.upper, "stop": solution.stop}
    if all_moves:
        known["moves"] = solver.scores(position, weak=weak, on_progress=on_progress)
    return known | {"nodes": solution.nodes, "seconds": solution.seconds}
