"""The solution of files of positions, line by line."""
from gamecore.core.checks import in_range
from gamecore.errors import GamecoreError, PositionError
from gamecore.games.connect_four.position import ConnectFour


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
        In order, `line` and `position`, and `options`, those of all that are not the default; then `score`, `outcome`,
        `moves` if wanted, `nodes` and `seconds`, with a limit also `lower`, `upper` and `stop`; or `error`.
    """
    for number, position in positions:
        known = identity(number, position, all_moves=all_moves, weak=weak, **limits)
        try:
            yield known | record(solver, position, all_moves, weak, on_progress, **limits)
        except GamecoreError as error:
            yield known | {"error": str(error)}


def identity(line, position, **options):
    """Returns the first keys of a record: all that its result depends on, which excludes the book, the threads and the
    table."""
    return {"line": line, "position": position,
            "options": {name: value for name, value in options.items() if value is not False}}


def record(solver, position, all_moves=False, weak=False, on_progress=None, **limits):
    """Returns the solver's result for a position as plain data; under limits it may be only bounds."""
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
        If this is not a game.
    LimitError
        If `first` is negative.
    """
    ConnectFour(columns)
    first = in_range("first", first, 0)
    if "/" in columns:
        raise PositionError(f"{columns!r} has no moves to annotate: expected the columns played, such as '4455'")
    return (annotation(solver, columns, number) for number in range(first, len(columns)))


def annotation(solver, columns, number):
    moves, column = solver.scores(columns[:number]), int(columns[number])
    score, kept = max(moves.values()), moves[column]
    before, after = outcome_of(score), outcome_of(kept)
    return {"move": number + 1, "column": column, "score": score, "kept": kept,
            "best": [move for move, value in moves.items() if value == score],
            "mistake": "" if before == after else f"{before} to {after}"}


def outcome_of(score):
    return "win" if score > 0 else "loss" if score < 0 else "draw"
