"""Games written in Python, for the compiled search: the GameOps behind a PythonGame."""
from cpython.list cimport PyList_GET_ITEM
from cpython.ref cimport Py_INCREF, Py_XDECREF, PyObject
from libc.math cimport INFINITY, NAN, isnan
from libc.stdint cimport int64_t, uint64_t, uintptr_t

from hashlib import blake2b
from itertools import islice
from numbers import Real

from gamecore.core.bits cimport store_int
from gamecore.core.limits cimport STOP_ERROR
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.types cimport HISTORY_SLOTS, MAX_MOVES, MAX_OUTCOMES, Key, Move, Outcome
from gamecore.games.outside.rules cimport GAME_OPS_VERSION, CustomBits, GameOps

from gamecore.core.checks import integer
from gamecore.errors import GameError
from gamecore.games.outside.base import PythonGame
from gamecore.games.outside.turns import Sides, check_choice, passes_turn

NOTHING = object()               # no argument, where None could be one

cdef int WATCHED = 1000          # plays of a search in which the turns are looked at
cdef int FEW = 16                # up to this number, moves are looked up without a list of their numbers


cdef class Adapter:
    """The object behind GameOps for one search of a Python game: numbers its moves, and keeps its exception.

    A position's bytes begin with an owned reference to the Python object, or NULL after a failure. Moves are numbered
    in the order of their first appearance, so that runs repeat exactly whatever Python's hash seed.
    """

    def __cinit__(self, root):
        if not isinstance(root.unit, Real) or not 0 < root.unit < INFINITY:
            raise GameError(f"{type(root).__name__}.unit must be a positive number, not {root.unit!r}")
        self.unit = root.unit
        self.numbers = {}
        self.moves = []
        self.sides = Sides()
        self.unwatched = WATCHED
        self.averages = root.outcomes is not None
        self.ops = PYTHON_OPS
        if type(root).is_over is PythonGame.is_over:     # an empty list of moves tells as much
            self.ops.is_over = NULL
        if type(root).evaluate is PythonGame.evaluate:
            self.ops.evaluate = NULL
        if root.key is None:
            self.ops.key = NULL
        if root.hint is None:
            self.ops.hints = NULL
        if root.is_quiet is None:
            self.ops.is_quiet = NULL
        if root.is_reversible is None:
            self.ops.is_reversible = NULL
        if root.same_player is None:
            self.ops.same_player = NULL
        if root.outcomes is None:
            self.ops.outcomes = NULL
        if root.passes_turn is None:
            self.ops.passes_turn = NULL
        if root.bounds is None:
            self.ops.bounds = NULL

    cdef void put(self, CustomBits* bits, object position):
        """Makes bits the position; the caller releases them."""
        bits.ops = &self.ops
        bits.game = <void*>self
        hold(bits.words, position)

    cdef void fail(self, object error):
        if self.error is None:
            self.error = error
        if self.stop != NULL:
            store_int(self.stop, STOP_ERROR)         # before any other reason: later answers mean nothing

    cdef bint knows(self, const void* position) noexcept:
        """Whether there is a position to call: there is none once the game has failed."""
        return held(position) != NULL and self.error is None

    cdef object ask(self, const void* position, str method, object convert, object default, object argument=NOTHING):
        """Returns the game's answer, converted; the default once the game has failed."""
        if not self.knows(position):
            return default
        try:
            here = <object>held(position)
            function = getattr(here, method)
            return convert(here, function() if argument is NOTHING else function(argument))
        except BaseException as error:
            self.fail(error)
            return default

    cdef tuple ask_bounds(self, const void* position):
        """Returns the position's bounds, or no bounds once the game has failed."""
        try:
            if self.knows(position):
                here = <object>held(position)
                low, high = map(float, here.bounds)
                if not low <= high:
                    raise GameError(f"{type(here).__name__}.bounds must be (low, high), not {(low, high)!r}")
                return low, high
        except BaseException as error:
            self.fail(error)
        return -INFINITY, INFINITY

    def notate(self, moves):
        """Returns the game's own moves with these numbers."""
        return tuple([self.moves[number] for number in moves])

    cdef double to_score(self, object position, object value, bint final) except? -1:
        """Returns a score in units; GameError if it is none. The score of an unfinished position, which is not won yet,
        must be finite, except where scores are averaged."""
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
                            f"only final_score() tells of wins")
        return score

    def to_outcomes(self, position, outcomes):
        """Returns (number, probability) of each outcome that can happen; outcomes are numbered like moves."""
        pairs = [(outcome, float(probability)) for outcome, probability in outcomes or ()]
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
        numbers = self.to_numbers(position, [outcome for outcome, _ in pairs])
        return [(number, probability) for number, (_, probability) in zip(numbers, pairs) if probability > 0]

    cdef int fill_moves(self, object position, object legal, Move* moves) except -1:
        """Fills moves with the numbers of the legal moves."""
        cdef int n = 0
        if type(legal) is list and len(<list>legal) <= FEW:
            n = self.look_up(legal, moves)
            if n >= 0:
                return n
            n = 0
        for number in self.to_moves(position, legal):
            moves[n] = number
            n += 1
        return n

    cdef int look_up(self, list legal, Move* moves) except? -1:
        """Looks up a few numbered moves fast: returns their number; -1 if one is new, strange, or listed twice."""
        cdef int n = 0, i
        for move in legal:
            if n == FEW:                     # the list has grown while its moves were hashed
                return -1
            try:
                number = self.numbers.get(move)
            except TypeError:
                return -1
            if number is None:
                return -1
            moves[n] = number
            for i in range(n):
                if moves[i] == moves[n]:
                    return -1
            n += 1
        return n

    def to_moves(self, position, legal):
        """Returns the numbers of the legal moves, each of which may be listed once."""
        try:
            moves = islice(legal, MAX_MOVES + 1)
        except TypeError:
            raise GameError(f"{type(position).__name__}.legal_moves() must list moves, not {legal!r:.80}") from None
        numbers = self.to_numbers(position, moves)
        if len(numbers) > MAX_MOVES:
            raise GameError(f"{type(position).__name__}.legal_moves() lists more than {MAX_MOVES} moves, "
                            f"from {legal!r:.80}")
        if len(set(numbers)) < len(numbers):
            raise GameError(f"{type(position).__name__}.legal_moves() lists a move twice: {legal!r:.80}")
        return numbers

    def to_numbers(self, position, moves):
        """Returns the numbers of moves or outcomes; new ones get the next numbers."""
        numbers = []
        for move in moves:
            try:
                number = self.numbers.get(move)
            except TypeError:
                raise GameError(f"a move of {type(position).__name__} must be hashable, not {move!r}") from None
            if number is None:
                # Another thread may run while the move is hashed: claim a number, and accept an earlier claim.
                self.moves.append(move)
                number = self.numbers.setdefault(move, len(self.moves) - 1)
            numbers.append(number)
        return numbers


cdef inline PyObject* held(const void* position) noexcept:
    """Returns the Python position, or NULL after a failure."""
    return <PyObject*><uintptr_t>(<const uint64_t*>position)[0]


cdef inline void hold(void* position, object here) noexcept:
    """Takes a reference, which release gives back; none to None."""
    (<uint64_t*>position)[0] = 0
    if here is not None:
        Py_INCREF(here)
        (<uint64_t*>position)[0] = <uintptr_t><PyObject*>here


def to_bool(position, answer):
    return bool(answer)


def to_position(position, answer):
    if not isinstance(answer, PythonGame):
        raise GameError(f"{type(position).__name__}.play() must return a PythonGame, not {answer!r}")
    return answer


def to_hint(position, answer):
    try:
        return max(-30000, min(30000, int(answer)))
    except (TypeError, ValueError, OverflowError):
        raise GameError(f"{type(position).__name__}.hint() must return a number, not {answer!r}") from None


def to_key(position, answer):
    """Returns 64 bits for a name: the name itself if it is an int that fits, else a digest of its repr."""
    number = answer if isinstance(answer, int) else integer(answer)
    if number is None and not isinstance(answer, (str, bytes, tuple)):
        raise GameError(f"{type(position).__name__}.key() must return an int, str, bytes or tuple, not {answer!r}")
    if number is not None and 0 <= number < (1 << 64):
        return number
    name = repr(answer if number is None else number)
    return int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")


# The functions that run at every node call the method by its name, which is a third faster than Adapter.ask.

cdef int python_legal_moves(void* game, const void* position, Move* moves, int capacity) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    if not adapter.knows(position):
        return 0
    try:
        here = <object>held(position)
        return adapter.fill_moves(here, here.legal_moves(), moves)
    except BaseException as error:
        adapter.fail(error)
        return 0


cdef void python_play(void* game, const void* position, Move move, void* child) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    hold(child, None)
    if not adapter.knows(position):
        return
    try:
        here = <object>held(position)
        after = here.play(<object>PyList_GET_ITEM(adapter.moves, move))
        if type(after) is not type(here):
            to_position(here, after)
        if adapter.unwatched > 0:
            adapter.unwatched -= 1
            adapter.sides.see(here.turn, after.turn)
        hold(child, after)
    except BaseException as error:
        adapter.fail(error)


cdef void python_release(void* game, void* position) noexcept with gil:
    Py_XDECREF(held(position))


cdef bint python_is_over(void* game, const void* position) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    if not adapter.knows(position):
        return True
    try:
        return (<object>held(position)).is_over()
    except BaseException as error:
        adapter.fail(error)
        return True


cdef double python_final_score(void* game, const void* position) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    if not adapter.knows(position):
        return 0
    try:
        here = <object>held(position)
        return adapter.to_score(here, here.final_score(), True)
    except BaseException as error:
        adapter.fail(error)
        return 0


cdef double python_evaluate(void* game, const void* position) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    if not adapter.knows(position):
        return 0
    try:
        here = <object>held(position)
        return adapter.to_score(here, here.evaluate(), False)
    except BaseException as error:
        adapter.fail(error)
        return 0


cdef Key python_key(void* game, const void* position) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    if not adapter.knows(position):
        return 0
    try:
        here = <object>held(position)
        return to_key(here, here.key())
    except BaseException as error:
        adapter.fail(error)
        return 0


cdef void python_hints(void* game, const void* position, const Move* moves, int n, int64_t* hints) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    cdef int i
    for i in range(n):
        hints[i] = adapter.ask(position, "hint", to_hint, 0, adapter.moves[moves[i]])


cdef int python_history_slot(void* game, const void* position, Move move) noexcept nogil:
    return move & (HISTORY_SLOTS - 1)


cdef bint python_is_quiet(void* game, const void* position) noexcept with gil:
    return (<Adapter>game).ask(position, "is_quiet", to_bool, True)


cdef bint python_is_reversible(void* game, const void* position, Move move) noexcept with gil:
    return (<Adapter>game).ask(position, "is_reversible", to_bool, False, (<Adapter>game).moves[move])


cdef bint python_same_player(void* game, const void* position, Move move) noexcept with gil:
    return (<Adapter>game).ask(position, "same_player", to_bool, False, (<Adapter>game).moves[move])


cdef int python_outcomes(void* game, const void* position, Outcome* outcomes, int capacity) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    cdef int n = 0
    for number, probability in adapter.ask(position, "outcomes", adapter.to_outcomes, ()):
        outcomes[n].event = number
        outcomes[n].probability = probability
        n += 1
    return n


cdef void python_play_outcome(void* game, const void* position, uint64_t event, void* child) noexcept with gil:
    cdef Adapter adapter = <Adapter>game
    hold(child, None)
    if not adapter.knows(position):
        return
    try:
        here, outcome = <object>held(position), adapter.moves[event]
        after = to_position(here, here.play_outcome(outcome))
        if adapter.unwatched > 0 and not passes_turn(here, outcome):
            adapter.unwatched -= 1
            adapter.sides.see(here.turn, after.turn, (outcome,))
            check_choice(here, outcome, after)
        hold(child, after)
    except BaseException as error:
        adapter.fail(error)


cdef bint python_passes_turn(void* game, const void* position, uint64_t event) noexcept with gil:
    return (<Adapter>game).ask(position, "passes_turn", to_bool, False, (<Adapter>game).moves[event])


cdef void python_bounds(void* game, const void* position, double* low, double* high) noexcept with gil:
    low[0], high[0] = (<Adapter>game).ask_bounds(position)


cdef GameOps PYTHON_OPS = GameOps(
    GAME_OPS_VERSION, sizeof(GameOps), python_legal_moves, python_play, python_release, python_is_over,
    python_final_score, python_evaluate, python_key, python_hints, python_history_slot, python_is_quiet,
    python_is_reversible, python_same_player, python_outcomes, python_play_outcome, python_bounds, python_passes_turn)
