"""Compares the move generator of checkers with published tables. tests/stress/checkers.py counts deeper, and compares
with other programs."""
import pytest
from tests.games.checkers import reference
from tests.data.facts.checkers_perft import POSITIONS, START

import gamecore

MOST = 400_000_000               # lines: a second or two, some more on slow machines

ROWS = [(text, convention, counts) for text, paths, results in POSITIONS
        for convention, counts in (("paths", paths), ("results", results or paths))]


@pytest.mark.parametrize("convention", START)
def test_the_start_position_has_the_published_counts(convention):
    for depth, count in enumerate(START[convention], 1):
        if count <= MOST:
            assert gamecore.perft(gamecore.Checkers(), depth, convention=convention) == count


@pytest.mark.parametrize("convention", START)
def test_perft_with_a_hash_counts_the_same(convention):
    for depth, count in enumerate(START[convention][:11], 1):
        assert gamecore.perft(gamecore.Checkers(), depth, hash=True, convention=convention) == count


@pytest.mark.parametrize("text, convention, counts", ROWS)
def test_difficult_positions_have_the_published_counts(text, convention, counts):
    for position in (gamecore.Checkers(text), gamecore.Checkers(text).mirrored()):
        assert [gamecore.perft(position, depth, convention=convention) for depth in range(1, len(counts) + 1)] == counts


@pytest.mark.parametrize("text, convention, counts", ROWS)
def test_the_slow_reference_agrees_with_the_tables(text, convention, counts):
    assert [reference.perft(text, depth, convention) for depth in range(1, 5)] == counts[:4]


def test_the_slow_reference_agrees_on_the_start_position():
    text = str(gamecore.Checkers())
    assert [reference.perft(text, depth, "paths") for depth in range(1, 6)] == START["paths"][:5]


def test_an_unknown_convention_is_refused_by_name():
    with pytest.raises(gamecore.errors.SwitchError, match="'both'.*results, paths"):
        gamecore.perft(gamecore.Checkers(), 3, convention="both")
