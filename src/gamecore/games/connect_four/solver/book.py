"""Opening books. A book holds the scores of all positions with few stones, in a sealed file that is mapped into memory.

    3 bytes     columns, rows, plies: the most stones on the board
    4           positions
                their numbers, ascending, 4 bytes each
                their scores, a signed byte each

A position's number is in base 3: column by column, each from below, 1 for a stone of the side to move, 2 for one of the
other side, and 0 as the column's end. A position and its mirror image share the smaller of their numbers. Positions in
which the side to move wins at once are left out, since they need no book.
"""
import mmap
import os
import struct
import sys
from bisect import bisect_left
from functools import cache

from gamecore.core.files import DATA, open_binary
from gamecore.core.sealed import FileKind
from gamecore.errors import BookError
from gamecore.games.connect_four.solver.sizes import SIZES, number_of

FILE = FileKind(b"gamecore connect four book 2\n", "an opening book", struct.Struct("<3BI"), BookError,
                old=(b"gamecorefourbook",), anew="gamecore book build connect-four --plies N --out FILE")
NUMBER_BYTES = 4
DIGITS = 20                          # 3 ** 20 < 2 ** 32: one for each stone, one for each column's end
SHIPPED = os.path.join(DATA, "connect_four.book")


def most_plies(columns):
    """Returns the greatest number of stones in a book of a board with `columns` columns."""
    return DIGITS - columns


class Book:
    """An opening book, whose file is read as needed.

    Parameters
    ----------
    path : path

    Attributes
    ----------
    columns, rows, plies : int
        The size of the board, and the most stones that a position in the book has.
    positions : int

    Raises
    ------
    BookError
        If the file is truncated, foreign, of another version, or damaged.
    OSError
        If it cannot be read.
    """

    def __init__(self, path):
        self.path = str(path)
        with open_binary(path) as file:
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if file.seek(0, 2) else b"")
        self.columns, self.rows, self.plies, self.positions = read_header(data, self.path)
        middle = FILE.size + NUMBER_BYTES * self.positions
        self.numbers = data[FILE.size:middle].cast("I")
        self.values = data[middle:].cast("b")

    def __len__(self):
        return self.positions

    def __repr__(self):
        return f"<Book {self.columns}x{self.rows} plies={self.plies} positions={self.positions}>"

    def check_board(self, columns, rows):
        """Raises BookError unless the book is of this board."""
        if (self.columns, self.rows) != (columns, rows):
            raise BookError(f"the book {self.path!r} is of a board of {self.columns}x{self.rows}, not {columns}x{rows}")

    def find(self, own, mask):
        """Returns the score of a position for the side to move, or None if it is not in the book.

        Parameters
        ----------
        own, mask : int
            The stones of the side to move and all stones, as bits.
        """
        number = number_of(self.columns, self.rows, own, mask)
        if number >> 8 * NUMBER_BYTES:
            return None
        i = bisect_left(self.numbers, number)
        return self.values[i] if i < self.positions and self.numbers[i] == number else None


def read_header(data, source):
    """Returns columns, rows, plies and positions of a book's data; raises BookError if it is not a valid book."""
    if sys.byteorder != "little":
        raise BookError(f"the book {source!r} needs a little-endian machine")
    head = data[:FILE.size]
    columns, rows, plies, positions = FILE.read_head(head, source)
    if (columns, rows) not in SIZES or plies > most_plies(columns):
        raise FILE.damaged(source, f"it is of {plies} plies on a board of {columns}x{rows}")
    FILE.check(head, data[FILE.size:], (NUMBER_BYTES + 1) * positions, source)
    return columns, rows, plies, positions


def to_bytes(columns, rows, plies, scores):
    """Returns the file of a book.

    Parameters
    ----------
    scores : mapping of int to int
        Scores by the positions' numbers.
    """
    numbers = sorted(scores)
    body = struct.pack(f"<{len(numbers)}I{len(numbers)}b", *numbers, *(scores[number] for number in numbers))
    return FILE.head([columns, rows, plies, len(numbers)], body) + body


@cache
def shipped():
    """Returns the book of the 7x6 board that comes with gamecore."""
    return Book(SHIPPED)
