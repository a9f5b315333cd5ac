"""Utilities and rationality: every row of tests/facts/trees_utilities.py, and some laws."""

import pickle
import runpy
from fractions import Fraction
from math import sqrt
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from gamecore.trees import (Chance, Lottery, Max, UtilityCurve, certainty_equivalent, choose, contradiction,
                            expected_monetary_value, expected_utility, expectimax, money_pump, preference_cycle,
                            risk_premium, with_utility)

FACTS = runpy.run_path(str(Path(__file__).parent / "facts" / "trees_utilities.py"))
ALLAIS = {name: Lottery(*outcomes) for name, outcomes in FACTS["ALLAIS"].items()
          if name != "preferences"}

utilities = st.fractions(-10, 10, max_denominator=20)
probabilities = st.fractions(0, 1, max_denominator=20)


def test_emv_of_forty_percent_of_100_dollars_is_40():
    fact = FACTS["EMV"]
    assert expected_monetary_value(Lottery(*fact["lottery"])) == fact["emv"]


def test_a_concave_curve_is_worth_less_than_its_emv():
    fact, lottery = FACTS["CURVE"], Lottery(*FACTS["EMV"]["lottery"])
    curve = UtilityCurve(fact["points"])
    assert expected_utility(lottery, curve) == fact["expected utility"]
    assert expected_utility(lottery, fact["points"]) == fact["expected utility"]
    assert certainty_equivalent(lottery, curve) == fact["certainty equivalent"]


def test_insurance_earns_its_premium():
    fact = FACTS["INSURANCE"]
    lottery, curve = Lottery(*fact["lottery"]), UtilityCurve(fact["points"])
    assert expected_monetary_value(lottery) == fact["emv"]
    assert certainty_equivalent(lottery, curve) == fact["certainty equivalent"]
    assert risk_premium(lottery, curve) == fact["premium"]


def test_the_quiz_show_is_declined():
    fact = FACTS["QUIZ_SHOW"]
    lotteries = {name: Lottery(*fact[name]) for name in ("accept", "decline")}
    values = {name: expected_utility(lotteries[name], fact["utility"]) for name in lotteries}
    assert values == fact["values"]
    assert choose(lotteries, fact["utility"]) == fact["choice"]


def test_expected_utility_is_not_the_utility_of_the_mean():
    curve = UtilityCurve({0: 0, 10: 400, 100: 1000})
    lottery = Lottery((Fraction(1, 2), 0), (Fraction(1, 2), 100))
    assert expected_utility(lottery, curve) == 500
    assert curve(expected_monetary_value(lottery)) > 500


def test_allais_fits_no_utility_function():
    preferences = [(ALLAIS[better], ALLAIS[worse])
                   for better, worse in FACTS["ALLAIS"]["preferences"]]
    assert contradiction(preferences) == (1, 4)


def test_each_half_of_allais_alone_fits_some_utility_function():
    for better, worse in FACTS["ALLAIS"]["preferences"]:
        assert contradiction([(ALLAIS[better], ALLAIS[worse])]) is None


def test_the_allais_weights_cancel_prize_by_prize():
    weights = contradiction([(ALLAIS["B"], ALLAIS["A"]), (ALLAIS["C"], ALLAIS["D"])])
    for utility in ({0: 0, 3000: 5, 4000: 7}, {0: 1, 3000: 2, 4000: 100}):
        first = expected_utility(ALLAIS["B"], utility) - expected_utility(ALLAIS["A"], utility)
        second = expected_utility(ALLAIS["C"], utility) - expected_utility(ALLAIS["D"], utility)
        assert weights[0] * first + weights[1] * second == pytest.approx(0)


def test_a_cycle_is_a_money_pump():
    fact = FACTS["MONEY_PUMP"]
    preferences = list(zip(fact["cycle"], fact["cycle"][1:]))
    assert preference_cycle(preferences) == tuple(fact["cycle"])
    holdings, paid = money_pump(preferences, fee=fact["cents for each trade"])
    assert holdings[0] == holdings[-1] == "A"
    assert paid == 3
    assert all((got, gave) in preferences for gave, got in zip(holdings, holdings[1:]))


def test_transitive_preferences_pump_nothing():
    preferences = [("A", "B"), ("B", "C"), ("A", "C"), ("D", "C")]
    assert preference_cycle(preferences) is None
    assert money_pump(preferences) == ((), 0)


def test_a_cycle_is_found_behind_a_tail():
    assert preference_cycle([("X", "A"), ("A", "B"), ("B", "A")]) == ("A", "B", "A")


def test_a_cycle_of_sure_things_is_a_contradiction_too():
    a, b, c = (Lottery((1, name)) for name in "abc")
    assert contradiction([(a, b), (b, c), (c, a)]) == (1, 1, 1)
    assert contradiction([(a, b), (b, c), (a, c)]) is None
    assert contradiction([(a, a)]) == (1,)


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


def test_the_quiz_show_is_a_tree():
    fact = FACTS["QUIZ_SHOW"]
    show = Max({name: Lottery(*fact[name]) for name in ("accept", "decline")})
    assert expectimax(with_utility(show, fact["utility"])).action == fact["choice"]


def test_lotteries_are_values():
    lottery = Lottery((Fraction(1, 2), "a"), (Fraction(1, 2), Lottery((1, 3))))
    assert pickle.loads(pickle.dumps(lottery)) == lottery and hash(lottery) == hash(pickle.loads(pickle.dumps(lottery)))
    assert eval(repr(lottery)) == lottery


@given(st.lists(utilities, min_size=3, max_size=3), probabilities, probabilities, probabilities)
def test_expected_utility_is_linear(values, p, q, mix):
    utility = dict(enumerate(values))
    a, b = Lottery((p, 0), (1 - p, 1)), Lottery((q, 1), (1 - q, 2))
    mixed = expected_utility(Lottery((mix, a), (1 - mix, b)), utility)
    assert mixed == mix * expected_utility(a, utility) + (1 - mix) * expected_utility(b, utility)


@given(st.lists(utilities, min_size=3, max_size=3),
       st.lists(st.tuples(probabilities, probabilities), min_size=1, max_size=4))
def test_preferences_by_a_utility_function_never_contradict_themselves(values, odds):
    utility = dict(enumerate(values))
    lotteries = [Lottery((p, 0), ((1 - p) * q, 1), ((1 - p) * (1 - q), 2)) for p, q in odds]
    preferences = [(a, b) for a in lotteries for b in lotteries
                   if expected_utility(a, utility) > expected_utility(b, utility)]
    assert contradiction(preferences) is None


@given(st.lists(st.tuples(probabilities, probabilities), min_size=1, max_size=4),
       st.lists(st.tuples(probabilities, probabilities), min_size=4, max_size=4))
def test_the_weights_of_a_contradiction_prove_it(betters, worses):
    def lottery(p, q):
        return Lottery((p, "a"), ((1 - p) * q, "b"), ((1 - p) * (1 - q), "c"))
    preferences = [(lottery(*b), lottery(*w)) for b, w in zip(betters, worses)]
    weights = contradiction(preferences)
    if weights is not None:
        assert min(weights) >= 0 and max(weights) > 0
        for prize in "abc":
            assert sum(weight * (better.flat()[prize] - worse.flat()[prize])
                       for weight, (better, worse) in zip(weights, preferences)) == 0


@pytest.mark.parametrize("attempt, message", [
    (lambda: Lottery(), "an empty lottery"),
    (lambda: Lottery((0.5, 1), (0.6, 2)), r"probabilities \(0.5, 0.6\) sum to 1.1, not to 1"),
    (lambda: expected_utility(Lottery((1, "x")), {"y": 1}), "no utility for the prize 'x'"),
    (lambda: UtilityCurve({0: 0, 1: 0}), "increase"),
    (lambda: UtilityCurve({0: 0}), "two points"),
    (lambda: UtilityCurve({0: 0, 1: 1})(2), "2 is outside the curve, 0 to 1"),
    (lambda: certainty_equivalent(Lottery((0.5, 0), (0.5, 1)), lambda x: -x), "does not increase"),
])
def test_bad_utilities_are_refused_with_a_reason(attempt, message):
    with pytest.raises(ValueError, match=message):
        attempt()
