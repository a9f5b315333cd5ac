"""The weights of checkers' fitted evaluation, from arrays and files, and the terms of a position's score."""
from libc.stdint cimport int16_t, int32_t
from libc.stdlib cimport calloc, free
from libc.string cimport memcpy

from gamecore.games.checkers.position cimport Checkers

from gamecore.core import weight_files
from gamecore.errors import EvaluationError

FILE: FileKind = weight_files.kind(b"gamecore checkers patterns 4\n", "checkers pattern weights")
# The arrays, in the order of the file.
SHAPES: dict[str, tuple[int, int]] = {"entries": (ENTRIES, 2), "pieces": (2, 2), "balance": (BALANCES, 2),
                                      "move": (MOST_PIECES + 1, 2)}
FILE_SHAPES: list[tuple[str, tuple[int, int], str]] = [(name, shape, "<i2") for name, shape in SHAPES.items()]
cdef int MOST = 32767                    # of each half of a sum
cdef int SIDE = 12                       # pieces of a side at most


cdef class CheckersPatterns:
    """The weights of the fitted evaluation, which are immutable, so searches may share them.

    Parameters
    ----------
    entries : array of int16, shape (173430, 2)
        The values of the contents of blocks, with 24 pieces on the board and with none, in quarters of 1/100 of a
        logit. The order of the rows is that of `games/checkers/patterns.pxd`.
    pieces : array of int16, shape (2, 2)
        The same for each additional man, and for each additional king.
    balance : array of int16, shape (112, 2)
        The same for the side to move, by 16 * (men ahead + 3) + 4 * own kings + other's kings, each at most 3.
    move : array of int16, shape (25, 2)
        By the number of pieces, the value for the side to move without and with `the move`.

    Attributes
    ----------
    digest : bytes
        A checksum of the weights.

    Raises
    ------
    EvaluationError
        If a shape or type is wrong, or the weights are so large that a sum could overflow 16 bits.
    """

    def __cinit__(self):
        self.patterns = <Patterns*>calloc(1, sizeof(Patterns))
        if self.patterns == NULL:
            raise MemoryError("no memory for the weights of patterns")

    def __dealloc__(self):
        free(self.patterns)

    FILE = FILE                          # type: ClassVar[FileKind]
    FILE_SHAPES = FILE_SHAPES            # type: ClassVar[Sequence[tuple[str, tuple[int, ...], str]]]

    def __init__(self, entries: numpy.ndarray, pieces: numpy.ndarray, balance: numpy.ndarray, move: numpy.ndarray):
        self.read_weights(weight_files.join((entries, pieces, balance, move), FILE_SHAPES))

    @classmethod
    def of(cls, words: Weights) -> Self:
        cdef CheckersPatterns made = cls.__new__(cls)
        made.read_weights(words)
        return made

    cdef int read_weights(self, object words) except -1:
        """Fills the tables with the right number of weights."""
        self.words = words
        fill_digits(self.patterns)
        fill(self.patterns, <const int16_t*><const char*><bytes>words.payload)
        largest = largest_sum(self.patterns)
        if largest > MOST:
            raise EvaluationError(f"these weights can add up to {largest}, beyond {MOST}")
        return 0

    def arrays(self) -> dict[str, numpy.ndarray]:
        """Returns the constructor's arguments as a dict of numpy arrays."""
        return dict(zip(SHAPES, self.weights))

    def evaluate(self, Checkers position not None) -> int:
        """Returns the score of a position for the side to move."""
        return total(&position.bits, self.patterns) // (MOST_PIECES * UNIT)

    def explain(self, Checkers position not None) -> list[tuple[str, int, float]]:
        """Returns the terms of a score.

        Returns
        -------
        list of (str, int, float)
            Name, count and weight for the side to move; the score is the sum of count * weight, truncated to an
            integer. Each block that counts is a term, named by its first and last square.
        """
        cdef BoardView view = view_of(&position.bits)
        cdef const Patterns* patterns = self.patterns
        cdef bint black = position.bits.ahead == BLACK
        cdef int men = view.black_men - view.white_men, kings = view.black_kings - view.white_kings
        cdef int pieces = popcount(view.black | view.white), sign = 1 if black else -1, has = has_move(&position.bits)
        terms = [("men", sign * men, value(patterns.man, pieces)),
                 ("kings", sign * kings, value(patterns.king, pieces)),
                 ("balance", 1, value(patterns.balance[balance_of(&view, black)], pieces)),
                 ("the move" if has else "not the move", 1, patterns.move[pieces][has] / <double>UNIT)]
        return terms + [(name, sign * count, value(patterns.entries[entry], pieces))
                        for name, count, entry in blocks(patterns, &view)]


cdef double value(int pair, int pieces) noexcept:
    """Returns a pair's weight on a board with this number of pieces, in points."""
    return (half(pair, 0) * pieces + half(pair, 1) * (MOST_PIECES - pieces)) / <double>(MOST_PIECES * UNIT)


cdef list blocks(const Patterns* patterns, const BoardView* view):
    """Returns (name, 1 or -1 for Black, entry) of each block that counts."""
    cdef int plus[MEN_TABLES]
    cdef int minus[MEN_TABLES]
    cdef KingEntries kings
    list_men(patterns, view, plus, minus)
    kings.n_plus = kings.n_minus = 0
    sum_kings(patterns, view, &kings)
    entries = [(1, plus[i]) for i in range(MEN_TABLES)] + [(-1, minus[i]) for i in range(MEN_TABLES)]
    entries += [(1, kings.plus[i]) for i in range(kings.n_plus)] + [(-1, kings.minus[i]) for i in range(kings.n_minus)]
    return [(block_name(entry, sign), sign, entry) for sign, entry in entries]


def block_name(entry: int, sign: int) -> str:
    """Returns a block's name, such as "men 1-14", or "kings 1-10" for three rows of a block with kings."""
    men = entry < FIRST_KING
    place = entry // MEN_ENTRIES if men else (entry - FIRST_KING) // KING_ENTRIES
    row, column = divmod(place, 3)
    first = 8 * row + column + 1
    last = first + (13 if men else 9)
    if sign < 0:
        first, last = 33 - last, 33 - first
    return f"{'men' if men else 'kings'} {first}-{last}"


cdef void fill_digits(Patterns* patterns) noexcept:
    """Fills the tables that turn bits into digits."""
    cdef int bits
    for bits in range(256):
        patterns.ternary[bits] = digits(bits, 8, 3, False)
        patterns.ternary_reversed[bits] = digits(bits, 8, 3, True)
    for bits in range(64):
        patterns.quinary[bits] = digits(bits, 6, 5, False)
        patterns.quinary_reversed[bits] = digits(bits, 6, 5, True)


cdef int digits(int bits, int n, int base, bint reverse) noexcept:
    """Returns the number whose digits are the bits, from the lowest digit or, with `reverse`, from the highest."""
    cdef int number = 0, i
    for i in range(n):
        number = base * number + (bits >> (i if reverse else n - 1 - i) & 1)
    return number


cdef void fill(Patterns* patterns, const int16_t* words) noexcept:
    """Fills the tables from the words of a file."""
    cdef int32_t pieces[2]
    words = fill_pairs(patterns.entries, words, ENTRIES)
    words = fill_pairs(pieces, words, 2)
    words = fill_pairs(patterns.balance, words, BALANCES)
    memcpy(patterns.move, words, sizeof(patterns.move))
    patterns.man, patterns.king = pieces[0], pieces[1]


cdef const int16_t* fill_pairs(int32_t* pairs, const int16_t* words, int n) noexcept:
    """Reads n pairs; returns the address of the next words."""
    cdef int i
    for i in range(n):
        pairs[i] = pair(words[2 * i], words[2 * i + 1])
    return words + 2 * n


cdef int largest_sum(const Patterns* patterns) noexcept:
    """Returns a bound on each half of a sum, computed from the largest weight of each table and one side's pieces."""
    cdef int phase, table, man, king, largest = 0, sum
    for phase in range(2):
        man, king = half(patterns.man, phase), half(patterns.king, phase)
        sum = SIDE * max(abs(man), abs(king), abs(man - king)) + largest_half(patterns.balance, BALANCES, phase)
        for table in range(MEN_TABLES):
            sum += 2 * largest_half(patterns.entries + table * MEN_ENTRIES, MEN_ENTRIES, phase)
        for table in range(KING_TABLES):
            sum += 2 * largest_half(patterns.entries + FIRST_KING + table * KING_ENTRIES, KING_ENTRIES, phase)
        largest = max(largest, sum)
    return largest


cdef int largest_half(const int32_t* pairs, int n, int phase) noexcept:
    cdef int i, largest = 0
    for i in range(n):
        largest = max(largest, abs(half(pairs[i], phase)))
    return largest
