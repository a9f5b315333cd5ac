"""Tests the connect-four solver by known scores, laws and slow references, and each of its bounds on all positions
below certain ones."""
import os
import random
import re
import resource
import threading
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from tests.games.connect_four import reference_solver as four_oracle
import numpy as np
import pytest
from tests.data.facts import connect_four

import gamecore
from gamecore.errors import EngineBusyError, GameOverError, LimitError, PositionError, StoppedError
from gamecore.games.connect_four.solver import Solver
from gamecore.games.connect_four.solver.book import SHIPPED, Book
from gamecore.games.connect_four.solver.sizes import SIZES, static_bounds
from tests.refusals import refusals
from benchmarks.positions.make_connect_four import random_position


@pytest.fixture(scope="module")
def solver():
    return Solver(hash_mb=16, book=False)


def some_positions(seed, stones):
    """Random positions with these numbers of stones."""
    generator = random.Random(seed)
    for number in stones:
        yield random_position(generator, number)


# Facts

@pytest.mark.parametrize("columns, score", connect_four.SOLVED)
def test_a_solved_position_has_its_score(solver, columns, score):
    assert solver.solve(columns).score == score


@pytest.mark.parametrize("columns, rows, score", connect_four.SMALL_BOARDS)
def test_a_small_board_has_the_outcome_that_is_known(columns, rows, score):
    assert np.sign(Solver(hash_mb=16, columns=columns, rows=rows).solve("").score) == score


# References

def positions_below(columns, rows, own=0, mask=0):
    """(own, mask, score) of every position below one in which the game goes on, as ints."""
    for layer in four_oracle.solve_below(columns, rows, own, mask):
        on = ~four_oracle.has_four(layer.own ^ layer.mask, rows)
        for position in zip(layer.own[on].tolist(), layer.mask[on].tolist(), layer.score[on].tolist()):
            if position[1].bit_count() < columns * rows:
                yield position


def bits_of(position):
    """Stones of the side to move, and all stones."""
    own = mask = 0
    for column in range(7):
        for row in range(6):
            cell = position.rows()[5 - row][column]
            mask |= (cell != ".") << 7 * column + row
            own |= (cell == "xo"[position.ply % 2]) << 7 * column + row
    return own, mask


BOUNDS = "distance", "stacked", "even threats", "odd threats"


def check_bounds(columns, rows, own=0, mask=0, every=1):
    """By bound, in how many positions below one it said something; none may be wrong. "": all that were looked at."""
    scores = {(own, mask): score for own, mask, score in positions_below(columns, rows, own, mask)}
    said = Counter()
    for (own, mask), score in list(scores.items())[::every]:
        if score == columns * rows + 1 - mask.bit_count() >> 1:
            continue                             # the side to move wins at once: no bound is asked for
        sign, lower, upper, parity, own, mask = static_bounds(columns, rows, own, mask)
        if sign == 0:
            assert lower == upper == score
        else:
            settled = scores[own, mask]
            assert settled == sign * score and lower <= settled <= parity <= upper
            said["stacked" if lower == upper else "distance"] += 1
            said[BOUNDS[2 + mask.bit_count() % 2]] += parity < upper
        said[""] += 1
    return said


def check_bounds_late(generator, stones, every=1):
    """The same below a random position with this number of stones."""
    return check_bounds(7, 6, *bits_of(random_position(generator, stones)), every=every)


@pytest.mark.parametrize("said, even, odd, stacked", [
    (lambda: check_bounds(4, 4), 20_000, 15_000, 9_000),
    (lambda: check_bounds(5, 4, own=0b101 << 10, mask=0b111 << 10 | 1 << 5), 10_000, 9_000, 5_000),       # below 3332
    (lambda: sum((check_bounds(7, 6, *bits_of(position), every=3)
                  for position in some_positions(4, (24, 25, 26, 27, 28, 29) * 2)), Counter()), 2_000, 2_500, 1_000),
], ids=["4x4", "5x4", "7x6"])
def test_no_bound_is_wrong(said, even, odd, stacked):
    said = said()
    assert said["even threats"] > even and said["odd threats"] > odd and said["stacked"] > stacked


def test_the_solver_agrees_with_its_reference_late_on_7x6(solver):
    for position in some_positions(5, sorted((26, 29, 32, 35) * 10)):
        own, mask = bits_of(position)
        assert solver.solve(position).score == four_oracle.solve_below(7, 6, own, mask)[0].score[0], str(position)


def test_the_solver_agrees_with_its_reference_on_4x4():
    solver = Solver(hash_mb=2, columns=4, rows=4)
    scores = {(own, mask): score for own, mask, score in positions_below(4, 4)}
    for number, (columns, own, mask) in enumerate(played(4, 4)):
        if number % 5 == 0:
            assert solver.solve(columns).score == scores[own, mask]


@pytest.mark.parametrize("columns, rows", SIZES)
def test_the_solver_agrees_with_its_reference_late_on_every_board(columns, rows):
    solver = Solver(hash_mb=2, columns=columns, rows=rows, book=False)
    generator = random.Random(10)
    for empty in (6, 7, 8, 9, 10):
        text, own, mask = random_game(generator, columns, rows, columns * rows - empty)
        assert solver.solve(text).score == four_oracle.solve_below(columns, rows, own, mask)[0].score[0], text


def random_game(generator, columns, rows, stones):
    """(columns played, own, mask) after this number of random moves, none of which makes a four."""
    while True:
        text, own, mask = "", 0, 0
        for _ in range(stones):
            moves = [(text + str(column + 1), own ^ mask, mask | cell) for column in range(columns)
                     if (cell := mask + (1 << (rows + 1) * column) & (1 << rows) - 1 << (rows + 1) * column)]
            quiet = [move for move in moves
                     if not four_oracle.has_four(np.array([move[1] ^ move[2]], np.uint64), rows)[0]]
            if not quiet:
                break
            text, own, mask = generator.choice(quiet)
        else:
            return text, own, mask


def played(columns, rows, most=5):
    """(columns played, own, mask) of all games of up to this number of moves, none of which can end one."""
    layer = [("", 0, 0)]
    for _ in range(most):
        yield from layer
        layer = [(text + str(column + 1), own ^ mask, mask | cell) for text, own, mask in layer
                 for column in range(columns)
                 if (cell := mask + (1 << (rows + 1) * column) & (1 << rows) - 1 << (rows + 1) * column)]


def test_the_solver_agrees_with_bitbully(solver):
    bitbully = pytest.importorskip("bitbully", reason="bitbully is not installed: make peers")
    agent = bitbully.BitBully(opening_book=None)
    for position in some_positions(6, [*range(14, 41)] * 8):
        board = bitbully.Board([int(column) - 1 for column in str(position)])
        assert solver.solve(position).score == agent.mtdf(board), str(position)


# Laws

def test_the_score_is_the_best_successors(solver):
    for position in some_positions(1, range(12, 41, 2)):
        solution = solver.solve(position)
        assert solution.score == max(solution.scores.values())
        assert solution.best_moves == [move for move, score in solution.scores.items() if score == solution.score]


def test_every_way_to_a_score_finds_the_same(solver):
    """Mirrored, by two threads, by its sign alone, and from an empty table."""
    pair, weak = Solver(hash_mb=16, threads=2, book=False), Solver(hash_mb=2, book=False)
    for position in some_positions(2, range(14, 41)):
        score = solver.solve(position).score
        assert solver.solve(position.mirrored()).score == pair.solve(position).score == score
        assert weak.solve(position, weak=True).score == np.sign(score)
        solver.clear()
        assert solver.solve(position).score == score


def test_a_table_that_grows_visits_the_nodes_of_one_that_was_large_at_once():
    """The nodes are those of a table that had its full size from the beginning."""
    growing = Solver(hash_mb=64, book=False)
    before = {position: growing.solve(position).nodes for position in some_positions(11, [26] * 100 + [14, 16, 18] * 8)}
    assert sum(before.values()) == 288_896
    assert sum(growing.solve(position).nodes for position in before) < sum(before.values()) // 50


def test_a_short_solve_touches_little_of_a_large_table():
    pages = [0, 0]
    solver = Solver(hash_mb=64, book=False)              # a larger one has its full size at once
    for i in range(2):
        pages[i] = int(Path("/proc/self/statm").read_text(encoding="utf-8").split()[1])
        solver.solve("4" * 6 + "3" * 6 + "5" * 6)
    assert pages[1] - pages[0] < (16 << 20) // resource.getpagesize()


def test_the_principal_variation_ends_as_the_score_says(solver):
    for position in some_positions(9, range(16, 36, 4)):
        solution = solver.solve(position)
        end = position
        for column in solution.pv:
            end = end.play(column)
        assert end.is_over()
        winners = (end.ply + 1) // 2
        sign = 0 if end.final_score() == 0 else 1 if (end.ply - position.ply) % 2 else -1
        assert solution.score == sign * (22 - winners)
        assert solution.plies_to_end == (end.ply - position.ply if sign else None)
        assert solution.move in solution.best_moves


def test_the_solver_visits_as_many_positions_as_it_did():
    """The effect of bounds, orders and windows shows in these counts alone; a change of them counts again."""
    nodes = [sum(solver.solve(position, weak=weak).nodes for position in some_positions(3, [*range(14, 20)] * 3))
             for weak, solver in ((weak, Solver(hash_mb=2, book=False)) for weak in (False, True))]
    early = Solver(hash_mb=2, book=False, columns=6, rows=5).solve("123456").nodes
    assert (*nodes, early) == (25676, 9157, 40629)


def test_a_table_may_take_all_memory_and_no_more():
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGESIZE") >> 20
    assert Solver(hash_mb=memory, book=False).solve("7422341735647741166133573473242566").score is not None
    with pytest.raises(MemoryError, match=f"{memory + 1} MiB does not fit"):
        Solver(hash_mb=memory + 1, book=False)


# Stopping

def test_a_budget_of_nodes_leaves_bounds():
    solution = Solver(hash_mb=2, book=False).solve("", nodes=2000)
    assert (solution.score, solution.stop, solution.outcome) == (None, "nodes", None)
    assert solution.lower <= 1 <= solution.upper and solution.nodes < 5000
    solution = Solver(hash_mb=2, book=False).solve("44", weak=True, nodes=30)
    assert (solution.score, solution.lower, solution.upper) == (None, -1, 1)


def test_a_running_solver_can_be_stopped_and_says_how_far_it_is():
    solver = Solver(hash_mb=2, book=False)
    reports = []

    def tell(solver):
        reports.append(solver.bounds)
        solver.stop()

    solution = solver.solve("", on_progress=tell)
    assert solution.stop == "stop" and reports == [(solution.lower, solution.upper)]
    with pytest.raises(StoppedError):
        solver.scores("", on_progress=tell)


def test_what_the_callback_raises_arrives():
    with pytest.raises(ZeroDivisionError):
        Solver(hash_mb=2, book=False).solve("", on_progress=lambda solver: 1 / 0)


def test_a_second_position_at_the_same_time_is_refused():
    solver = Solver(hash_mb=2, book=False)
    refused = []

    def intrude(solver):
        with pytest.raises(EngineBusyError):
            solver.solve("4")
        with pytest.raises(EngineBusyError):
            solver.clear()
        refused.append(True)
        solver.stop()

    solver.solve("", on_progress=intrude)
    assert refused


def test_a_stop_between_two_moves_ends_the_scores():
    """The first move is in the book, so that no search notices the stop."""
    asked = []

    class Stopping(Book):
        def find(self, own, mask):
            asked.append(mask)
            solver.stop()
            return super().find(own, mask)

    solver = Solver(hash_mb=2, book=Stopping(SHIPPED))
    with pytest.raises(StoppedError):
        solver.scores("")
    assert len(asked) == 1


def test_gamecore_solve_serves_several_threads_at_once():
    position = gamecore.ConnectFour("1234567123456")     # some thousand nodes without the GIL
    with ThreadPoolExecutor(4) as pool:
        assert {solution.score for solution in pool.map(gamecore.solve, [position] * 100)} == {3}


def test_other_threads_run_meanwhile():
    solver = Solver(hash_mb=2, book=False)
    thread = threading.Thread(target=solver.solve)
    thread.start()
    while thread.is_alive():
        solver.stop()
    thread.join()


# Bad input

KNOWING = Solver(hash_mb=2, book=False)

test_what_cannot_be_solved_is_refused = refusals(
    *((error, re.escape(str(position)[:5]), KNOWING.solve, position) for position, error in (
        ("1212121", GameOverError), ("12121212", PositionError), ("1111111", PositionError), ("x", PositionError),
        (4, PositionError), ("x......" + "/......." * 5, PositionError), ("......./" * 5 + "xx.....", PositionError))),
    *(((PositionError, GameOverError), "", Solver(hash_mb=2, columns=5, rows=4).solve, text)
      for text in ("11111", "1212121", "9", "x", gamecore.ConnectFour())),
    *((LimitError, "", lambda options: Solver(**{"hash_mb": 2, "book": False} | options), options) for options in (
        {"columns": 9}, {"rows": 3}, {"threads": 0}, {"threads": 65}, {"hash_mb": 1}, {"hash_mb": "2"})),
    *((LimitError, "", lambda options: KNOWING.solve("44", **options), options)
      for options in ({"nodes": 0}, {"nodes": 1.5}, {"seconds": 0}, {"seconds": "1"})),
)


@pytest.mark.parametrize("columns, rows, position, nodes", [(5, 4, "", (3027, 1602)), (6, 5, "12", (419144, 225205))])
def test_the_nodes_are_those_that_are_recorded(columns, rows, position, nodes):
    """With an order of moves and bounds that serve as well as when they were recorded, and a table that overflows."""
    solvers = [Solver(hash_mb=2, book=False, columns=columns, rows=rows) for _ in nodes]
    assert tuple(solver.solve(position, weak=weak).nodes for weak, solver in enumerate(solvers)) == nodes
