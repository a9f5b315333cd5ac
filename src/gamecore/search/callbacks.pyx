"""The calls of the caller's functions. The GIL is held only during a call. An exception stops the worker before it can
store a meaningless score, and ends the search.
"""
from libc.stdint cimport int64_t
from libc.string cimport memcpy, memset

from gamecore.core.bits cimport next_random
from gamecore.core.score cimport MAX_EVALUATION
from gamecore.core.types cimport Move
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.connect_four.rules cimport column_of
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.python_game cimport held
from gamecore.games.outside.rules cimport to_score
from gamecore.search.contract cimport BackgammonBits, CheckersBits, ConnectFourBits, CustomBits
from gamecore.search.evaluations cimport CustomEvaluation
from gamecore.search.knowledge cimport CustomFunctions
from gamecore.search.ordering cimport rank_of
from gamecore.search.root cimport Root
from gamecore.search.run cimport Run
from gamecore.search.switches cimport CUSTOM_ORDER, RANDOM
from gamecore.search.worker cimport Worker, has_failed

from gamecore.core.checks import is_truth, real
from gamecore.errors import EvaluationError, SwitchError
from gamecore.search.evaluations import named


cdef inline const void* words_of(const AnyPosition* position) noexcept nogil:
    """Returns the position in the form that a C function receives."""
    if AnyPosition is CustomBits:
        return position.words
    else:
        return position


cdef object object_of(const AnyPosition* position, Root root):
    """Returns the position in the form that a Python function receives."""
    cdef Backgammon backgammon
    cdef Checkers checkers
    cdef ConnectFour four
    cdef CompiledGame compiled
    if AnyPosition is ConnectFourBits:
        four = ConnectFour.__new__(ConnectFour)
        four.bits = position[0]
        return four
    elif AnyPosition is CheckersBits:
        checkers = Checkers.__new__(Checkers)
        checkers.bits = position[0]
        checkers.history = ()
        return checkers
    elif AnyPosition is BackgammonBits:
        backgammon = Backgammon.__new__(Backgammon)
        backgammon.bits = position[0]
        return backgammon
    else:
        if root.adapter is not None:
            return <object>held(position.words)
        compiled = type(root.position).__new__(type(root.position))
        compiled.keeper = (<CompiledGame>root.position).keeper
        compiled.bits = position[0]
        return compiled


cdef list names_of(const AnyPosition* position, object here, const Move* moves, int n, Root root):
    """Returns the moves in the form that a Python function receives."""
    if AnyPosition is ConnectFourBits:
        return [column_of(moves[i]) + 1 for i in range(n)]
    elif AnyPosition is CheckersBits:
        return [(<Checkers>here).named_as(moves[i]) for i in range(n)]
    else:
        if AnyPosition is CustomBits and root.adapter is not None:
            return [root.adapter.move_of(moves[i]) for i in range(n)]
        return [here.notate((moves[i],))[0] for i in range(n)]


cdef object evaluate_root(const AnyPosition* position, Root root, CustomEvaluation custom):
    cdef double unit = unit_of(root, custom), score
    check_kind(position, root, custom, custom.address == NULL)
    if custom.address != NULL:
        score = custom.convert(custom.address(words_of(position)), unit)
    elif custom.batch:
        record = bytearray((<const char*>position)[:sizeof(position[0])])
        score = custom.convert(custom.answers(record, root.position)[0], unit)
    else:
        score = custom.convert(custom.evaluation(object_of(position, root)), unit)
    return score if root.has_chance() else to_score(score, 0)


cdef double unit_of(Root root, CustomEvaluation custom) except -1:
    """Returns the unit of an evaluation's scores: 1 if they are averaged, its own, or by default the game's."""
    if root.has_chance() or custom is None:
        return 1
    return custom.unit or getattr(root.position, "unit", 1)


cdef int check_kind(const AnyPosition* position, Root root, CustomEvaluation custom, bint calls_python) except -1:
    """Raises an EvaluationError if the functions cannot be called with positions of this game."""
    if AnyPosition is CustomBits:
        if custom is not None and custom.address != NULL and root.adapter is not None:
            raise EvaluationError(f"{type(root.position).__name__} is a game in Python: a function in C cannot read it")
        if calls_python and root.adapter is None and position.ops.release != NULL:
            raise EvaluationError(f"positions of {type(root.position).__name__} cannot be copied for a function in "
                                  "Python")
    return 0


cdef int install_callbacks(const AnyPosition* root, Run run) except -1:
    cdef double (*evaluate)(const AnyPosition*, Worker*) noexcept nogil
    cdef void (*evaluate_many)(const AnyPosition*, const int*, int, Worker*, double*) noexcept nogil
    cdef void (*rank)(const AnyPosition*, Worker*, const Move*, int, int64_t*) noexcept nogil
    cdef CustomFunctions* functions = &run.knowledge.custom
    check_kind(root, run.root, run.custom, run.calls_python())
    evaluate, evaluate_many, rank = ask_rounded, ask_many, ask_ranks
    if run.root.has_chance():
        evaluate = ask
    functions.evaluate = <double (*)(const void*, void*) noexcept nogil>evaluate
    functions.evaluate_many = <void (*)(const void*, const int*, int, void*, double*) noexcept nogil>evaluate_many
    functions.rank = <void (*)(const void*, void*, const Move*, int, int64_t*) noexcept nogil>rank
    functions.run, functions.batch = <void*>run, 1
    functions.unit = unit_of(run.root, run.custom)
    if run.custom is not None:
        functions.address = run.custom.address
        functions.batch = MANY if run.custom.batch else 1
    return 0


cdef double ask_rounded(const AnyPosition* position, Worker* w) noexcept nogil:
    return to_score(ask(position, w), 0)


cdef double ask(const AnyPosition* position, Worker* w) noexcept nogil:
    cdef const CustomFunctions* functions = &w.knowledge.custom
    cdef double score = 0
    cdef int first = 0
    if functions.address != NULL:
        score = functions.address(words_of(position)) / functions.unit
        if not -MAX_EVALUATION < score < MAX_EVALUATION:
            refuse(w, score * functions.unit)
            return 0
    elif functions.batch > 1:
        ask_array(position, &first, 1, w, &score)
    else:
        score = ask_python(position, w)
    return score


cdef void refuse(Worker* w, double answer) noexcept with gil:
    cdef Run run = <Run>w.knowledge.custom.run
    try:
        run.custom.convert(answer, w.knowledge.custom.unit)
    except EvaluationError as error:
        fail(w, error)


cdef bint stops(Worker* w) noexcept:
    """Whether a function, or the game itself, has raised an exception; if so, the worker stops."""
    w.stopped |= has_failed(w)
    return w.stopped


cdef void fail(Worker* w, object error) noexcept:
    """Ends the search with an exception."""
    (<Run>w.knowledge.custom.run).fail(error)
    w.stopped = True


cdef double ask_python(const AnyPosition* position, Worker* w) noexcept with gil:
    cdef Run run = <Run>w.knowledge.custom.run
    if stops(w):
        return 0
    try:
        answer = run.custom.evaluation(object_of(position, run.root))
        return run.custom.convert(answer, w.knowledge.custom.unit)
    except BaseException as error:
        fail(w, error)
        return 0


cdef void ask_many(const AnyPosition* positions, const int* which, int n, Worker* w, double* scores) noexcept nogil:
    cdef int i
    if n > 0 and w.knowledge.custom.batch > 1:
        ask_array(positions, which, n, w, scores)
        return
    for i in range(n):
        scores[i] = ask(positions + which[i], w)


cdef void ask_array(const AnyPosition* positions, const int* which, int n, Worker* w, double* scores) noexcept with gil:
    cdef Run run = <Run>w.knowledge.custom.run
    cdef size_t size = sizeof(positions[0])
    cdef bytearray records
    cdef int i
    memset(scores, 0, n * sizeof(double))
    if stops(w):
        return
    try:
        records = bytearray(n * size)
        for i in range(n):
            memcpy(<char*>records + i * size, positions + which[i], size)
        for i, answer in enumerate(run.custom.answers(records, run.root.position)):
            scores[i] = run.custom.convert(answer, w.knowledge.custom.unit)
    except BaseException as error:
        fail(w, error)


cdef void ask_ranks(const AnyPosition* position, Worker* w, const Move* moves, int n, int64_t* ranks) noexcept nogil:
    cdef int i
    for i in range(n):
        ranks[i] = rank_of(next_random(&w.random) >> 34 if w.order == RANDOM else 0, i)
    if n > 1 and w.order == CUSTOM_ORDER:
        ask_order(position, w, moves, n, ranks)


cdef void ask_order(const AnyPosition* position, Worker* w, const Move* moves, int n, int64_t* ranks) noexcept with gil:
    cdef Run run = <Run>w.knowledge.custom.run
    cdef list keys = []
    if stops(w):
        return
    try:
        here = object_of(position, run.root)
        for move in names_of(position, here, moves, n, run.root):
            answer = run.ranking(here, move)
            keys.append(int(answer) if is_truth(answer) else real(answer))
            if keys[-1] is None:
                raise SwitchError(f"an order must return a number, but {named(run.ranking)!r} returned {answer!r} "
                                  f"for {move!r}")
        for place, i in enumerate(sorted(range(n), key=keys.__getitem__, reverse=True)):
            ranks[i] = rank_of(n - place, i)
    except BaseException as error:
        fail(w, error)
