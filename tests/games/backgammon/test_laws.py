"""Tests laws that hold in every position of backgammon, and compares positions with a slow, plain program."""
import os
import pickle

from tests.games.backgammon import reference
from hypothesis import given, settings, strategies as st

import gamecore

EXAMPLES = int(os.environ.get("BACKGAMMON_EXAMPLES", "200"))
dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


@st.composite
def played(draw):
    """From play at random, to any stage of the game."""
    position = gamecore.Backgammon()
    for (first, second), choice in draw(st.lists(st.tuples(dice, st.integers(0, 2**16)), max_size=120)):
        children = position.roll(first, second).successors()
        child = children[choice % len(children)]
        if child.is_over():
            break
        position = child
    return position


@st.composite
def placed(draw):
    """Put up at random: checkers on the bar, bear-offs with the opponent in the way, many borne off."""
    far = draw(st.sampled_from([6, 7, 12, 25]))
    own, other = [0] * 26, [0] * 26
    for side, opponent in ((own, other), (other, own)):
        for point in draw(st.lists(st.integers(1, far), max_size=15)):
            if point == 25 or not opponent[25 - point]:
                side[point] += 1
        side[0] = 15 - sum(side)
    if 15 in (own[0], other[0]) or own[25] and other[25]:
        return gamecore.Backgammon()
    return gamecore.Backgammon.from_counts(own, other)


positions = st.one_of(played(), placed())


def law(test):
    return settings(deadline=None, max_examples=EXAMPLES)(given(positions, dice)(test))


def sides(position):
    return position.own, position.other


@law
def test_the_final_positions_are_the_reference_s(position, roll):
    children = position.roll(*roll).successors()
    assert len(set(children)) == len(children)
    assert {sides(child) for child in children} == reference.finals(*sides(position), *roll)


@law
def test_a_play_never_changes_the_checker_count(position, roll):
    for child in position.roll(*roll).successors():
        assert sum(child.own) == sum(child.other) == 15 and child.dice is None
        # the opponent bears off nothing meanwhile
        assert sum(child.own[1:]) == sum(position.other[1:])


@law
def test_a_play_survives_its_texts_and_a_pickle(position, roll):
    rolled = position.roll(*roll)
    moves = rolled.legal_moves()
    assert len({str(move) for move in moves}) == len(moves)
    step = 1 + len(moves) // 20
    for move, child in list(zip(moves, rolled.successors()))[::step]:
        assert rolled.play(move) == rolled.play(str(move)) == child
        assert rolled.play(" ".join(reversed(str(move).split()))) == child
        again = pickle.loads(pickle.dumps(move))
        assert (again, hash(again), str(again)) == (move, hash(move), str(move)) and rolled.read_move(again) == move


@law
def test_every_step_of_a_play_is_a_move_of_one_checker(position, roll):
    for move, child in zip(position.roll(*roll).legal_moves(), position.roll(*roll).successors()):
        own, other = sides(position)
        for source, target in move.steps:
            die = max(source - target, 1)
            (own, other), _ = reference.move(own, other, source,
                                             die) if target else reference.move(own, other, source, source)
        assert (other, own) == sides(child)
        assert len(move.hits) == child.own[25] - position.other[25]


@law
def test_a_position_survives_its_texts_and_a_pickle(position, roll):
    rolled = position.roll(*roll)
    for here in (position, rolled, *rolled.successors()[:3]):
        if not here.is_over():
            assert all(gamecore.Backgammon(text) == here for text in (str(here), here.fibs(), here.xgid()))
        again = pickle.loads(pickle.dumps(here))
        assert (again, hash(again), again.key(), again.dice) == (here, hash(here), here.key(), here.dice)
    assert gamecore.Backgammon(position.position_id) == position != rolled
    assert position.swapped().swapped() == position
    assert (position.to_array() == [position.own, position.other]).all()


@law
def test_swapping_sides_negates_the_result(position, roll):
    for child in position.roll(*roll).successors():
        if child.is_over():
            assert child.final_score() == -child.swapped().final_score() == reference.points(*sides(child)) < 0
