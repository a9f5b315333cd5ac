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
import fcntl
import os
import struct
import zlib
from contextlib import contextmanager, suppress
from typing import NamedTuple

from gamecore.core.files import checked_path
from gamecore.errors import DatabaseError
from gamecore.games.checkers.endgames.index import size_of

SUFFIX = ".wld"
UNFINISHED = ".part"
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
        raise DatabaseError(f"the endgame database {source!r} is damaged: "
                            f"{wins} wins, {losses} losses and {draws} draws "
                            f"are not the {size} positions of slice {name_of((a, b, c, d))}")
    return Header((a, b, c, d), positions, wins, losses, draws, longest, checksum)


def check_values(header, values, source):
    """Raises DatabaseError if the values differ in number from the header's, or in any bit from its checksum."""
    if len(values) != header.packed_size:
        raise DatabaseError(f"the endgame database {source!r} is damaged: {START + len(values)} bytes, "
                            f"not the {START + header.packed_size} of slice {name_of(header.slice)}")
    if zlib.crc32(values) != header.checksum:
        raise DatabaseError(f"the endgame database {source!r} is damaged: the checksum of its values is wrong")


def write(directory, header, values):
    """Writes a slice's file. Its name never belongs to a partial file, whenever the machine stops.

    Raises
    ------
    OSError
        It cannot be written, for example because the disk is full.
    """
    path = path_of(directory, header.slice)
    temporary = path + UNFINISHED
    try:
        with open(temporary, "wb") as file:
            file.write(header.to_bytes())
            file.write(values)
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
        sync_directory(directory)
    except BaseException as error:
        with suppress(OSError):
            os.unlink(temporary)
        if isinstance(error, OSError):
            raise type(error)(error.errno, error.strerror, path) from error
        raise


def sync_directory(directory):
    """Makes a new name as durable as the file that bears it."""
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


@contextmanager
def only_writer(directory):
    """The directory, created if necessary and locked; unfinished files of a killed writer are removed.

    Raises
    ------
    DatabaseError
        Another process is writing into it.
    """
    os.makedirs(checked_path(directory), exist_ok=True)
    descriptor = os.open(directory, os.O_RDONLY)
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        for name in os.listdir(directory):
            if name.endswith(SUFFIX + UNFINISHED):
                os.unlink(os.path.join(directory, name))
        yield
    except BlockingIOError:
        raise DatabaseError(f"another process is building endgame databases in {directory!r}") from None
    finally:
        os.close(descriptor)
