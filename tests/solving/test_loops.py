"""Tests the exact values of games that may never end, by facts, by laws, and by other ways to compute the same
values."""
import json
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

from tests.data.facts.nim import NIM, OOPSY_NIM, TWO_BAGS
from gamecore import LOSS, WIN, PythonGame
from gamecore.errors import GameError, LimitError
from gamecore.solving.graph import reach
from gamecore.solving.intervals import iterate
from gamecore.solving.loops import report, solve
from gamecore.solving.strategies import evaluate, solve_loop
from tests.refusals import refusals
from games.nim import Nim
from games.oopsy_nim import OopsyNim
from games.tic_tac_toe import TicTacToe
from games.two_bags import TwoBags


class Wander(PythonGame):
    """A game as a graph: for each place ("end", score), ("choice", places) or ("chance", ((place, weight), ...))."""

    def __init__(self, places, at=0):
        self.places = places
        self.at = at
        self.kind, self.what = places[at]

    def is_over(self):
        return self.kind == "end"

    def legal_moves(self):
        return self.what

    def play(self, move):
        return Wander(self.places, move)

    def outcomes(self):
        if self.kind == "chance":
            total = sum(weight for _, weight in self.what)
            return [(place, Fraction(weight, total)) for place, weight in self.what]

    play_outcome = play

    def final_score(self):
        return self.what

    def key(self):
        return self.at


# Another way to the value: for each pair of stationary strategies, a Markov chain; then the maximin over all of them.
# Stationary strategies suffice (Liggett & Lippman 1969).

def brute_force(places):
    """The value of place 0 for the side to move, and that it is the same whichever player commits himself first."""
    nodes = [(place, side) for place in range(len(places)) for side in (1, -1)]
    choices = {side: [place for place, (kind, _) in enumerate(places) if kind == "choice"] for side in (1, -1)}
    strategies = {side: [dict(zip(choices[side], picks)) for picks in product(*(places[i][1] for i in choices[side]))]
                  for side in (1, -1)}
    table = [[chain_value(places, nodes, {1: own, -1: other}) for other in strategies[-1]] for own in strategies[1]]
    maximin = max(map(min, table))
    assert maximin == min(map(max, zip(*table)))
    return maximin


def chain_value(places, nodes, strategies):
    """What place 0 is worth to the side 1, to move, when both follow their strategies; 0 if that never ends."""
    index = {node: n for n, node in enumerate(nodes)}
    matrix, right = [], []
    ending = nodes_that_end(places, nodes, strategies)
    for node in nodes:
        line = [Fraction(0)] * len(nodes)
        line[index[node]] = Fraction(1)
        place, side = node
        kind, what = places[place]
        if node in ending and kind != "end":
            for after, p in steps(places, node, strategies):
                line[index[after]] -= p
        matrix.append(line)
        right.append(side * Fraction(what) if kind == "end" else Fraction(0))
    return gauss_jordan(matrix, right)[index[0, 1]]


def steps(places, node, strategies):
    place, side = node
    kind, what = places[place]
    if kind == "choice":
        return [((strategies[side][place], -side), Fraction(1))]
    return [((to, side), Fraction(weight, sum(w for _, w in what))) for to, weight in what] if kind == "chance" else []


def nodes_that_end(places, nodes, strategies):
    ending = {node for node in nodes if places[node[0]][0] == "end"}
    for _ in nodes:
        ending |= {node for node in nodes if any(after in ending for after, _ in steps(places, node, strategies))}
    return ending


def gauss_jordan(matrix, right):
    """The solution of a regular system, column by column."""
    size = len(matrix)
    rows = [line + [value] for line, value in zip(matrix, right)]
    for column in range(size):
        pivot = next(i for i in range(column, size) if rows[i][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for i in range(size):
            if i != column and rows[i][column]:
                factor = rows[i][column]
                rows[i] = [a - factor * b for a, b in zip(rows[i], rows[column])]
    return [line[size] for line in rows]


@st.composite
def wanderings(draw, scores=st.integers(-3, 3), choices=3, chances=2, ends=2):
    """Small games, mostly loops."""
    kinds = draw(st.permutations(["choice"] * choices + ["chance"] * chances)) + ["end"] * ends
    calm = [i for i, kind in enumerate(kinds) if kind != "chance"]
    places = []
    for kind in kinds:
        if kind == "end":
            places.append((kind, draw(scores)))
        elif kind == "choice":
            places.append((kind, tuple(draw(st.lists(st.integers(0, len(kinds) - 1), min_size=1, max_size=2,
                                                     unique=True)))))
        else:
            targets = draw(st.lists(st.sampled_from(calm), min_size=1, max_size=3, unique=True))
            places.append((kind, tuple((to, draw(st.integers(1, 3))) for to in targets)))
    return tuple(places)


@settings(max_examples=100, deadline=None)
@given(wanderings(), st.data())
def test_from_any_strategy_the_value_is_that_of_the_best_stationary_ones(places, data):
    solution = solve(Wander(places), exact=True)
    assert solution.kind == "score" and solution.error == 0
    graph = reach(Wander(places), 100, lambda *progress: None)
    start = [data.draw(st.integers(0, len(ways) - 1)) if ways else -1 for ways in graph.successors]
    values, strategy, _ = solve_loop(graph, start)
    assert solution.value == values[0] == brute_force(places)
    assert evaluate(graph, strategy) == values


@settings(max_examples=150, deadline=None)
@given(wanderings(choices=6, chances=4, ends=3))
def test_value_iteration_never_leaves_the_value_out(places):
    graph = reach(Wander(places), 100, lambda *progress: None)
    exact = solve(Wander(places), exact=True)
    for sweeps in (1, 2, 5, 100):
        intervals, _ = iterate(graph, 0, sweeps, lambda *progress: None)
        for key, low, high in zip(graph.keys, intervals.low, intervals.high):
            assert low <= exact.values[key] <= high
    guess = solve(Wander(places), exact=False)
    assert abs(exact.value - Fraction(guess.value)) <= guess.error
    assert guess.endless or guess.error <= 1e-9          # where play must end, the interval closes


@settings(max_examples=200, deadline=None)
@given(wanderings(choices=7, chances=0))
def test_without_chance_value_iteration_alone_finds_value_and_strategy(places):
    solution = solve(Wander(places))
    assert solution.improvements == 0 and solution.value == brute_force_by_rounds(places)


def brute_force_by_rounds(places):
    """The value of place 0 without chance: the best score that the side to move can force."""
    scores = sorted({score for kind, what in places if kind == "end" for score in (what, -what)} | {0}, reverse=True)
    return next(score for score in scores if (0, "own") in attractor(places, score))


def attractor(places, score):
    """Where the player "own", if "own" or "other" is to move, gets `score` or more; going on for ever is worth 0."""
    nodes = [(i, who) for i in range(len(places)) for who in ("own", "other")]
    other = {"own": "other", "other": "own"}

    def is_reached(node, good):
        (kind, what), who = places[node[0]], node[1]
        if kind == "end":
            return (what if who == "own" else -what) >= score
        after = [(i, other[who]) in good for i in what]
        return any(after) if who == "own" else all(after)
    good = set() if score > 0 else set(nodes)
    for _ in nodes:
        good = {node for node in nodes if is_reached(node, good)}
    return good


@settings(max_examples=100, deadline=None)
@given(wanderings(scores=st.sampled_from([WIN, LOSS, 0])))
def test_a_probability_is_the_expected_score_moved_to_0_and_1(places):
    as_scores = tuple((kind, {WIN: 1, LOSS: -1, 0: 0}[what] if kind == "end" else what) for kind, what in places)
    won, scored = solve(Wander(places)), solve(Wander(as_scores))
    assert scored.kind == "score"
    if won.kind == "probability":
        assert won.value == (1 + scored.value) / 2
        assert won.policy == scored.policy
    else:
        assert won.value == scored.value == 0


@settings(max_examples=100, deadline=None)
@given(wanderings(choices=4, chances=3))
def test_the_policy_attains_the_value_move_by_move(places):
    solution = solve(Wander(places))
    for place, (kind, what) in enumerate(places):
        if place not in solution.values:
            assert place not in solution.policy
        elif kind == "choice":
            assert solution.values[place] == max(-solution.values[move] for move in what)
            assert solution.values[place] == -solution.values[solution.policy[place]]
        elif kind == "chance":
            total = sum(weight for _, weight in what)
            assert solution.values[place] == sum(weight * solution.values[to] for to, weight in what) / total
    if places[0][0] == "choice":
        assert solution.moves == {move: -solution.values[move] for move in places[0][1]}
        assert solution.move == solution.policy[0]


# Facts

@pytest.mark.parametrize("coins, probability, moves", OOPSY_NIM)
@pytest.mark.parametrize("exact", [None, True, False])
def test_oopsy_nim_is_won_with_the_published_probability(coins, probability, moves, exact):
    solution = solve(OopsyNim(coins), exact=exact, tolerance=1e-12)
    assert solution.kind == "probability" and not solution.endless
    assert abs(solution.value - probability) <= solution.error <= 1e-12
    if exact is not False:
        assert solution.value == probability and solution.error == 0
        assert {move for move, value in solution.moves.items() if value == probability} == moves
    assert solution.move in moves


def test_one_solution_holds_the_whole_table():
    values = solve(OopsyNim(8)).values
    assert ([values[OopsyNim(coins).key()] for coins, *_ in OOPSY_NIM]
            == [probability for _, probability, _ in OOPSY_NIM])


def test_a_position_from_which_every_end_is_a_draw_is_drawn():
    solution = solve(TicTacToe("oxo..xxox"))
    assert (solution.kind, solution.value, solution.outcome) == ("score", 0, "draw")


@pytest.mark.parametrize("coins, outcome", NIM)
def test_nim_is_lost_exactly_when_the_coins_leave_1_of_3(coins, outcome):
    solution = solve(Nim(coins))
    assert solution.value == (1 if outcome == "win" else 0) and solution.error == 0


@pytest.mark.parametrize("first, second, value, bag, unseen", TWO_BAGS)
def test_the_two_bags_are_worth_2(first, second, value, bag, unseen):
    solution = solve(TwoBags(first, second))
    assert (solution.value, solution.move, solution.kind) == (value, bag, "score")


# Playing for ever

FOR_EVER = [
    # what, places, value, whether play can go on for ever
    ("neither side can end it", (("choice", (0,)),), 0, True),
    ("chance cannot end it", (("choice", (1,)), ("chance", ((0, 1),))), 0, True),
    ("a player who must lose goes on", (("choice", (0, 1)), ("end", 5)), 0, True),
    ("a player who can win does not", (("choice", (0, 1)), ("end", -5)), 5, True),
    ("the opponent of one who could win goes on", (("choice", (1, 2)), ("choice", (0, 3)), ("end", 3), ("end", 5)), 0,
     True),
    ("chance ends it at last", (("choice", (1,)), ("chance", ((0, 99), (2, 1))), ("end", 7)), Fraction(-7, 199), False),
    ("to go on is a choice against a poor gamble",
     (("choice", (0, 1)), ("chance", ((2, 1), (3, 1))), ("end", 3), ("end", -1)), 0, True),
    ("to wait wins as much, but never comes to it",
     (("choice", (1, 2)), ("choice", (0,)), ("end", -4)), 4, True),
]


@pytest.mark.parametrize("what, places, value, endless", FOR_EVER)
def test_a_play_without_end_is_worth_nothing(what, places, value, endless):
    solution = solve(Wander(places))
    assert (solution.value, solution.error, solution.endless) == (value, 0, endless)
    assert value == brute_force(places)


def test_a_long_wait_for_chance_is_no_endless_play():
    places = (("choice", (1,)), ("chance", ((0, 10**9), (2, 1))), ("end", WIN))
    assert solve(Wander(places)).value == Fraction(1, 2) - Fraction(1, 4 * 10**9 + 2)
    hasty = solve(Wander(places), exact=False, max_iterations=1000)
    assert abs(hasty.value - solve(Wander(places)).value) <= hasty.error


def test_what_could_go_on_for_ever_is_reported_with_an_honest_error():
    places = (("chance", ((1, 1), (2, 1))), ("choice", (1, 3)), ("end", WIN), ("end", WIN))
    assert solve(Wander(places)).value == Fraction(3, 4)
    guess = solve(Wander(places), exact=False)
    assert guess.endless and guess.error >= 0.2 and abs(guess.value - 0.75) <= guess.error


# Numbers

def test_wins_and_numbers_mixed_are_averaged_as_scores():
    solution = solve(Wander((("chance", ((1, 1), (2, 1))), ("end", WIN), ("end", Fraction(1, 3)))))
    assert (solution.value, solution.kind) == (Fraction(2, 3), "score")


@pytest.mark.parametrize("exact", [True, False])
def test_floats_stay_floats_within_the_error(exact):
    class Tenths(OopsyNim):
        success = 0.75
    solution = solve(Tenths(7), exact=exact)
    assert isinstance(solution.value, float)
    assert abs(Fraction(solution.value) - Fraction(8, 25)) <= solution.error <= 1e-9
    assert all(isinstance(value, float) for value in solution.values.values())


def test_floats_that_miss_1_by_rounding_are_scaled():
    class Tenths(OopsyNim):
        def outcomes(self):
            return [("success", 0.7), ("again", 0.1), ("failure", 0.2)] if self.attempt else []
    assert sum(map(Fraction, [0.7, 0.1, 0.2])) != 1
    likely = type("Likely", (OopsyNim,), {"success": Fraction(7, 10)})
    assert solve(Tenths(7)).value == pytest.approx(float(solve(likely(7)).value), abs=1e-15)


def test_an_outcome_of_probability_0_is_not_played():
    class Sure(OopsyNim):
        success = 1

        def play_outcome(self, outcome):
            assert outcome == "success"
            return super().play_outcome(outcome)
    for coins, outcome in NIM[:9]:
        assert solve(Sure(coins)).value == (outcome == "win")


def test_outcomes_may_be_listed_one_by_one():
    class Listing(OopsyNim):
        def outcomes(self):
            return iter(super().outcomes())
    assert solve(Listing(7)).value == solve(OopsyNim(7)).value == Fraction(8, 25)


def test_a_finished_game_is_worth_its_score():
    solution = solve(Nim(0))
    assert (solution.value, solution.move, solution.states, dict(solution.policy)) == (1, None, 1, {})


# Reports

def test_the_report_is_json_with_exact_values_as_text():
    record = json.loads(json.dumps(report(OopsyNim(), all_moves=True)))
    assert record.pop("seconds") > 0 and record.pop("iterations") > 0
    assert record == {"position": "7", "value": "8/25", "error": 0, "kind": "probability", "move": 1, "states": 14,
                      "endless": False, "draws": False, "outcome": None,
                      "moves": [{"move": 1, "value": "8/25"}, {"move": 2, "value": "8/25"}]}
    assert report(OopsyNim(), exact=False)["value"] == pytest.approx(0.32)
    assert "moves" not in report(Nim())


def test_progress_is_reported_while_positions_are_found_and_while_bounds_close():
    seen = []
    solve(OopsyNim(3000), exact=False, max_iterations=200, progress=seen.append)
    assert any(step.iterations == 0 and step.gap is None for step in seen)
    assert [step.iterations for step in seen if step.gap is not None] == [0, 64, 128, 192]
    assert seen[-1].states == 6000


# Bad input

class Odd(PythonGame):
    """A position whose parts are given one by one."""

    def __init__(self, moves=(), outcomes=(), score=0, child=None, key="odd"):
        self.moves, self.pairs, self.score, self.child, self.name = moves, outcomes, score, child, key

    def legal_moves(self):
        return self.moves

    def play(self, move):
        return self.child

    def outcomes(self):
        return self.pairs

    def play_outcome(self, outcome):
        return self.child

    def final_score(self):
        return self.score

    def key(self):
        return self.name


class Nameless(PythonGame):
    """Has no key and no equality."""

    def legal_moves(self):
        return ["on"]

    def play(self, move):
        return Nameless()


class Growing(Nim):
    """Adds coins for ever."""

    def play(self, move):
        return Growing(self.heaps[0] + 1)


BROKEN_GAMES = [
    (Odd(outcomes=[("a", Fraction(1, 2)), ("b", Fraction(1, 3))]),
     r"of Odd.outcomes\(\), \(1/2, 1/3\), sum to 5/6, not to 1"),
    (Odd(outcomes=[("a", 0.5), ("b", 0.6)]), r"\(0.5, 0.6\), sum to 1.1, not to 1"),
    (Odd(outcomes=[("a", 0), ("b", 0)]), r"\(0, 0\), sum to 0, not to 1"),
    (Odd(outcomes=[("a", 1.5), ("b", -0.5)]), r"a probability of Odd.outcomes\(\) is negative: -0.5"),
    (Odd(outcomes=[("a", float("nan")), ("b", 1)]), r"a probability of Odd.outcomes\(\) must be a number, not nan"),
    (Odd(outcomes=[("a", "half")]), r"a probability of Odd.outcomes\(\) must be a number, not 'half'"),
    (Odd(outcomes=["heads", "tails"]), r"must list pairs \(outcome, probability\), not \['heads', 'tails'\]"),
    (Odd(outcomes=5), r"Odd.outcomes\(\) must list pairs \(outcome, probability\), not 5"),
    (Odd(outcomes=[("a", 1)], child=Odd(outcomes=[("b", 1)], child=Odd(key="end"), key="late")),
     r"after Odd.play_outcome\('a'\) no outcomes may be left, but there are \('b',\)"),
    (Odd(score="much"), "a score of Odd must be a number, not 'much'"),
    (Odd(score=None), "a score of Odd must be a number, not None"),
    (Odd(score=float("nan")), "a score of Odd must be a number, not nan"),
    (Odd(score=10**400), "a score of Odd must stay below 1e300, but is 10000"),
    (Odd(key=["a", "list"]), r"a position of Odd has the key \['a', 'list'\], which cannot be hashed"),
    (Odd(moves=[["a", "list"]]), r"a move of Odd must be hashable, not \['a', 'list'\]"),
    (Odd(moves=["go"]), r"Odd.play\('go'\) must return a position, not None"),
    (Odd(outcomes=[("rain", 1)]), r"Odd.play_outcome\('rain'\) must return a position, not None"),
    (Odd(key=None), r"Odd has no key\(\) that identifies its positions"),
    (Nameless(), r"Nameless has no key\(\) that identifies its positions"),
    ("4455", r"'4455' is not a position of a game: it has no legal_moves\(\)"),
]
test_a_game_that_breaks_its_contract_is_refused_with_a_reason = refusals(
    *[(GameError, message, solve, position) for position, message in BROKEN_GAMES])


def test_a_game_without_bounds_is_stopped_by_the_limit():
    with pytest.raises(LimitError, match="Growing can reach more than 1000 positions"):
        solve(Growing(), max_states=1000)
    assert solve(OopsyNim(), max_states=14).states == 14
    with pytest.raises(LimitError, match="OopsyNim can reach more than 13 positions"):
        solve(OopsyNim(), max_states=13)


test_a_limit_that_is_no_limit_is_refused = refusals(
    (LimitError, "max_states must be an integer from 1 on, not 0", lambda: solve(Nim(), max_states=0)),
    (LimitError, "max_iterations must be an integer from 1 on, not 1.5", lambda: solve(Nim(), max_iterations=1.5)),
    (LimitError, "tolerance must be a number, 0 or more, not -1e-09", lambda: solve(Nim(), tolerance=-1e-9)),
    (LimitError, "tolerance must be a number, 0 or more, not nan", lambda: solve(Nim(), tolerance=float("nan"))))


def test_an_exception_inside_a_game_reaches_the_caller():
    class Broken(Nim):
        def play(self, move):
            raise ZeroDivisionError("in the game")
    with pytest.raises(ZeroDivisionError, match="in the game"):
        solve(Broken())


def test_the_callback_may_end_it():
    def enough(progress):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        solve(OopsyNim(), progress=enough)
