"""The conversion of a position to the struct of its game, once for each call. No other file tests the position's
class."""
from cpython.ref cimport Py_XDECREF

from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.match_equity cimport mark
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.python_game cimport Adapter, held

from gamecore.errors import PositionError
from gamecore.games.connect_four.position import notate as notate_connect_four
from gamecore.games.outside.python_game import PythonGame


cdef class Root:
    """A position, its struct, and its notation."""

    def __dealloc__(self):
        if self.custom.ops != NULL:      # the adapter may be gone
            Py_XDECREF(held(self.custom.words))

    cdef bint has_chance(self) noexcept:
        return self.kind == BACKGAMMON or self.kind == CUSTOM_CHANCE


cdef Root root_of(object position, bint at_score):
    cdef Root root = Root.__new__(Root)
    root.position = position
    if isinstance(position, ConnectFour):
        root.kind, root.bits = CONNECT_FOUR, &(<ConnectFour>position).bits
        root.notate = notate_connect_four
        return root
    if isinstance(position, Checkers):
        root.kind, root.bits = CHECKERS, &(<Checkers>position).bits
    elif isinstance(position, Backgammon):
        root.backgammon = (<Backgammon>position).bits
        if at_score:
            mark(&root.backgammon, (<Backgammon>position).second)
        root.kind, root.bits = BACKGAMMON, &root.backgammon
    elif isinstance(position, CompiledGame):
        (<CompiledGame>position).check()
        root.bits = &(<CompiledGame>position).bits
        root.kind = CUSTOM if (<CompiledGame>position).bits.ops.outcomes == NULL else CUSTOM_CHANCE
    elif isinstance(position, PythonGame):
        root.adapter = Adapter(position)
        root.adapter.put(&root.custom, position)
        root.bits = &root.custom
        root.kind = CUSTOM if root.custom.ops.outcomes == NULL else CUSTOM_CHANCE
        root.notate = root.adapter.notate
        return root
    else:
        raise PositionError("a position is a gamecore.ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame, "
                            f"not {position!r}")
    root.notate = position.notate
    return root
