"""Compares the one-sided bear-off distributions with GNU Backgammon's file of them, where that program is installed."""
import struct
from math import comb
from pathlib import Path
from random import Random

import pytest

from tests.games.backgammon.tables import late

PLACES = [Path(folder, "gnubg", "gnubg_os0.bd") for folder in ("/usr/share", "/usr/local/share", "/opt/homebrew/share")]
HEADER = 40                          # "gnubg-OS-06-15-1-1-0...": 6 points, 15 checkers, gammons, compressed
POSITIONS = comb(21, 6)


def number_of(points):
    """The position's number in the file: the rank of its checkers and separators as a combination."""
    bit, number = 5 + sum(points), comb(5 + sum(points), 6)
    for left, checkers in zip(range(5, 0, -1), points):
        bit -= checkers + 1
        number += comb(bit, left)
    return number


def distribution(data, points):
    """The probability of bearing off in 0, 1, 2, ... rolls: a few counts in 1/65535 after the index."""
    offset, count, first, _, _ = struct.unpack_from("<I4B", data, HEADER + 8 * number_of(points))
    counts = struct.unpack_from(f"<{count}H", data, HEADER + 8 * POSITIONS + 2 * offset)
    return [0] * first + [n / 65535 for n in counts]


def test_distributions_are_those_of_gnu_backgammon():
    file = next((path for path in PLACES if path.exists()), None)
    if file is None:
        pytest.skip("GNU Backgammon's gnubg_os0.bd is not installed")
    data, random = file.read_bytes(), Random(1)
    assert data.startswith(b"gnubg-OS-06-15-1-1-0")
    positions = [[1, 0, 0, 0, 0, 0], [0, 0, 0, 0, 0, 15]]
    for _ in range(300):
        cuts = sorted(random.sample(range(21), 6))
        positions.append([high - low - 1 for low, high in zip([-1, *cuts], cuts)])
    for points in positions:
        rest = late(points)
        own, theirs = [before - after for before, after in zip([1.0, *rest], [*rest, 0.0])], distribution(data, points)
        length = max(len(own), len(theirs))
        own, theirs = own + [0] * (length - len(own)), theirs + [0] * (length - len(theirs))
        # both tables are quantised
        assert own == pytest.approx(theirs, abs=2e-4), points
