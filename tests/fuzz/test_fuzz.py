"""Each target (targets.py) on some inputs of its own; tests/stress/fuzz.py goes on where these end."""
from random import Random

import pytest
from hypothesis import given, settings, strategies as st
from tests.fuzz.fuzz import check, corpus_of, some_input
from tests.fuzz.targets import TARGETS


@pytest.mark.parametrize("name", TARGETS)
def test_what_was_once_tried_is_refused_in_one_line_or_accepted(name):
    for data in corpus_of(name):
        check(name, data)


@pytest.mark.parametrize("name", TARGETS)
def test_a_likely_input_is_refused_in_one_line_or_accepted(name):
    kept = corpus_of(name)

    @given(st.randoms(use_true_random=False))
    @settings(max_examples=30)
    def inputs(random):
        check(name, some_input(random, name, kept))

    inputs()


def test_every_grammar_writes_what_is_accepted():
    """Otherwise only errors would be tried."""
    for name, target in TARGETS.items():
        assert sum(check(name, target.grammar(Random(seed))) for seed in range(40)) >= 10, name
