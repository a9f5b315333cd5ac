"""Games whose rules are C functions at given addresses, from numba or any shared library."""
from libc.stdint cimport uintptr_t
from libc.string cimport memcpy, memset

from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, GameOps

from gamecore.errors import GameError, PositionError

LOWEST = 4096                        # the lowest address: nothing is mapped below
HIGHEST: int = 2**64 - 1
FUNCTIONS: tuple[str, ...] = ("legal_moves", "play", "release", "is_over", "final_score", "evaluate", "key", "hints",
                              "history_slot", "is_quiet", "is_reversible", "same_player", "outcomes", "play_outcome",
                              "bounds", "passes_turn", "move_set")


cdef class FunctionTable:
    """The addresses of a game's functions; GameOps in games/outside/rules.pxd defines their signatures.

    Parameters
    ----------
    **functions : int, or object with the address as attribute `address`
        `legal_moves`, `play` and `final_score`, and those that the game has of `release`, `is_over`, `evaluate`,
        `key`, `hints`, `history_slot`, `is_quiet`, `is_reversible`, `same_player`, `outcomes`, `play_outcome`,
        `bounds`, `passes_turn` and `move_set`. A wrong address crashes the process.

    Raises
    ------
    GameError
        If a name is unknown, a value is not an address, or legal_moves, play or final_score is missing.
    """

    cdef GameOps ops
    cdef dict functions              # keeps the owners of the addresses alive

    def __cinit__(self, **functions: Any):
        memset(&self.ops, 0, sizeof(GameOps))
        self.ops.version = GAME_OPS_VERSION
        self.ops.size = sizeof(GameOps)
        self.functions = functions
        for name, function in functions.items():
            if name not in FUNCTIONS:
                raise GameError(f"a game has no function {name!r}; known are {', '.join(FUNCTIONS)}")
            address = getattr(function, "address", function)
            if not isinstance(address, int) or isinstance(address, bool) or not LOWEST <= address <= HIGHEST:
                raise GameError(f"{name} must be the address of a function, or an object that has one, "
                                f"not {function!r}")
            self.slot(name)[0] = <void*><uintptr_t>address
        if not {"legal_moves", "play", "final_score"} <= functions.keys():
            raise GameError(f"a game needs legal_moves, play and final_score; given: {', '.join(functions) or 'none'}")

    cdef void** slot(self, str name):
        """Returns the address of the table's pointer to a function, in the order of FUNCTIONS."""
        cdef Py_ssize_t i = FUNCTIONS.index(name)
        return <void**>&self.ops.legal_moves + i


cdef class ForeignGame(CompiledGame):
    """The base class of positions whose rules are the functions of a FunctionTable.

    Parameters
    ----------
    data : bytes
        The position in the form that the functions use, up to 256 bytes; missing bytes are filled with zeros.

    Attributes
    ----------
    functions : FunctionTable
        Set by the subclass; all its positions share it.
    data : bytes
        The position, 256 bytes. In a position that a search passes to a function in Python, bytes that the functions
        never write are arbitrary.

    Raises
    ------
    GameError
        If the class has no FunctionTable.
    PositionError
        If the data are not bytes, or too many.

    Notes
    -----
    The functions are called without the GIL, so Python functions cannot be used: see docs/embedding.md.
    """

    functions = None                 # type: ClassVar[FunctionTable | None]

    def __init__(self, data: bytes = b""):
        if not isinstance(self.functions, FunctionTable):
            raise GameError(f"{type(self).__name__}.functions must be a FunctionTable, not {self.functions!r}")
        if not isinstance(data, bytes) or len(data) > <Py_ssize_t>sizeof(self.bits.words):
            raise PositionError(f"a position is up to {sizeof(self.bits.words)} bytes, not {data!r:.200}")
        self.use(&(<FunctionTable>self.functions).ops, NULL, self.functions)
        memcpy(self.bits.words, <char*><bytes>data, len(data))

    @property
    def data(self) -> bytes:
        return (<char*>self.bits.words)[:sizeof(self.bits.words)]

    def __reduce__(self):
        self.check()
        if self.bits.ops.release != NULL:
            raise TypeError(f"{type(self).__name__} does not pickle: its function `release` shows that its data point "
                            "to memory of this process")
        return restore, (type(self), self.data)


def restore(kind: type[ForeignGame], data: bytes) -> ForeignGame:
    """Returns the position of this class with these data."""
    cdef ForeignGame position = kind.__new__(kind)
    ForeignGame.__init__(position, data)
    return position
