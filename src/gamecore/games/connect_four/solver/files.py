"""Files of positions, solved line by line."""
from gamecore.errors import GamecoreError


def solve_lines(solver, lines, done=0, *, all_moves=False, weak=False, on_progress=None, **limits):
    """Solves one position a line.

    Parameters
    ----------
    solver : Solver
    lines : iterable of str
        One position a line; text after it, following a space, is ignored, as are empty lines and those that begin with
        #.
    done : int, default 0
        Positions to leave out at the beginning, because they are known already.
    all_moves, weak : bool
        Whether to add the scores of all moves, and whether to find only the winner.
    on_progress, nodes, seconds : optional
        As of `Solver.solve`.

    Yields
    ------
    dict
        line (from 1), position, score, moves if asked for, nodes, seconds; with a limit also lower, upper and stop; or
        line, position, error. In order.
    """
    for number, line in enumerate(lines, 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if done:
            done -= 1
            continue
        try:
            yield {"line": number} | record(solver, words[0], all_moves, weak, on_progress, **limits)
        except GamecoreError as error:
            yield {"line": number, "position": words[0], "error": str(error)}


def record(solver, position, all_moves=False, weak=False, on_progress=None, **limits):
    """Returns the solver's result for a position as plain data; within limits it may be only bounds."""
    solution = solver.solve(position, weak=weak, on_progress=on_progress, **limits)
    known = {"position": str(position), "score": solution.score, "outcome": solution.outcome}
    if limits:
        known |= {"lower": solution.lower, "upper": solution.upper, "stop": solution.stop}
    if all_moves:
        known["moves"] = solver.scores(position, weak=weak, on_progress=on_progress)
    return known | {"nodes": solution.nodes, "seconds": solution.seconds}


def annotate(solver, columns, first=0):
    """Yields the moves of a game, and what each lost.

    Parameters
    ----------
    solver : Solver
        Of the 7x6 board.
    columns : str
        The game, as columns from 1.
    first : int, default 0
        Moves to leave out at the beginning, where solving takes longest.

    Yields
    ------
    dict
        move (from 1), column, score (what the position was worth to the player), kept (what it is worth to them after
        the move), best (the columns that keep the score), mistake: "" or what the move turned: "win to draw", "win to
        loss", "draw to loss".
    """
    for i, column in list(enumerate(columns))[first:]:
        moves = solver.scores(columns[:i])
        score, kept = max(moves.values()), moves[int(column)]
        before, after = outcome_of(score), outcome_of(kept)
        yield {"move": i + 1, "column": int(column), "score": score, "kept": kept,
               "best": [move for move, worth in moves.items() if worth == score],
               "mistake": "" if before == after else f"{before} to {after}"}


def outcome_of(score):
    return "win" if score > 0 else "loss" if score < 0 else "draw"
