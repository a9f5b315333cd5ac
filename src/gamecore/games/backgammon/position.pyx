"""Backgammon for Python: an immutable position before or after the roll, with its texts and plays."""
from gamecore.games.backgammon.rules cimport (BAR, CHECKERS, MAX_PLAYS, OFF, BackgammonBits, Masks, after_pass, count,
                                              fill_masks, final_utility, hit, is_over, key, movable, open_to, plays,
                                              roll_of, set_roll, step)
from libc.stdint cimport uint32_t, uint64_t
from libc.string cimport memcmp

from gamecore.core.checks import board, integer
from gamecore.core.shown import svg_of
from gamecore.errors import GameOverError, MoveError, PositionError
from gamecore.games.backgammon import text as backgammon_text
from gamecore.games.backgammon.notation import BackgammonMove, find_move

START = "4HPwATDgc/ABMA"
OUTCOMES: list[tuple[tuple[int, int], float]] = [((a, b), (1 if a == b else 2) / 36.0)
                                                 for a in range(1, 7) for b in range(1, a + 1)]

cdef BackgammonBits ROOM[MAX_PLAYS]      # room for the plays of one roll, while the GIL is held


cdef class Backgammon:
    """Backgammon(text='')
--

    A position of backgammon from the view of the player on roll.

    Parameters
    ----------
    text : str, default ""
        GNU Backgammon's position ID, "4HPwATDgc/ABMA", with or without the dice, "4HPwATDgc/ABMA 31"; a FIBS board
        line, "board:..."; or eXtreme Gammon's "XGID=...". The default is the starting position.

    Attributes
    ----------
    turn : {"white", "black"}
        The player on roll. White is the player on roll in a position made from a text or from counts.
    dice : tuple of int, or None
        The roll to be played, with the larger die first; None before the roll.
    own, other : tuple of int
        The checkers of the player on roll and of the opponent, 26 counts each, from that player's end: borne off,
        points 1..24, bar.
    pips : tuple of int
        The points that the player on roll and the opponent must still move.
    outcome : {"win", "loss", None}
        The outcome for the player on roll, once a side has borne off all its checkers.

    Raises
    ------
    PositionError
        If the text is malformed, or the position is impossible.

    Notes
    -----
    A position never changes. Two positions are equal if the same checkers lie on the same points for the player on
    roll, with the same dice, whichever of the two players is on roll. A play is a BackgammonMove; its text is accepted
    wherever a play is expected, in any order and with or without the points between.

    Examples
    --------
    >>> import gamecore
    >>> position = gamecore.Backgammon().roll(3, 1)
    >>> len(position.legal_moves()), position.read_move("6/5 8/5")
    (16, 8/5 6/5)
    >>> position.play("8/5 6/5").position_id
    'sGfwATDgc/ABMA'
    >>> print(position.board())
    +13-14-15-16-17-18-+---+19-20-21-22-23-24-+
    | x           o    |   | o              x | o off 0
    | x           o    |   | o              x |
    | x           o    |   | o                |
    | x                |   | o                |
    | x                |   | o                |
    |                  |BAR|                  | on roll: x, 3-1
    | o                |   | x                |
    | o                |   | x                |
    | o           x    |   | x                |
    | o           x    |   | x              o |
    | o           x    |   | x              o | x off 0
    +12-11-10--9--8--7-+---+-6--5--4--3--2--1-+
    """

    def __cinit__(self):                 # so that no side is empty even without __init__
        self.bits.own[0] = self.bits.other[0] = <uint64_t>5 << 4 * 6 | <uint64_t>3 << 4 * 8 | <uint64_t>5 << 4 * 13
        self.bits.own[1] = self.bits.other[1] = <uint64_t>2 << 4 * (24 - 16)

    ply = None                           # a position ID does not contain it

    def __init__(self, text: str = ""):
        if not isinstance(text, str):
            raise PositionError(f"a position is a text such as {START!r}, not {text!r}")
        own, other, dice = backgammon_text.read(text if text.strip() else START)
        self.set_sides(own, other)
        if dice is not None:
            self.bits = self.rolled(sorted_dice(dice)).bits

    @classmethod
    def from_counts(cls, own: Sequence[int], other: Sequence[int]) -> Backgammon:
        """Returns the position with these checkers, before the roll.

        Parameters
        ----------
        own, other : sequence of int
            26 counts each, in the order of the attributes.

        Raises
        ------
        PositionError
            If the position is impossible.

        Examples
        --------
        >>> import gamecore
        >>> gamecore.Backgammon.from_counts([14] + [0, 1] + 23 * [0], [13] + [1, 1] + 23 * [0]).roll(2, 1).legal_moves()
        [2/off]
        """
        cdef Backgammon position = cls.__new__(cls)
        sides = [[integer(count) for count in side] for side in (own, other)]
        if None in [count for side in sides for count in side]:
            raise PositionError(f"no checkers {(own, other)!r}: counts are integers")
        backgammon_text.check(sides[0], sides[1], str((sides[0], sides[1])))
        position.set_sides(sides[0], sides[1])
        return position

    cdef int set_sides(self, list own, list other) except -1:
        cdef int point
        self.bits.own[0] = self.bits.own[1] = self.bits.other[0] = self.bits.other[1] = 0
        for point in range(BAR + 1):
            self.bits.own[point >> 4] |= <uint64_t>own[point] << 4 * (point & 15)
            self.bits.other[point >> 4] |= <uint64_t>other[point] << 4 * (point & 15)
        return 0

    cdef Backgammon rolled(self, tuple dice):
        cdef Backgammon position = Backgammon.__new__(Backgammon)
        if is_over(&self.bits):
            raise GameOverError(f"no roll {dice!r}: the game is over in {str(self)!r}")
        if roll_of(&self.bits):
            raise PositionError(f"no roll {dice!r}: the dice have fallen already in {str(self)!r}")
        position.bits = self.bits
        position.second = self.second
        set_roll(&position.bits, dice[0], dice[1])
        return position

    def roll(self, first: SupportsIndex, second: SupportsIndex) -> Backgammon:
        """Returns the position after a roll.

        Parameters
        ----------
        first, second : int
            1..6, in any order.

        Raises
        ------
        PositionError
            If a die is out of range, or the dice have already been rolled.
        GameOverError
            If the game has ended.
        """
        return self.rolled(sorted_dice((first, second)))

    @property
    def turn(self) -> Literal["white", "black"]:
        return "black" if self.second else "white"

    @property
    def dice(self) -> tuple[int, int] | None:
        cdef int roll = roll_of(&self.bits)
        return (roll >> 3, roll & 7) if roll else None

    @property
    def own(self) -> tuple[int, ...]:
        return tuple([count(self.bits.own, point) for point in range(BAR + 1)])

    @property
    def other(self) -> tuple[int, ...]:
        return tuple([count(self.bits.other, point) for point in range(BAR + 1)])

    @property
    def pips(self) -> tuple[int, int]:
        return tuple([sum([point * checkers for point, checkers in enumerate(side)])
                      for side in (self.own, self.other)])

    cdef int find_finals(self) except -1:
        """Fills self.finals with the positions after the legal plays; returns their number."""
        cdef Masks masks
        cdef int roll = roll_of(&self.bits), n
        if is_over(&self.bits):
            raise GameOverError(f"no play: the game is over in {str(self)!r}")
        if not roll:
            raise PositionError(f"no play: the dice have not fallen in {str(self)!r}; see roll()")
        if self.finals is None:
            fill_masks(&self.bits, &masks)
            n = plays(&self.bits, &masks, roll >> 3, roll & 7, ROOM)
            self.finals = (<char*>ROOM)[:n * sizeof(BackgammonBits)]
        return len(self.finals) // sizeof(BackgammonBits)

    cdef int checked(self, object index) except -1:
        """Returns the index of a legal play."""
        cdef int n = self.find_finals()
        if integer(index) is None or not 0 <= index < n:
            raise MoveError(f"no play of index {index!r}: {str(self)!r} has {n}")
        return index

    cdef Backgammon child(self, int i):
        """Returns the position after the play of this index."""
        cdef Backgammon position = Backgammon.__new__(Backgammon)
        position.bits = (<BackgammonBits*><char*>self.finals)[i]
        position.second = not self.second
        return position

    cdef list list_ways(self):
        """Returns the hits of each legal play, and every set of steps to its final position, with the longest first."""
        cdef dict found = {}
        cdef int a = roll_of(&self.bits) >> 3, b = roll_of(&self.bits) & 7, n = self.find_finals(), i
        if self.ways is None:
            for dice in ([(a, a, a, a)] if a == b else [(a, b), (b, a)]):
                add_ways(&self.bits, dice, (), found)
            self.ways = []
            for i in range(n):
                ways = found[self.finals[i * sizeof(BackgammonBits):(i + 1) * sizeof(BackgammonBits)]]
                self.ways.append((hits_of(&self.bits, <BackgammonBits*><char*>self.finals + i),
                                  sorted(ways, key=len, reverse=True)))
        return self.ways

    cdef int find(self, object move) except -1:
        if isinstance(move, BackgammonMove) and move.position is self:
            return self.checked(move.index)
        return find_move(move, self.list_ways(), self)

    def way(self, index: int) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
        """Returns the steps and hits of the play with this index in legal_moves, in the form of a BackgammonMove."""
        hits, ways = self.list_ways()[self.checked(index)]
        return ways[0], hits

    def legal_moves(self) -> list[BackgammonMove]:
        """Returns the list of legal BackgammonMoves, including a pass, in generator order. It is empty before the
        roll."""
        if is_over(&self.bits) or not roll_of(&self.bits):
            return []
        return [BackgammonMove.of(self, i) for i in range(self.find_finals())]

    def play(self, move: BackgammonMove | str) -> Backgammon:
        """Returns the position after a play, with the opponent on roll.

        Parameters
        ----------
        move : BackgammonMove or str
            The play. Its text may be "8/5 6/5", "24/18*/13", "bar/22 6/4(2)", "6/off" or "pass", with the checkers in
            any order; stars and intermediate points may be omitted if only one play fits.

        Raises
        ------
        MoveError
            If the play is malformed, illegal or ambiguous.
        PositionError
            If the dice have not been rolled.
        GameOverError
            If the game has ended.
        """
        return self.child(self.find(move))

    def read_move(self, text: BackgammonMove | str) -> BackgammonMove:
        """Returns the legal BackgammonMove that a text means; the errors are those of `play`."""
        return BackgammonMove.of(self, self.find(text))

    def successors(self) -> list[Backgammon]:
        """Returns the positions after the legal plays in order."""
        return [self.child(i) for i in range(self.find_finals())]

    def notate(self, moves: Iterable[int]) -> tuple[BackgammonMove, ...]:
        """Returns the BackgammonMoves of plays that are given by their indices. A line of play has only one."""
        return tuple([BackgammonMove.of(self, self.checked(move)) for move in moves])

    def outcomes(self) -> list[tuple[tuple[int, int], float]]:
        """Returns the rolls as a list of ((larger, smaller), probability). It is empty after the roll and after the end
        of the game."""
        return [] if roll_of(&self.bits) or is_over(&self.bits) else list(OUTCOMES)

    def play_outcome(self, outcome: tuple[int, int]) -> Backgammon:
        """Returns the position after a roll of `outcomes`."""
        return self.roll(*outcome)

    @property
    def outcome(self) -> Literal["win", "loss"] | None:
        if not is_over(&self.bits):
            return None
        return "win" if final_utility(&self.bits) > 0 else "loss"

    def is_over(self) -> bool:
        """Whether a side has borne off all its checkers."""
        return is_over(&self.bits)

    def final_score(self) -> float:
        """Returns the points won by the player on roll, -3..3, where a gammon counts 2 and a backgammon 3.

        Raises
        ------
        PositionError
            If the game is not over.
        """
        if not is_over(&self.bits):
            raise PositionError(f"the game is not over in {str(self)!r}")
        return final_utility(&self.bits)

    def key(self) -> int:
        """Returns a 64-bit int that is equal for equal positions, and almost never equal for different ones."""
        return key(&self.bits)

    def swapped(self) -> Backgammon:
        """Returns the position with the same checkers before a roll of the other player."""
        cdef Backgammon position = Backgammon.__new__(Backgammon)
        position.bits, position.second = after_pass(&self.bits), not self.second
        return position

    def to_array(self) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.int8]]:
        """Returns the counts as numpy int8, shape (2, 26), own and then other."""
        from gamecore.core.packages import numpy
        return numpy.array([self.own, self.other], dtype=numpy.int8)

    @classmethod
    def from_array(cls, array: numpy.typing.ArrayLike) -> Backgammon:
        """Returns the position, before the roll, in an array of `to_array`.

        Parameters
        ----------
        array : array_like of int, shape (2, 26)

        Raises
        ------
        PositionError
            If the shape or a number is wrong, or the position is impossible.
        """
        return cls.from_counts(*board(array, (2, BAR + 1), 0, CHECKERS))

    @property
    def position_id(self) -> str:
        """GNU Backgammon's position ID, 14 characters, without the dice."""
        return backgammon_text.write_id(self.own, self.other)

    def fibs(self) -> str:
        """Returns the position as a FIBS board line, with the player on roll as O."""
        return backgammon_text.write_fibs(self.own, self.other, self.dice)

    def xgid(self, score: MatchScore | None = None, cube: SupportsIndex | None = None, owner: str = "centred", *,
             jacoby: bool = False, beavers: bool = False, doubled: bool = False) -> str:
        """Returns eXtreme Gammon's XGID, with the player on roll at the bottom.

        Parameters
        ----------
        score : MatchScore, optional
            Without one the game is for money.
        cube, owner, jacoby, beavers
            The cube, by default at the stake of the score, and the rules for money, as for Engine.decide.
        doubled : bool, default False
            Whether the player on roll has doubled this cube and waits for the answer.

        Raises
        ------
        PositionError, LimitError, SettingsError
            If the cube is impossible, or a rule for money is given with a score.
        """
        return backgammon_text.write_xgid(self.own, self.other, self.dice, score, self.second, cube, owner, jacoby,
                                          beavers, doubled)

    def board(self, turned: bool = False) -> str:            # no-cython-lint
        """Returns the board as text, from the view of the player on roll or, if turned, of the opponent.

        The checkers of the nearer player are x.
        """
        if turned:
            return backgammon_text.draw(self.other, self.own, self.dice, "o")
        return backgammon_text.draw(self.own, self.other, self.dice)

    def __str__(self):
        return self.position_id if self.dice is None else "{} {}{}".format(self.position_id, *self.dice)

    def __repr__(self):
        return f"Backgammon({str(self)!r})"

    def _repr_svg_(self):
        return svg_of(self)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Backgammon):
            return NotImplemented
        return memcmp(&self.bits, &(<Backgammon>other).bits, sizeof(BackgammonBits)) == 0

    def __hash__(self) -> int:
        return hash(key(&self.bits))

    def __reduce__(self) -> tuple[Any, ...]:
        return restore, (str(self), bool(self.second))


def restore(text: str, bint second: bool) -> Backgammon:
    """Returns a position with its player on roll from a pickle."""
    cdef Backgammon position = Backgammon(text)
    position.second = second
    return position


cdef tuple sorted_dice(dice):
    numbers = [die if type(die) is int else integer(die) for die in dice]
    for die, number in zip(dice, numbers):
        if number is None or not 1 <= number <= 6:
            raise PositionError(f"a die shows 1..6, not {die!r}")
    return max(numbers), min(numbers)


cdef int add_ways(const BackgammonBits* here, tuple dice, tuple steps, dict found) except -1:
    """Records every way to play the dice in this order, by its final position; a double is played from the highest
    point down."""
    cdef Masks masks
    cdef BackgammonBits next
    cdef uint32_t sources = 0
    cdef int point
    if dice:
        fill_masks(here, &masks)
        sources = movable(masks.own, open_to(masks.blocked, dice[0]), dice[0])
    if not sources:
        next = after_pass(here)
        found.setdefault((<char*>&next)[:sizeof(next)], {})[tuple(sorted(steps, reverse=True))] = None
    for point in range(BAR, 0, -1):
        if sources >> point & 1 and not (steps and dice[0] == dice[-1] and len(steps) + len(dice) == 4
                                         and point > steps[-1][0]):
            next = here[0]
            step(next.own, point, point - dice[0])
            if (masks.blots << dice[0]) >> point & 1:
                hit(next.other, point - dice[0])
            add_ways(&next, dice[1:], (*steps, (point, max(point - dice[0], OFF))), found)
    return 0


cdef tuple hits_of(const BackgammonBits* before, const BackgammonBits* after):
    """Returns the points, from the highest, where the opponent had a blot and has none after a play."""
    return tuple([point for point in range(BAR - 1, 0, -1)
                  if count(before.other, BAR - point) == 1 and count(after.own, BAR - point) == 0])
