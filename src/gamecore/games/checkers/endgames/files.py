"""Files of endgame databases: one slice, one file, whole or not at all.

    0    8  "gamecore"
    8    8  "checkers"
    16   4  version of the format: 1
    20   4  the slice: own men, own kings, other's men, other's kings, a byte each
    24   8  positions
    32  24  wins, losses, draws for the side to move, 8 bytes each
    56   4  the longest way from a won or lost position to the next capture, man's move or end of the game, plies
    60   4  CRC-32 of the values
    64   4  CRC-32 of the 64 bytes before
    68      values, five to a byte (games/checkers/endgames/probe.pxd)

Numbers are little-endian. The file of slice 1202 is called 1202.wld.
"""
import os
import struct
import zlib
from typing import NamedTuple

from gamecore.core.files import atomic_file
from gamecore.errors import DatabaseError
from gamecore.games.checkers.endgames.index import size_of

SUFFIX = ".wld"
HEADER = struct.Struct("<8s8sI4BQQQQII")
CHECKSUM = struct.Struct("<I")
START = HEADER.size + CHECKSUM.size              # of the values
MAGIC = b"gamecore", b"checkers"
VERSION = 1
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
        packed = HEADER.pack(*MAGIC, VERSION, *self.slice, *self[1:])
        return packed + CHECKSUM.pack(zlib.crc32(packed))


def name_of(slice):
    """The slice's four digits."""
    return "".join(map(str, slice))


def path_of(directory, slice):
    return os.path.join(directory, name_of(slice) + SUFFIX)


def read_header(data, source):
    """The header at the beginning of the data.

    Parameters
    ----------
    data : bytes-like
    source : str
        The file's name in errors.

    Raises
    ------
    DatabaseError
        There is no header of this format and version, or it contradicts itself.
    """
    if len(data) < START:
        raise DatabaseError(f"{source!r} is no endgame database of gamecore: "
                            f"it has {len(data)} bytes, fewer than a header's {START}")
    *magic, version, a, b, c, d, positions, wins, losses, draws, longest, checksum = HEADER.unpack_from(data)
    if tuple(magic) != MAGIC:
        raise DatabaseError(f"{source!r} is no endgame database of gamecore: it begins with {bytes(data[:16])!r}")
    if CHECKSUM.unpack_from(data, HEADER.size)[0] != zlib.crc32(data[:HEADER.size]):
        raise DatabaseError(f"the endgame database {source!r} is damaged: its header's checksum is wrong")
    if version != VERSION:
        raise DatabaseError(f"the endgame database {source!r} has format {version}; "
                            f"this gamecore reads format {VERSION}")
    try:
        size = size_of((a, b, c, d))
    except DatabaseError as error:
        raise DatabaseError(f"the endgame database {source!r} is damaged: {error}") from None
    if not wins + losses + draws == positions == size:
        raise DatabaseError(f"the endgame database {source!r} is damaged: {wins} wins, {losses} losses and {draws} "
                            f"draws are not the {size} positions of slice {name_of((a, b, c, d))}")
    return Header((a, b, c, d), positions, wins, losses, draws, longest, checksum)


def check_values(header, values, source):
    """Raises DatabaseError if the values differ in number from the header's, or in any bit from its checksum."""
    if len(values) != header.packed_size:
        raise DatabaseError(f"the endgame database {source!r} is damaged: {START + len(values)} bytes, "
                            f"not the {START + header.packed_size} of slice {name_of(header.slice)}")
    if zlib.crc32(values) != header.checksum:
        raise DatabaseError(f"the endgame database {source!r} is damaged: the checksum of its values is wrong")


def write(directory, header, values):
    """Writes a slice's file.

    Raises
    ------
    OSError
        It cannot be written, for example because the disk is full.
    """
    with atomic_file(path_of(directory, header.slice), binary=True) as file:
        file.write(header.to_bytes())
        file.write(values)
