"""Tests max^n on a user's own games: lazily, to a depth, with a table and with shallow pruning."""
import random
from math import comb

import numpy
import pytest

from gamecore import Engine, PythonGame, solve
from gamecore.errors import BoundsError, GameError, LimitError, TreeError
from gamecore.examples.nim import Nim
from gamecore.laboratory.contract import examine
from gamecore.trees import (Player, depth_limited, draw, from_position, is_leaf, iterative_deepening, lookup_table,
                            max_n, tree, walk)
from tests import small_games
from tests.refusals import refusals


class ThreeNim(small_games.Nim):
    """Coins are taken in turn by three players; the one who takes the last coin gets 1."""

    positions = 0

    def __init__(self, coins=7, who=0):
        self.coins, self.who = coins, who
        ThreeNim.positions += 1

    def play(self, take):
        return ThreeNim(self.coins - take, (self.who + 1) % 3)

    def is_over(self):
        return not self.coins

    def mover(self):
        return self.who

    def final_score(self):
        return tuple(int(player == (self.who + 2) % 3) for player in range(3))

    def evaluate(self):
        return (0, 0, 0)

    def key(self):
        return self.coins, self.who


@pytest.mark.parametrize("coins", range(1, 12))
def test_a_game_is_worth_what_its_whole_tree_is(coins):
    whole = max_n(from_position(ThreeNim(coins), count_plies=False))
    assert max_n(ThreeNim(coins))[:2] == whole[:2] == max_n(ThreeNim(coins), bound=1)[:2]


def test_a_key_of_none_names_no_position():
    game = type("Unkeyed", (ThreeNim,), {"key": lambda self: None, "play": lambda self, take: type(self)(
        self.coins - take, (self.who + 1) % 3)})
    assert [max_n(game(coins))[:2] for coins in range(1, 8)] == [max_n(ThreeNim(coins))[:2] for coins in range(1, 8)]


def test_a_game_of_several_players_has_no_win_or_loss():
    assert ThreeNim(0).outcome is None and ThreeNim(1).outcome is None


def test_three_player_nim_by_its_textbook_values():
    """By backward induction: with 1 or 2 coins the player to move wins, with 3 the next one does, whatever is taken;
    with 4 the mover cannot win, and takes 1, the first of equal moves."""
    winners = [max_n(ThreeNim(coins)).value.index(1) for coins in range(1, 8)]
    assert winners == [0, 0, 1, 2, 0, 0, 1]


def centipede(turn=0):
    """Rosenthal's centipede of six moves: to take ends it, with the large pile, 4 doubled so often; so does the end."""
    large, small = 4 * 2 ** turn, 2 ** turn
    piles = (large, small) if turn % 2 == 0 else (small, large)
    return piles if turn == 6 else Player(turn % 2, {"take": piles, "pass": centipede(turn + 1)})


def test_centipede_is_taken_at_once():
    """The subgame-perfect equilibrium (Rosenthal 1981), although both would get more by passing."""
    assert max_n(centipede())[:2] == ((4, 1), "take") and centipede(6) == (256, 64)


def test_a_table_searches_each_position_once():
    ThreeNim.positions = 0
    assert max_n(ThreeNim(60)).leaves <= 6 and ThreeNim.positions < 400 < comb(40, 20)


def test_a_depth_ends_at_the_evaluation():
    assert max_n(ThreeNim(60), depth=3).value == (0, 0, 0)
    assert max_n(ThreeNim(60), depth=2, evaluate=lambda here: (here.coins, 0, 1)).value == (58, 0, 1)
    assert "~(0, 0, 0)" in draw(depth_limited(ThreeNim(7), 2))
    assert max_n(ThreeNim(2), depth=5).value == (1, 0, 0) and max_n(ThreeNim(60), depth=0).action is None


@pytest.mark.parametrize("seed", range(30))
def test_shallow_pruning_changes_nothing_at_the_root(seed):
    rng = random.Random(seed)

    def grown(height):
        if height == 0:
            first, second = sorted(rng.sample(range(101), 2))
            return first, second - first, 100 - second
        return [grown(height - 1) for _ in range(rng.randint(1, 3))]
    root = tree(grown(4), layers="0 1 2")
    pruned, whole = max_n(root, bound=100), max_n(root)
    assert pruned[:2] == whole[:2] and pruned.leaves <= whole.leaves == sum(is_leaf(node) for _, node in walk(root))


class Walk(PythonGame):
    """A way through numbered places, where one of three players is to move, perhaps the one who has just moved."""

    def __init__(self, seed, place=0):
        self.seed, self.place = seed, place
        self.random = random.Random(f"{seed} {place}")
        self.player = self.random.randrange(3)
        self.steps = self.random.sample((1, 2, 3), 3)
        self.utilities = tuple(self.random.sample(self.random.choice([(10, 0, 0), (6, 4, 0), (5, 4, 1)]), 3))

    def legal_moves(self):
        return self.steps if self.place < 9 else []

    def play(self, step):
        return Walk(self.seed, self.place + step)

    def mover(self):
        return self.player

    def final_score(self):
        return self.utilities

    def evaluate(self):
        return self.utilities

    def key(self):
        return self.place


def worth(here, depth):
    """The utilities that `here` is worth, by the definition."""
    if depth == 0 or not here.legal_moves():
        return here.utilities
    return max((worth(here.play(step), depth - 1) for step in here.legal_moves()), key=lambda each: each[here.player])


@pytest.mark.parametrize("bound", [None, 10, 12])
@pytest.mark.parametrize("seed", range(50))
def test_a_table_and_shallow_pruning_find_what_the_definition_does(seed, bound):
    """The same place comes at several depths, and one player may move twice: there Korf's bound says nothing."""
    for depth in range(1, 8):
        assert max_n(Walk(seed), depth, bound=bound).value == worth(Walk(seed), depth)


@pytest.mark.parametrize("kind", [numpy.int8, numpy.uint64])
def test_a_mover_may_be_numpys(kind):
    class Counted(Walk):
        def play(self, step):
            return Counted(self.seed, self.place + step)

        def mover(self):
            return kind(self.player)
    for seed in range(5):
        assert (max_n(Counted(seed)).value == max_n(from_position(Counted(seed))).value
                == depth_limited(Counted(seed), 9).value == worth(Walk(seed), 9))
    assert not examine(Counted(0), games=2).faults


class Untold(ThreeNim):
    """The same without an evaluation of its own: PythonGame's is the number 0."""

    evaluate = PythonGame.evaluate

    def play(self, take):
        return Untold(self.coins - take, (self.who + 1) % 3)


def test_deepening_takes_several_players():
    for start in (ThreeNim(7), Untold(7)):
        found = list(iterative_deepening(start))
        assert [(depth, value) for depth, value, _ in found] == [
            (depth, max_n(start, depth).value) for depth in range(1, 8)]
        assert found[-1][1:] == max_n(start)[:2]


@pytest.mark.parametrize("start", [ThreeNim(7), Untold(7)])
def test_an_engine_refuses_them_and_names_what_takes_them(start, run, refusal):
    way = r"mover\(\).*gamecore.trees.max_n\(position, depth\)"
    for refused in (lambda: Engine(hash_mb=1).search(start, 3), lambda: solve(start)):
        with pytest.raises(GameError, match=way):
            refused()
    assert examine(start).faults == [] and Engine(hash_mb=1).perft(start, 2) > 1
    game = f"{__name__}:{type(start).__name__}"
    for command in ("search {} --depth 3", "pruning {} --max-depth 3", "match {} --a depth=2 --b depth=1 --games 2"):
        assert "gamecore.trees.max_n" in refusal(command.format(game))
    assert "gamecore.trees.max_n" in run("check", game)[1]


@pytest.mark.parametrize("broken, rule", [
    ({"final_score": lambda here: 1}, "a utility for each player"),
    ({"final_score": lambda here: (1, 0)}, "a utility for each player"),
    ({"final_score": lambda here: (1, 0, "x")}, "a utility for each player"),
    ({"evaluate": lambda here: 5}, "a utility for each player"), ({"mover": lambda here: "a"}, "players have numbers"),
    ({"mover": lambda here: -1}, "players have numbers"),
    ({"key": lambda here: here.coins}, "different positions have different keys"),
    ({"key": lambda here: (here.coins % 3, here.who), "final_score": lambda here: (1, 0, 0)}, "different")])
def test_check_finds_what_is_wrong_with_them(broken, rule):
    Broken = type("Broken", (ThreeNim,), broken | {
        "play": lambda here, take: Broken(here.coins - take, (here.who + 1) % 3)})
    assert [finding.rule[:len(rule)] for finding in examine(Broken(7)).faults] == [rule]


def test_a_lookup_table_is_that_of_max_n():
    table = lookup_table(ThreeNim(9))
    assert len(table) > 20
    for (coins, turn), advice in table.items():
        position = ThreeNim(coins, turn)
        value, action, _ = max_n(from_position(position))
        assert (advice.score, advice.moves[:1]) == (value, () if action is None else (action,))
        after = {move: max_n(from_position(position.play(move))).value[turn] for move in position.legal_moves()}
        assert advice.moves == tuple(move for move in after if after[move] == max(after.values()))


test_what_max_n_cannot_use_is_refused = refusals(
    (TreeError, r"no mover\(\)", max_n, Nim(3)),
    (BoundsError, r"\(7, 1, 2\)", lambda: max_n(tree([(1, 6, 2), (7, 1, 2)], layers="0"), bound=9)),
    (BoundsError, r"\(7, -1, 2\)", lambda: max_n(tree([(1, 6, 2), (7, -1, 2)], layers="0"), bound=9)),
    (LimitError, "not '5'", lambda: max_n(ThreeNim(), bound="5")),
    (LimitError, "-1", lambda: max_n(ThreeNim(), depth=-1)))
