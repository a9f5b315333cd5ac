"""Lotteries: chance nodes whose leaves are prizes, and the conversion of trees of prizes to trees of utilities."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from numbers import Real
from typing import Any

from gamecore.errors import TreeError
from gamecore.trees.nodes import UNSEEN, Chance, InnerNode, Tree, check_number, common_players, is_leaf


@dataclass(frozen=True, init=False, repr=False)
class Lottery(Chance):
    """A chance node with prizes, written [p1, S1; p2, S2; ...] in textbooks.

    Parameters
    ----------
    *outcomes : pairs (probability, prize)
        The probabilities sum to 1; a prize is anything hashable: an amount of money, a name, or
        another lottery.

    Raises
    ------
    TreeError
        If there is no outcome, an outcome is not a pair, a prize is not hashable, a probability is negative, or the
        probabilities do not sum to 1.

    Notes
    -----
    Amounts of money are numbers, so a lottery over them may be part of any tree with chance. A tree with other prizes
    must be converted by `with_utility` before a search.

    Examples
    --------
    >>> Lottery((0.6, 0), (0.4, 100))
    Lottery((0.6, 0), (0.4, 100))
    >>> from gamecore.trees import Max, expectimax
    >>> expectimax(Max({"safe": 50, "bold": Lottery((0.6, 0), (0.4, 100))}))
    Result(value=50, action='safe', leaves=3)
    """

    def __init__(self, *outcomes: tuple[Any, Any]) -> None:
        if not outcomes:
            raise TreeError("an empty lottery; it needs at least one outcome")
        for outcome in outcomes:
            if not isinstance(outcome, tuple) or len(outcome) != 2:
                raise TreeError(f"outcome {outcome!r} is not a pair (probability, prize)")
        probabilities, prizes = zip(*outcomes, strict=True)
        super().__init__(prizes, probabilities)

    def _check_child(self, prize):
        if isinstance(prize, InnerNode) or prize is UNSEEN:
            return prize
        try:
            hash(prize)
        except TypeError:
            raise TreeError(f"prize {prize!r} is not hashable") from None
        return check_number(prize, f"prize {prize!r}") if isinstance(prize, Real) else prize

    def _common_players(self, children):
        nodes = [child for child in children if isinstance(child, InnerNode)]
        return common_players(nodes) if nodes else None

    def _is_priced(self, prize):
        return prize.priced if isinstance(prize, InnerNode) else isinstance(prize, Real) or prize is UNSEEN

    @property
    def outcomes(self) -> tuple[tuple[Any, Any], ...]:
        """The pairs (probability, prize)."""
        return tuple(zip(self.probabilities, self.children, strict=True))

    def alike(self, children: Any) -> InnerNode:
        return Chance(children, self.probabilities)

    def __repr__(self):
        return f"Lottery({', '.join(map(repr, self.outcomes))})"

    def expect(self, worth: Callable[[Any], Any]) -> Any:
        """Returns the mean of `worth`, a function of a simple prize, over the lottery and all lotteries in it."""
        return self.mean([prize.expect(worth) if isinstance(prize, Lottery) else worth(simple(prize))
                          for prize in self.children])

    def flat(self) -> dict[Any, Any]:
        """Returns the probability of each simple prize, as a dict.

        Examples
        --------
        >>> Lottery((0.5, Lottery((0.5, "win"), (0.5, "lose"))), (0.5, "lose")).flat()
        {'win': 0.25, 'lose': 0.75}
        """
        odds = {}
        for p, prize in self.outcomes:
            parts = prize.flat() if isinstance(prize, Lottery) else {simple(prize): 1}
            for name, q in parts.items():
                odds[name] = odds.get(name, 0) + p * q
        return odds

    def given(self, likelihood: Any) -> "Lottery":
        """Returns the lottery after some evidence, by Bayes's rule.

        Parameters
        ----------
        likelihood : callable or mapping
            Maps each prize to the probability of the evidence if that prize is the outcome, up to a common factor;
            none negative, not all 0.

        Examples
        --------
        Heavy traffic has the probability 1/4, and is 9/2 times as likely at eight in the morning as other traffic.

        >>> from fractions import Fraction
        >>> traffic = Lottery((Fraction(1, 4), "none"), (Fraction(1, 2), "light"), (Fraction(1, 4), "heavy"))
        >>> traffic.given({"none": 2, "light": 2, "heavy": 9}).flat()["heavy"]
        Fraction(3, 5)
        """
        weights = [p * utility_of(prize, likelihood, "likelihood") for p, prize in self.outcomes]
        for weight, prize in zip(weights, self.children, strict=True):
            if weight < 0:
                raise TreeError(f"the likelihood of {prize!r} is negative")
        total = sum(weights)
        if total == 0:
            raise TreeError(f"evidence that no outcome of {self!r} allows")
        return Lottery(*[(weight / total, prize) for weight, prize in zip(weights, self.children, strict=True)])


def simple(prize):
    """Returns `prize`; raises TreeError if it is a node at which a player moves."""
    if isinstance(prize, InnerNode):
        raise TreeError(f"{prize!r} is not a prize: only lotteries may stand in a lottery that is asked for its odds")
    return prize


def utility_of(prize, utility, kind="utility"):
    """Returns the utility of a prize, given by a callable or a mapping; raises TreeError if there is none, or if it is
    infinite."""
    if isinstance(utility, Mapping) and prize not in utility:
        raise TreeError(f"no {kind} for the prize {prize!r}; there are {list(utility)!r}")
    value = utility[prize] if isinstance(utility, Mapping) else utility(prize)
    return check_number(value, f"{kind} {value!r} of {prize!r}")


def with_utility(root: Tree, utility: Any) -> Tree:
    """Converts a tree of prizes to a tree of utilities, which every search with chance accepts.

    Parameters
    ----------
    root : node or leaf
        The tree, whose leaves are amounts or, in lotteries, prizes.
    utility : callable or mapping
        The utility of each prize.

    Returns
    -------
    node or leaf
        The same tree, with chance nodes in place of lotteries.

    Raises
    ------
    TreeError
        If a mapping lacks a prize, or a utility is not a finite number.

    Examples
    --------
    >>> from gamecore.trees import Max, expectimax
    >>> show = Max({"accept": Lottery((0.5, "now"), (0.5, "more")), "decline": Lottery((1, "a million"))})
    >>> expectimax(with_utility(show, {"now": 5, "more": 9, "a million": 8}))
    Result(value=8, action='decline', leaves=3)
    """
    if root is UNSEEN:
        return root
    if is_leaf(root):
        return utility_of(root, utility)
    return root.alike({action: with_utility(child, utility) for action, child in root.branches})
