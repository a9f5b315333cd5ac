"""Compares random searches with slow references, without end (loop.py; tests/laws/rounds.py): make law HOURS=1, or

    python -m tests.stress.law --hours 1 [--jobs 2] [--only mazes] [--tally FILE]
    python -m tests.stress.law --only mazes --seed 17       one round again (but threads may race another way)
"""
from tests.laws import rounds
from tests.stress.loop import main

rounds.LENGTH = 5

if __name__ == "__main__":
    main("tests.stress.law", rounds.ROUNDS, __doc__)
