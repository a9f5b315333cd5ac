"""THE LAW (law.py) on random searches. A round is a function of a Random: some engines, perhaps with one table, answer
random searches, and each answer is compared with that of a slow reference. It returns the number of answers compared.

tests/laws/test_law.py runs a few rounds of each kind; tests/stress/law.py runs them without end.
"""
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import cache, partial

from tests import law
import gamecore
from gamecore.games.checkers.evaluation import WEIGHTS as CHECKERS_WEIGHTS
from gamecore.games.connect_four.evaluation import WEIGHTS
from gamecore.games.checkers.position import restore
from gamecore.search.switches import SWITCHES
from tests.small_games import KEYED_MAZES, MAZES, HurriedMaze, HurriedTwoWayMaze
from tests.strategies import (quick_depth, random_walk, search, session, some_backgammon, some_checkers,
                              some_connect_four, some_ending, some_few_pieces, some_maze, stopped, to_and_fro)
from benchmarks.positions.make_connect_four import random_position
from tests.dialects import some_game
from tests.games.connect_four import reference_solver
from tests.games.connect_four.test_solver import bits_of
from tests.search.test_passing_turns import Wander, world_of, worth
from tests.search.test_table_of_chance import HurriedMeeting, Meeting, expectiminimax, sign

LENGTH = 1                   # times as many searches in a session: the reference's numbers then serve more answers

# Engines

def some_engines(random, **settings):
    """One to three engines with one table, each with its own number of threads."""
    first = gamecore.Engine(hash_mb=random.choice([1, 1, 2, 3]), threads=random.randint(1, 8), **settings)
    more = range(random.choice([0, 0, 0, 1, 2]))
    return [first, *(gamecore.Engine(table=first, threads=random.randint(1, 4), **settings) for _ in more)]


def some_limits(random, engine):
    """What may end a search before its depth: mostly nothing."""
    kind = random.choice(["nothing"] * 12 + ["nodes", "nodes", "nodes", "time", "iteration", "token"])
    if kind == "nodes":
        return {"nodes": int(10 ** random.uniform(0, 4))}
    if kind == "time":
        return {"seconds": 10 ** random.uniform(-6, -2)}
    if kind == "iteration":
        last = random.randint(1, 5)
        return {"on_iteration": lambda iteration: iteration.depth == last and engine.stop()}
    return {"token": stopped()} if kind == "token" else {}


def answers(random, engines, searches):
    """Each engine's answers to its share of the searches; several engines search at the same time."""
    def run(share):
        engine, asked = share
        return [(search, search.run(engine, **limits)) for search, limits in asked]

    shares = [(engine, [(search, some_limits(random, engine)) for search in searches[i::len(engines)]])
              for i, engine in enumerate(engines)]
    if len(shares) == 1:
        return run(shares[0])
    with ThreadPoolExecutor(len(shares)) as executor:
        return [answer for share in executor.map(run, shares) for answer in share]


def keep_the_law(random, make, max_depth, most, weights=None, check=law.check):
    """A round of a game without chance."""
    engines, minimax = some_engines(random, evaluation=weights), law.Reference(weights)
    if random.random() < 0.02:
        engines[0].search(random_position(random, 4), nodes=100_000)             # a full table
    compared = 0
    for asked, result in answers(random, engines, session(random, make, max_depth, most * LENGTH)):
        if asked.is_lawful():
            check(asked, result, minimax=minimax)
            compared += result.depth > 0 or result.stop == "complete"
    return compared


# Kinds of rounds

def round_of(make, depth, most):
    return lambda random: keep_the_law(random, make, lambda _: depth, most)


PLAIN = {
    "mazes": round_of(partial(some_maze, games=MAZES), 7, 60),
    "double_moves": round_of(partial(some_maze, games=[HurriedMaze, HurriedTwoWayMaze]), 7, 60),
    "keys_of_every_pattern": round_of(partial(some_maze, games=KEYED_MAZES), 7, 60),
    "checkers": round_of(some_checkers, 4, 40),
    "checkers_with_few_pieces": round_of(some_few_pieces, 5, 40),        # just above the databases
    "checkers_near_the_draw_clock": round_of(some_ending, 3, 20),
}


def trees(random):
    def make(random):
        return gamecore.UniformTree(branching, 6, seed=random.randrange(99), leaves=leaves)

    branching, leaves = random.randint(2, 4), random.choice(["independent", "incremental", "nested", "constant"])
    return keep_the_law(random, make, lambda _: 6, 60)


def dialects(random):
    """A random game in one dialect; its positions differ in their paths alone, so a session has but one game."""
    game = some_game(random)
    return keep_the_law(random, lambda random: random_walk(random, game, 2), lambda _: 4, 60)


def connect_four(random):
    weights = {name: random.randint(-90, 90) for name in WEIGHTS if random.random() < 0.3}
    return keep_the_law(random, some_connect_four, quick_depth, 60, weights or None)


def deep_endings(random):
    """Deeper than the reference looks in a moment: compared with a search without a table."""
    def check(asked, result, minimax):
        if result.depth > 0 and law.advice_of(asked) is None:
            bare = replace(asked, switches=(*{"pruning", *law.DEFINITION} & {"pruning", *asked.switches},),
                           order="static", multipv=99, depth=result.depth)
            expected = {pv[0]: score for score, pv in bare.run(gamecore.Engine(hash_mb=1)).lines}
            assert [score for score, pv in result.lines] == sorted(expected.values(), reverse=True)[:asked.multipv]
            assert all(expected[pv[0]] == score for score, pv in result.lines)

    return keep_the_law(random, some_ending, lambda _: 8, 6, check=check)


def repeated_endings(random):
    """Kings that have gone to and fro, in games of one position with one table, each with its own history and clock.
    Compared with a search without a table."""
    own, other, men = random.randint(1, 3), random.randint(1, 3), random.choice([0, 0, 0, 1])
    squares = random.sample(range(5, 29), own + other + men)
    kings = ["K" * (i < own + other) + str(square) for i, square in enumerate(squares)]
    text = f"{random.choice('BW')}:W{','.join(kings[:own])}:B{','.join(kings[own:])}"
    weights = random.choice([None, {name: random.randint(-3, 3) for name in CHECKERS_WEIGHTS}])    # near a draw
    engine, plain = (gamecore.Engine(hash_mb=1, evaluation=weights) for _ in range(2))
    compared, definition = 0, {*law.DEFINITION} - {"databases"}
    for _ in range(8):
        depth = random.randint(2, 9 - len(squares) // 2)
        start = restore(text, random.choice([0, 0, 66, 70, 72, 74, 75, 76, 77, 78]), ())
        position = to_and_fro(start, random, random.randint(0, 8))
        if not position.legal_moves():
            continue
        alone = plain.search(position, depth, switches=definition | {"pruning"}, order="static")
        result = engine.search(position, depth, switches=definition | {*law.EXACT})
        assert result.score == alone.score if result.depth == depth else result.stop == "complete"
        compared += 1
    return compared


def helping_threads(random):
    """Searches so large that threads help: without deepening from the beginning, otherwise after 10,000 nodes.
    Compared with a search by one thread without a table."""
    start, depth = random.choice([(gamecore.ConnectFour(), 9), (gamecore.Checkers(), 7),
                                  (gamecore.UniformTree(4, 8, seed=random.randrange(99)), 8)])
    position = random_walk(random, start, 0 if isinstance(start, gamecore.UniformTree) else 10)
    definition = {name for name in law.DEFINITION if name != "repetition" and random.random() < 0.5}
    alone = gamecore.Engine(hash_mb=1).search(position, depth, switches=definition | {"pruning", "hint"}, multipv=99)
    expected = {pv[0]: score for score, pv in alone.lines}
    for _ in range(4):
        engine = gamecore.Engine(hash_mb=1, threads=random.randint(2, 8))
        asked = replace(search(random, position, depth), order=random.choice(["full", "full", "full", "static"]))
        switches = definition | {*asked.switches, "pruning", "table", "hint"} - {*law.DEFINITION, *law.SELECTIVE}
        result = engine.search(position, depth, switches=switches - random.choice([{"deepening"}, set()]),
                               order=asked.order, multipv=asked.multipv)
        assert [score for score, _ in result.lines] == sorted(expected.values())[::-1][:asked.multipv]
        assert all(expected[pv[0]] == score for score, pv in result.lines)
    return 4


def solver(random):
    """The connect-four solver below late positions, all of which its reference has solved."""
    start, compared = random_position(random, random.randint(26, 31)), 0
    layers = reference_solver.solve_below(7, 6, *bits_of(start))
    known = {(own, mask): score for layer in layers
             for own, mask, score in zip(layer.own.tolist(), layer.mask.tolist(), layer.score.tolist())}
    for _ in range(20):
        position = start
        while not position.is_over():
            assert law.SOLVER.solve(position).score == known[bits_of(position)]
            compared += 1
            position = position.play(random.choice(position.legal_moves()))
    return compared


# Games of chance

CHANCE = [name for name, switch in SWITCHES.items() if switch.kind == "exact"] + ["evaluation"]


def some_switches_of_chance(random):
    switches = {name for name in CHANCE if random.random() < random.choice([0.3, 0.7, 0.95])}
    switches |= {"star1"} if "star2" in switches else set()
    return switches | ({"pruning"} if switches & {"star1", "pvs", "aspiration"} else set())


def keep_the_law_of_chance(random, places, max_depth, most, scores, tolerance=0.0, **settings):
    """A round of a game of chance; scores(position, depth, evaluated) are those of the moves, or one of no move before
    the dice."""
    engines, scores, compared = some_engines(random, **settings), cache(scores), 0
    for _ in range(random.randint(1, most * LENGTH)):
        engine, position = random.choice(engines), random.choice(places)
        depth, multipv = random.randint(0, max_depth), random.choice([1, 1, 2, 9])
        switches = some_switches_of_chance(random)
        if random.random() < 0.2:
            engine.search(position, depth=depth + 1, nodes=random.randint(1, 1000), switches=switches)
        result = engine.search(position, depth=depth, switches=switches, multipv=multipv,
                               order=random.choice(["full", "full", "full", "none", "random", "worst"]))
        expected = scores(position, depth, "evaluation" in switches)
        best = sorted(expected.values(), reverse=True)[:multipv]
        law.check_fields(result)
        assert len(result.lines) == len(best) and result.move in expected
        assert result.outcome is None and (result.depth == depth or result.stop == "complete")
        assert abs(expected[result.move] - best[0]) <= tolerance and abs(result.score - best[0]) <= tolerance
        for (score, line), value in zip(result.lines, best):
            assert abs(score - value) <= tolerance and (not line or abs(expected[line[0]] - value) <= tolerance)
        compared += 1
    return compared


def chance(random):
    """Games with many transpositions and equal values; keys that differ in low or in high bits alone."""
    def scores(position, depth, evaluated):
        if position.outcomes():
            return {None: expectiminimax(position, depth, evaluated, memo)}
        return {move: sign(position, move) * expectiminimax(position.play(move), depth, evaluated, memo)
                for move in position.legal_moves()}

    memo = {}
    game, seed, shift = random.choice([Meeting, HurriedMeeting]), random.randrange(10**6), random.choice([0, 20, 34])
    places = [game(seed, 5, random.randint(0, 3), random.randrange(6), shift=shift) for _ in range(4)]
    return keep_the_law_of_chance(random, places, 4, 60, scores)


def chance_that_passes_the_turn(random):
    def scores(position, depth, evaluated):
        place = position.place
        side = -1 if place.player else 1
        if place.kind != "moves":
            return {None: side * worth(place, depth, evaluated)}
        return {move: side * worth(there, depth, evaluated) for move, there in enumerate(place.to)}

    places = [Wander(place) for place in random.sample(world_of(random.randrange(10**6))[5:], 4)]
    return keep_the_law_of_chance(random, [place for place in places if not place.is_over()], 5, 60, scores)


def backgammon(random):
    """With each evaluation. The reference is a plain sum over rolls, of an engine's static values."""
    settings = {"evaluation": random.choice([None, "linear", {"pips": random.randint(-20, 20), "blots": -40}])}
    static = gamecore.Engine(hash_mb=1, **settings)

    def values(positions, depth, evaluated):
        if depth > 0:
            guesses = [position.is_over() or mean(position, depth, evaluated) for position in positions]
        else:
            guesses = static.evaluate_many(positions) if evaluated else [0.0] * len(positions)
        return [position.final_score() if position.is_over() else guess for position, guess in zip(positions, guesses)]

    def mean(position, depth, evaluated):
        return sum((1 if a == b else 2) / 36 * max(scores(position.roll(a, b), depth - 1, evaluated).values())
                   for a in range(1, 7) for b in range(1, a + 1))

    def scores(position, depth, evaluated):
        if position.dice is None:
            return {None: values([position], depth, evaluated)[0]}
        moves = position.legal_moves()
        children = [position.play(move) for move in moves]
        return dict(zip(moves, [-value for value in values(children, depth, evaluated)]))

    places = [some_backgammon(random) for _ in range(2)]
    if settings["evaluation"] is None:
        check_probabilities(static, places[0], random.randint(0, 1))
    return keep_the_law_of_chance(random, places, 1, 12, scores, 1e-9, **settings)


def check_probabilities(engine, position, depth):
    """Asserts that five probabilities are possible ones, and that the score is theirs."""
    win, gammon, backgammon, lost, worse = engine.probabilities(position, depth)
    assert 1 >= win >= gammon >= backgammon >= 0 and 1 - win >= lost >= worse >= 0
    equity = 2 * win - 1 + gammon + backgammon - lost - worse
    assert abs(engine.search(position, depth=depth).score - equity) <= 1e-6          # of float32


ROUNDS = PLAIN | {kind.__name__: kind for kind in (
    trees, dialects, connect_four, deep_endings, repeated_endings, helping_threads, solver, chance,
    chance_that_passes_the_turn, backgammon)}
