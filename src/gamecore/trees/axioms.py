"""Checks of an agent against the axioms of rational preferences.

An *agent* is a function of two things, prizes or lotteries, that returns its preference: ">", "~" or "<" (`by_utility`,
`by_statements`, or your own). By von Neumann & Morgenstern (1944), an agent that obeys all six axioms acts as if it
maximised an expected utility (see Russell & Norvig, Artificial Intelligence, 4th ed., sec. 16.2).
"""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations
from typing import Any, NamedTuple, TypeAlias

from gamecore.errors import TreeError
from gamecore.trees.lotteries import Lottery
from gamecore.trees.preferences import MIRRORED, asked, money_pump, preference_cycle

Agent: TypeAlias = Callable[[Any, Any], str | None]

HALVINGS = 40                        # halvings of an interval of probabilities that contains an indifference
LEAST = Fraction(1, 2**1074)         # the least float: a probability below it, or as close to 1, counts as 0 or 1
PROBABILITIES = (Fraction(1, 4), Fraction(1, 2), Fraction(3, 4))


class Violation(NamedTuple):
    """An axiom that an agent breaks.

    Attributes
    ----------
    axiom : str
        Its name.
    things : tuple
        The prizes and lotteries that show it.
    says : str
        The agent's forbidden answers about them.
    """

    axiom: str
    things: tuple
    says: str

    def __str__(self):
        return f"{self.axiom}: {self.says}"


def orderability(agent: Agent, first: Any, second: Any) -> Violation | None:
    """Checks that exactly one of the relations first > second, first ~ second and second > first holds.

    Examples
    --------
    >>> print(orderability(lambda first, second: ">", "A", "B"))
    orderability: A > B, but asked the other way round B > A
    """
    there, back = agent(first, second), agent(second, first)
    if there not in (">", "~", "<"):
        return Violation("orderability", (first, second), f"nothing is said of {text_of(first)} and {text_of(second)}")
    if back != MIRRORED[there]:
        return Violation("orderability", (first, second),
                         f"{text_of(first)} {there} {text_of(second)}, but asked the other way round "
                         f"{text_of(second)} {back} {text_of(first)}")
    return None


def transitivity(agent: Agent, things: Iterable[Any]) -> Violation | None:
    """Checks that first > second and second > third imply first > third, and the same for ~.

    A violation makes the agent a money pump.

    Examples
    --------
    >>> from gamecore.trees import by_statements
    >>> agent = by_statements([("A", "B"), ("B", "C"), ("C", "A")])
    >>> print(transitivity(agent, "ABC"))
    transitivity: A > B > C > A, a money pump of 3 cents a round
    """
    preferences = asked(agent, things)
    cycle = preference_cycle(preferences)
    if cycle is None:
        return None
    _, cents = money_pump(preferences)
    said = "".join(f" {agent(first, second)} {text_of(second)}" for first, second in pairwise(cycle))
    pump = f"a money pump of {cents} cent{'s' * (cents > 1)} a round"
    return Violation("transitivity", cycle, f"{text_of(cycle[0])}{said}, {pump}")


def continuity(agent: Agent, best: Any, middle: Any, worst: Any) -> Violation | None:
    """Checks that best > middle > worst implies some p strictly between 0 and 1 with [p, best; 1-p, worst] ~ middle.

    `indifference_point` finds this p.

    Examples
    --------
    An agent for whom a dollar compensates for no chance of death, however small:

    >>> from gamecore.trees import as_lottery
    >>> def careful(first, second):
    ...     a, b = ((-odds.get("death", 0), odds.get("a dollar", 0)) for odds in
    ...             (as_lottery(thing).flat() for thing in (first, second)))
    ...     return ">" if a > b else "<" if a < b else "~"
    >>> print(continuity(careful, "a dollar", "nothing", "death"))
    continuity: a dollar > nothing > death, but no p makes [p, a dollar; 1-p, death] as good as nothing
    """
    if not agent(best, middle) == agent(middle, worst) == ">":
        return None
    said = []
    point = indifference_point(lambda *things: said.append(agent(*things)) or said[-1], best, middle, worst)
    if point is not None or None in said:
        return None
    return Violation("continuity", (best, middle, worst), f"{text_of(best)} > {text_of(middle)} > {text_of(worst)}, "
                     f"but no p makes [p, {text_of(best)}; 1-p, {text_of(worst)}] as good as {text_of(middle)}")


def indifference_point(agent: Agent, best: Any, middle: Any, worst: Any) -> Fraction | float | None:
    """Returns the p with [p, best; 1-p, worst] ~ middle, where best > middle > worst.

    Returns
    -------
    Fraction, float or None
        The p is exact if the agent answers "~" there; otherwise it is the point at which the agent changes from "<" to
        ">", to twelve digits. None if that point is 0 or 1, or if the agent has no answer about a mixture.

    Examples
    --------
    >>> from gamecore.trees import by_utility
    >>> indifference_point(by_utility({0: 0, 10: 400, 100: 1000}), best=100, middle=10, worst=0)
    Fraction(2, 5)
    """
    low, high, halvings = Fraction(0), Fraction(1), 0
    while halvings < HALVINGS and high - low > LEAST:
        p = (low + high) / 2
        said = agent(mixture(p, best, worst), middle)
        if said in ("~", None):
            return p if said else None
        low, high = (p, high) if said == "<" else (low, p)
        halvings += 0 < low and high < 1             # those before that find its scale
    if low == 0 or high == 1:
        return None
    simple = high.limit_denominator(2**(HALVINGS // 2))
    return simple if agent(mixture(simple, best, worst), middle) == "~" else float(high)


def substitutability(agent: Agent, first: Any, second: Any, other: Any, p: float | Fraction) -> Violation | None:
    """Checks that two things keep their relation if both are mixed with a third thing, with probability p > 0 of the
    first two.

    The mixtures are [p, first; 1-p, other] and [p, second; 1-p, other]. This is the strong form of the axiom, called
    independence: textbooks state the axiom for ~, and it also holds for >.

    Examples
    --------
    In Allais's example most people prefer 3000 dollars for certain to 4000 dollars with probability 0.8, but at a
    quarter of these odds they prefer the reverse.

    >>> from gamecore.trees import by_statements
    >>> bold, odds = Lottery((Fraction(4, 5), 4000), (Fraction(1, 5), 0)), Fraction(1, 4)
    >>> allais = by_statements([(3000, bold), (mixture(odds, bold, 0), mixture(odds, 3000, 0))])
    >>> substitutability(allais, 3000, bold, 0, odds).says.split(", but ")[1]
    'not so with probability 1/4 of each and 0 otherwise'
    """
    said, mixed = agent(first, second), agent(mixture(p, first, other), mixture(p, second, other))
    if p == 0 or said is None or mixed in (said, None):
        return None
    return Violation("substitutability", (first, second, other),
                     f"{text_of(first)} {said} {text_of(second)}, but not so with probability {p} of each and "
                     f"{text_of(other)} otherwise")


def monotonicity(agent: Agent, best: Any, worst: Any, p: float | Fraction, q: float | Fraction) -> Violation | None:
    """Checks that best > worst implies [p, best; 1-p, worst] > [q, best; 1-q, worst] if and only if p > q.

    Examples
    --------
    >>> from gamecore.trees import as_lottery
    >>> def gambler(first, second):
    ...     a, b = (min(as_lottery(thing).flat().get("A", 0), Fraction(2, 3)) for thing in (first, second))
    ...     return ">" if a > b else "<" if a < b else "~"
    >>> print(monotonicity(gambler, "A", "B", Fraction(9, 10), Fraction(3, 4)))
    monotonicity: A > B, but [9/10, A; 1/10, B] ~ [3/4, A; 1/4, B]
    """
    expected = ">" if p > q else "<" if p < q else "~"
    said = agent(mixture(p, best, worst), mixture(q, best, worst))
    if agent(best, worst) != ">" or said in (expected, None):
        return None
    return Violation("monotonicity", (best, worst), f"{text_of(best)} > {text_of(worst)}, but "
                     f"{text_of(mixture(p, best, worst))} {said} {text_of(mixture(q, best, worst))}")


def decomposability(agent: Agent, lottery: Lottery) -> Violation | None:
    """Checks that a lottery in stages is as good as the flat lottery with the same odds ("no fun in gambling").

    Examples
    --------
    >>> from gamecore.trees import as_lottery
    >>> def player(first, second):
    ...     a, b = (as_lottery(thing).height for thing in (first, second))
    ...     return ">" if a > b else "<" if a < b else "~"
    >>> twice = Lottery((Fraction(1, 2), Lottery((Fraction(1, 2), "A"), (Fraction(1, 2), "B"))), (Fraction(1, 2), "B"))
    >>> print(decomposability(player, twice))
    decomposability: [1/2, [1/2, A; 1/2, B]; 1/2, B], a lottery in 2 stages, > its flat form, [1/4, A; 3/4, B]
    """
    flat = Lottery(*[(p, prize) for prize, p in lottery.flat().items()])
    said = agent(lottery, flat)
    if said in ("~", None):
        return None
    return Violation("decomposability", (lottery, flat),
                     f"{text_of(lottery)}, a lottery in {lottery.height} stages, {said} its flat form, {text_of(flat)}")


def violations(agent: Agent, things: Iterable[Any], probabilities: Any = PROBABILITIES) -> Iterator[Violation]:
    """Yields the violations of the six axioms among `things`.

    Parameters
    ----------
    agent : callable
        From two things to ">", "~" or "<".
    things : sequence
        Prizes and lotteries to compare and to mix with one another.
    probabilities : sequence of real, optional
        The probabilities of the mixtures.

    Yields
    ------
    Violation
        Axiom by axiom. An agent without violations here may still have some on other things.

    Examples
    --------
    >>> from gamecore.trees import by_utility
    >>> list(violations(by_utility({"A": 3, "B": 2, "C": 0}), "ABC"))
    []
    """
    things = tuple(things)
    if len(things) < 2:
        raise TreeError(f"axioms compare two or more things, not {things!r:.200}")
    pairs, triples = list(permutations(things, 2)), list(permutations(things, 3))
    checks = [orderability(agent, *pair) for pair in combinations(things, 2)]
    checks.append(transitivity(agent, things))
    checks += [continuity(agent, *triple) for triple in triples]
    checks += [substitutability(agent, *triple, p) for triple in triples for p in probabilities]
    checks += [monotonicity(agent, *pair, p, q) for pair in pairs for p, q in combinations(probabilities, 2)]
    checks += [decomposability(agent, mixture(p, mixture(p, *pair), pair[1])) for pair in pairs for p in probabilities]
    yield from filter(None, checks)


def text_of(thing):
    """Returns a prize or a lottery in one line, as textbooks write it: [1/2, A; 1/2, B]."""
    if not isinstance(thing, Lottery):
        return str(thing)
    return f"[{'; '.join(f'{p}, {text_of(prize)}' for p, prize in thing.outcomes)}]"


def mixture(p: float | Fraction, first: Any, second: Any) -> Lottery:
    """Returns the lottery [p, first; 1-p, second]."""
    return Lottery((p, first), (1 - p, second))
