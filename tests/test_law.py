"""THE LAW (law.py), over random positions, switches, orders, threads, and tables full of other searches' results."""
import os

import gamecore
import law
import pytest
from gamecore.knowledge.connect_four_linear import WEIGHTS
from hypothesis import given, settings
from hypothesis import strategies as st
from small_games import MAZES, Detour, NamelessMaze, maze

THREADS = st.sampled_from([1, 1, 1, 2, 3])


def examples(number):
    """So many in the suite; LAW_EXAMPLES instead if that is set, as stress_law.py does."""
    return settings(max_examples=int(os.environ.get("LAW_EXAMPLES", number)))


@st.composite
def connect_four(draw):
    """A random walk, to any stage of the game."""
    position = gamecore.ConnectFour()
    for choice in draw(st.integers(0, 41).flatmap(lambda n: st.lists(st.integers(0, 6), min_size=n, max_size=n))):
        moves = position.legal_moves()
        child = position.play(moves[choice % len(moves)])
        if child.is_over():
            break
        position = child
    return position


@st.composite
def mazes(draw):
    """A room of a random maze that has a door."""
    game = draw(st.sampled_from(MAZES))
    seed = draw(st.integers(0, 10_000))
    rooms = [number for number, room in enumerate(maze(seed)) if room.doors and not room.over]
    return game(seed, draw(st.sampled_from(rooms))) if rooms else draw(mazes())


@st.composite
def switches(draw):
    on = draw(st.sets(st.sampled_from(law.DEFINITION + law.EXACT)) | st.just({*law.DEFINITION, *law.EXACT}))
    if on & {"pvs", "aspiration"}:
        on = on | {"pruning"}
    return tuple(sorted(on))


@st.composite
def searches(draw, positions, max_depth):
    position = draw(positions)
    order = draw(st.sampled_from(law.ORDERS))
    return law.Search(
        position=position,
        depth=draw(st.integers(1, max_depth(position))),
        switches=draw(switches()),
        order="full" if order == "perfect" and isinstance(position, NamelessMaze) else order,
        seed=draw(st.integers(0, 5)),
        multipv=draw(st.sampled_from([1, 1, 2, 7])),
    )


def quick_depth(position):
    """As deep as the reference looks in a moment."""
    return 4 if position.ply < 8 else 5 if position.ply < 24 else 7


def keep_the_law(engine, searches, weights=None):
    for search in searches:
        result = search.run(engine)
        if search.is_lawful():
            law.check(search, result, weights)


@given(THREADS, st.lists(searches(mazes(), lambda _: 7), min_size=1, max_size=6))
@examples(600)
def test_a_random_game_is_searched_as_minimax_would(threads, searches):
    keep_the_law(gamecore.Engine(hash_mb=1, threads=threads), searches)


@given(THREADS, st.lists(searches(connect_four(), quick_depth), min_size=1, max_size=4),
       st.dictionaries(st.sampled_from(list(WEIGHTS)), st.integers(-90, 90)))
@examples(120)
def test_connect_four_is_searched_as_minimax_would(threads, searches, weights):
    keep_the_law(gamecore.Engine(hash_mb=1, threads=threads, evaluation=weights), searches, weights)


@given(THREADS, connect_four(), st.lists(searches(connect_four(), quick_depth), min_size=1, max_size=2))
@examples(25)
def test_a_full_table_changes_no_score(threads, filler, searches):
    engine = gamecore.Engine(hash_mb=1, threads=threads)
    engine.search(filler, nodes=200_000)
    keep_the_law(engine, searches)


@given(st.lists(searches(mazes(), lambda _: 6), min_size=1, max_size=3))
@examples(100)
def test_equal_searches_of_new_engines_visit_the_same_nodes(searches):
    def answers():
        engine = gamecore.Engine(hash_mb=1)
        return [(r.score, r.lines, r.nodes, r.leaves, r.stop) for r in (search.run(engine) for search in searches)]

    assert answers() == answers()


@pytest.mark.parametrize("switches", [("quiescence",), ("quiescence", "table", "deepening"), (*law.DEFINITION, *law.EXACT)])
def test_a_win_that_quiescence_sees_beyond_the_depth_may_still_be_shortened(switches):
    keep_the_law(gamecore.Engine(hash_mb=1), [law.Search(Detour(), depth, switches) for depth in (1, 2, 3, 4)])
