"""Opening books: the scores of all positions with few stones, in a file that is mapped into memory.

    0    8  "gamecore"
    8    8  "fourbook"
    16   4  version of the format: 1
    20   3  columns, rows, plies: the most stones on the board, a byte each
    23   1  0
    24   8  positions
    32   4  CRC-32 of numbers and scores
    36   4  CRC-32 of the 36 bytes before
    40      the positions' numbers, ascending, 4 bytes each
            their scores, a signed byte each

Integers are little-endian. A position's number, in base 3: column by column, each from below, 1 for a stone of the side
to move, 2 for one of the other side, 0 as the column's end; of a position and its mirror image the smaller number
counts. Positions in which the side to move wins at once are left out: nobody needs a book for them, and they are many.
"""
import mmap
import os
import struct
import sys
import zlib
from bisect import bisect_left
from functools import cache

from gamecore.core.files import DATA, open_binary
from gamecore.errors import BookError
from gamecore.games.connect_four.solver.sizes import SIZES, number_of

MAGIC = b"gamecore", b"fourbook"
VERSION = 1
HEADER = struct.Struct("<8s8sI3BxQI")
CHECKSUM = struct.Struct("<I")
START = HEADER.size + CHECKSUM.size
NUMBER_BYTES = 4
DIGITS = 20                          # 3 ** 20 < 2 ** 32: a stone takes one, and each column's end
SHIPPED = os.path.join(DATA, "connect_four.book")


def most_plies(columns):
    """The deepest book of a board with this number of columns."""
    return DIGITS - columns


class Book:
    """An opening book, read from a file as far as it is needed.

    Parameters
    ----------
    path : path

    Attributes
    ----------
    columns, rows, plies : int
        The board, and the most stones of a position that is in the book.
    positions : int

    Raises
    ------
    BookError
        The file is truncated, foreign, of another version, or damaged.
    OSError
        It cannot be read.
    """

    def __init__(self, path):
        self.path = str(path)
        with open_binary(path) as file:
            data = memoryview(mmap.mmap(file.fileno(), 0,
                                        access=mmap.ACCESS_READ)) if file.seek(0, 2) else memoryview(b"")
        self.columns, self.rows, self.plies, self.positions = read_header(data, self.path)
        middle = START + NUMBER_BYTES * self.positions
        self.numbers = data[START:middle].cast("I")
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
        """The score of a position, for the side to move, or None if it is not in the book.

        Parameters
        ----------
        own, mask : int
            The stones of the side to move, and all stones, as bits.
        """
        number = number_of(self.columns, self.rows, own, mask)
        if number >> 8 * NUMBER_BYTES:
            return None
        i = bisect_left(self.numbers, number)
        return self.values[i] if i < self.positions and self.numbers[i] == number else None


def read_header(data, source):
    """Columns, rows, plies and positions of the book in the data; BookError if they hold none, or another checksum than
    theirs."""
    if sys.byteorder != "little":
        raise BookError(f"the book {source!r} needs a little-endian machine")
    if len(data) < START:
        raise BookError(
            f"{source!r} is no opening book of gamecore: it has {len(data)} bytes, fewer than a header's {START}")
    *magic, version, columns, rows, plies, positions, checksum = HEADER.unpack_from(data)
    if tuple(magic) != MAGIC:
        raise BookError(f"{source!r} is no opening book of gamecore: it begins with {bytes(data[:16])!r}")
    if CHECKSUM.unpack_from(data, HEADER.size)[0] != zlib.crc32(data[:HEADER.size]):
        raise BookError(f"the book {source!r} is damaged: its header's checksum is wrong")
    if version != VERSION:
        raise BookError(f"the book {source!r} has format {version}; this gamecore reads format {VERSION}")
    if (columns, rows) not in SIZES or plies > most_plies(columns):
        raise BookError(f"the book {source!r} is damaged: it is of {plies} plies on a board of {columns}x{rows}")
    size = START + (NUMBER_BYTES + 1) * positions
    if len(data) != size:
        raise BookError(f"the book {source!r} is damaged: {len(data)} bytes, not the {size} of {positions} positions")
    if zlib.crc32(data[START:]) != checksum:
        raise BookError(f"the book {source!r} is damaged: the checksum of its positions is wrong")
    return columns, rows, plies, positions


def to_bytes(columns, rows, plies, scores):
    """The file of a book.

    Parameters
    ----------
    scores : mapping of int to int
        By the positions' numbers.
    """
    numbers = sorted(scores)
    body = struct.pack(f"<{len(numbers)}I", *numbers) + struct.pack(f"{len(numbers)}b",
                                                                    *(scores[number] for number in numbers))
    header = HEADER.pack(*MAGIC, VERSION, columns, rows, plies, len(numbers), zlib.crc32(body))
    return header + CHECKSUM.pack(zlib.crc32(header)) + body


@cache
def shipped():
    """The book that comes with gamecore, of the 7x6 board."""
    return Book(SHIPPED)
