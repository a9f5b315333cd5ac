"""Files of endgame databases. Each slice has one sealed file (core/sealed.py), which is called 1202.wld for slice 1202.

    4 bytes     the slice: own men, own kings, other's men, other's kings
    8           positions
    3 * 8       wins, losses, draws for the side to move
    4           the longest way from a won or lost position to the next capture, man's move or end of the game, plies
    4           the checksum of the values

The values follow, five to a byte (games/checkers/endgames/probe.pxd).
"""
import os
from struct import Struct
from typing import NamedTuple

from gamecore.core.files import atomic_file
from gamecore.core.sealed import FileKind
from gamecore.errors import DatabaseError
from gamecore.games.checkers.endgames.index import size_of

SUFFIX = ".wld"
FILE = FileKind(b"gamecore checkers endgames 2\n", "an endgame database", Struct("<4BQQQQII"), DatabaseError,
                apart=True, old=(b"gamecorecheckers",), anew="gamecore endgames build --pieces N --out DIR")
PACKED = 5                                       # values in a byte


class Header(NamedTuple):
    """The header of a slice's file."""

    slice: tuple                 # own men, own kings, other's men, other's kings
    positions: int
    wins: int
    losses: int
    draws: int
    longest: int                 # plies
    checksum: int                # of the values

    @property
    def packed_size(self):
        return -(-self.positions // PACKED)

    def to_bytes(self):
        return FILE.head([*self.slice, *self[1:]])


def name_of(slice):
    """Returns the slice's four digits."""
    return "".join(map(str, slice))


def path_of(directory, slice):
    return os.path.join(directory, name_of(slice) + SUFFIX)


def read_header(head, path):
    """Returns the header in the first FILE.size bytes of a file.

    Raises
    ------
    DatabaseError
        If the header is malformed or contradicts itself.
    """
    *slice, positions, wins, losses, draws, longest, checksum = FILE.read_head(head, path)
    slice = tuple(slice)
    try:
        size = size_of(slice)
    except DatabaseError as error:
        raise FILE.damaged(path, error) from None
    if not wins + losses + draws == positions == size:
        raise FILE.damaged(path, f"{wins} wins, {losses} losses and {draws} draws are not the {size} positions of "
                                 f"slice {name_of(slice)}")
    return Header(slice, positions, wins, losses, draws, longest, checksum)


def write(directory, header, values):
    """Writes a slice's file.

    Raises
    ------
    OSError
        If it cannot be written, for example because the disk is full.
    """
    with atomic_file(path_of(directory, header.slice), binary=True) as file:
        file.write(header.to_bytes())
        file.write(values)
