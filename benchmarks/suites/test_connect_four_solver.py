"""Measures the connect-four solver on each category of benchmarks/positions/connect_four.txt, with an empty table."""
from pathlib import Path

import pytest

import gamecore
from gamecore.games.connect_four.solver import Solver

LINES = (Path(__file__).parents[1] / "positions" / "connect_four.txt").read_text(encoding="ascii").splitlines()
MOST = 20                            # positions of a category


@pytest.mark.parametrize("category", ["end-easy", "middle-easy", "middle-medium", "opening-easy", "opening-medium"])
def test_solve(measure, category):
    rows = [line.split()[1:] for line in LINES if line.startswith(f"{category} ")][:MOST]
    positions = [gamecore.ConnectFour(columns) for columns, _ in rows]
    solver = Solver(book=False)

    def solve():
        scores = []
        for position in positions:
            solver.clear()
            scores.append(solver.solve(position).score)
        return scores

    scores = measure(solve, len(positions), rounds=3, unit="positions")
    assert scores == [int(score) for _, score in rows]
