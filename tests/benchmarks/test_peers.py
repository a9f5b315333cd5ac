"""Tests how peers are compared: they run equally often and in turns, and the median of their CPU times counts."""
from benchmarks.peers import connect_four as peers


def test_all_run_equally_often_in_turns_and_the_medians_count():
    events, now = [], [0.0]
    taken = {"theirs": iter((5.0, 50.0, 4.0)), "ours": iter((0.3, 0.1, 9.0))}

    def run(name):
        events.append(name)
        now[0] += next(taken[name])

    medians = peers.in_turns(lambda: run("theirs"), lambda: run("ours"), rounds=3, clock=lambda: now[0])
    assert events == ["theirs", "ours"] * 3
    assert [round(median, 9) for median in medians] == [5.0, 0.3]


def test_odd_and_even_depths_are_compared():
    assert {depth % 2 for depth in peers.NODES} == {0, 1}
