"""Tests that impossible trees are refused in one line that quotes the fault."""

import pickle
from fractions import Fraction

import pytest

from gamecore.errors import BoundsError, LimitError, SwitchError, TreeError
from gamecore.trees import (UNSEEN, Chance, Lottery, Max, Min, Player, TreePosition, alpha_beta, depth_limited, draw,
                            expectimax, expectiminimax, from_position, iterative_deepening, max_n, minimax,
                            minimax_by_dispatch, never_cut, star1, star2, svg, tree, with_utility)
from tests.refusals import refusals

NAN, INF = float("nan"), float("inf")


def itself():
    nested = []
    nested.append(nested)
    return nested


IMPOSSIBLE = [
    (lambda: Max([]), "an empty MAX node"),
    (lambda: tree([[1, 2], []]), "an empty MIN node"),
    (lambda: Player(0, []), "an empty PLAYER 0 node"),
    (lambda: Max(["x"]), "leaf 'x' is not a number"),
    (lambda: Max([None]), "leaf None is not a number"),
    (lambda: Max([NAN]), "leaf nan is not a finite number"),
    (lambda: Max([-INF]), "leaf -inf is not a finite number"),
    (lambda: tree(NAN), "leaf nan is not a finite number"),
    (lambda: Player(0, [(1, NAN)]), r"utility nan in leaf \(1, nan\) is not a finite number"),
    (lambda: Player(0, [()]), r"leaf \(\) is an empty tuple"),
    (lambda: Max([[1, 2]]), r"\[1, 2\] is not a node yet; tree\(...\) makes nodes"),
    (lambda: minimax([[1, 2]]), r"\[\[1, 2\]\] is not a node yet"),
    (lambda: Chance([1, 2], [0.5, 0.6]), r"probabilities \(0.5, 0.6\) sum to 1.1, not to 1"),
    (lambda: Chance([1, 2], [Fraction(1, 2), Fraction(1, 3)]),
     r"probabilities \(1/2, 1/3\) sum to 5/6, not to 1"),
    (lambda: Chance([1, 2], [1.5, -0.5]), "probability -0.5 is negative"),
    (lambda: Chance([1, 2], [NAN, 1]), "probability nan is not a finite number"),
    (lambda: Chance([1, 2], [1]), r"1 probabilities for 2 children: \(1,\)"),
    (lambda: Player(0, [(1, 6, 6), (7, 1)]),
     r"utilities of different lengths: \(1, 6, 6\) and \(7, 1\)"),
    (lambda: Player(0, [Player(1, [(1, 6, 6)]), Player(1, [(7, 1)])]),
     r"utilities of different lengths: \(1, 6, 6\) and \(7, 1\)"),
    (lambda: Player(0, [(1, 2), 3]), r"utilities of different lengths: \(1, 2\) and 3"),
    (lambda: Player(2, [(1, 2)]), r"player 2 has no utility in \(1, 2\)"),
    (lambda: Player(-1, [(1, 2)]), r"player -1 has no utility in \(1, 2\)"),
    (lambda: Player(0, [1, 2]), "PLAYER 0 needs tuples of utilities, not 1"),
    (lambda: Max([(1, 2)]), r"MAX compares numbers, not utility tuples like \(1, 2\)"),
    (lambda: tree([1], root="left"), "root 'left' is neither 'max' nor 'min'"),
    (lambda: tree([1], layers="max mean"), "layer 'mean' is none of max, min, chance"),
    (lambda: tree([1], layers=" "), "layers ' ' name no layer"),
    (lambda: tree(itself()), "more than 100 levels high; does it contain itself"),
    (lambda: Max([1])["left"], r"no action 'left' here; there are \(0,\)"),
    (lambda: TreePosition(Player(0, [(1, 2)])), r"a position accepts only numbers .* \(1, 2\)"),
    (lambda: depth_limited(Max([UNSEEN, 1]), 3), "depth-limited search needs the whole tree, but .* that are UNSEEN"),
    (lambda: minimax(Max([UNSEEN, 1])), "minimax needs the whole tree, but .* branches that are UNSEEN"),
    (lambda: TreePosition(Max([UNSEEN, 1])), "a position needs the whole tree"),
    (lambda: TreePosition(Max([1, 2]), sign=5), "sign 5 is neither 1 nor -1"),
    (lambda: TreePosition(Max([Max([7, 3]), 5])).play(0).play(1), r"no move 1 here; there are \('pass',\)"),
    (lambda: depth_limited("x", 3), "leaf 'x' is not a number"),
    (lambda: expectimax(Max([Lottery((1, "car"))])), r"expectimax needs numbers, but .* prizes; .*with_utility.*'car'"),
    (lambda: star1(Lottery((1, "car")), 0, 1), "needs numbers, but .* prizes"),
    (lambda: TreePosition(Max([10**400, 1])), r"the leaf 1.000e\+400 is beyond the scores of a search"),
    (lambda: TreePosition(Chance([1, Fraction(-10**1000)])), r"the leaf -1.000e\+1000 is beyond"),
    (lambda: TreePosition(Lottery((1, "car"))), "needs numbers, but .* prizes"),
    (lambda: with_utility(Lottery((1, "car")), {"goat": 1}), "no utility for the prize 'car'; there are .'goat'"),
    (lambda: with_utility(Lottery((1, "car")), {"car": INF}), "utility inf of 'car' is not a finite number"),
    (lambda: Lottery((1, [2])), r"prize \[2\] is not hashable"),
    (lambda: Lottery((1, INF)), "prize inf is not a finite number"),
    (lambda: Lottery(1, "car"), r"outcome 1 is not a pair \(probability, prize\)"),
    (lambda: Lottery((1, Max([1]))).flat(), r"Max\(\[1\]\) is not a prize"),
    (lambda: svg(minimax(tree([[1, 2]]))), r"Result\(value=1, .* is an answer without its tree"),
    (lambda: draw(next(iterative_deepening(tree([[1, 2]])))), r"Iteration\(depth=1, .* is an answer without its tree"),
    (lambda: svg([[1, 2]]), r"\[\[1, 2\]\] is not a node yet"),
    (lambda: alpha_beta(Max([Chance([1])])), "alpha-beta accepts MAX and MIN only; .* CHANCE"),
    (lambda: list(never_cut(Chance([1]))), "alpha-beta accepts MAX and MIN only; .* CHANCE"),
    (lambda: minimax_by_dispatch(Chance([1])), "minimax accepts MAX and MIN only; .* CHANCE"),
    (lambda: expectimax(Min([1])), "expectimax accepts MAX and CHANCE only; .* MIN"),
    (lambda: expectiminimax(Chance([(1, 2)])), r"accepts only numbers as leaves; .* \(1, 2\)"),
    (lambda: max_n(Max([1])), "max\\^n accepts players by number and CHANCE only; .* MAX"),
]
test_a_tree_that_cannot_be_is_refused_with_a_reason = refusals(
    *[(TreeError, message, attempt) for attempt, message in IMPOSSIBLE])


@pytest.mark.parametrize("search", [star1, star2])
@pytest.mark.parametrize("leaf", [-1, 11])
def test_a_leaf_outside_the_bounds_is_refused_even_where_it_would_be_pruned(search, leaf):
    root = Max([10, Chance([0, leaf])])
    with pytest.raises(BoundsError, match=rf"leaf {leaf} lies outside .* bounds \[0, 10\]"):
        search(root, 0, 10)


def test_floats_may_miss_one_by_rounding_and_fractions_may_not():
    assert Chance([1, 2, 3], [0.1, 0.2, 0.7]).probabilities == (0.1, 0.2, 0.7)
    with pytest.raises(TreeError):
        Chance([1, 2], [Fraction(1, 2), Fraction(10**12, 2 * 10**12 + 1)])


test_what_is_no_bound_no_depth_and_no_cut_is_refused = refusals(
    (BoundsError, r"bounds \[1, 0\] hold no number", star1, Max([1]), 1, 0),
    # a value at both edges would be reported as a bound in the wrong direction
    *[(BoundsError, f"alpha must be below beta, unlike {alpha} and {beta}",
       alpha_beta, Max([5, 100]), "equal", alpha, beta)
      for alpha, beta in ((5, 5), (10, 5), (float("nan"), 5))],
    *[(LimitError, f"depth {depth!r} is not a number of plies", depth_limited, Max([1]), depth)
      for depth in (-1, 1.5, None)],
    (LimitError, "depth -2", from_position, TreePosition(Max([1])), -2),
    (LimitError, "depth -2", lambda: list(iterative_deepening(Max([1]), max_depth=-2))),
    (SwitchError, "cut 'loose' is neither 'equal' nor 'strict'", alpha_beta, Max([1]), "loose"),
)


class Endless:
    """A game that never ends."""

    def legal_moves(self):
        return ["on"]

    def play(self, move):
        return self

    def is_over(self):
        return False

    def evaluate(self):
        return 0


def test_a_game_without_end_is_stopped_by_the_limit_on_height():
    with pytest.raises(TreeError, match="go on for ever"):
        from_position(Endless())
    with pytest.raises(TreeError, match="go on for ever"):
        depth_limited(Endless(), lambda position, ply: False)
    assert from_position(Endless(), depth=3).height == 3
    rolling = type("Rolling", (Endless,), {"outcomes": lambda self: [(0, 1)], "play_outcome": Endless.play})
    with pytest.raises(TreeError, match="go on for ever"):
        from_position(rolling())
    *_, last = iterative_deepening(Endless())
    assert last.depth == 100


@pytest.mark.parametrize("search", [from_position, depth_limited])
@pytest.mark.parametrize("answers, message", [
    ({"evaluate": INF}, "score inf of .*Bad.* is not a finite number"),
    ({"evaluate": (1, 2)}, r"score \(1, 2\) of .*Bad.* is not a number"),
    ({"evaluate": 5, "mover": 0}, "score 5 of .*Bad.* is not a tuple of utilities"),
    ({"legal_moves": ["on", "on"]}, r"a move occurs twice in \('on', 'on'\)"),
    ({"mover": "white"}, r"mover\(\) of .*Bad.* is 'white', but must be a player's number"),
    ({"is_over": True}, r"has no final_score\(\)")])
def test_a_game_with_bad_moves_or_scores_is_refused(search, answers, message):
    bad = type("Bad", (Endless,), {name: lambda self, answer=answer: answer for name, answer in answers.items()})
    with pytest.raises(TreeError, match=message):
        search(bad(), 1)


def test_the_highest_tree_is_searched_without_running_out_of_stack():
    root = 1
    for _ in range(50):
        root = Max([Min([root])])
    assert root.height == 100
    assert minimax(root).value == alpha_beta(root).value == star2(root, 0, 1).value == 1
    assert repr(root).count("Min") == 50 and hash(root) == hash(pickle.loads(pickle.dumps(root)))
    assert draw(alpha_beta(root)).count("\n") == svg(root).count("<line") == 100
    with pytest.raises(TreeError, match="more than 100 levels high"):
        Max([root])


@pytest.mark.parametrize("root", [
    Max([3, Min([1, 2])]),
    Max({"left": 3, "right": Chance([1, 2])}),
    Chance({"heads": 1, "tails": 2}, [Fraction(1, 4), Fraction(3, 4)]),
    Player(1, [(1, 2), Player(0, [(3, 4)])]),
    Lottery((Fraction(1, 2), "a"), (Fraction(1, 2), Lottery((1, 3)))),
])
def test_nodes_are_values(root):
    assert eval(repr(root)) == root == pickle.loads(pickle.dumps(root))
    assert hash(pickle.loads(pickle.dumps(root))) == hash(root)
    with pytest.raises(AttributeError):
        root.children = ()


def test_nodes_of_different_kinds_are_different():
    assert Max([1, 2]) != Min([1, 2])
    assert Max([1, 2]) != Max({"a": 1, "b": 2})
    assert Player(0, [(1, 2)]) != Player(1, [(1, 2)])
