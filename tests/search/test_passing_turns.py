"""Tests chance outcomes that pass the turn, in Pig and in random games with two numbered players, whose values an
oracle finds from the numbers alone."""
import ctypes
import gc
from fractions import Fraction
from itertools import chain
from random import Random
from types import SimpleNamespace

import numpy as np
import pytest

import gamecore
from gamecore.errors import GameError
from gamecore.laboratory.contract import examine
from gamecore.solving.loops import solve
from gamecore.trees import expectiminimax, from_position, max_n
from games.pig import Pig

PLIES, PLACES = 4, 5
SWITCHES = ["none", "evaluation", "evaluation,pruning", "evaluation,pruning,star1", "evaluation,pruning,star1,star2",
            "evaluation,pruning,star1,star2,hint,deepening,table"]


def world_of(seed):
    """A random game: its places, one list a ply, each the player to move, a guess at the first player's result there,
    what happens there, and where that leads: "moves" to places, "chance" to (probability, place), an "end" nowhere.

    Scores are few, so ties are many. Chance leads to a choice or an end of the same player, at the same ply, or to the
    other player, who may have to roll first."""
    random = Random(seed)
    places = [SimpleNamespace(player=random.randrange(2), guess=random.randint(-3, 3), kind="end", to=[])
              for _ in range(PLACES)]
    layers = [places]
    for _ in range(PLIES):
        below, places = layers[-1], []
        for kind in ["moves"] * PLACES + ["chance"] * PLACES + ["end"]:
            place = SimpleNamespace(player=random.randrange(2), guess=random.randint(-3, 3), kind=kind, to=[])
            if kind == "moves":
                place.to = random.sample(below, random.randint(1, 4))
            elif kind == "chance":
                after = [there for there in places if there.player == place.player and there.kind == "moves"]
                after += [there for there in below if there.player != place.player or there.kind == "end"]
                after = random.sample(after, random.randint(1, min(len(after), 4)))
                place.to = list(zip([(1,), (.5, .5), (.25, .25, .5), (.25,) * 4][len(after) - 1], after))
            places.append(place)
        layers.append(places)
    world = list(chain(*layers))
    for number, place in enumerate(world):
        place.number = number
    return world


def worth(place, depth, guessing=True):
    """The first player's expected result, before chance acts; the depth in turns."""
    if place.kind == "end" or depth == 0:
        return place.guess if guessing or place.kind == "end" else 0
    if place.kind == "moves":
        return (min if place.player else max)(worth(there, depth - 1, guessing) for there in place.to)
    return sum(p * worth(there, depth - (there.player != place.player), guessing) for p, there in place.to)


def lines(place, depth):
    """The lines of play with this number of turns."""
    if depth == 0 or place.kind == "end":
        return depth == 0
    if place.kind == "moves":
        return sum(lines(there, depth - 1) for there in place.to)
    return sum(lines(there, depth - (there.player != place.player)) for _, there in place.to)


class Wander(gamecore.PythonGame):
    """A place of a world, for the side to move."""

    bounds = (-3, 3)

    def __init__(self, place):
        self.place = place

    def legal_moves(self):
        return list(range(len(self.place.to))) if self.place.kind == "moves" else []

    def play(self, move):
        return Wander(self.place.to[move])

    def same_player(self, move):
        return self.place.to[move].player == self.place.player

    def outcomes(self):
        return [(i, p) for i, (p, _) in enumerate(self.place.to)] if self.place.kind == "chance" else []

    def play_outcome(self, outcome):
        return Wander(self.place.to[outcome][1])

    def passes_turn(self, outcome):
        return self.place.to[outcome][1].player != self.place.player

    def is_over(self):
        return self.place.kind == "end"

    def evaluate(self):
        return -self.place.guess if self.place.player else self.place.guess

    final_score = evaluate

    def key(self):
        return self.place.number


def compiled(world, hint=None):
    """The same as a game by the addresses of functions, with a function of a move that is its hint."""
    word, number, nowhere = ctypes.POINTER(ctypes.c_uint64), ctypes.c_uint64, ctypes.c_void_p

    def at(position):
        return Wander(world[position[0]])

    def put(child, position):
        child[0] = position.place.number

    def fill(moves, found):
        for i, move in enumerate(found):
            moves[i] = move
        return len(found)

    def outcomes(_, position, found, capacity):
        for i, (outcome, p) in enumerate(at(position).outcomes()):
            found[i].event, found[i].probability = outcome, p
        return len(at(position).outcomes())

    def hints(_, position, moves, n, found):
        for i in range(n):
            found[i] = hint(moves[i])

    def bounds(_, position, low, high):
        low[0], high[0] = Wander.bounds

    class Outcome(ctypes.Structure):
        _fields_ = [("event", ctypes.c_uint64), ("probability", ctypes.c_double)]

    integer, real = ctypes.c_int, ctypes.c_double
    functions = {
        "legal_moves": (integer, (word, word, integer), lambda _, p, moves, capacity: fill(moves, at(p).legal_moves())),
        "play": (None, (word, number, word), lambda _, p, move, child: put(child, at(p).play(move))),
        "is_over": (integer, (word,), lambda _, p: at(p).is_over()),
        "final_score": (real, (word,), lambda _, p: at(p).final_score()),
        "evaluate": (real, (word,), lambda _, p: at(p).evaluate()),
        "key": (number, (word,), lambda _, p: at(p).key()),
        "same_player": (integer, (word, number), lambda _, p, move: at(p).same_player(move)),
        "outcomes": (integer, (word, ctypes.POINTER(Outcome), integer), outcomes),
        "play_outcome": (None, (word, number, word), lambda _, p, event, child: put(child, at(p).play_outcome(event))),
        "bounds": (None, (word, ctypes.POINTER(real), ctypes.POINTER(real)), bounds),
        "passes_turn": (integer, (word, number), lambda _, p, event: at(p).passes_turn(event)),
    }
    if hint is not None:
        functions["hints"] = None, (word, word, integer, ctypes.POINTER(ctypes.c_int64)), hints
    kept = {name: ctypes.CFUNCTYPE(result, nowhere, *arguments)(function)
            for name, (result, arguments, function) in functions.items()}

    class Compiled(gamecore.ForeignGame):
        functions = gamecore.FunctionTable(**{name: ctypes.cast(function, nowhere).value
                                              for name, function in kept.items()})
        callbacks = kept                 # alive as long as their addresses are used

    return lambda place: Compiled(place.number.to_bytes(8, "little"))


SEEDS = [*range(60), 2513, 2633, 5626]           # the last: a table that took a bound for a value would go wrong


def roots():
    """A place at the top of each random game, and the position there."""
    for seed in SEEDS:
        place = Random(seed).choice(world_of(seed)[-1 - 2 * PLACES:-1])
        yield seed, place, Wander(place)


def score_of(place, depth, **options):
    """The search's score, for the side to move; a search of moves looks at `depth` turns beyond them."""
    value = worth(place, depth + (place.kind == "moves"), **options)
    return -value if place.player else value


def test_the_random_games_hold_every_kind_of_turn():
    kinds = [(place.kind, there.kind, place.player == there.player) for seed in SEEDS for place in world_of(seed)
             for there in (place.to if place.kind == "moves" else [there for _, there in place.to])]
    passed = [("chance", kind, False) for kind in ("moves", "chance", "end")]
    again = [("moves", kind, True) for kind in ("moves", "chance", "end")]
    assert set(passed + again) < set(kinds)
    assert sum(len({worth(there, 9) for there in place.to}) < len(place.to) for seed in SEEDS
               for place in world_of(seed) if place.kind == "moves") > 100           # ties


@pytest.mark.parametrize("order", ["full", "none", "worst", "random"])
@pytest.mark.parametrize("switches", SWITCHES)
def test_a_search_finds_what_the_numbered_players_get(switches, order):
    guessing = switches != "none"
    for seed, place, position in roots():
        engine = gamecore.Engine(hash_mb=1, switches=switches, order=order)
        for depth in range(1, PLIES + 2):
            result = engine.search(position, depth=depth)
            assert result.score == score_of(place, depth, guessing=guessing), (seed, depth)
            if place.kind == "moves":
                assert worth(place.to[result.move], depth, guessing) in (result.score, -result.score), (seed, depth)


def test_all_positions_are_given_back():
    def alive():
        gc.collect()
        return sum(isinstance(thing, Wander) for thing in gc.get_objects())

    before = alive()
    for _, _, position in roots():
        gamecore.Engine(hash_mb=1).search(position, depth=2)
    position = None
    assert alive() == before


def test_a_compiled_game_is_searched_like_its_python_reference():
    for seed, place, position in roots():
        compiled_game = compiled(world_of(seed))(place)
        for switches in SWITCHES[-2:]:
            results = [gamecore.Engine(hash_mb=1, switches=switches).search(game, depth=PLIES)
                       for game in (position, compiled_game)]
            assert len({(r.score, r.pv, r.nodes, r.probes) for r in results}) == 1, seed
        assert gamecore.perft(compiled_game, 3) == lines(place, 3)
        for outcome, _ in compiled_game.outcomes():
            assert compiled_game.passes_turn(outcome) == position.passes_turn(outcome)


@pytest.mark.parametrize("hint", [lambda move: 2**46 + 1000 * move, lambda move: -2**63 + move,
                                  lambda move: (-1) ** move * (2**63 - 1)], ids=["2**46", "-2**63", "2**63"])
@pytest.mark.parametrize("order", ["full", "worst"])
def test_no_hint_of_a_compiled_game_is_too_large(order, hint):
    for seed, place, _ in roots():
        engine = gamecore.Engine(hash_mb=1, switches="pruning,star1,star2,hint", order=order)
        result = engine.search(compiled(world_of(seed), hint)(place), depth=PLIES)
        assert result.score == score_of(place, PLIES, guessing=False), seed


def test_perft_counts_the_lines_of_turns():
    for seed, place, position in roots():
        for depth in range(1, PLIES + 1):
            assert gamecore.perft(position, depth) == lines(place, depth), (seed, depth)
    assert gamecore.perft(position, PLIES, jobs=2) == lines(place, PLIES)


def test_a_tree_and_the_solver_agree_with_the_numbered_players():
    for seed, place, position in roots():
        value = score_of(place, 2 * PLIES)
        assert expectiminimax(from_position(position)).value == value, seed
        solution = solve(position)
        assert (solution.value, solution.error) == (value, 0), seed
        if place.kind == "moves":
            assert solution.moves == {i: score_of(there, 9) * (1 if there.player == place.player else -1)
                                      for i, there in enumerate(place.to)}
        assert examine(position, games=3).faults == []


def test_the_solver_of_loops_takes_turns_as_they_come():
    """A game with loops is worth the same where sides alternate, by a pass of the other side in between."""
    for seed in range(150):
        game = Loop(random_loop(Random(seed)))
        solution, alternating = solve(game), solve(Loop(with_passes(game.places)))
        assert (solution.value, solution.error, solution.endless) == (alternating.value, 0, alternating.endless), seed
        guess = solve(game, exact=False)
        assert abs(solution.value - Fraction(guess.value)) <= guess.error, seed


class Loop(gamecore.PythonGame):
    """Places with edges (to, turned): "moves", "chance", each outcome as likely, or "end" with a score."""

    def __init__(self, places, at=0):
        self.places, self.at = places, at
        self.kind, self.edges = places[at]

    def legal_moves(self):
        return range(len(self.edges)) if self.kind == "moves" else ()

    def outcomes(self):
        return [(i, Fraction(1, len(self.edges))) for i in self.indices()] if self.kind == "chance" else []

    def indices(self):
        return range(len(self.edges))

    def play(self, move):
        return Loop(self.places, self.edges[move][0])

    play_outcome = play

    def same_player(self, move):
        return not self.edges[move][1]

    def passes_turn(self, outcome):
        return self.edges[outcome][1]

    def is_over(self):
        return self.kind == "end"

    def final_score(self):
        return self.edges

    def key(self):
        return self.at


def random_loop(random):
    """Six places with moves and chance, two ends; chance leads to chance only where it passes the turn."""
    kinds = ["moves"] + [random.choice(["moves", "chance"]) for _ in range(5)]
    places = []
    for kind in kinds:
        edges = [(random.randrange(8), random.random() < .5) for _ in range(random.randint(1, 3))]
        if kind == "chance":
            edges = [(to, turned or kinds[to:to + 1] == ["chance"]) for to, turned in edges]
        places.append((kind, edges))
    return [*places, ("end", random.randint(-2, 2)), ("end", random.randint(-2, 2))]


def with_passes(places):
    """The same game with alternating sides, by passes: a place of one move for each edge that needs one."""
    places, extra = list(places), []
    for i, (kind, edges) in enumerate(places):
        if kind != "end":
            routed = []
            for to, turned in edges:
                if turned != (kind == "moves"):
                    extra.append(("moves", [(to, True)]))
                    to = len(places) + len(extra) - 1
                routed.append((to, kind == "moves"))
            places[i] = kind, routed
    return places + extra


# Turns that the game tells otherwise than its sides

class Round(gamecore.PythonGame):
    """Players take turns to move 1 to 3 on; the one who comes to 9 loses."""

    def __init__(self, players, at=0, turn=0):
        self.players, self.at, self.turn = players, at, turn

    def legal_moves(self):
        return [1, 2, 3] if self.at < 9 else []

    def play(self, move):
        return Round(self.players, self.at + move, (self.turn + 1) % self.players)

    def final_score(self):
        return gamecore.WIN


@pytest.mark.parametrize("players", [3, 4])
def test_more_than_two_players_are_refused_with_the_way_to_go(players):
    with pytest.raises(GameError, match="there are sides .* 2.*trees.max_n"):
        gamecore.Engine(hash_mb=1).search(Round(players), depth=9)
    fault, = examine(Round(players)).faults
    assert fault.rule == "it can be searched" and "trees.max_n(" in fault.text
    for sound in (Round(2), Round(100)):     # a number that only rises is not a side
        gamecore.Engine(hash_mb=1).search(sound, depth=9)
        assert examine(sound).faults == []


def test_the_way_to_go_goes():
    class Three(Round):
        def mover(self):
            return self.turn

        def play(self, move):
            return Three(3, self.at + move, (self.turn + 1) % 3)

        def final_score(self):
            return tuple(int(player == self.turn) for player in range(3))

    assert sum(max_n(from_position(Three(3, 4))).value) == 1


class Untold(Pig):
    """Pig that names its sides, and forgets to say that a 1 passes the turn."""

    passes_turn = None

    def __init__(self, target=5, own=0, other=0, total=0, rolling=False, turn="a"):
        super().__init__(target, own, other, total, rolling)
        self.turn = turn

    def play(self, move):
        after = super().play(move)
        return self.of(after, self.turn if move == "roll" else self.opponent())

    def play_outcome(self, face):
        return self.of(super().play_outcome(face), self.opponent() if face == 1 else self.turn)

    def of(self, after, turn):
        return type(self)(after.target, after.own, after.other, after.total, after.rolling, turn)

    def opponent(self):
        return "b" if self.turn == "a" else "a"


def test_a_turn_that_chance_passes_unsaid_is_refused():
    with pytest.raises(GameError, match=r"chance outcome 1 passes the turn.*passes_turn\(outcome\) does not say so"):
        gamecore.Engine(hash_mb=1).search(Untold(), depth=14)
    fault, = examine(Untold()).faults
    assert fault.rule == "sides alternate" and "turn changes by play_outcome(1)" in fault.text


def test_a_turn_that_is_said_to_pass_and_stays_is_found():
    class Overtold(Untold):
        def passes_turn(self, face):
            return face in (1, 6)

    fault, = examine(Overtold(100)).faults
    assert fault.rule == "sides alternate" and "turn stays by play_outcome(6)" in fault.text


def test_chance_that_acts_twice_in_a_turn_is_refused():
    class Again(Pig):
        def play_outcome(self, face):
            after = super().play_outcome(face)
            after.rolling = face == 6
            return after

    with pytest.raises(GameError, match=r"after Again.play_outcome\(6\) no outcomes may be left"):
        gamecore.Engine(hash_mb=1).search(Again(20), depth=4)
    assert [fault.rule for fault in examine(Again(20)).faults] == ["chance acts once"]


# Pig

def test_pig_to_5_has_its_known_value():
    solution = solve(Pig(5))                 # 2 * 216 / 271 - 1 = .5941 as a score
    assert (solution.value, solution.error, solution.move, solution.endless) == (Fraction(216, 271), 0, "roll", False)
    # four decimals
    assert gamecore.Engine(hash_mb=1).search(Pig(5), depth=60).score == pytest.approx(.5941, abs=5e-5)
    assert gamecore.Engine(hash_mb=1).search(Pig(5), depth=14).score == pytest.approx(.5941, abs=1e-4)     # cut off


@pytest.mark.parametrize("target", [2, 10, 15])
def test_the_solver_and_value_iteration_agree_about_pig(target):
    turns = value_iteration(target)
    solution = solve(Pig(target), exact=False)
    assert solution.kind == "probability" and solution.error < 1e-9
    for (_, own, other, total, rolling), value in solution.values.items():
        if not rolling and own + total < target and other < target:
            assert value == pytest.approx(turns[total][own, other], abs=1e-8)


def test_pig_to_100_is_won_with_the_published_probability():
    turns = value_iteration(100)
    assert turns[0][0, 0] == pytest.approx(.5306, abs=5e-5)                  # Neller and Presser 2004
    holds = [turns[total][0, 0] == pytest.approx(1 - turns[0][0, total]) for total in range(1, 100)]
    assert holds.index(True) + 1 == 21                                       # ... and their figure 3: hold at 21


def value_iteration(target):
    """Probabilities of winning for the side to move, by the turn's total, then by [own score, opponent's score]; one
    sweep is a turn."""
    first = np.full((target, target), .5)
    while True:
        passed = 1 - first.T
        turns = [np.ones((target, target)) for _ in range(target + 6)]
        for total in range(target - 1, -1, -1):
            here = slice(target - total)             # own scores that with the total are below the target
            roll = (passed + sum(turns[total + 2:total + 7])) / 6
            turns[total][here] = np.maximum(roll[here], passed[total:]) if total else roll
        if np.abs(turns[0] - first).max() < 1e-12:
            return turns
        first = turns[0]
