"""Endgame databases, either shipped or from a directory, which are probed one position at a time."""
from libc.stdint cimport uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport calloc, free

import mmap
import os
from functools import lru_cache
from hashlib import blake2b

from gamecore.games.checkers.endgames.index cimport MAX_PIECES, create_slice, fill_binomials, name_of
from gamecore.games.checkers.endgames.probe cimport BYTES, DRAW, LOSS, PACKED, UNKNOWN, WIN, probe
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport DRAW_CLOCK

from gamecore.core.files import DATA, checked_path, open_binary
from gamecore.errors import DatabaseError, PositionError
from gamecore.games.checkers.endgames import files
from gamecore.games.checkers.endgames.files import FILE
from gamecore.games.checkers.endgames.index import size_of

SHIPPED: str = os.path.join(DATA, "endgames4.bin")
SHIPPED_PIECES = 4
VALUES: dict[int, Literal["win", "loss", "draw"] | None] = {WIN: "win", LOSS: "loss", DRAW: "draw", UNKNOWN: None}
cdef int USED_BYTES = 243                    # 3 ** PACKED
cdef int NEVER = -1

# The slices that contain the 124 wins and losses of up to 6 pieces that the 80-ply rule makes draws, since the next
# capture or man's move is too far away or leads to such a position. tests/stress/endgames.py finds them.
SLOW: tuple[str, ...] = ("0312", "0321", "0330", "1203", "2103", "3003")
EXPLORED = 6


def slices_of(pieces: int) -> list[tuple[int, int, int, int]]:
    """Returns the slices with `pieces` pieces, at least one per side, in an order for solving them, by the number of
    men."""
    slices = [(own_men, own - own_men, other_men, pieces - own - other_men)
              for own in range(1, pieces) for own_men in range(own + 1) for other_men in range(pieces - own + 1)]
    return sorted(slices, key=lambda counts: (counts[0] + counts[2], counts))


@lru_cache
def shipped() -> Databases:
    """Returns the databases that come with gamecore, which all engines share."""
    return Databases()


def latest_clock(header: Header) -> int:
    """Returns the clock up to which a slice's wins and losses hold; it is below 0 if they never hold."""
    if files.name_of(header.slice) in SLOW or sum(header.slice) > EXPLORED:
        return NEVER
    return max(NEVER, DRAW_CLOCK - header.longest)


cdef void fill_digits(Endgames* endgames) noexcept:
    """Fills the table of the values in each byte, with UNKNOWN for bytes that cannot occur."""
    cdef int byte, place, rest
    for byte in range(BYTES):
        rest = byte
        for place in range(PACKED):
            endgames.digits[byte][place] = rest % 3 if byte < USED_BYTES else UNKNOWN
            rest //= 3


cdef class Databases:
    """Databases(path=None, *, check=True)
--

    Endgame databases of checkers, which hold the result with best play of every position with few pieces.

    Parameters
    ----------
    path : str or os.PathLike, optional
        A directory written by `gamecore endgames build`, finished or not, whose files are mapped into memory. By
        default the databases up to 4 pieces that come with gamecore.
    check : bool, default True
        Whether to compare the checksum of every file, which reads it once. Sizes and headers are always checked.

    Attributes
    ----------
    pieces : int
        Every position with at most this number of pieces is in the databases; 0 if those with 2 are missing.
    headers : dict of tuple to Header
        For each known slice, (own men, own kings, other's men, other's kings), the header of its file.

    Raises
    ------
    DatabaseError
        If a file is truncated, foreign or damaged, or the directory has none.

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.games.checkers.endgames.databases import Databases
    >>> databases = Databases()
    >>> databases.pieces
    4
    >>> databases.probe(gamecore.Checkers("W:WK18,K19:BK1"))
    'win'
    """

    def __cinit__(self, *args, **options):
        self.endgames = <Endgames*>calloc(1, sizeof(Endgames))
        if self.endgames == NULL:
            raise MemoryError(f"no memory for the {sizeof(Endgames)} bytes of a directory of endgames")
        self.headers = {}
        self.buffers = []
        fill_binomials(self.endgames.binomials)
        fill_digits(self.endgames)
        for pieces in range(2, MAX_PIECES + 1):
            for slice in slices_of(pieces):
                create_slice(&self.table(slice).slice, slice[0], slice[1], slice[2], slice[3], self.endgames.binomials)

    def __init__(self, path: str | PathLike[str] | None = None, *, check: bool = True):
        if path is None:
            self.open_shipped()
        else:
            self.open_directory(checked_path(path), check)

    def __dealloc__(self):
        free(self.endgames)

    cdef SliceTable* table(self, tuple slice) except NULL:
        """Returns a slice's table; raises DatabaseError if there is no such slice."""
        cdef int own_men, own_kings, other_men, other_kings
        size_of(slice)
        own_men, own_kings, other_men, other_kings = slice
        return self.endgames.tables + name_of(own_men, own_kings, other_men, other_kings)

    @classmethod
    def empty(cls) -> Databases:
        """Returns empty databases."""
        return cls.__new__(cls)

    @staticmethod
    def sizes(pieces: int) -> dict[tuple[int, int, int, int], int]:
        """Returns the slices with 2 to `pieces` pieces in an order for solving them, {slice: number of positions}."""
        return {slice: size_of(slice) for n in range(2, pieces + 1) for slice in slices_of(n)}

    def open_shipped(self) -> None:
        with open_binary(SHIPPED) as file:
            data = memoryview(file.read())
        while data:
            head = data[:FILE.size]
            header = files.read_header(head, SHIPPED)
            end = FILE.size + header.packed_size
            FILE.check(head, data[FILE.size:end], header.packed_size, SHIPPED)
            self.add(header, data[FILE.size:end])
            data = data[end:]
        if self.pieces != SHIPPED_PIECES:
            raise FILE.damaged(SHIPPED, f"it has {len(self.headers)} slices, complete to {self.pieces} pieces and not "
                                        f"to {SHIPPED_PIECES}")

    def open_directory(self, path: str, check: bool) -> None:
        names = sorted(name for name in os.listdir(path) if name.endswith(files.SUFFIX))
        if not names:
            raise DatabaseError(f"no endgame database in {path!r}: no file there is called *{files.SUFFIX}")
        for name in names:
            self.open_file(os.path.join(path, name), check)

    def open_file(self, path: str, check: bool = True) -> None:
        """Adds a slice from its file."""
        with open_binary(path) as file:
            head = file.read(FILE.size)
            header = files.read_header(head, path)
            if os.path.basename(path) != files.name_of(header.slice) + files.SUFFIX:
                raise DatabaseError(f"the endgame database {path!r} holds slice {files.name_of(header.slice)}; "
                                    f"it must be called {files.name_of(header.slice) + files.SUFFIX!r}")
            data = memoryview(mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ))[FILE.size:]
        if check or len(data) != header.packed_size:
            FILE.check(head, data, header.packed_size, path)
        self.add(header, data)

    def add(self, header: Header, packed: Any) -> None:
        """Adds a slice from `packed`, a bytes-like object, which is kept.

        Raises
        ------
        DatabaseError
            If there is no such slice, or the number of values is not its number of positions.
        """
        cdef const uint8_t[::1] view = packed
        cdef SliceTable* table = self.table(header.slice)
        if <uint64_t>view.shape[0] != (table.slice.size + PACKED - 1) // PACKED:
            raise DatabaseError(f"{view.shape[0]} bytes are not the values of slice {files.name_of(header.slice)}, "
                                f"which has {table.slice.size} positions")
        table.packed = &view[0]
        table.latest_clock = latest_clock(header)
        self.endgames.pieces = max(self.endgames.pieces, <int>sum(header.slice))
        self.headers[header.slice] = header
        self.known_digest = None
        self.buffers.append(memoryview(packed))          # keeps the address of the values valid

    @property
    def pieces(self) -> int:
        for pieces in range(2, MAX_PIECES + 1):
            if not self.headers.keys() >= set(slices_of(pieces)):
                return pieces - 1 if pieces > 2 else 0
        return MAX_PIECES

    def probe(self, position: Checkers, *, clock: bool = True) -> Literal["win", "loss", "draw"] | None:
        """Returns the result of a position for the side to move, with best play.

        Parameters
        ----------
        position : Checkers
        clock : bool, default True
            Whether a win or loss that the 80-ply rule may turn into a draw counts as unknown. If False, that rule is
            ignored.

        Returns
        -------
        {"win", "loss", "draw", None}
            None if there are too many pieces or the slice is missing.
        """
        if not isinstance(position, Checkers):
            raise PositionError(f"endgame databases hold positions of gamecore.Checkers, not {position!r}")
        return VALUES[probe(self.endgames, &(<Checkers>position).bits, clock)]

    @property
    def address(self) -> int:
        """The address of the databases for a compiled search, valid as long as this object lives."""
        return <uintptr_t>self.endgames

    @property
    def digest(self) -> int:
        """A number, 0..2**64-1, that identifies these databases. It is stored, since every search mixes it into its
        keys."""
        if self.known_digest is None:
            known = repr([(slice, header.checksum) for slice, header in sorted(self.headers.items())])
            self.known_digest = int.from_bytes(blake2b(known.encode(), digest_size=8).digest(), "little")
        return self.known_digest

    def statistics(self) -> dict[str, dict[str, int]]:
        """Returns a dict with "positions", "wins", "losses", "draws" and "longest" for each known slice, by its four
        digits."""
        return {files.name_of(slice): {"positions": header.positions, "wins": header.wins, "losses": header.losses,
                                       "draws": header.draws, "longest": header.longest}
                for slice, header in sorted(self.headers.items())}

    def __repr__(self):
        return f"<Databases of {len(self.headers)} slices, complete to {self.pieces} pieces>"
