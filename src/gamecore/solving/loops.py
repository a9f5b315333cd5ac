"""Exact values of games with a finite number of positions, even with loops and chance."""
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from time import perf_counter
from typing import Any, Generic, Literal, NamedTuple, SupportsIndex

from gamecore.core.checks import in_range, real
from gamecore.core.position import Move, Move_co, Position
from gamecore.core.token import StopToken, token_or_none
from gamecore.errors import GameError, LimitError, StoppedError
from gamecore.search.iteration import plain
from gamecore.solving.graph import reach
from gamecore.solving.intervals import above, iterate
from gamecore.solving.linear import loops
from gamecore.solving.strategies import may_go_on_for_ever, solve_exactly

# A game of chance is solved exactly if no component has more positions, since the time for a component's equations
# grows with the cube of its size.
EXACT_LOOP = 500

# The number of sweeps after which the policy is a good start for exact arithmetic.
ENOUGH_TO_BEGIN = 10_000


class SolveProgress(NamedTuple):
    """The progress of a solver."""

    states: int                      # positions found so far
    iterations: int                  # sweeps of value iteration so far
    gap: float | None                # the widest interval between the bounds; None before the first sweep


@dataclass(frozen=True)
class Solution(Generic[Move_co]):
    """The value of a game, and a strategy that attains it.

    Attributes
    ----------
    value : Fraction or float
        The value for the side to move: the probability of winning, with a draw counted half, if every end
        is a win, a loss or 0, and not all are 0; otherwise the expected score, with a win counted 1 and a loss -1. A
        Fraction if it is exact.
    error : float
        The largest possible error of the value; 0 if it is exact.
    kind : {"probability", "score"}
        Which of the two the value is.
    move : object or None
        The best move; None where the game is over or chance acts first.
    moves : dict of move to value
        The value of each move for the player who makes it.
    policy : dict of key to move
        The best move in every position where a player chooses. The key is the position's key(), or the position itself.
    values : dict of key to value
        The value of every position for the side to move.
    states : int
        Positions that the game can reach.
    iterations, improvements : int
        Sweeps of value iteration, and rounds of strategy iteration after them.
    endless : bool
        Whether the two players together could play for ever.
    draws : bool
        Whether the game can be drawn: some end has score 0, or play could continue for ever.
    outcome : {"win", "loss", "draw", None}
        The certain result under best play, in a game about winning or where every end is 0; None where chance decides,
        and where the value is not exact.
    """

    value: Fraction | float
    error: float
    kind: Literal["probability", "score"]
    move: Move_co
    moves: Mapping[Move_co, Fraction | float]
    policy: Mapping[Any, Move_co]
    values: Mapping[Any, Fraction | float]
    states: int
    iterations: int
    improvements: int
    endless: bool
    draws: bool
    outcome: Literal["win", "loss", "draw"] | None

    def __repr__(self) -> str:
        return (f"<Solution value={self.value} error={self.error:g} kind={self.kind!r} move={self.move!r} "
                f"states={self.states}>")


def solve(position: Position[Move], *, exact: bool | None = None, tolerance: float = 1e-9,
          max_states: SupportsIndex = 1_000_000, max_iterations: SupportsIndex = 100_000,
          progress: Callable[[SolveProgress], object] | None = None, token: StopToken | None = None) -> Solution[Move]:
    """Solves a position of a game with a finite number of positions, with or without loops.

    Play that never ends is a draw, with value 0.

    Parameters
    ----------
    position : PythonGame
        The position in which the game begins. Two positions count as one if their keys are equal; in a game without
        `key`, if the positions are equal.
    exact : bool, optional
        If True, the solver uses exact arithmetic, however long it takes; if False, it uses value iteration alone. By
        default it is exact for a game that has no chance, or no loop of more than 500 positions.
    tolerance : float, default 1e-9
        The width of interval at which value iteration stops.
    max_states : int, default 1000000
        The largest number of positions.
    max_iterations : int, default 100000
        The largest number of sweeps of value iteration; fewer leave a wider interval.
    progress : callable, optional
        Called with a SolveProgress at intervals.
    token : StopToken, optional
        Its `stop()` ends the call with a StoppedError, before the exact arithmetic or, with `exact` False, at once.

    Returns
    -------
    Solution

    Raises
    ------
    GameError
        If positions cannot be hashed or distinguished, probabilities are negative or do not sum to 1, or a score is
        not a number.
    LimitError
        If more than `max_states` positions can be reached, or an argument is out of range.
    StoppedError
        If the token was stopped.

    Notes
    -----
    Value iteration is due to Shapley (1953); here it works from below and from above, so that the value always lies in
    between. Strategy iteration is due to Hoffman and Karp (1966); here it uses Fractions and begins with the policy of
    value iteration. Condon (1992) describes such games.

    Exact arithmetic converts floats exactly (probabilities divided by their sum), and rounds only the result.

    Examples
    --------
    >>> from gamecore.examples.oopsy_nim import OopsyNim
    >>> solve(OopsyNim(7))                           # an attempt to take two coins fails with probability 1/4
    <Solution value=8/25 error=0 kind='probability' move=1 states=14>
    """
    most_states, most = check_arguments(position, tolerance, max_states, max_iterations)
    token_or_none(token)

    def on_progress(*args):
        if token is not None and token.stopped:
            raise StoppedError("the solver was stopped")
        if progress:
            progress(SolveProgress(*args))

    graph = reach(position, most_states, on_progress)
    components = loops(graph.successors)
    if exact is None:
        exact = not graph.chances or max(map(len, components)) <= EXACT_LOOP
    intervals, iterations = iterate(graph, tolerance, min(most, ENOUGH_TO_BEGIN) if exact else most, on_progress)
    policy, improvements = intervals.policy(tolerance), 0
    if exact:
        values, policy, improvements = solve_exactly(graph, policy, components)
        low = high = values[0]
    else:
        values = intervals.middle()
        low, high = Fraction(intervals.low[0]), Fraction(intervals.high[0])
    return summary(graph, values, (low, high), policy, iterations, improvements)


def check_arguments(position, tolerance, max_states, max_iterations):
    """Returns the numbers of positions and sweeps; raises GameError or LimitError for an invalid argument."""
    for method in ("legal_moves", "play", "is_over", "final_score"):
        if not callable(getattr(position, method, None)):
            raise GameError(f"{position!r:.200} is not a position of a game: it has no {method}()")
    if not (real(tolerance) is not None and tolerance >= 0):
        raise LimitError(f"tolerance must be a number, 0 or more, not {tolerance!r}")
    return in_range("max_states", max_states, 1), in_range("max_iterations", max_iterations, 1)


def summary(graph, values, bounds, policy, iterations, improvements):
    """Returns the Solution from all positions' values and policy, and the bounds of the first position's value."""
    if graph.wins:
        values, bounds = [(1 + value) / 2 for value in values], [(1 + bound) / 2 for bound in bounds]
    if not graph.exact:
        values = list(map(float, values))
    values[0], error = middle_of(*bounds, graph.exact)
    chosen = {i: graph.moves[i][policy[i]] for i in graph.choices}
    total = 1 if graph.wins else 0       # of a position's values for both sides
    moves = {move: total - values[j] if flipped else values[j] for move, j, flipped
             in zip(graph.moves[0], graph.successors[0], graph.flipped[0], strict=True)} if 0 in chosen else {}
    endless = may_go_on_for_ever(graph)
    return Solution(
        value=values[0], error=error, kind="probability" if graph.wins else "score", move=chosen.get(0), moves=moves,
        policy={graph.keys[i]: move for i, move in chosen.items()}, values=dict(zip(graph.keys, values, strict=True)),
        states=len(graph), iterations=iterations, improvements=improvements, endless=endless,
        draws=endless or 0 in graph.scores, outcome=None if error else outcome_of(values[0], graph))


def outcome_of(value, graph):
    """Returns the result that is certain by an exact value, or None."""
    if not graph.wins:
        return None if any(graph.scores) else "draw"
    if value in (0, 1):
        return "win" if value else "loss"
    return None if graph.chances else "draw"


def middle_of(low, high, exact):
    """Returns the value between two Fractions and its error, as a Fraction and 0.0 if exact, otherwise as floats."""
    if exact and low == high:
        return low, 0.0
    middle = float((low + high) / 2)
    return middle, above(max(high - Fraction(middle), Fraction(middle) - low))


def report(position, all_moves=False, **options):
    """Returns the solution of a position as plain data for `gamecore solve module:Class`, with the options of `solve`.

    An exact value is a text such as "8/25". `all_moves` adds the value of each move.
    """
    start = perf_counter()
    solution = solve(position, **options)
    record = {"position": str(position), "value": number(solution.value), "error": solution.error,
              "kind": solution.kind, "move": plain(solution.move), "states": solution.states,
              "iterations": solution.iterations, "endless": solution.endless, "draws": solution.draws,
              "outcome": solution.outcome, "seconds": perf_counter() - start}
    if all_moves:
        record["moves"] = [{"move": plain(move), "value": number(value)} for move, value in solution.moves.items()]
    return record


def number(value):
    """Returns a value as a type of JSON, with text for a Fraction."""
    return str(value) if isinstance(value, Fraction) else value
