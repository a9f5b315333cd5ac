"""Tests utilities and rationality: every row of tests/data/facts/trees_utilities.py, and some laws."""

import sys
from fractions import Fraction
from itertools import pairwise
from math import log, sqrt

import numpy
import pytest
from hypothesis import given, settings, strategies as st

from tests.data.facts import trees_utilities as trees_utilities_facts
from gamecore.errors import ExtraError, TreeError
from gamecore.trees import (Chance, Lottery, Max, UtilityCurve, as_lottery, best_actions, by_statements, by_utility,
                            certainty_equivalent, choose, compare, continuity, contradiction, decomposability, elicit,
                            expected_monetary_value, expected_utility, expectimax, indifference_point, minimax, mixture,
                            money_pump, monotonicity, normalized, orderability, preference_cycle, rationalize,
                            read_preferences, rescaled, risk_premium, substitutability, transitivity, tree, violations,
                            with_utility)
from tests.refusals import refusals

FACTS = vars(trees_utilities_facts)
ALLAIS = {name: Lottery(*outcomes) for name, outcomes in FACTS["ALLAIS"].items() if name in "ABCD"}

utilities = st.fractions(-10, 10, max_denominator=20)
probabilities = st.fractions(0, 1, max_denominator=20)


@pytest.mark.parametrize("kind", [numpy.int8, numpy.float16])
def test_numpys_numbers_do_not_wrap_in_a_scale(kind):
    points = {kind(-100): kind(-100), kind(0): kind(50), kind(100): kind(100)}
    curve, exact = UtilityCurve(points), UtilityCurve({-100: -100, 0: 50, 100: 100})
    for amount in (-100, -50, 0, 75, 100):
        assert curve(amount) == curve(kind(amount)) == exact(amount)
        assert curve.amount(amount) == exact.amount(kind(amount))
    assert normalized(points) == normalized(exact.points) == {-100: 0, 0: Fraction(3, 4), 100: 1}
    assert rescaled(points, kind(2), 3) == rescaled(exact.points, 2, 3) == {-100: -197, 0: 103, 100: 203}
    assert rescaled(points.get, 2, 3)(100) == 203


def test_a_concave_curve_is_worth_less_than_its_emv():
    fact, lottery = FACTS["CURVE"], Lottery(*FACTS["EMV"]["lottery"])
    curve = UtilityCurve(fact["points"])
    assert expected_utility(lottery, curve) == fact["expected utility"]
    assert expected_utility(lottery, fact["points"]) == fact["expected utility"]
    assert certainty_equivalent(lottery, curve) == fact["certainty equivalent"]
    assert certainty_equivalent(lottery, fact["points"]) == fact["certainty equivalent"]
    assert risk_premium(lottery, curve) == FACTS["EMV"]["premium"]


def test_insurance_earns_its_premium():
    fact = FACTS["INSURANCE"]
    lottery, curve = Lottery(*fact["lottery"]), UtilityCurve(fact["points"])
    assert expected_monetary_value(lottery) == fact["emv"]
    assert certainty_equivalent(lottery, curve) == fact["certainty equivalent"]
    assert risk_premium(lottery, curve) == fact["premium"]
    assert risk_premium(lottery, UtilityCurve(fact["insurer's points"])) == 0


def test_the_quiz_show_is_declined_and_a_billionaire_accepts():
    fact = FACTS["QUIZ_SHOW"]
    lotteries = {name: Lottery(*fact[name]) for name in ("accept", "decline")}
    values = {name: expected_utility(lotteries[name], fact["utility"]) for name in lotteries}
    assert values == fact["values"]
    assert choose(lotteries, fact["utility"]) == fact["choice"]
    assert compare(lotteries["accept"], lotteries["decline"], fact["utility"]) == "<"
    assert expectimax(with_utility(Max(lotteries), fact["utility"])).action == fact["choice"]
    assert {name: expected_utility(lottery, fact["money"]) for name, lottery in lotteries.items()} == fact["emv"]
    for wealth, choice in ((10**9, "accept"), (10**3, "decline")):
        assert choose(lotteries, lambda prize, wealth=wealth: log(wealth + fact["money"][prize])) == choice


def test_of_lotteries_that_differ_by_rounding_the_first_is_chosen():
    equal = {"sure": Lottery((1, 5)), "risk": Lottery((.1, 0), (.1, 2), (.8, 6))}
    assert expected_utility(equal["risk"], abs) > 5
    assert choose(equal, abs) == "sure"


def test_allais_fits_no_utility_function():
    preferences = [(ALLAIS[better], ALLAIS[worse]) for better, worse in FACTS["ALLAIS"]["preferences"]]
    assert contradiction(preferences) == FACTS["ALLAIS"]["weights"]
    answer = rationalize(preferences)
    assert (answer.utility, answer.weights) == (None, FACTS["ALLAIS"]["weights"])
    assert [(better, worse) for better, _, worse in answer.conflict] == preferences
    assert {name: expected_monetary_value(lottery) for name, lottery in ALLAIS.items()} == FACTS["ALLAIS"]["emv"]


def test_a_cycle_is_a_money_pump():
    fact = FACTS["MONEY_PUMP"]
    preferences = list(pairwise(fact["cycle"]))
    assert preference_cycle(preferences) == tuple(fact["cycle"])
    holdings, paid = money_pump(preferences, fee=fact["cents for each trade"])
    assert holdings[0] == holdings[-1] == "A"
    assert paid == fact["cents a round"]
    assert all((got, gave) in preferences for gave, got in pairwise(holdings))


@pytest.mark.parametrize("pairs, cycle, weights", [
    (["ab", "bc", "ca"], ("a", "b", "c", "a"), (1, 1, 1)), (["xa", "ab", "ba"], ("a", "b", "a"), (0, 1, 1)),
    (["aa"], ("a", "a"), (1,)), (["ab", "bc", "ac", "dc"], None, None)])
def test_a_cycle_is_a_contradiction_too(pairs, cycle, weights):
    preferences = list(map(tuple, pairs))
    assert (preference_cycle(preferences), contradiction(preferences)) == (cycle, weights)
    assert cycle or money_pump(preferences) == ((), 0)


def test_bisection_finds_the_certainty_equivalent_of_any_increasing_utility():
    lottery = Lottery((0.5, 0), (0.5, 100))
    assert certainty_equivalent(lottery, sqrt) == pytest.approx(25)
    assert risk_premium(lottery, sqrt) == pytest.approx(25)
    assert certainty_equivalent(Lottery((1, 9)), sqrt) == 9


def test_a_compound_lottery_equals_its_flat_form():
    coin = Lottery((Fraction(1, 2), 0), (Fraction(1, 2), 10))
    compound = Lottery((Fraction(1, 3), coin), (Fraction(2, 3), 10))
    assert compound.flat() == {0: Fraction(1, 6), 10: Fraction(5, 6)}
    assert expected_monetary_value(compound) == Fraction(50, 6)


def test_a_lottery_is_a_chance_node_that_may_stand_in_a_tree():
    lottery = Lottery(*FACTS["EMV"]["lottery"])
    assert isinstance(lottery, Chance)
    assert expectimax(Max({"safe": 39, "bold": lottery})) == (40, "bold", 3)
    assert expectimax(lottery).value == expected_monetary_value(lottery)
    assert expectimax(with_utility(lottery, UtilityCurve(FACTS["CURVE"]["points"]))).value == 400


def test_the_way_to_work_takes_35_minutes_and_heavy_traffic_is_likelier_at_8():
    fact = FACTS["TRAFFIC"]
    traffic = Lottery(*fact["odds"])
    assert expected_utility(traffic, fact["minutes"]) == fact["mean"]
    at_8 = traffic.given({"none": 2, "light": 2, "heavy": 9})
    assert at_8.flat()["heavy"] == fact["heavy at 8 am"] and sum(at_8.flat().values()) == 1
    assert expected_utility(at_8, fact["minutes"]) == Fraction(140, 3)


def test_the_right_branch_pays_once_min_errs_with_a_probability_above_1_in_91():
    fact = FACTS["ERRING_MIN"]
    assert minimax(tree(fact["tree"])) == (fact["minimax"], 0, 4)
    assert expectimax(tree(fact["tree"], layers="max chance"))[:2] == (fact["expectimax"], 1)

    def taken(errs):
        return best_actions(Max([Chance(children, [1 - errs, errs]) for children in fact["tree"]]))

    assert taken(fact["errs"]) == (0, 1)
    assert taken(fact["errs"] + Fraction(1, 10**6)) == (1,)
    assert taken(fact["errs"] - Fraction(1, 10**6)) == (0,)


# Weak preference and indifference.

def test_weak_preferences_and_indifference_are_compared():
    curve = FACTS["CURVE"]["points"]
    assert compare(Lottery(*FACTS["EMV"]["lottery"]), 10, curve) == "~"
    assert compare(100, 10, curve) == ">" and compare(0, 10, curve) == "<"
    there, back = Lottery((0.1, 0), (0.2, 1), (0.7, 2)), Lottery((0.7, 2), (0.2, 1), (0.1, 0))
    assert compare(there, back, {0: 0.1, 1: 0.7, 2: 0.3}) == "~"


@pytest.mark.parametrize("preferences, weights", [
    ([("a", "~", "b"), ("a", ">", "b")], (-1, 1)),
    ([("a", ">=", "b"), ("b", ">", "a")], (1, 1)),
    ([("a", "~", "b"), ("b", "~", "c"), ("c", ">", "a")], (1, 1, 1)),
    ([("a", "<", "b"), ("b", "<=", "a")], (1, 1)),
    ([("a", "~", "b"), ("b", "~", "a")], None), ([("a", ">=", "b"), ("b", ">=", "a")], None),
    ([("a", ">=", "a")], None), ([], None), ([("a", "b"), ("b", ">=", "c"), ("c", "~", "d")], None),
])
def test_weak_preferences_and_indifference_contradict_each_other_or_fit(preferences, weights):
    assert contradiction(preferences) == weights
    answer = rationalize(preferences)
    assert answer.weights == (weights or ())
    assert fits(answer.utility, preferences) if weights is None else answer.utility is None


def fits(utility, preferences):
    """Whether a utility function keeps preferences, to 1e-7."""
    for first, relation, second in read_preferences(preferences):
        gain = float(expected_utility(as_lottery(first), utility) - expected_utility(as_lottery(second), utility))
        if not {">": gain > 1e-9, ">=": gain > -1e-7, "~": abs(gain) < 1e-7}[relation]:
            return False
    return True


def test_the_conflict_leaves_out_what_has_no_part_in_it():
    preferences = [("x", "y"), ("a", "b"), ("b", "c"), ("c", "~", "a"), ("y", "z")]
    answer = rationalize(preferences)
    assert [str(preference) for preference in answer.conflict] == ["a > b", "b > c", "c ~ a"]
    assert answer.weights == (1, 1, 1)


LOTTERIES = st.lists(st.integers(0, 6), min_size=4, max_size=4).filter(any).map(
    lambda weights: Lottery(*[(Fraction(weight, sum(weights)), prize)
                              for weight, prize in zip(weights, "abcd")]))
STATED = st.lists(st.tuples(LOTTERIES, st.sampled_from([">", ">=", "~"]), LOTTERIES), max_size=5)


# Two programs that share no code but the reading: exact elimination, and linear programming in floats.
@given(STATED)
@settings(max_examples=60)
def test_rationalize_finds_a_utility_function_or_a_proof_that_there_is_none(preferences):
    answer = rationalize(preferences)
    if answer.utility is not None:
        assert fits(answer.utility, preferences)
        assert contradiction(preferences) is None
    else:
        for stated, weights in ((answer.conflict, answer.weights),
                                (read_preferences(preferences), contradiction(preferences))):
            used = [(weight, preference) for weight, preference in zip(weights, stated, strict=True) if weight]
            assert any(weight > 0 and preference.relation == ">" for weight, preference in used)
            assert all(weight > 0 or preference.relation == "~" for weight, preference in used)
            for prize in "abcd":
                assert sum(weight * (preference.first.flat()[prize] - preference.second.flat()[prize])
                           for weight, preference in used) == 0


@given(st.lists(utilities, min_size=4, max_size=4), st.lists(st.tuples(LOTTERIES, LOTTERIES), min_size=1, max_size=8))
@settings(max_examples=60)
def test_the_preferences_of_a_utility_function_are_rationalized(values, pairs):
    utility = dict(zip("abcd", values))
    preferences = [(first, compare(first, second, utility), second) for first, second in pairs]
    answer = rationalize(preferences)
    assert answer.utility is not None and fits(answer.utility, preferences)
    assert contradiction(preferences) is None


@pytest.mark.parametrize("p", [1e-3, 1e-7, 1e-10, 1e-13, Fraction(1, 10**15)])
def test_a_small_probability_is_none_of_0(p):
    risk = Lottery((p, "death"), (1 - p, "dollar"))
    assert rationalize([("dollar", risk)]).utility == {"dollar": 1, "death": 0}
    assert by_statements([("dollar", risk)])("dollar", risk) == ">" and contradiction([("dollar", risk)]) is None
    for relation in (">", ">=", "~"):
        preferences = [(risk, relation, "dollar"), ("dollar", "death")]
        assert rationalize(preferences).weights == contradiction(preferences) != None    # noqa: E711


def test_utilities_too_close_for_the_solver_are_refused():
    hope = Lottery((1e-9, "best"), (1 - 1e-9, "worst"))
    with pytest.raises(TreeError, match="^only utilities that differ by less than 1e-07 fit these 2 preferences$"):
        rationalize([(hope, "some"), ("some", "worst")])


def test_odds_that_only_rounding_tells_apart_are_the_same():
    agent = by_statements([])
    thirds = Lottery((1 / 3, "a"), (2 / 3, "b"))
    assert agent(thirds, Lottery((Fraction(1, 3), "a"), (Fraction(2, 3), "b"))) == "~"
    assert agent(Lottery((.1 + .2, "a"), (.7, "b")), Lottery((Fraction(3, 10), "a"), (Fraction(7, 10), "b"))) == "~"
    assert agent(Lottery((.5, Lottery((.2, "a"), (.8, "b"))), (.5, "b")), Lottery((.1, "a"), (.9, "b"))) == "~"


def test_rounding_alone_makes_neither_a_preference_nor_an_amount_outside_the_curve():
    fair = Lottery((0.1, "a"), (0.2, "b"), (0.3, "c"), (0.4, "z"))
    assert compare(fair, "z", {"a": 1, "b": 1, "c": -1, "z": 0}) == "~"
    weights = (6, 8, 8, 2, 1)
    certain = Lottery(*[(weight / sum(weights), 100) for weight in weights])
    assert certainty_equivalent(certain, UtilityCurve({0: 0, 10: 0.4, 100: 1.1})) == 100


def test_who_said_nothing_of_mixtures_breaks_no_axiom():
    assert substitutability(by_statements([("A", "B")]), "A", "B", "C", Fraction(1, 2)) is None


@pytest.mark.parametrize("amount, utility", [(55, 700), (Fraction(1, 2), 20), (1, 40), (10, 400), (55.0, 700.0)])
def test_a_curve_is_exact_where_its_numbers_are(amount, utility):
    curve = UtilityCurve({0: 0, 10: 400, 100: 1000})
    assert curve(amount) == utility and type(curve(amount)) is type(utility)
    assert curve.amount(utility) == amount and type(curve.amount(utility)) is type(amount)


@pytest.mark.parametrize("outcomes, amount", [([(1, 0), (0, 10)], 0), ([(Fraction(1, 2), 0), (Fraction(1, 2), 10)], 5),
                                              ([(1, 10)], 10), ([(0, 0), (1, 7)], 7),
                                              ([(0.5, 1e308), (0.5, 1.5e308)], 1.25e308)])
def test_a_certain_amount_is_worth_itself(outcomes, amount):
    assert certainty_equivalent(Lottery(*outcomes), lambda x: x) == amount


def test_rationalize_says_what_it_needs(monkeypatch):
    monkeypatch.setitem(sys.modules, "scipy.optimize", None)
    with pytest.raises(ExtraError, match=r"needs scipy .*pip install 'gamecore\[utilities\]'"):
        rationalize([("a", "b")])


# The axioms, each broken by some agent.

HALF = Fraction(1, 2)


def number_of(worth):
    """The agent who likes best what has the greatest of any number."""
    def agent(first, second):
        a, b = worth(as_lottery(first)), worth(as_lottery(second))
        return ">" if a > b else "<" if a < b else "~"
    return agent


@pytest.mark.parametrize("axiom, agent, things", [
    ("orderability", lambda first, second: "~" if first == second else ">", "ABC"),
    ("orderability", by_statements([("A", "B"), ("B", "C")]), "ABC"),
    ("transitivity", by_statements([("A", "B"), ("B", "C"), ("C", "A")]), "ABC"),
    ("continuity", number_of(lambda lottery: (-lottery.flat().get("C", 0), lottery.flat().get("A", 0))), "ABC"),
    ("substitutability", number_of(lambda lottery: max("ABC".index(prize) for prize in lottery.flat())), "ABC"),
    ("monotonicity", number_of(lambda lottery: min(lottery.flat().get("A", 0), HALF)), "AB"),
    ("decomposability", number_of(lambda lottery: lottery.height), "AB"),
])
def test_each_axiom_has_an_agent_who_breaks_it(axiom, agent, things):
    broken = {violation.axiom for violation in violations(agent, things)}
    assert axiom in broken
    assert all(str(violation).startswith(f"{violation.axiom}: ") for violation in violations(agent, things))


def test_a_violation_is_reported_in_one_line():
    half = Lottery((Fraction(1, 2), "A"), (Fraction(1, 2), "B"))
    things = ["A", half, Lottery((Fraction(1, 3), half), (Fraction(2, 3), "B"))]
    agents = [lambda first, second: ">", lambda first, second: None,
              lambda first, second: "<>~"[(len(str(first)) > len(str(second))) + 2 * (first == second)],
              lambda first, second: "~" if isinstance(first, Lottery) == isinstance(second, Lottery) else ">"]
    found = [violation for agent in agents for violation in violations(agent, things)]
    assert len({violation.axiom for violation in found}) > 4 and not any("\n" in str(violation) for violation in found)
    assert str(found[0]) == "orderability: A > [1/2, A; 1/2, B], but asked the other way round [1/2, A; 1/2, B] > A"


@given(st.lists(utilities, min_size=3, max_size=3))
@settings(max_examples=40)
def test_who_maximizes_expected_utility_breaks_no_axiom(values):
    assert list(violations(by_utility(dict(zip("ABC", values))), "ABC")) == []


def test_a_transitive_agent_breaks_nothing_and_indifference_costs_nothing():
    assert transitivity(by_statements([("A", "B"), ("B", "C"), ("A", "C")]), "ABC") is None
    assert money_pump([("A", "B"), ("B", "~", "C"), ("C", "A")]) == (("A", "C", "B", "A"), 2)


def test_continuity_comes_with_its_p():
    assert continuity(by_utility(FACTS["CURVE"]["points"]), 100, 10, 0) is None
    utility = {"A": 1, "B": sqrt(2) - 1, "C": 0}
    agent = number_of(lambda lottery: expected_utility(lottery, utility))
    assert indifference_point(agent, "A", "B", "C") == pytest.approx(sqrt(2) - 1, abs=1e-11)
    hardly = by_utility({"A": 10**15, "B": 1, "C": 0})           # a p below 1e-12 was taken for 0
    assert list(violations(hardly, "ABC")) == []
    assert elicit(hardly, "ABC")["B"] == pytest.approx(1e-15)


def test_who_says_nothing_of_mixtures_is_not_asked_for_an_indifference():
    """The agent was accused, or indifferent at the last mixture that it had spoken of."""
    stated = [("A", "B"), ("B", "C"), ("A", "C")]
    assert list(violations(by_statements(stated), "ABC")) == []
    agent = by_statements([*stated, ("B", mixture(HALF, "A", "C"))])
    assert continuity(agent, "A", "B", "C") is indifference_point(agent, "A", "B", "C") is None
    with pytest.raises(TreeError, match="no standard lottery over 'A' and 'C' is as good as 'B'"):
        elicit(agent, "ABC")


def test_allais_breaks_substitutability():
    quarter = Fraction(1, 4)
    agent = by_statements([(ALLAIS["B"], ALLAIS["A"]), (ALLAIS["C"], ALLAIS["D"])])
    violation = substitutability(agent, ALLAIS["B"], ALLAIS["A"], 0, quarter)
    assert violation.axiom == "substitutability"
    assert substitutability(agent, ALLAIS["A"], ALLAIS["B"], 0, quarter) is not None
    assert [check(agent) for check in (
        lambda agent: decomposability(agent, mixture(quarter, ALLAIS["A"], 0)),
        lambda agent: monotonicity(agent, 3000, 0, quarter, HALF))] == [None, None]
    assert orderability(agent, ALLAIS["B"], ALLAIS["A"]) is None


# Scales.

@given(st.lists(utilities, min_size=2, max_size=5).filter(lambda values: len(set(values)) > 1))
@settings(max_examples=40)
def test_what_is_elicited_is_the_normalised_utility(values):
    utility = dict(enumerate(values))
    assert elicit(by_utility(utility), utility) == normalized(utility)


@given(st.lists(utilities, min_size=4, max_size=4), st.fractions(Fraction(1, 9), 9), utilities, LOTTERIES, LOTTERIES)
def test_decisions_are_the_same_on_every_scale(values, k1, k2, first, second):
    utility = dict(zip("abcd", values))
    other = rescaled(utility, k1, k2)
    assert compare(first, second, utility) == compare(first, second, other)
    assert expected_utility(first, other) == k1 * expected_utility(first, utility) + k2
    if len(set(values)) > 1:
        assert normalized(other) == normalized(utility)


def test_curves_and_functions_are_rescaled_too():
    curve = UtilityCurve(FACTS["CURVE"]["points"])
    assert normalized(curve)(10) == Fraction(2, 5) and rescaled(curve, 2, 1)(10) == 801
    assert rescaled(lambda amount: amount**2, 2, 1)(3) == 19


@given(st.lists(utilities, min_size=3, max_size=3), probabilities, probabilities, probabilities)
def test_expected_utility_is_linear(values, p, q, mix):
    utility = dict(enumerate(values))
    a, b = Lottery((p, 0), (1 - p, 1)), Lottery((q, 1), (1 - q, 2))
    mixed = expected_utility(Lottery((mix, a), (1 - mix, b)), utility)
    assert mixed == mix * expected_utility(a, utility) + (1 - mix) * expected_utility(b, utility)


BAD_UTILITIES = [
    (lambda: Lottery(), "an empty lottery"),
    (lambda: Lottery((0.5, 1), (0.6, 2)), r"probabilities \(0.5, 0.6\) sum to 1.1, not to 1"),
    (lambda: expected_utility(Lottery((1, "x")), {"y": 1}), "no utility for the prize 'x'"),
    (lambda: UtilityCurve({0: 0, 1: 0}), "increase"),
    (lambda: UtilityCurve({0: 0}), "two points"),
    (lambda: UtilityCurve({0: 0, 1: 1})(2), "2 is outside the curve, 0 to 1"),
    (lambda: certainty_equivalent(Lottery((0.5, 0), (0.5, 1)), lambda x: -x), "does not increase"),
    (lambda: certainty_equivalent(Lottery((0.5, 0), (0.5, 100)), {0: 0, 10: 400, 100: 300}),
     "utility does not increase from 400 to 300 between the amounts 10 and 100"),
    (lambda: certainty_equivalent(Lottery((0.5, 0), (0.5, 4)), lambda x: (x - 1.5)**2),
     "utility does not increase from 2.25 to 0.25"),
    (lambda: certainty_equivalent(Lottery((0.5, 0), (0.25, 2), (0.25, 4)), lambda x: 5 - (x - 2.5)**2),
     "does not increase .* between the amounts 2 and 4"),
    (lambda: certainty_equivalent(Lottery((0.5, 0), (0.5, 50)), {0: 0, 100: 1}), "no utility for the prize 50"),
    (lambda: certainty_equivalent(Lottery((0.5, 0), (0.5, 1)), {0: 0, 1: "much"}), "utility 'much' of 1 is not a num"),
    (lambda: Lottery((1, "x")).given({"x": -1}), "the likelihood of 'x' is negative"),
    (lambda: Lottery((1, "x")).given({"x": 0}), "evidence that no outcome of .* allows"),
    (lambda: Lottery((1, "x")).given({}), "no likelihood for the prize 'x'"),
    (lambda: contradiction([("a", "?", "b")]), r"preference \('a', '\?', 'b'\) is neither"),
    (lambda: rationalize(["abcd"]), "preference 'abcd' is neither"),
    (lambda: by_statements([("a", ">=", "b")]), "the weak preference 'a' >= 'b' leaves open"),
    (lambda: list(violations(by_utility({"A": 1}), "A")), r"two or more things, not \('A',\)"),
    (lambda: elicit(by_utility({"A": 1, "B": 1}), "AB"), r"no scale for \('A', 'B'\)"),
    (lambda: elicit(by_utility({}), ""), r"no scale for \(\)"),
    (lambda: elicit(number_of(lambda lottery: (-lottery.flat().get("C", 0), lottery.flat().get("A", 0))), "ABC"),
     "no standard lottery over 'A' and 'C' is as good as 'B'"),
    (lambda: normalized({"A": 1}), "no scale for {'A': 1}"),
    (lambda: rescaled({"A": 1}, 0, 1), "the factor 0 is not above 0"),
    (lambda: rescaled({"A": 1}, float("nan"), 1), "the factor nan is not above 0"),
    (lambda: rescaled({"A": 1}, 1, float("nan")), "the constant nan is not a finite number"),
    (lambda: normalized({"A": 1, "B": float("inf")}), "utility inf of 'B' is not a finite number"),
    # 0 times infinity is not a number, which compares as less than every other
    (lambda: choose({"bold": Lottery((1, "death")), "safe": Lottery((1, "life"), (0, "death"))},
                    {"life": 1, "death": float("-inf")}), "utility -inf of 'death' is not a finite number"),
    (lambda: by_utility({"A": float("nan"), "B": 1}.get)("A", "B"), "utility nan of 'A' is not a finite number"),
]
test_bad_utilities_are_refused_with_a_reason = refusals(
    *[(ValueError, message, attempt) for attempt, message in BAD_UTILITIES])
