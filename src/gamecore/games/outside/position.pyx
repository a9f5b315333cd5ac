"""The Python API of a compiled custom game."""
cimport cython
from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from gamecore.core.types cimport MAX_MOVES, MAX_OUTCOMES, Move, Outcome
from gamecore.games.outside.rules cimport (GAME_OPS_VERSION, GameOps, has_move_set, hints, is_over, is_quiet,
                                           is_reversible, key, legal_moves, move_set, passes_turn, play, play_outcome,
                                           release, same_player)

from gamecore.core.shown import svg_of
from gamecore.errors import GameError, MoveError
from gamecore.games.outside.turns import OutcomeByScore, find_move, unit_of

WIN: float = float("inf")
LOSS: float = float("-inf")

# The supported versions of GameOps, and their sizes.
cdef dict OLD_SIZES = {2: <size_t>&(<GameOps*>NULL).passes_turn, 3: <size_t>&(<GameOps*>NULL).move_set,
                       4: <size_t>&(<GameOps*>NULL).unit}
cdef dict RENEWED = {}                   # a table's bytes, unit -> the current version; never freed: in use


@cython.no_gc_clear                      # the functions' data must outlive the position
cdef class CompiledGame:
    """The base class of positions of a compiled custom game, which every tool of gamecore accepts.

    A cdef subclass's constructor calls `use` with its table of functions, then writes the position into `bits.words`.
    To show moves as more than numbers, override `notate`. See docs/adding-a-game.md and games/othello.

    Attributes
    ----------
    unit : float
        An attribute of the class, 1 by default: the step in which negamax counts scores, as in PythonGame.
    """

    unit = 1                             # type: ClassVar[float]
    turn = None                          # type: Any; the side to move, if the game names it
    ply = None                           # type: int | None; the plies played from the start, if the game counts them
    outcome = OutcomeByScore()           # type: Literal["win", "loss", "draw"] | None
    to_array = None                      # type: Callable[..., Any] | None
    from_array = None                    # type: Callable[..., Any] | None

    def __dealloc__(self):
        if self.bits.ops != NULL:
            release(&self.bits)

    cdef int use(self, const GameOps* ops, void* game=NULL, object keeper=None) except -1:
        """Checks that the table was compiled for this gamecore. Keeps the table, and `keeper`, the owner of `game`."""
        cdef double unit = unit_of(self)
        name = type(self).__name__
        if ops != NULL and ops.size == OLD_SIZES.get(ops.version):
            ops = renewed(ops, 1)
        if ops == NULL or ops.version != GAME_OPS_VERSION:
            raise GameError(f"{name} brings version {0 if ops == NULL else ops.version} of GameOps; "
                            f"this gamecore needs version {GAME_OPS_VERSION}: compile it again")
        if ops.size != sizeof(GameOps):
            raise GameError(f"{name} brings a GameOps of {ops.size} bytes; this gamecore needs {sizeof(GameOps)}: "
                            f"compile it again")
        if ops.legal_moves == NULL or ops.play == NULL or ops.final_score == NULL:
            raise GameError(f"{name} brings a GameOps without legal_moves, play or final_score")
        if (ops.outcomes == NULL) != (ops.play_outcome == NULL):
            raise GameError(f"{name} brings a GameOps with one of outcomes and play_outcome, but not both")
        self.bits.ops = ops if unit == 1 else renewed(ops, unit)
        self.bits.game = game
        self.keeper = keeper
        return 0

    cdef int check(self) except -1:
        if self.bits.ops == NULL:
            raise GameError(f"{type(self).__name__} brings no table of functions: its constructor must call use()")
        return 0

    cdef list listed(self):
        """Returns the legal moves in their internal form, in generator order."""
        cdef Move moves[MAX_MOVES]
        self.check()
        if is_over(&self.bits):
            return []
        listed = [moves[i] for i in range(legal_moves(&self.bits, moves))]
        if has_move_set(&self.bits):
            bits = bits_of(move_set(&self.bits))
            if bits != listed:
                raise GameError(f"{type(self).__name__}: move_set() has the moves {bits}, legal_moves() lists {listed}")
        return listed

    cdef Move find(self, object move) except? -1:
        """Returns the internal form of a legal move."""
        legal = self.listed()
        names = self.notate(legal)
        for inner, name in zip(legal, names):
            if name == move or str(name) == str(move):
                return inner
        raise MoveError(f"no move {move!r}: legal are {', '.join(map(str, names)) or 'none, the game is over'}")

    cdef CompiledGame after(self, Move move):
        """Returns the position after a legal move in its internal form."""
        cdef CompiledGame child = type(self).__new__(type(self))
        child.keeper = self.keeper
        play(&self.bits, move, &child.bits)
        return child

    def notate(self, moves: Iterable[int]) -> tuple[Any, ...]:
        """Returns the tuple of the moves' texts, which by default are their numbers."""
        return tuple(moves)

    def legal_moves(self) -> list[Any]:
        """Returns the legal moves in generator order, or none if the game is over."""
        return list(self.notate(self.listed()))

    def play(self, move: Any) -> Self:
        """Returns the position after a legal move; raises MoveError for any other."""
        return self.after(self.find(move))

    def read_move(self, text: Any) -> Any:
        """Returns the legal move that a move or a text means, in full or as a word; raises MoveError for anything
        else."""
        return find_move(self, text)

    def same_player(self, move: Any) -> bool:
        """Whether the side that makes this legal move moves again after it."""
        return same_player(&self.bits, self.find(move))

    def hint(self, move: Any) -> int:
        """Returns the move-ordering score of a legal move; 0 in a game without such scores."""
        cdef Move inner = self.find(move)
        cdef int64_t found
        hints(&self.bits, &inner, 1, &found)
        return found

    def is_quiet(self) -> bool:
        """Whether the search may evaluate this position at its horizon."""
        self.check()
        return is_quiet(&self.bits)

    @property
    def is_reversible(self) -> Callable[[Any], bool] | None:
        """A function that returns whether a position could recur after a legal move; None if the game defines none."""
        self.check()
        return None if self.bits.ops.is_reversible == NULL else lambda move: is_reversible(&self.bits, self.find(move))

    def is_over(self) -> bool:
        """Whether the game is over: whether there is neither a move nor a chance event."""
        return not self.listed() and not self.list_outcomes()

    def final_score(self) -> float:
        """Returns the result for the side to move, WIN, LOSS, or a finite utility."""
        self.check()
        return self.bits.ops.final_score(self.bits.game, self.bits.words)

    @property
    def outcomes(self) -> Callable[[], list[tuple[int, float]]] | None:
        """A function that returns the pairs (outcome, probability) of the chance event before the side to move chooses.

        It returns an empty list if there is no event. In a game without chance the attribute is None.
        """
        self.check()
        return None if self.bits.ops.outcomes == NULL else self.list_outcomes

    def list_outcomes(self) -> list[tuple[int, float]]:
        """See outcomes."""
        cdef Outcome found[MAX_OUTCOMES]
        self.check()
        if self.bits.ops.outcomes == NULL or is_over(&self.bits):
            return []
        return [(found[i].event, found[i].probability)
                for i in range(self.bits.ops.outcomes(self.bits.game, self.bits.words, found, MAX_OUTCOMES))]

    def play_outcome(self, outcome: int) -> Self:
        """Returns the position after a chance outcome; raises MoveError for an impossible one."""
        cdef CompiledGame child
        check_outcome(self, outcome)
        child = type(self).__new__(type(self))
        child.keeper = self.keeper
        play_outcome(&self.bits, outcome, &child.bits)
        return child

    def passes_turn(self, outcome: int) -> bool:
        """Whether the other side is to move after this outcome."""
        check_outcome(self, outcome)
        return passes_turn(&self.bits, outcome)

    def evaluate(self) -> float:
        """Returns an estimate of the score of an unfinished position."""
        self.check()
        return 0 if self.bits.ops.evaluate == NULL else self.bits.ops.evaluate(self.bits.game, self.bits.words)

    def key(self) -> int | None:
        """Returns the position's 64-bit key, or None if the game has no keys."""
        self.check()
        return None if self.bits.ops.key == NULL else key(&self.bits)

    def __reduce__(self):
        raise TypeError(f"{type(self).__name__} does not pickle: its class defines no __reduce__, which says how to "
                        "make the position again")

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and self.key() is not None and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def _repr_svg_(self):
        return svg_of(self)

    @classmethod
    def from_text(cls, text: str) -> Self:
        """Returns the position that a text describes, in the format of --position."""
        return cls(text)


cdef list bits_of(Move moves):
    """Returns the bits of a set of moves from the lowest up, as words."""
    cdef int i
    return [<Move>1 << i for i in range(64) if moves >> i & 1]


cdef int check_outcome(CompiledGame position, outcome) except -1:
    """Raises a MoveError unless this is a possible chance outcome."""
    events = [event for event, _ in position.list_outcomes()]
    if outcome not in events:
        raise MoveError(f"no outcome {outcome!r}: possible are "
                        f"{', '.join(map(str, events)) or 'none, there is no chance here'}")
    return 0


cdef const GameOps* renewed(const GameOps* ops, double unit) except NULL:
    """Returns a table of the current version with this unit. Functions that an older version lacks are NULL."""
    cdef GameOps table
    cdef bytes kept
    memset(&table, 0, sizeof(GameOps))
    memcpy(&table, ops, ops.size)
    table.version, table.size, table.unit = GAME_OPS_VERSION, sizeof(GameOps), unit
    kept = RENEWED.setdefault(((<const char*>ops)[:ops.size], unit), (<char*>&table)[:sizeof(GameOps)])
    return <const GameOps*><char*>kept
