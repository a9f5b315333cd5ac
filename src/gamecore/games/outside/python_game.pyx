"""The GameOps behind a PythonGame, for the compiled search."""
from cpython.list cimport PyList_GET_ITEM, PyList_GET_SIZE
from cpython.ref cimport Py_INCREF, Py_XDECREF, PyObject
from libc.math cimport INFINITY, NAN, isnan
from libc.stdint cimport int64_t, uint64_t, uintptr_t
from libc.string cimport memcpy

from types import FunctionType

from gamecore.core.bits cimport mix64, store_int
from gamecore.core.limits cimport STOP_ERROR
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.types cimport HISTORY_SLOTS, MAX_MOVES, MAX_OUTCOMES, Key, Move, Outcome
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, CustomBits, GameOps

from gamecore.errors import GameError
from gamecore.games.outside.answers import list_of, to_bool, to_hint, to_key, to_position
from gamecore.games.outside.base import PythonGame
from gamecore.games.outside.turns import Sides, check_chance, check_choice, passes_turn, unit_of

NOTHING: object = object()       # no argument, since None could be one

cdef int WATCHED = 1000          # plays of a search whose turns are checked

# Optional functions, by their index in FUNCTIONS; without is_over an empty list of moves ends the game.
cdef dict OPTIONAL = {3: "is_over", 5: "evaluate", 6: "key", 7: "hint", 9: "is_quiet", 10: "is_reversible",
                      11: "same_player", 12: "outcomes", 14: "bounds", 15: "passes_turn"}

cdef enum:                       # Method: the index in METHODS
    LEGAL_MOVES, PLAY, IS_OVER, FINAL_SCORE, EVALUATE, KEY
cdef tuple METHODS = ("legal_moves", "play", "is_over", "final_score", "evaluate", "key")    # called at every node
# Methods that affect scores, but are called only if the root defines them.
cdef tuple CHANGING = ("is_over", "evaluate", "is_quiet", "is_reversible", "same_player", "outcomes", "passes_turn")

cdef extern from *:                # Python.h
    int PyLong_CheckExact(PyObject* candidate) noexcept
    int64_t PyLong_AsLongLongAndOverflow(PyObject* number, int* overflow) noexcept
    size_t PY_VECTORCALL_ARGUMENTS_OFFSET
    vectorcallfunc PyVectorcall_Function(object function) noexcept
    object PyObject_VectorcallMethod(object name, PyObject** arguments, size_t n, PyObject* names)


cdef inline int64_t to_int(PyObject* answer) noexcept:
    """Returns an int within 0..2**63-1; -1 for anything else."""
    cdef int overflow
    return PyLong_AsLongLongAndOverflow(answer, &overflow) if PyLong_CheckExact(answer) else -1


cdef class Adapter:
    """The adapter for one search of a Python game, which numbers its moves and stores its exception.

    A position's bytes begin with an owned reference to the Python object, or NULL after a failure. A move that is an
    int has an odd number, which contains its value. Other moves get even numbers in the order of their first
    appearance, so searches are repeated exactly, whatever Python's hash seed is.
    """

    def __cinit__(self, root: PythonGame):
        self.unit = unit_of(root)
        self.functions = functions_of(root)
        self.kind = type(root) if self.functions else None
        for i, function in enumerate(self.functions):
            self.calls[i] = PyVectorcall_Function(function)
        self.numbers = {}
        self.moves = [None]
        self.sides = Sides()
        self.unwatched = WATCHED
        self.kinds = {type(root)}
        self.lacking = [method for method in CHANGING if not defines(root, method)]
        self.averages = root.outcomes is not None
        check_chance(root)
        self.ops = PYTHON_OPS
        for i, method in OPTIONAL.items():
            if not defines(root, method):
                (<void**>&self.ops.legal_moves)[<int>i] = NULL

    cdef void put(self, CustomBits* bits, object position):
        """Writes the position into `bits`, which the caller releases."""
        bits.ops = &self.ops
        bits.game = <void*>self
        hold(bits.words, position)

    cdef void fail(self, object error):
        if self.error is None:
            self.error = error
        if self.stop != NULL:
            store_int(self.stop, STOP_ERROR)         # before any other reason: later answers are meaningless

    cdef object ask(self, const void* position, str method, object convert, object default, object argument=NOTHING):
        """Returns the game's converted answer, or the default after the game has failed."""
        if not is_readable(self, position):
            return default
        try:
            here = <object>held(position)
            function = getattr(here, method)
            return convert(here, function() if argument is NOTHING else function(argument))
        except BaseException as error:
            self.fail(error)
            return default

    cdef tuple ask_bounds(self, const void* position):
        """Returns the position's bounds, or no bounds after the game has failed."""
        try:
            if is_readable(self, position):
                here = <object>held(position)
                try:
                    low, high = map(float, here.bounds)
                    if low <= high:
                        return low, high
                except (TypeError, ValueError, OverflowError):
                    pass
                raise GameError(f"{type(here).__name__}.bounds must be (low, high), not {here.bounds!r:.80}")
        except BaseException as error:
            self.fail(error)
        return -INFINITY, INFINITY

    cdef int check_kind(self, object position, object after) except -1:
        """Raises GameError if an object of another class than the root's is not a position, or defines a method that
        the root lacks."""
        if type(after) not in self.kinds:
            to_position(position, after)
            for method in self.lacking:
                if defines(after, method):
                    raise GameError(f"{type(after).__name__} defines {method}, but the position of the search's root "
                                    f"does not: a search looks there for what a game defines")
            self.kinds.add(type(after))
        return 0

    def notate(self, moves: Iterable[int]) -> tuple[Hashable, ...]:
        """Returns the game's own moves with these numbers."""
        return tuple([self.move_of(number) for number in moves])

    cdef object move_of(self, Move number):
        """Returns the game's own move with this number."""
        return number >> 1 if number & 1 else self.moves[number >> 1]

    cdef Move number_of(self, object position, object move) except? 0:
        """Returns the number of a move or outcome; a new one gets the next number."""
        try:
            number = self.numbers.get(move)
            if number is None:
                # Another thread may run while the move is hashed. So the code claims a number, and accepts an earlier
                # claim.
                self.moves.append(move)
                number = self.numbers.setdefault(move, 2 * (len(self.moves) - 1))
            return number
        except TypeError:
            raise GameError(f"a move of {type(position).__name__} must be hashable, not {move!r}") from None

    cdef double to_score(self, object position, object value, bint final) except? -1:
        """Returns a score in units; raises GameError if it is not a number.

        The score of an unfinished position must be finite, except where scores are averaged.
        """
        cdef double score
        try:
            if isinstance(value, (str, bytes)):
                raise TypeError
            score = float(value)
        except (TypeError, ValueError):
            raise GameError(f"a score of {type(position).__name__} must be a number, not {value!r}") from None
        except OverflowError:
            score = NAN
        if self.averages and not isnan(score):
            return score
        score /= self.unit
        if isnan(score) or MAX_EVALUATION <= abs(score) < INFINITY:
            raise GameError(f"a score of {type(position).__name__} must stay below {MAX_EVALUATION} "
                            f"in units of {self.unit:g}, but is {value!r}")
        if abs(score) == INFINITY and not final:
            raise GameError(f"{type(position).__name__}.evaluate() must be finite, not {value!r}: "
                            f"only final_score() may return a win")
        return score

    def to_outcomes(self, position: PythonGame, outcomes: Iterable[tuple[Hashable, float]] | None
                    ) -> list[tuple[int, float]]:
        """Returns (number, probability) of each possible outcome; outcomes are numbered like moves."""
        listed = list(outcomes or ())
        try:
            pairs = [(outcome, float(probability)) for outcome, probability in listed]
        except (TypeError, ValueError):
            raise GameError(f"{type(position).__name__}.outcomes() must list pairs (outcome, probability), "
                            f"not {listed!r:.200}") from None
        total = sum([probability for _, probability in pairs])
        if pairs and not abs(total - 1) < 1e-9:
            raise GameError(f"probabilities of {type(position).__name__}.outcomes() must sum to 1, not to {total!r}: "
                            f"{outcomes!r:.200}")
        if any([probability < 0 for _, probability in pairs]):
            raise GameError(f"probabilities of {type(position).__name__}.outcomes() must not be negative: "
                            f"{outcomes!r:.200}")
        if len(pairs) > MAX_OUTCOMES:
            raise GameError(f"{type(position).__name__}.outcomes() lists {len(pairs)} outcomes; "
                            f"at most {MAX_OUTCOMES} can be searched")
        return [(self.number_of(position, outcome), probability) for outcome, probability in pairs if probability > 0]

    cdef int fill_moves(self, object position, object legal, Move* moves) except -1:
        """Fills moves with the numbers of the legal moves, each of which may be listed once."""
        cdef Move highest = 0                # so far: a higher one is new
        cdef int64_t value
        cdef int n = 0, i
        cdef bint twice = False
        cdef list listed = legal if type(legal) is list else list_of(position, legal, MAX_MOVES + 1)
        while n < PyList_GET_SIZE(listed):
            if n == MAX_MOVES:
                raise GameError(f"{type(position).__name__}.legal_moves() lists more than {MAX_MOVES} moves, "
                                f"from {legal!r:.80}")
            value = to_int(PyList_GET_ITEM(listed, n))
            moves[n] = (<Move>value << 1 | 1 if value >= 0 else
                        self.number_of(position, <object>PyList_GET_ITEM(listed, n)))
            if moves[n] > highest:
                highest = moves[n]
            else:
                for i in range(n):
                    twice |= moves[i] == moves[n]
            n += 1
        if twice:
            raise GameError(f"{type(position).__name__}.legal_moves() lists a move twice: {legal!r:.80}")
        return n


cdef inline bint is_readable(Adapter adapter, const void* position) noexcept:
    """Whether there is a position whose methods can be called; after a failure of the game there is none."""
    return held(position) != NULL and adapter.error is None


cdef inline void hold(void* position, object here) noexcept:
    """Takes a reference, which `release` drops; None needs no reference."""
    (<uint64_t*>position)[0] = 0
    if here is not None:
        Py_INCREF(here)
        (<uint64_t*>position)[0] = <uintptr_t><PyObject*>here


def defines(position: PythonGame, method: str) -> bool:
    """Whether a position, or its class, has a method in place of PythonGame's default or None."""
    default = getattr(PythonGame, method)
    if default is None:
        return getattr(position, method) is not None
    return method in getattr(position, "__dict__", ()) or getattr(type(position), method) is not default


def functions_of(root: PythonGame) -> list[FunctionType]:
    """Returns the functions of METHODS in the class; none if one of them is not a plain function, or if the position
    has its own.
    """
    names = METHODS if root.key is not None else METHODS[:KEY]
    found = [next(vars(base)[name] for base in type(root).__mro__ if name in vars(base)) for name in names]
    plain = all([type(function) is FunctionType for function in found])
    return found if plain and not set(names).intersection(getattr(root, "__dict__", ())) else []


cdef inline object call(Adapter adapter, object here, int method, PyObject* argument):
    """Calls a method of METHODS, without a lookup in most games; NULL means no argument."""
    cdef PyObject* arguments[3]
    cdef size_t n = (1 if argument == NULL else 2) | PY_VECTORCALL_ARGUMENTS_OFFSET
    arguments[1], arguments[2] = <PyObject*>here, argument
    if type(here) is adapter.kind:
        return adapter.calls[method](PyList_GET_ITEM(adapter.functions, method), arguments + 1, n, NULL)
    return PyObject_VectorcallMethod(METHODS[method], arguments + 1, n, NULL)


cdef int python_legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept:
    cdef Adapter adapter = <Adapter>game
    if not is_readable(adapter, position):
        return 0
    try:
        here = <object>held(position)
        return adapter.fill_moves(here, call(adapter, here, LEGAL_MOVES, NULL), moves)
    except BaseException as error:
        adapter.fail(error)
        return 0


cdef inline void reach(Adapter adapter, const void* position, Move number, void* child, bint by_chance) noexcept:
    """Writes the position after a move or a chance outcome; checks whose turn it is in the first of these positions."""
    hold(child, None)
    if not is_readable(adapter, position):
        return
    try:
        here, chosen = <object>held(position), adapter.move_of(number)
        after = here.play_outcome(chosen) if by_chance else call(adapter, here, PLAY, <PyObject*>chosen)
        if type(after) is not type(here):
            adapter.check_kind(here, after)
        if adapter.unwatched > 0 and not (by_chance and passes_turn(here, chosen)):
            adapter.unwatched -= 1
            adapter.sides.see(here.turn, after.turn, (chosen,) if by_chance else None)
            if by_chance:
                check_choice(here, chosen, after)
        hold(child, after)
    except BaseException as error:
        adapter.fail(error)


cdef void python_play(void* game, const void* position, Move move, void* child) noexcept:
    reach(<Adapter>game, position, move, child, False)


cdef void python_release(void* game, void* position) noexcept:
    Py_XDECREF(held(position))


cdef bint python_is_over(void* game, const void* position) noexcept:
    cdef Adapter adapter = <Adapter>game
    if not is_readable(adapter, position):
        return True
    try:
        return call(adapter, <object>held(position), IS_OVER, NULL)
    except BaseException as error:
        adapter.fail(error)
        return True


cdef inline double score_of(Adapter adapter, const void* position, int method) noexcept:
    if not is_readable(adapter, position):
        return 0
    try:
        here = <object>held(position)
        return adapter.to_score(here, call(adapter, here, method, NULL), method == FINAL_SCORE)
    except BaseException as error:
        adapter.fail(error)
        return 0


cdef double python_final_score(void* game, const void* position) noexcept:
    return score_of(<Adapter>game, position, FINAL_SCORE)


cdef double python_evaluate(void* game, const void* position) noexcept:
    return score_of(<Adapter>game, position, EVALUATE)


cdef Key python_key(void* game, const void* position) noexcept:
    cdef Adapter adapter = <Adapter>game
    if not is_readable(adapter, position):
        return 0
    try:
        here = <object>held(position)
        answer = call(adapter, here, KEY, NULL)
        return to_int(<PyObject*>answer) if to_int(<PyObject*>answer) >= 0 else to_key(here, answer)
    except BaseException as error:
        adapter.fail(error)
        return 0


cdef void python_hints(void* game, const void* position, const Move* moves, int n, int64_t* hints) noexcept:
    cdef Adapter adapter = <Adapter>game
    cdef int i
    for i in range(n):
        hints[i] = adapter.ask(position, "hint", to_hint, 0, adapter.move_of(moves[i]))


cdef int python_history_slot(void* game, const void* position, Move move) noexcept nogil:
    return (move >> 1 if move < 2 * HISTORY_SLOTS else mix64(move)) & (HISTORY_SLOTS - 1)


cdef bint python_is_quiet(void* game, const void* position) noexcept:
    return (<Adapter>game).ask(position, "is_quiet", to_bool, True)


cdef bint python_is_reversible(void* game, const void* position, Move move) noexcept:
    return (<Adapter>game).ask(position, "is_reversible", to_bool, False, (<Adapter>game).move_of(move))


cdef bint python_same_player(void* game, const void* position, Move move) noexcept:
    return (<Adapter>game).ask(position, "same_player", to_bool, False, (<Adapter>game).move_of(move))


cdef int python_outcomes(void* game, const void* position, Outcome* outcomes, int capacity) noexcept:
    cdef Adapter adapter = <Adapter>game
    cdef int n = 0
    for number, probability in adapter.ask(position, "outcomes", adapter.to_outcomes, ()):
        outcomes[n].event = number
        outcomes[n].probability = probability
        n += 1
    return n


cdef void python_play_outcome(void* game, const void* position, uint64_t event, void* child) noexcept:
    reach(<Adapter>game, position, event, child, True)


cdef bint python_passes_turn(void* game, const void* position, uint64_t event) noexcept:
    return (<Adapter>game).ask(position, "passes_turn", to_bool, False, (<Adapter>game).move_of(event))


cdef void python_bounds(void* game, const void* position, double* low, double* high) noexcept:
    low[0], high[0] = (<Adapter>game).ask_bounds(position)


# A search of a game in Python holds the GIL throughout, so these functions need not acquire it.
cdef void* FUNCTIONS[16]
FUNCTIONS[:] = [
    <void*>python_legal_moves, <void*>python_play, <void*>python_release, <void*>python_is_over,
    <void*>python_final_score, <void*>python_evaluate, <void*>python_key, <void*>python_hints,
    <void*>python_history_slot, <void*>python_is_quiet, <void*>python_is_reversible, <void*>python_same_player,
    <void*>python_outcomes, <void*>python_play_outcome, <void*>python_bounds, <void*>python_passes_turn]
cdef GameOps PYTHON_OPS
PYTHON_OPS.version, PYTHON_OPS.size = GAME_OPS_VERSION, sizeof(GameOps)
memcpy(&PYTHON_OPS.legal_moves, FUNCTIONS, sizeof(FUNCTIONS))
