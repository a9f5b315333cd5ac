"""Preferences that follow from a utility, stated preferences (strict, weak, indifferent), and the cycles that make a
money pump."""

from collections import deque
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import reduce
from itertools import combinations, pairwise
from math import ulp
from numbers import Rational
from typing import Any, NamedTuple

from gamecore.errors import TreeError
from gamecore.trees.lotteries import Lottery, utility_of
from gamecore.trees.utilities import expected_utility

MIRRORED = {">": "<", "<": ">", ">=": "<=", "<=": ">=", "~": "~"}

# Expected utilities in floats count as equal if they differ by less than this share of the utilities' mean absolute
# value.
TOLERANCE = 1e-12

# A float probability means the nearest fraction with a denominator up to this one, as 0.8 means 4/5, if that is within
# the rounding of some products; otherwise its decimal, such as 1e-10.
DENOMINATOR_LIMIT = 10**9
ROUNDINGS = 8                        # units of the last place


class Preference(NamedTuple):
    """The relation between two things in an agent's view.

    Attributes
    ----------
    first, second : hashable
        Prizes or lotteries.
    relation : {">", ">=", "~"}
        Whether the first is preferred, is at least as good, or is equally good.
    """

    first: Any
    relation: str
    second: Any

    def __str__(self):
        return f"{self.first} {self.relation} {self.second}"


def read_preferences(preferences: Iterable[Any]) -> list[Preference]:
    """Returns preferences as a list of `Preference`.

    Parameters
    ----------
    preferences : iterable
        Pairs (better, worse) and triples (first, relation, second) with one of > >= ~ <= <.

    Raises
    ------
    TreeError
        If an element is anything else.

    Examples
    --------
    >>> for preference in read_preferences([("A", "B"), ("B", "~", "C"), ("D", "<", "C")]):
    ...     print(preference)
    A > B
    B ~ C
    C > D
    """
    return [read_preference(preference) for preference in preferences]


def read_preference(preference):
    """Returns one preference, with the better thing first."""
    if isinstance(preference, (tuple, list)):
        if len(preference) == 2:
            return Preference(preference[0], ">", preference[1])
        if len(preference) == 3 and preference[1] in MIRRORED:
            first, relation, second = preference
            if "<" in relation:
                return Preference(second, MIRRORED[relation], first)
            return Preference(first, relation, second)
    raise TreeError(f"preference {preference!r} is neither (better, worse) nor (first, relation, second) with one of "
                    f"{' '.join(MIRRORED)}")


def compare(first: Any, second: Any, utility: Any) -> str:
    """Returns the relation of two things by expected utility.

    Parameters
    ----------
    first, second : Lottery or prize
        A prize counts as a lottery that is certain of it.
    utility : callable or mapping
        As in `expected_utility`.

    Returns
    -------
    {">", "~", "<"}
        Strict preference for the first, indifference, or strict preference for the second. Floats that differ by
        rounding only are equal.

    Examples
    --------
    >>> curve = {0: 0, 10: 400, 100: 1000}
    >>> compare(Lottery((0.6, 0), (0.4, 100)), 10, curve), compare(100, 10, curve)
    ('~', '>')
    """
    things = as_lottery(first), as_lottery(second)
    u, v = (expected_utility(thing, utility) for thing in things)
    if u == v or isinstance(u - v, float) and abs(u - v) <= TOLERANCE * max(
            expected_utility(thing, lambda prize: abs(utility_of(prize, utility))) for thing in things):
        return "~"
    return ">" if u > v else "<"


def choose(lotteries: Any, utility: Any) -> Any:
    """Returns the name of the lottery with the greatest expected utility; of lotteries that `compare` finds equal, the
    first.

    Parameters
    ----------
    lotteries : mapping
        Lotteries by name.
    utility : callable or mapping
        As in `expected_utility`.

    Examples
    --------
    >>> from gamecore.trees import Lottery
    >>> flip = Lottery((0.5, "now"), (0.5, "now + 2.5M"))
    >>> utility = {"now": 5, "now + 2.5M": 9, "now + 1M": 8}
    >>> choose({"accept": flip, "decline": Lottery((1, "now + 1M"))}, utility)
    'decline'
    """
    return reduce(lambda best, name: name if compare(lotteries[name], lotteries[best], utility) == ">" else best,
                  lotteries)


def by_utility(utility: Any) -> Callable[[Any, Any], str]:
    """Returns the agent that prefers the greater expected utility.

    Returns
    -------
    callable
        Maps two things to ">", "~" or "<", as the axioms need it.
    """
    return lambda first, second: compare(first, second, utility)


def by_statements(preferences: Iterable[Any]) -> Callable[[Any, Any], str | None]:
    """Returns the agent that has only the stated preferences.

    Parameters
    ----------
    preferences : iterable
        As in `read_preferences`, without weak ones.

    Returns
    -------
    callable
        Maps two things to ">", "~" or "<", or to None if nothing is stated about them. Lotteries with equal odds are
        identical, and everything is as good as itself.

    Raises
    ------
    TreeError
        If a preference is weak, which leaves open whether it is strict.
    """
    said = {}
    for first, relation, second in read_preferences(preferences):
        if relation == ">=":
            raise TreeError(f"the weak preference {first!r} >= {second!r} leaves open whether it is > or ~")
        said[odds_of(first), odds_of(second)] = relation
        said.setdefault((odds_of(second), odds_of(first)), MIRRORED[relation])

    def agent(first, second):
        pair = odds_of(first), odds_of(second)
        return "~" if pair[0] == pair[1] else said.get(pair)

    return agent


def as_lottery(thing: Any) -> Lottery:
    """Returns a lottery unchanged, and a prize as a lottery with one certain prize."""
    return thing if isinstance(thing, Lottery) else Lottery((1, thing))


def exact_odds(lottery):
    """Returns the probability of each simple prize as a Fraction; the greatest is adjusted so that their sum is 1."""
    odds = {prize: exact(p) for prize, p in lottery.flat().items()}
    odds[max(odds, key=odds.__getitem__)] += 1 - sum(odds.values())
    return odds


def exact(p):
    near = Fraction(p).limit_denominator(DENOMINATOR_LIMIT)
    if isinstance(p, Rational) or abs(near - Fraction(p)) > ROUNDINGS * ulp(p):
        return Fraction(repr(p)) if isinstance(p, float) else Fraction(p)
    return near


def odds_of(thing):
    """Returns the prizes and odds of a lottery; they identify the lottery without regard to its stages."""
    return frozenset((prize, p) for prize, p in exact_odds(as_lottery(thing)).items() if p)


def preference_cycle(preferences: Iterable[Any]) -> tuple[Any, ...] | None:
    """Returns a cycle of preferences of which at least one is strict, so that transitivity is broken.

    Parameters
    ----------
    preferences : iterable
        Pairs (better, worse), or as in `read_preferences`, of anything hashable.

    Returns
    -------
    tuple or None
        (A, B, ..., A), in which the first thing is strictly preferred to the second, and each other thing at least
        weakly to the next. None if there is no cycle.

    Examples
    --------
    >>> preference_cycle([("A", "B"), ("B", "C"), ("C", "A")])
    ('A', 'B', 'C', 'A')
    >>> preference_cycle([("A", "B"), ("B", "~", "C"), ("C", ">=", "A")])
    ('A', 'B', 'C', 'A')
    """
    stated = read_preferences(preferences)
    leads_to = {}
    for first, relation, second in stated:
        leads_to.setdefault(first, []).append(second)
        if relation == "~":
            leads_to.setdefault(second, []).append(first)
    for first, relation, second in stated:
        if relation == ">" and (way := shortest_way(second, first, leads_to)):
            return (first, *way)
    return None


def shortest_way(start, goal, leads_to):
    """Returns the things on the shortest path from `start` to `goal`, both included, or None."""
    ways = deque([(start,)])
    reached = {start}
    while ways:
        way = ways.popleft()
        if way[-1] == goal:
            return way
        for thing in leads_to.get(way[-1], ()):
            if thing not in reached:
                reached.add(thing)
                ways.append((*way, thing))
    return None


def money_pump(preferences: Iterable[Any], fee: float | Fraction = 1) -> tuple[tuple[Any, ...], Any]:
    """Trades with an agent once round its cycle of preferences; the agent pays a fee for each thing that it strictly
    prefers.

    Parameters
    ----------
    preferences : iterable
        As in `preference_cycle`.
    fee : real, optional
        The agent's price for a trade that it strictly prefers, in cents; other trades cost nothing.

    Returns
    -------
    holdings : tuple
        The agent's holdings in order; the last equals the first. Empty without a cycle.
    paid : real
        The sum that it has paid, in cents.

    Examples
    --------
    >>> money_pump([("A", "B"), ("B", "C"), ("C", "A")])
    (('A', 'C', 'B', 'A'), 3)
    """
    stated = read_preferences(preferences)
    cycle = preference_cycle(stated)
    if cycle is None:
        return (), 0
    strict = {(first, second) for first, relation, second in stated if relation == ">"}
    return cycle[::-1], fee * sum(pair in strict for pair in pairwise(cycle))


def asked(agent, things):
    """Returns an agent's answers about each pair of things, as preferences; pairs without an answer are left out."""
    return [read_preference((first, relation, second)) for first, second in combinations(things, 2)
            if (relation := agent(first, second)) is not None]
