"""Batches of positions of a built-in game as numpy arrays.

A batch is a structured array whose records are the words of the compiled rules; docs/arrays.md describes them. Every
function validates every record first: an impossible position raises a PositionError that names its index.
"""
from libc.stdint cimport int8_t, int32_t, int64_t, uint8_t, uint64_t, uintptr_t
from libc.stdlib cimport free, malloc

from gamecore.core.packages import numpy

cimport gamecore.games.backgammon.arrays as backgammon_arrays
cimport gamecore.games.checkers.arrays as checkers_arrays
cimport gamecore.games.connect_four.arrays as connect_four_arrays
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport lowest, mix64, next_random, scale
from gamecore.core.job cimport Job
from gamecore.core.limits cimport Counter, advance
from gamecore.core.types cimport MAX_MOVES, Move
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.rules cimport MAX_PLAYS, BackgammonBits, roll_of, set_roll
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport CheckersBits
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.connect_four.rules cimport COLUMNS, HEIGHT, ConnectFourBits

from gamecore.core.checks import in_range
from gamecore.errors import GameError, GameOverError, MoveError, PositionError
from gamecore.games.all import GAMES as RECORDS

DTYPES: dict[type, numpy.dtype[Any]] = {game.position: numpy.dtype(list(game.fields)) for game in RECORDS.values()}
cdef int GAME_ON = 127
GOES_ON: int = GAME_ON               # the outcome of a game that is not over
SHAPES: dict[type, tuple[int, ...]] = {ConnectFour: (2, 6, 7), Checkers: (5, 8, 8), Backgammon: (2, 26)}
MASKS: dict[type, int] = {ConnectFour: COLUMNS, Checkers: 32 * 32}

cdef enum BatchTask:
    CHECK
    COUNT
    LIST
    PLAY
    OUTCOME
    DRAW
    PLAY_OUT

ctypedef fused Bits:
    ConnectFourBits
    CheckersBits
    BackgammonBits


def pack(positions: Iterable[Any]) -> numpy.ndarray[tuple[int], Any]:
    """Packs positions of one game into a batch.

    Parameters
    ----------
    positions : sequence of ConnectFour, of Checkers or of Backgammon
        At least one position. The earlier positions of a game of checkers are lost; its clock is kept.

    Returns
    -------
    numpy.ndarray of DTYPES[type], shape (n,)

    Examples
    --------
    >>> import gamecore
    >>> batch = pack([gamecore.ConnectFour("4435"), gamecore.ConnectFour()])
    >>> batch["own"].tolist(), unpack(batch)[1]
    ([2113536, 0], ConnectFour('......./......./......./......./......./.......'))
    """
    cdef list listed = list(positions)
    cdef Py_ssize_t i
    game = type(listed[0]) if listed else None
    if game not in DTYPES:
        raise PositionError(f"a batch holds positions of connect four, checkers or backgammon, not {positions!r:.200}")
    batch = numpy.empty(len(listed), DTYPES[game])
    cdef void* records = address(batch)
    for i in range(len(listed)):
        if type(listed[i]) is not game:
            raise PositionError(f"positions[{i}] is not a {game.__name__}: {listed[i]!r:.200}")
        if game is ConnectFour:
            (<ConnectFourBits*>records)[i] = (<ConnectFour>listed[i]).bits
        elif game is Checkers:
            (<CheckersBits*>records)[i] = (<Checkers>listed[i]).bits
        else:
            (<BackgammonBits*>records)[i] = (<Backgammon>listed[i]).bits
    return batch


def unpack(batch: numpy.ndarray[Any, Any]) -> list[Any]:
    """Returns the list of positions in a batch."""
    cdef Py_ssize_t i
    batch, game = checked(batch)
    cdef void* records = address(batch)
    cdef list positions = [game.__new__(game) for _ in range(len(batch))]
    for i in range(len(positions)):
        if game is ConnectFour:
            (<ConnectFour>positions[i]).bits = (<ConnectFourBits*>records)[i]
        elif game is Checkers:
            (<Checkers>positions[i]).bits = (<CheckersBits*>records)[i]
            (<Checkers>positions[i]).history = ()
        else:
            (<Backgammon>positions[i]).bits = (<BackgammonBits*>records)[i]
    return positions


def legal_moves(batch: numpy.ndarray[Any, Any]) -> tuple[
        numpy.ndarray[tuple[int], numpy.dtype[numpy.int32]], numpy.ndarray[tuple[int], numpy.dtype[numpy.int64]]]:
    """Returns the numbers of all legal moves.

    Returns
    -------
    moves : numpy.ndarray of int32, shape (m,)
        The moves of batch[i] are moves[first[i]:first[i + 1]], in generator order. There are none if the game is over,
        or before the roll of the dice. In connect four they are columns from 0; in checkers 32 * first square + last
        square, both from 0, with 1024 more for each further jump with the same two squares; in backgammon 0, 1, 2, ...
    first : numpy.ndarray of int64, shape (n + 1,)

    Examples
    --------
    >>> import gamecore
    >>> moves, first = legal_moves(pack([gamecore.ConnectFour("444444"), gamecore.ConnectFour("1212121")]))
    >>> moves.tolist(), first.tolist()
    ([0, 1, 2, 4, 5, 6], [0, 6, 6])
    """
    batch, game = checked(batch)
    first = numpy.zeros(len(batch) + 1, numpy.int64)
    work(COUNT, batch, game, address(first))
    numpy.cumsum(first, out=first)
    moves = numpy.empty(first[-1], numpy.int32)
    work(LIST, batch, game, address(first), address(moves))
    return moves, first


def legal_mask(batch: numpy.ndarray[Any, Any]) -> numpy.ndarray[tuple[int, int], numpy.dtype[numpy.bool_]]:
    """Returns masks of the legal moves by their numbers.

    Returns
    -------
    numpy.ndarray of bool
        Shape (n, 7) in connect four; shape (n, 1024) in checkers, by 32 * first square + last square, where several
        jumps may have the same number.

    Raises
    ------
    GameError
        If the batch is of backgammon, whose plays have no fixed numbers.
    """
    batch, game = checked(batch)
    if game is Backgammon:
        raise GameError(f"there is no mask of legal moves for {game.__name__}, whose plays have no fixed numbers")
    mask = numpy.zeros((len(batch), MASKS[game]), numpy.bool_)
    moves, first = legal_moves(batch)
    row = numpy.repeat(numpy.arange(len(batch)), numpy.diff(first))
    mask[row, moves % MASKS[game]] = True
    return mask


def play(batch: numpy.ndarray[Any, Any], moves: numpy.typing.ArrayLike) -> numpy.ndarray[tuple[int], Any]:
    """Plays a legal move in each position.

    Parameters
    ----------
    batch : numpy.ndarray
    moves : array_like of int, shape (n,)
        Numbers as `legal_moves` returns them.

    Raises
    ------
    MoveError
        If a move is not legal; the error names its index.
    """
    batch, game = checked(batch)
    numbers = numpy.asarray(moves)
    if numbers.shape != batch.shape or numbers.size and numbers.dtype.kind not in "iu":
        raise MoveError(f"moves are integers of shape {batch.shape}, not {numbers.dtype} of shape {numbers.shape}")
    signed = numpy.ascontiguousarray(numbers, numpy.int64)
    after = numpy.empty_like(batch)
    cdef int64_t bad = work(PLAY, batch, game, address(signed), address(after))
    if bad >= 0:
        raise MoveError(f"moves[{bad}] is not legal: {numbers[bad]} in {unpack(batch[bad:bad + 1])[0]!r}")
    return after


def roll(batch: numpy.ndarray[Any, Any], dice: numpy.typing.ArrayLike) -> numpy.ndarray[tuple[int], Any]:
    """Rolls given dice in each position of a batch of backgammon.

    Parameters
    ----------
    batch : numpy.ndarray
    dice : array_like of int, shape (n, 2)
        1..6, in any order; they replace earlier dice.

    Raises
    ------
    GameOverError
        If a game has ended; the error names its index.
    """
    batch, game = checked(batch)
    numbers = numpy.asarray(dice)
    if game is not Backgammon:
        raise GameError(f"there are no dice in {game.__name__}")
    if not len(batch) and not numbers.size:
        return batch.copy()
    if numbers.shape != (len(batch), 2) or numbers.dtype.kind not in "iu" or ((numbers < 1) | (numbers > 6)).any():
        raise PositionError(f"dice are numbers 1..6 of shape ({len(batch)}, 2), not {numbers.tolist()!r:.200}")
    numbers = numpy.sort(numbers.astype(numpy.int64), axis=1)
    after = batch.copy()
    cdef BackgammonBits* records = <BackgammonBits*>address(after)
    cdef const int64_t* fallen = <const int64_t*>address(numbers)
    cdef int64_t i
    for i in range(len(batch)):
        if contract.is_over(records + i):
            raise GameOverError(f"batch[{i}] cannot be rolled: the game is over in {str(unpack(batch[i:i + 1])[0])!r}")
        set_roll(records + i, fallen[2 * i + 1], fallen[2 * i])
    return after


def outcomes(batch: numpy.ndarray[Any, Any]) -> numpy.ndarray[tuple[int], numpy.dtype[numpy.int8]]:
    """Returns the results of the games for the side to move.

    Returns
    -------
    numpy.ndarray of int8, shape (n,)
        -1 for a loss, 0 for a draw, and 1 for a win; in backgammon the points, -3..3; GOES_ON, 127, for an unfinished
        game. In checkers only draws by the clock are found, since an array contains no earlier positions.
    """
    batch, game = checked(batch)
    found = numpy.empty(len(batch), numpy.int8)
    work(OUTCOME, batch, game, address(found))
    return found


def planes(batch: numpy.ndarray[Any, Any]) -> numpy.ndarray[Any, numpy.dtype[numpy.uint8]]:
    """Returns the positions as planes for learning.

    Returns
    -------
    numpy.ndarray of uint8
        In connect four (n, 2, 6, 7), the stones of the side to move and of the opponent, row 0 on top. In checkers
        (n, 5, 8, 8), men and kings of the side to move, men and kings of the opponent, and ones if Black is to move,
        with White at the bottom. In backgammon (n, 2, 26), the counts of the player on roll and of the opponent.
    """
    batch, game = checked(batch)
    drawn = numpy.empty((len(batch), *SHAPES[game]), numpy.uint8)
    work(DRAW, batch, game, address(drawn))
    return drawn


def playouts(batch: numpy.ndarray[Any, Any], seed: SupportsIndex = 0) -> tuple[
        numpy.ndarray[tuple[int], numpy.dtype[numpy.int8]], numpy.ndarray[tuple[int], numpy.dtype[numpy.int32]]]:
    """Plays a game of random moves from each position to the end.

    Parameters
    ----------
    batch : numpy.ndarray
    seed : int, default 0
        0..2**64-1. Game i depends only on the seed, i and its position.

    Returns
    -------
    scores : numpy.ndarray of int8, shape (n,)
        The outcome for the side to move in batch[i].
    plies : numpy.ndarray of int32, shape (n,)

    Examples
    --------
    >>> import gamecore
    >>> scores, plies = playouts(pack([gamecore.ConnectFour("112233")] * 1000))
    >>> sorted(set(scores.tolist())), int(plies.max()) <= 36
    ([-1, 0, 1], True)
    """
    cdef Job job = Job()
    cdef Counter counter
    batch, game = checked(batch)
    scores, plies = numpy.empty(len(batch), numpy.int8), numpy.empty(len(batch), numpy.int32)
    job.start_counter(&counter, 0)
    work(PLAY_OUT, batch, game, address(scores), address(plies), in_range("seed", seed, 0, 2**64 - 1), &counter)
    job.raise_error()
    return scores, plies


cdef void* address(array) except? NULL:
    return <void*><uintptr_t>array.ctypes.data


def checked(batch: Any) -> tuple[numpy.ndarray[tuple[int], Any], type]:
    """Returns the batch as a contiguous array, and its game; raises PositionError if a record is not a position."""
    cdef int64_t bad
    dtype = getattr(batch, "dtype", None)
    game = next((game for game in DTYPES if DTYPES[game] == dtype), None)
    if game is None or batch.ndim != 1:
        given = f"{dtype} of shape {batch.shape}" if dtype is not None else f"{batch!r:.200}"
        raise PositionError(f"a batch is an array of one dimension with a dtype of gamecore.arrays.DTYPES, not {given}")
    batch = numpy.require(batch, requirements=["C", "A"])
    bad = work(CHECK, batch, game)
    if bad >= 0:
        raise PositionError(f"batch[{bad}] is not a position of {game.__name__}: {batch[bad]!r}")
    return batch, game


# The loops over all records are written once, and compiled for each of the three games; `game` selects the compilation.

cdef bint is_sound(const Bits* position) noexcept nogil:
    if Bits is ConnectFourBits:
        return connect_four_arrays.is_sound(position)
    elif Bits is CheckersBits:
        return checkers_arrays.is_sound(position)
    else:
        return backgammon_arrays.is_sound(position)


cdef inline int moves_of(const Bits* position, Move* moves, Bits* finals) noexcept nogil:
    """Returns the number of legal moves; 0 if the game is over or, in backgammon, before the roll.

    Fills `moves` with them, or in backgammon `finals` with the positions after them, unless the array is NULL.
    """
    if Bits is BackgammonBits:
        if contract.is_over(position) or not roll_of(position):
            return 0
        return contract.successors(position, finals, NULL)
    else:
        if Bits is ConnectFourBits:
            if contract.is_over(position):
                return 0
        elif contract.is_stale(position):
            return 0
        return contract.legal_moves(position, moves)


cdef inline int32_t number_of(const Bits* position, const Move* moves, int i) noexcept nogil:
    """Returns the number of the legal move i."""
    cdef int name, earlier = 0, j
    if Bits is ConnectFourBits:
        return lowest(moves[i]) // HEIGHT
    elif Bits is CheckersBits:
        name = checkers_arrays.name_of(moves[i])
        for j in range(i):
            earlier += checkers_arrays.name_of(moves[j]) == name
        return name + 1024 * earlier
    else:
        return i


cdef void list_all(const Bits* records, int64_t n, const int64_t* first, int32_t* numbers) noexcept nogil:
    cdef Move moves[MAX_MOVES]
    cdef int64_t i
    cdef int j
    for i in range(n):
        if Bits is not BackgammonBits:
            moves_of(records + i, moves, <Bits*>NULL)
        for j in range(<int>(first[i + 1] - first[i])):
            numbers[first[i] + j] = number_of(records + i, moves, j)


cdef int64_t play_each(const Bits* records, int64_t n, const int64_t* numbers, Bits* room, Bits* after) noexcept nogil:
    """Returns the index of the first illegal move, or -1."""
    cdef Move moves[MAX_MOVES]
    cdef int64_t i
    cdef int count, j
    for i in range(n):
        count = moves_of(records + i, moves, room)
        j = 0
        while j < count and number_of(records + i, moves, j) != numbers[i]:
            j += 1
        if j == count:
            return i
        if Bits is BackgammonBits:
            after[i] = room[j]
        else:
            contract.play(records + i, moves[j], after + i)
    return -1


cdef inline int outcome_of(const Bits* position) noexcept nogil:
    """Returns the result for the side to move, or GAME_ON for an unfinished game."""
    if Bits is BackgammonBits:
        return <int>contract.final_utility(position) if contract.is_over(position) else GAME_ON
    else:
        if contract.is_over(position):
            return -1 if contract.final_score(position, 0) < 0 else 0
        return 0 if contract.is_stale(position) else GAME_ON


cdef void draw_all(const Bits* records, int64_t n, uint8_t* drawn) noexcept nogil:
    cdef int64_t i
    for i in range(n):
        if Bits is ConnectFourBits:
            connect_four_arrays.write_planes(records + i, drawn + 2 * 6 * 7 * i)
        elif Bits is CheckersBits:
            checkers_arrays.write_planes(records + i, drawn + 5 * 8 * 8 * i)
        else:
            backgammon_arrays.unpack(records[i].own, <int8_t*>drawn + 2 * 26 * i)
            backgammon_arrays.unpack(records[i].other, <int8_t*>drawn + 2 * 26 * i + 26)


cdef inline int next_ply(Bits* position, uint64_t* random, Move* moves, Bits* room) noexcept nogil:
    """Makes a random move, after random dice; returns False if the game is over."""
    cdef Bits here = position[0]
    cdef int n
    if Bits is BackgammonBits:
        if contract.is_over(&here):
            return False
        if not roll_of(&here):
            throw(&here, scale(next_random(random), 36))
        backgammon_arrays.play_at_random(&here, random, room, position)
    else:
        n = moves_of(&here, moves, room)
        if n == 0:
            return False
        contract.play(&here, moves[scale(next_random(random), n)], position)
    return True


cdef inline void throw(BackgammonBits* position, int dice) noexcept nogil:
    """Sets the dice to one of the 36 ordered rolls."""
    cdef int a = dice // 6 + 1, b = dice % 6 + 1
    set_roll(position, max(a, b), min(a, b))


cdef void play_out(const Bits* records, int64_t n, uint64_t seed, Bits* room, int8_t* scores, int32_t* plies,
                   Counter* counter) noexcept nogil:
    """Plays the random games, unless a signal stops them."""
    cdef Move moves[MAX_MOVES]
    cdef Bits here
    cdef uint64_t random
    cdef int64_t i
    cdef int score
    for i in range(n):
        here = records[i]
        random = mix64(seed + mix64(i))
        plies[i] = 0
        while next_ply(&here, &random, moves, room):
            plies[i] += 1
        score = outcome_of(&here)
        scores[i] = -score if plies[i] & 1 else score
        if advance(counter, plies[i] + 1):
            return


cdef int64_t work(BatchTask task, batch, game, void* a=NULL, void* b=NULL, uint64_t seed=0,
                  Counter* counter=NULL) except? -2:
    """Runs a task on all records, without the GIL."""
    cdef void* records = address(batch)
    cdef int64_t n = len(batch)
    cdef bint has_columns = game is ConnectFour, has_dice = game is Backgammon
    cdef BackgammonBits* room = NULL
    cdef int64_t answer
    if has_dice and task in (PLAY, PLAY_OUT):
        room = <BackgammonBits*>malloc(MAX_PLAYS * sizeof(BackgammonBits))
        if room == NULL:
            raise MemoryError(f"no memory for {MAX_PLAYS} positions")
    with nogil:
        if has_columns:
            answer = run_task(task, <ConnectFourBits*>records, n, a, b, seed, <ConnectFourBits*>room, counter)
        elif has_dice:
            answer = run_task(task, <BackgammonBits*>records, n, a, b, seed, room, counter)
        else:
            answer = run_task(task, <CheckersBits*>records, n, a, b, seed, <CheckersBits*>room, counter)
    free(room)
    return answer


cdef int64_t run_task(BatchTask task, const Bits* records, int64_t n, void* a, void* b, uint64_t seed,
                      Bits* room, Counter* counter) noexcept nogil:
    """Returns the index of the first record with an impossible position or an illegal move, or -1."""
    cdef Move moves[MAX_MOVES]
    cdef int64_t i
    if task == CHECK:
        for i in range(n):
            if not is_sound(records + i):
                return i
    elif task == COUNT:
        for i in range(n):
            (<int64_t*>a)[i + 1] = moves_of(records + i, moves, <Bits*>NULL)
    elif task == LIST:
        list_all(records, n, <const int64_t*>a, <int32_t*>b)
    elif task == PLAY:
        return play_each(records, n, <const int64_t*>a, room, <Bits*>b)
    elif task == OUTCOME:
        for i in range(n):
            (<int8_t*>a)[i] = outcome_of(records + i)
    elif task == DRAW:
        draw_all(records, n, <uint8_t*>a)
    else:
        play_out(records, n, seed, room, <int8_t*>a, <int32_t*>b, counter)
    return -1
