"""THE LAW of the search, as a check that any search can be put to.

At a fixed depth and fixed definition switches the root score equals reference minimax, whatever the exact switches,
order, table size, table contents and thread count; and the chosen move attains that score.
"""
from dataclasses import dataclass
from functools import partial

from tests import reference
import gamecore
from gamecore.games.checkers import net as checkers_net
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.endgames.root import DatabaseProbe
from gamecore.games.connect_four.solver import Solver
from gamecore.search.evaluations import Evaluations
from gamecore.search.switches import ORDERS as ORDERS, SWITCHES
from games.tic_tac_toe import TicTacToe
from tests.small_games import Chase

DATABASES = Databases()
DATABASE_PROBE = DatabaseProbe(DATABASES)
SOLVER = Solver(hash_mb=4, book=False)
ASKED = 20                           # empty cells at most in positions that a search asks the solver about
OPPOSITE = {"win": "loss", "loss": "win", "draw": "draw"}
LINEAR = Evaluations("linear")

DEFINITION, EXACT, SELECTIVE = ([name for name, switch in SWITCHES.items() if switch.kind == kind and not switch.chance]
                                for kind in ("definition", "exact", "selective"))
DEFAULT = *DEFINITION, *EXACT


@dataclass(frozen=True)
class Search:
    """What is asked of an engine."""

    position: object
    depth: int
    switches: tuple = DEFAULT
    order: str = "full"
    seed: int = 0
    multipv: int = 1

    def run(self, engine, **limits):
        switches = None if self.switches == DEFAULT else self.switches         # an engine's own
        return engine.search(self.position, depth=self.depth, switches=switches, order=self.order, seed=self.seed,
                             multipv=self.multipv, **limits)

    def is_lawful(self):
        """With selective switches only determinism is promised."""
        return not set(self.switches) & set(SELECTIVE)


class BareCheckers:
    """Checkers whose draws are left to the definition switches: over is only a game that is lost."""

    def __init__(self, position):
        self.position = position
        self.legal_moves = position.legal_moves
        self.key = position.key
        self.is_quiet = position.is_quiet
        self.is_reversible = position.is_reversible

    def play(self, move):
        return BareCheckers(self.position.play(move))

    def is_over(self):
        return not self.legal_moves()

    def is_stale(self):
        return self.position.clock >= 80         # plies: 40 moves of each side

    def final_score(self):
        return gamecore.LOSS


def seen_by_reference(position):
    """The position as the reference searches it, and the line that led to it."""
    if isinstance(position, gamecore.Checkers):
        return BareCheckers(position), reference.line_of_game(position.history)
    return position, ()


def static(weights, position):
    """A built-in game's evaluation: linear, from the features that the position is said to have, or what ships."""
    position = getattr(position, "position", position)
    if isinstance(position, gamecore.Checkers) and weights is None:
        return checkers_net.shipped().evaluate(position)
    return sum((weights or {}).get(name, weight) * count for name, count, weight in LINEAR.explain(position))


def definition_of(search, weights=None):
    """Weights: changed ones of the linear evaluation, or a function that evaluates in its place."""
    evaluate = weights if callable(weights) else (
        type(search.position).evaluate if hasattr(search.position, "evaluate") else partial(static, weights))
    return reference.Definition(
        evaluation=evaluate if "evaluation" in search.switches else None,
        quiescence="quiescence" in search.switches,
        repetition="repetition" in search.switches,
        known=known_of(search),
    )


def known_of(search):
    """What a search may ask about positions after the first."""
    if "databases" in search.switches and isinstance(search.position, gamecore.ConnectFour):
        return lambda position: None if position == search.position else solved(position)
    return partial(known_below, search) if asks_databases(search) else lambda position: None


def asks_databases(search):
    return "databases" in search.switches and isinstance(search.position, gamecore.Checkers)


def pieces_of(position):
    return sum(map(len, position.pieces.values()))


def solved(position):
    """A late position of connect four's score, or None."""
    if position.is_over() or position.ply < 42 - ASKED:
        return None
    score = SOLVER.solve(position).score         # 22 less the stones that the winner will have
    first_wins = (score > 0) == (position.ply % 2 == 0)
    plies = 2 * (22 - abs(score)) - first_wins - position.ply
    return (reference.WIN - plies) * ((score > 0) - (score < 0))


def known_below(search, bare):
    """A position's score, if the databases that ship know it and it has fewer pieces than the first."""
    if pieces_of(bare.position) >= pieces_of(search.position):
        return None
    return {"win": 25000, "draw": 0, "loss": -25000, None: None}[
        DATABASES.probe(bare.position, clock="repetition" in search.switches)]


def counts_draws(search):
    return isinstance(search.position, gamecore.Checkers) and "repetition" in search.switches


def advice_of(search):
    """What the databases say of the first position and its game, or None."""
    return DATABASE_PROBE.probe(search.position, clock=counts_draws(search)) if asks_databases(search) else None


def is_drawn(search):
    """Whether the first position is a draw already, where play may go on."""
    return counts_draws(search) and search.position.is_over()


def may_choose(search, claim):
    """The moves that the search may choose from, with what it claims."""
    position, advice = search.position, advice_of(search)
    if advice is None or is_drawn(search):
        return position.legal_moves()
    if claim == "draw":
        return advice.moves
    known = DATABASES.probe(position, clock=False)       # of a search without the time for the distances
    return [move for move in position.legal_moves()
            if DATABASES.probe(position.play(move), clock=False) == OPPOSITE[known]]


def check_fields(result):
    """Asserts that what a result says twice is the same, in plain data too."""
    length = reference.WIN - abs(result.score)
    decided = isinstance(result.score, int) and length < 5000          # by the game's end, not by databases
    assert result.plies_to_end == (length if decided else None), "not the length of its score"
    assert result.lines[0] == (result.score, result.pv) and result.move == (result.pv[0] if result.pv else None)
    plain, last = result.as_dict(), (result.iterations or [None])[-1]
    assert all(plain[name] == getattr(result, name) for name in ("score", "outcome", "plies_to_end", "depth", "stop"))
    assert last is None or (last.score, last.lines, last.depth) == (result.score, result.lines, result.depth)
    depths = [iteration.depth for iteration in result.iterations]
    assert depths == sorted({*depths}) and all(iteration.finished for iteration in result.iterations)


def check_outcome(search, result):
    """Asserts that a result claims what is proved, and no more."""
    advice = advice_of(search)
    by_score = ("win" if result.score > 20000 else "loss" if result.score < -20000 else
                "draw" if result.score == 0 and any(i.complete for i in result.iterations[-1:]) else None)
    if is_drawn(search):
        assert result.outcome == "draw", "a claim about a game that is drawn"
    elif advice is None:
        assert result.outcome == by_score, "a claim that the score does not prove"
    else:
        assert result.outcome in (advice.outcome, None), "a claim that the game does not bear out"
        assert result.outcome is not None or advice.outcome != "draw", "a draw unnoticed"
        assert by_score in (None, "draw", result.outcome), "a score that contradicts the claim"


class Reference:
    """The reference's scores, each computed once for all searches that ask for it."""

    def __init__(self, weights=None):
        self.weights = weights
        self.memos, self.known = {}, {}

    def scores(self, search, depth, claim=None):
        """The score of each move that a search with this claim may choose."""
        name = search.position, depth, frozenset({*DEFINITION} & {*search.switches})
        key = id(search.position), *name[1:]
        if key not in self.known:
            definition = definition_of(search, self.weights)
            position, line = seen_by_reference(search.position)
            pieces = pieces_of(search.position) if asks_databases(search) else None
            memo = self.memos.setdefault((type(search.position), name[2], pieces), {})
            if definition.repetition and reference.can_repeat(search.position):
                memo = None              # scores depend on the line
            scores = reference.scores_of_moves(position, depth, definition, line, memo)
            self.known[key] = dict(scores), name     # the name keeps the position, and with it its id
        known = self.known[key][0]
        return {move: known[move] for move in may_choose(search, claim)}


def check(search, result, weights=None, minimax=None):
    """Asserts the law for a search and an engine's answer: of its last complete iteration, if it was stopped."""
    if result.depth == 0 and result.stop == "complete":
        return check_known(search, result)
    assert result.move in search.position.legal_moves()
    check_outcome(search, result)
    check_fields(result)
    if result.depth == 0:
        return None
    minimax = minimax or Reference(weights)
    position, _ = seen_by_reference(search.position)
    scores = minimax.scores(search, result.depth, result.outcome)
    ranking = sorted(scores.values(), reverse=True)
    assert result.score == ranking[0], "the score is not minimax's"
    assert scores[result.move] == ranking[0], "the move does not attain the score"
    assert [score for score, pv in result.lines] == ranking[:search.multipv], "these are not the best scores"
    assert all(scores[pv[0]] == score for score, pv in result.lines), "a line's move does not attain its score"
    assert len({pv[0] for score, pv in result.lines}) == min(search.multipv, len(scores)), "two lines begin alike"
    for _, pv in result.lines:
        assert_is_a_line(position, pv)
    for iteration in result.iterations:
        expected = max(minimax.scores(search, iteration.depth, result.outcome).values())
        assert iteration.score == expected, "an iteration's score is not minimax's"
    assert result.stop != "depth" or result.depth == search.depth
    if result.stop == "complete":
        for more in (1, 2):
            expected = max(minimax.scores(search, result.depth + more, result.outcome).values())
            assert result.score == expected, "it was not complete"


def check_plain(position, depth, definition):
    """Asserts that plain alpha-beta visits the textbook's tree. Connect four's solver, if it is asked, visits none."""
    if isinstance(position, gamecore.ConnectFour):
        definition = {*definition} - {"databases"}
    search = Search(position, depth, ("pruning", *definition), order="none")
    result = search.run(gamecore.Engine(hash_mb=1))
    expected = reference.alpha_beta(position, depth, definition_of(search))
    assert (result.score, result.nodes, result.leaves) == expected


def assert_usable(engine):
    """The law still holds on an engine, whatever has happened to it."""
    for position in (gamecore.ConnectFour("44"), TicTacToe("x...o...."), Chase(0, 3)):
        search = Search(position, 4, ("evaluation", *EXACT), multipv=2)
        check(search, search.run(engine))


def check_known(search, result):
    """Asserts that an answer without a search is what the databases say, and that each line leads to it."""
    assert advice_of(search).outcome == result.outcome in ("win", "loss"), "that is not known"
    assert result.stop == "complete" and result.nodes == 0
    check_fields(result)
    assert (result.score > 0) == (result.outcome == "win"), "the move does not keep the result"
    for score, pv in result.lines:
        outcome = DATABASES.probe(search.position.play(pv[0]), clock=False)
        assert score == 0 or (score > 0) == (outcome == "loss"), "a wrong sign"
        assert score == 0 or abs(score) == 25000 - len(pv), "not the line's length"
        assert score == 0 or not counts_draws(search) or search.position.clock + len(pv) <= 80, "too late"
        assert_is_a_line(search.position if counts_draws(search) else seen_by_reference(search.position)[0], pv)


def assert_is_a_line(position, moves):
    for move in moves:
        assert not position.is_over() and move in position.legal_moves(), "the line is not legal"
        position = position.play(move)
