"""The solution of files of positions, line by line."""
from gamecore.errors import GamecoreError, PositionError
from gamecore.games.connect_four.position import ConnectFour


def solve_lines(solver, lines, done=0, *, all_moves=False, weak=False, on_progress=None, **limits):
    """Solves one position per line.

    Parameters
    ----------
    solver : Solver
    lines : iterable of str
        One position per line; text after a space, empty lines, and lines that begin with # are ignored.
    done : int, default 0
        Positions to skip at the beginning, because they are already known.
    all_moves, weak : bool
        Whether to add the scores of all moves, and to find only the winner.
    on_progress, nodes, seconds : optional
        As in `Solver.solve`.

    Yields
    ------
    dict
        In order, `line` (from 1), `position`, `score`, `moves` if wanted, `nodes` and `seconds`, with a limit also
        `lower`, `upper` and `stop`; or `line`, `position` and `error`.
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
    """Returns the solver's result for a position as plain data, which may be only bounds within limits."""
    solution = solver.solve(position, weak=weak, on_progress=on_progress, **limits)
    known = {"position": str(position), "score": solution.score, "outcome": solution.outcome}
    if limits:
        known |= {"lower": solution.lower, "upper": solution.upper, "stop": solution.stop}
    if all_moves:
        known["moves"] = solver.scores(position, weak=weak, on_progress=on_progress)
    return known | {"nodes": solution.nodes, "seconds": solution.seconds}


def annotate(solver, columns, first=0):
    """Returns an iterator of the moves of a game with the loss of each.

    Parameters
    ----------
    solver : Solver
        A solver of the 7x6 board.
    columns : str
        The game, as columns from 1.
    first : int, default 0
        Moves to skip at the beginning, where solving takes longest.

    Yields
    ------
    dict
        `move` (from 1), `column`, `score` (of the position for the player), `kept` (its score after the move), `best`
        (the columns that keep the score) and `mistake` ("" or "win to draw", "win to loss", "draw to loss").

    Raises
    ------
    PositionError
        If this is no game.
    """
    ConnectFour(columns)
    if "/" in columns:
        raise PositionError(f"{columns!r} has no moves to annotate: expected the columns played, such as '4455'")
    return (annotation(solver, columns, number) for number in range(first, len(columns)))


def annotation(solver, columns, number):
    moves, column = solver.scores(columns[:number]), int(columns[number])
    score, kept = max(moves.values()), moves[column]
    before, after = outcome_of(score), outcome_of(kept)
    return {"move": number + 1, "column": column, "score": score, "kept": kept,
            "best": [move for move, worth in moves.items() if worth == score],
            "mistake": "" if before == after else f"{before} to {after}"}


def outcome_of(score):
    return "win" if score > 0 else "loss" if score < 0 else "draw"
