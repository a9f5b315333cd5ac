"""Sealed files, the form of weights, databases and books.

A foreign, truncated or damaged file, or one of another version, is refused with an error that quotes its name.

    a line      "gamecore", the kind, and the version of its format
    fields      of a fixed size
    4 bytes     a CRC-32 of the fields and of the payload; of the fields alone if the last of them is the CRC-32 of the
                payload, which then need not be read
    payload     as in memory, not compressed, so that it can be mapped

Numbers are little-endian. core/files.py writes a file atomically.
"""
from struct import Struct
from typing import NamedTuple
from zlib import crc32

from gamecore.core.files import open_binary

CHECKSUM = 4                         # bytes of a CRC-32


def checksum_of(data, before=0):
    """Returns the checksum of data, continued from the checksum of earlier data."""
    return crc32(data, before).to_bytes(CHECKSUM, "little")


class FileKind(NamedTuple):
    """The kind of a sealed file."""

    line: bytes                      # its first
    title: str                       # the name of the kind in messages
    fields: Struct
    error: type                      # of files that are refused
    apart: bool = False              # the last field is the payload's checksum
    old: tuple = ()                  # the first bytes of older formats, without a line
    anew: str = ""                   # the command that rebuilds them

    @property
    def size(self):
        """The bytes before the payload."""
        return len(self.line) + self.fields.size + CHECKSUM

    def head(self, fields, payload=b""):
        """Returns the bytes before a payload."""
        packed = self.fields.pack(*fields)
        return self.line + packed + checksum_of(b"" if self.apart else payload, crc32(packed))

    def read_head(self, head, path):
        """Returns the fields in the first bytes of a file, `size` of them.

        Raises
        ------
        self.error
            If the file is of another kind or format, or truncated, or if its fields have their own checksum and are
            damaged.
        """
        if head[:len(self.line)] != self.line:
            raise refusal(path, bytes(head), [self])
        if len(head) < self.size:
            raise self.damaged(path, f"it has {len(head)} bytes, fewer than a header's {self.size}")
        packed = head[len(self.line):-CHECKSUM]
        if self.apart and head[-CHECKSUM:] != checksum_of(packed):
            raise self.damaged(path, "the checksum of its header is wrong")
        return self.fields.unpack(packed)

    def check(self, head, payload, size, path):
        """Raises self.error unless the payload has this size and matches the checksum."""
        if len(payload) != size:
            raise self.damaged(path, f"it has {self.size + len(payload)} bytes, not {self.size + size}")
        packed = head[len(self.line):-CHECKSUM]
        sealed, found = ((packed, checksum_of(payload)) if self.apart else (head, checksum_of(payload, crc32(packed))))
        if sealed[-CHECKSUM:] != found:
            raise self.damaged(path, "its checksum does not fit its contents")

    def damaged(self, path, why):
        return self.error(f"{str(path)!r} is damaged: {why}")


def kind_of(path, kinds):
    """Returns which of several kinds a file is.

    Raises
    ------
    GamecoreError
        If the file is of none of these kinds; the error is that of the first kind.
    OSError
        If it cannot be read.
    """
    with open_binary(path) as file:
        start = file.read(max(len(kind.line) for kind in kinds))
    for kind in kinds:
        if start.startswith(kind.line):
            return kind
    raise refusal(path, start, kinds)


def refusal(path, start, kinds):
    """Returns the error for a file whose beginning matches none of these kinds."""
    for kind in kinds:
        for name in (kind.line.rpartition(b" ")[0] + b" ", *kind.old):
            if start.startswith(name):
                found = name if name in kind.old else start.splitlines()[0]
                anew = kind.anew and f"; delete it and rebuild it: {kind.anew}"
                return kind.error(f"{str(path)!r} holds {kind.title} in another format: it begins with {found!r}, "
                                  f"not with {kind.line.strip()!r}{anew}")
    wanted = " nor ".join(kind.title for kind in kinds)
    found = f"holds neither {wanted}" if len(kinds) > 1 else f"does not hold {wanted}"
    return kinds[0].error(f"{str(path)!r} {found}: it begins with {start[:32]!r}")
