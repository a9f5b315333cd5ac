"""Distances to a win for positions in endgame databases, which are found by solving one block again.

The databases store no distances. A player who knows only wins and losses may move his kings for ever through won
positions. The distance to the next irreversible move ensures progress: each of his moves shortens this distance, and a
game has few irreversible moves.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

from gamecore.core.job cimport Job
from gamecore.core.limits cimport Counter
from gamecore.core.score cimport KNOWN_WIN
from gamecore.core.types cimport Key
from gamecore.games.checkers.endgames.block cimport (BlockSide, Decided, close, deposit, map_sides, open_side,
                                                     pass_backwards, pass_forwards, squeeze, unmap_sides)
from gamecore.games.checkers.endgames.databases cimport Databases
from gamecore.games.checkers.endgames.index cimport Pieces, number_of_kings, seen_by_mover, seen_by_other, slice_of
from gamecore.games.checkers.endgames.probe cimport DRAW, WIN, Endgames
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport DRAW_CLOCK, CheckersBits, empty_squares, key, step

from typing import NamedTuple

from gamecore.errors import DatabaseError
from gamecore.games.checkers.endgames.databases import VALUES
from gamecore.games.checkers.endgames.index import locate

OPPOSITE: dict[str, str] = {"win": "loss", "loss": "win", "draw": "draw"}
SECONDS = 1e-7                           # to solve a position of a block, twice the measured 0.05 us


class RankedMove(NamedTuple):
    """A legal move and its result with best play."""

    move: CheckersMove
    outcome: Literal["win", "loss", "draw"]      # for the side that makes the move
    plies: int | None            # with this move to the next capture, man's move or end of the game; None for a draw


cdef inline bint is_this(const BlockSide* side, const Endgames* endgames, const Pieces* pieces) noexcept nogil:
    """Whether a position belongs to this side of its block."""
    return (pieces.own_men == side.own_men and pieces.other_men == side.other_men
            and side.slice == &endgames.tables[slice_of(pieces)].slice)


cdef inline void note(const BlockSide* side, const Endgames* endgames, const Decided* decided, int distance,
                      uint16_t* distances) noexcept nogil:
    """Records the distance of the positions just decided."""
    cdef uint64_t i
    cdef uint64_t entry
    for i in range(decided.passed, decided.layer):
        entry = decided.entries[i]
        distances[number_of_kings(side.slice, deposit(<uint32_t>entry), deposit(<uint32_t>(entry >> 32)), side.room,
                                  endgames.binomials)] = distance


cdef void force_draw(BlockSide* side, const Endgames* endgames, const Pieces* pieces) noexcept nogil:
    """Marks as a draw a position from which a king has moved, before any result is passed back."""
    cdef uint64_t entry = squeeze(pieces.own_kings) | squeeze(pieces.other_kings) << 32, i
    cdef uint8_t* value = side.values + number_of_kings(side.slice, pieces.own_kings, pieces.other_kings, side.room,
                                                        endgames.binomials)
    if value[0] == WIN:
        for i in range(side.wins.count):
            if side.wins.entries[i] == entry:
                side.wins.count -= 1
                side.wins.entries[i] = side.wins.entries[side.wins.count]
                break
    value[0] = DRAW


cdef void solve_with_distances(BlockSide* sides, int count, const Endgames* endgames,
                               uint16_t** distances) noexcept nogil:
    """Passes back the results of the moves that leave the block, and records the distances."""
    cdef int i, distance = 1
    while pass_backwards(sides, count, endgames, distance):
        for i in range(count):
            note(&sides[i], endgames, &sides[i].wins, distance, distances[i])
            note(&sides[i], endgames, &sides[i].losses, distance, distances[i])
        distance += 1
    for i in range(count):
        close(&sides[i])


cdef class Block:
    """The distances of all positions with one set of men, with either side to move.

    Parameters
    ----------
    databases : Databases
        Databases with all slices of at most the position's number of pieces.
    position : Checkers
    drawn : iterable of Checkers, default ()
        Earlier positions of the block that count as draws, since the next occurrence of each would be its third.

    Raises
    ------
    DatabaseError
        If the databases lack positions with this number of pieces.
    """

    cdef BlockSide sides[2]
    cdef Databases databases
    cdef list values, distances          # for each side of the block: bytes, and plies as uint16

    def __cinit__(self, Databases databases not None, Checkers position not None,
                  drawn: Iterable[Checkers] = ()):
        cdef const Endgames* endgames = databases.endgames
        cdef Pieces pieces = seen_by_mover(&position.bits), other = seen_by_other(&pieces)
        cdef Job job = Job()
        cdef Counter counter
        cdef uint64_t kings
        cdef int count
        locate(position)                 # raises DatabaseError for a position outside all slices
        if not is_known(databases, position):
            raise DatabaseError(f"{databases!r} lack positions with as many pieces as {str(position)!r}")
        kings = endgames.tables[slice_of(&pieces)].slice.kings
        self.databases = databases
        try:
            job.start_counter(&counter, 0)
            map_sides(self.sides, kings, &counter)
            open_side(&self.sides[0], &endgames.tables[slice_of(&pieces)].slice, pieces.own_men, pieces.other_men,
                      &self.sides[1])
            open_side(&self.sides[1], &endgames.tables[slice_of(&other)].slice, other.own_men, other.other_men,
                      &self.sides[0])
            count = 1 if is_this(&self.sides[0], endgames, &other) else 2
            self.sides[0].opponent = &self.sides[count - 1]
            self.values = [bytearray(kings) for _ in range(count)]
            self.distances = [bytearray(kings * sizeof(uint16_t)) for _ in range(count)]
            self.solve(count, drawn)
            job.raise_error()
        finally:
            unmap_sides(self.sides, kings)

    cdef int solve(self, int count, drawn) except -1:
        cdef const Endgames* endgames = self.databases.endgames
        cdef uint8_t[::1] values
        cdef uint16_t[::1] plies
        cdef Pieces pieces
        cdef uint16_t* distances[2]
        for i in range(count):
            values, plies = self.values[i], memoryview(self.distances[i]).cast("H")
            self.sides[i].values, distances[i] = &values[0], &plies[0]
        with nogil:
            pass_forwards(self.sides, count, endgames)
        for earlier in drawn:
            pieces = seen_by_mover(&(<Checkers?>earlier).bits)
            for i in range(count):
                if is_this(&self.sides[i], endgames, &pieces):
                    force_draw(&self.sides[i], endgames, &pieces)
        with nogil:
            solve_with_distances(self.sides, count, endgames, distances)
        return 0

    def probe(self, Checkers position not None) -> tuple[Literal["win", "loss", "draw"], int | None] | None:
        """Returns the outcome for the side to move and the plies to the next capture, man's move or end of the game.

        The plies of a draw are None. The result is None for a position of another block.
        """
        cdef Pieces pieces = seen_by_mover(&position.bits)
        cdef BlockSide* side
        for i in range(len(self.values)):
            side = &self.sides[i]
            if is_this(side, self.databases.endgames, &pieces):
                number = number_of_kings(side.slice, pieces.own_kings, pieces.other_kings, side.room,
                                         self.databases.endgames.binomials)
                outcome = VALUES[self.values[i][number]]
                return outcome, None if outcome == "draw" else memoryview(self.distances[i]).cast("H")[number]
        return None


cdef bint take_back(CheckersBits* position, Key before) noexcept nogil:
    """Takes back the king's move that was made in the position with the key `before`, if there is such a move."""
    cdef CheckersBits earlier
    cdef uint64_t empty = empty_squares(position), sources, moved
    cdef int direction, by
    for direction in range(4):
        by = 4 + (direction & 1) if direction & 2 else -4 - (direction & 1)
        sources = step(position.other & position.kings, by) & empty
        while sources:
            moved = sources & -sources | step(sources & -sources, -by)
            earlier.own, earlier.other, earlier.kings = position.other ^ moved, position.own, position.kings ^ moved
            earlier.ahead, earlier.clock = -position.ahead, position.clock - 1
            if key(&earlier) == before:
                position[0] = earlier
                return True
            sources &= sources - 1
    return False


def repeated(Checkers position not None) -> frozenset[Checkers]:
    """Returns the set of the game's positions whose next occurrence would be at least their third, and so a draw."""
    cdef CheckersBits bits = position.bits
    cdef Checkers earlier
    keys, found = [*position.history, position.key()], set()
    for before in reversed(position.history):
        if not take_back(&bits, before):
            break
        if keys.count(before) > 1:
            earlier = Checkers.__new__(Checkers)
            earlier.bits, earlier.history = bits, ()
            found.add(earlier)
    return frozenset(found)


def within_clock(ranked: RankedMove, clock: int) -> RankedMove:
    """Returns a ranked move, changed to a draw if the draw clock, now at `clock`, runs out before its result."""
    return ranked._replace(outcome="draw", plies=None) if clock + (ranked.plies or 0) > DRAW_CLOCK else ranked


def is_known(databases: Databases, position: Checkers) -> bool:
    """Whether the databases contain all positions with this number of pieces."""
    return sum(map(len, position.pieces.values())) <= databases.pieces


def preference(ranked: RankedMove) -> tuple[int, int]:
    """Orders quick wins first, and slow losses before quick ones."""
    order = ("win", "draw", "loss").index(ranked.outcome)
    return order, ranked.plies if ranked.outcome == "win" else -(ranked.plies or 0)


def score_of(ranked: RankedMove) -> int:
    """Returns a search's score for a ranked move."""
    return {"win": KNOWN_WIN - (ranked.plies or 0), "draw": 0, "loss": (ranked.plies or 0) - KNOWN_WIN}[ranked.outcome]


class Distances:
    """A ranking of the moves of positions in databases. It keeps the latest block for the next position.

    Parameters
    ----------
    databases : Databases

    Examples
    --------
    >>> import gamecore
    >>> from gamecore.games.checkers.endgames.databases import Databases
    >>> from gamecore.games.checkers.endgames.distance import Distances
    >>> Distances(Databases()).rank(gamecore.Checkers("B:WK1:BK11,K15"))[0]
    RankedMove(move=15-18, outcome='win', plies=23)
    """

    def __init__(self, databases: Databases):
        self.databases = databases
        self.latest = None, frozenset()          # a block and its drawn positions, in one tuple for other threads

    def rank(self, position: Checkers, drawn: frozenset[Checkers] = frozenset()) -> list[RankedMove] | None:
        """Returns the legal moves from the best to the worst: quick wins, slow wins, draws, slow losses, quick losses.

        Parameters
        ----------
        position : Checkers
        drawn : frozenset of Checkers, optional
            Earlier positions that count as draws; `repeated` finds them. Other draws by the clock and by repetition are
            ignored.

        Returns
        -------
        list of RankedMove or None
            None if the databases lack positions with this number of pieces.
        """
        if not self.can_rank(position):
            return None
        moves = [self.rank_move(position, move, drawn) for move in position.legal_moves()]
        return sorted(moves, key=preference)

    def can_rank(self, position: Checkers) -> bool:
        """Whether the databases contain all positions with this number of pieces."""
        return is_known(self.databases, position)

    def cost(self, Checkers position not None, drawn: frozenset[Checkers] = frozenset()) -> float:
        """Returns an upper estimate of the seconds that `rank` takes."""
        cdef Pieces pieces = seen_by_mover(&position.bits)
        if not self.can_rank(position) or self.cached(position, drawn):
            return 0.0
        return 2 * SECONDS * (<Databases?>self.databases).endgames.tables[slice_of(&pieces)].slice.kings

    def line(self, position: Checkers, move: CheckersMove, drawn: frozenset[Checkers] = frozenset()
             ) -> tuple[CheckersMove, ...]:
        """Returns a move followed by the best play after it, up to an irreversible move."""
        line = [move]
        position = position.play(move)
        while position.clock and position.legal_moves() and self.probe(position, drawn)[0] != "draw":
            line.append(self.rank(position, drawn)[0].move)
            position = position.play(line[-1])
        return tuple(line)

    def rank_move(self, position: Checkers, move: CheckersMove, drawn: frozenset[Checkers] = frozenset()) -> RankedMove:
        child = position.play(move)
        if child.clock == 0:
            outcome = OPPOSITE[self.databases.probe(child, clock=False)]
            return RankedMove(move, outcome, None if outcome == "draw" else 1)
        outcome, plies = self.probe(child, drawn)
        return RankedMove(move, OPPOSITE[outcome], None if plies is None else plies + 1)

    def probe(self, position: Checkers, drawn: frozenset[Checkers] = frozenset()
              ) -> tuple[Literal["win", "loss", "draw"], int | None]:
        found = self.cached(position, drawn)
        if not found:
            block = Block(self.databases, position, drawn)
            self.latest = block, drawn
            found = block.probe(position)
        return found

    def cached(self, position: Checkers, drawn: frozenset[Checkers]
               ) -> tuple[Literal["win", "loss", "draw"], int | None] | None:
        """Returns a position's result in the latest block, or None if it belongs to another block."""
        block, known = self.latest
        return block.probe(position) if block and known == drawn else None
