"""The conversion of an object to its struct: one chain of games, which calls one function a kind of game for every
task.

Besides contract.pxd only this file names games to a search.
"""
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcpy

from _thread import allocate_lock, start_new_thread

cimport gamecore.games.backgammon.races as backgammon_races
cimport gamecore.search.contract as contract
cimport gamecore.search.minimal_tree as minimal_tree
cimport gamecore.search.perft as perft
from gamecore.core.bits cimport NO_COUNT, TOO_MANY, Count, mix64, now_ns, set_once
from gamecore.core.limits cimport NO_DEADLINE, STOP_COMPLETE, STOP_ERROR
from gamecore.core.types cimport MAX_PLY, Key, Move
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.rules cimport BackgammonBits
from gamecore.games.backgammon.worth cimport mark
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport CheckersBits
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.connect_four.rules cimport ConnectFourBits
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.python_game cimport Adapter
from gamecore.games.outside.rules cimport CustomBits, release
from gamecore.search.contract cimport AnyPosition, ChancePosition, Position
from gamecore.search.deepening cimport Iteration, Share, deepen, deepen_chance, has_stack, help_chance, measure_stack
from gamecore.search.session cimport Session, salt_of
from gamecore.search.switches cimport (DATABASES, INTERNAL_DEEPENING, PERFECT, QUIESCENCE, REPETITION, TABLE,
                                       TABLE_MOVE, effective)
from gamecore.search.worker cimport Worker

from gamecore.errors import GameError, LimitError, PositionError, SwitchError
from gamecore.games.connect_four.position import notate as notate_connect_four
from gamecore.games.outside.python_game import PythonGame

cdef enum:
    FAR_LAYERS = 4                       # of chance, which a search with a time limit hardly passes
    ALL_TURNS = 1 << 20


cdef object carry_out(Task task, object position, Session session, int argument, list helpers):
    if isinstance(position, ConnectFour):
        return choose(task, &(<ConnectFour>position).bits, position, notate_connect_four, session, argument, helpers)
    if isinstance(position, Checkers):
        return choose(task, &(<Checkers>position).bits, position, position.notate, session, argument, helpers)
    if isinstance(position, Backgammon):
        return from_match(task, position, session, argument, helpers)
    if isinstance(position, CompiledGame):
        (<CompiledGame>position).check()
        return from_outside(task, &(<CompiledGame>position).bits, position, position.notate, session, argument, helpers)
    if isinstance(position, PythonGame):
        return from_python(task, position, session, argument, helpers)
    raise PositionError("a position is a gamecore.ConnectFour, Checkers, Backgammon, PythonGame or CompiledGame, "
                        f"not {position!r}")


cdef object from_match(Task task, Backgammon position, Session session, int argument, list helpers):
    """Runs a task at the score of a match, where the players' sides differ."""
    cdef BackgammonBits bits = position.bits
    if session.evaluations.backgammon.at_score and task != PERFT and task != PERFT_WEIGHTED:
        mark(&bits, position.second)
    return expect(task, &bits, position, position.notate, session, argument, helpers)


cdef object from_python(Task task, object position, Session session, int argument, list helpers):
    """Runs a task on a game in Python, by its adapter: the search's own or, for an evaluation meanwhile, another
    one."""
    cdef Adapter adapter = Adapter(position) if task == EVALUATE else session.adapter
    cdef CustomBits bits
    adapter.put(&bits, position)
    try:
        answer = from_outside(task, &bits, position, adapter.notate, session, argument, helpers)
    finally:
        release(&bits)
    if task == EVALUATE and adapter.error is not None:
        raise adapter.error
    return answer


cdef object from_outside(Task task, const CustomBits* root, position, notate, Session session, int argument,
                         list helpers):
    if root.ops.outcomes == NULL:
        return choose(task, root, position, notate, session, argument, helpers)
    return expect(task, root, position, notate, session, argument, helpers)


cdef object choose(Task task, const Position* root, position, notate, Session session, int argument, list helpers):
    """Runs a task in a game without chance."""
    cdef Worker* w = session.workers[argument if task == HELP else 0]
    cdef Count total
    if task == HELP:
        return deepen(root, w, [], notate, None, False, None)
    if task == EVALUATE:
        prepare(root, position, session, 0)
        return contract.evaluate(root, &session.knowledge)
    if task == PERFT_WEIGHTED:
        raise SwitchError(f"convention 'weighted' is for backgammon, not {type(position).__name__}")
    make_ready(task, root, position, session, False)
    if task == PREPARE:
        session.tables.touch(False)
        return None
    recall_game(root, position, session)
    if task == SEARCH:
        if not is_known(root, position, notate, session):
            deepen(root, w, session.iterations, notate, session.on_iteration, True, team_of(position, session, helpers))
        return None
    measure_stack(root, w, False)
    has_stack(w, session.shared.limits.depth)
    with nogil:
        if contract.is_over(root):
            total = 0
        elif task == MINIMAL_LEAVES:
            total = minimal_tree.minimal_leaves(root, w, argument, session.shared.limits.depth)
        else:
            total = perft.perft(root, w, session.shared.limits.depth, task == PERFT)
    if task == MINIMAL_LEAVES and total == NO_COUNT and not w.stopped:
        raise GameError(f"no proof to depth {session.shared.limits.depth} that {type(position).__name__} "
                        f"scores {argument}: the game answers in two ways")
    return whole(total, session)


cdef object expect(Task task, const ChancePosition* root, position, notate, Session session, int argument,
                   list helpers):
    """Runs a task in a game in which chance acts before each choice."""
    cdef Worker* w = session.workers[0]
    cdef Count total
    if task == HELP:
        return help_chance(root, session.workers[argument], session.share)
    if task == EVALUATE:
        prepare(root, position, session, 0)
        return (contract.utility(root, &session.knowledge) if contract.is_over(root)
                else contract.expect(root, &session.knowledge))
    if task == MINIMAL_LEAVES or session.request.order == PERFECT and task == SEARCH:
        raise SwitchError(f"order 'perfect' is for games without chance, not for {type(position).__name__}")
    if task == PERFT_WEIGHTED and ChancePosition is not BackgammonBits:
        raise SwitchError(f"convention 'weighted' is for backgammon, not {type(position).__name__}")
    make_ready(task, root, position, session, True)
    if task == PREPARE:
        session.tables.touch(True)
        return None
    if task == SEARCH:
        deepen_chance(root, w, session.iterations, notate, session.on_iteration, session.root_moves,
                      team_of(position, session, helpers))
        return None
    measure_stack(root, w, True)
    has_stack(w, session.shared.limits.depth)
    with nogil:
        total = 0 if contract.is_over(root) else perft.perft_chance(root, w, session.shared.limits.depth,
                                                                    task == PERFT_WEIGHTED)
    return whole(total, session)


cdef object whole(Count total, Session session):
    """Returns a count as an int, unless it is too large to be known; a stopped count is unknown."""
    if total == TOO_MANY and not session.workers[0].stopped:
        raise LimitError(f"depth {session.shared.limits.depth} is too deep: there are more than 2**128 to count")
    return total


# What a search needs to know of the game before it starts

cdef int make_ready(Task task, const AnyPosition* root, position, Session session, bint chance) except -1:
    cdef uint32_t switches = possible(root, effective(session.request.switches, session.request.order))
    cdef Key salt
    cdef int turns
    if AnyPosition is CustomBits:
        if root.ops.key == NULL and session.request.stores:
            raise SwitchError(f"order 'perfect' needs {type(position).__name__}.key()")
    salt = prepare(root, position, session, switches)
    if AnyPosition is BackgammonBits:
        if session.knowledge.backgammon.net != NULL and (task == SEARCH or task == PREPARE):
            turns = ALL_TURNS if task == PREPARE else min(session.shared.limits.depth, FAR_LAYERS) // 2 + 1
            with nogil:
                backgammon_races.load_tables(root, turns)
    return session.set_up(salt, switches, chance)


cdef uint32_t possible(const AnyPosition* root, uint32_t switches) noexcept:
    """Returns the switches that apply to this game."""
    if AnyPosition is CustomBits:
        if root.ops.key == NULL:
            switches &= ~<uint32_t>(TABLE | TABLE_MOVE | INTERNAL_DEEPENING | REPETITION)
        if root.ops.is_reversible == NULL:
            switches &= ~<uint32_t>REPETITION
        if root.ops.is_quiet == NULL:
            switches &= ~<uint32_t>QUIESCENCE
    if AnyPosition is CheckersBits or AnyPosition is ConnectFourBits:
        return switches
    else:
        return switches & ~<uint32_t>DATABASES


cdef Key prepare(const AnyPosition* root, position, Session session, uint32_t switches) except? 0:
    """Prepares the game's evaluation parameters and databases; returns what a table entry depends on besides the
    position."""
    cdef Key salt = salt_of(switches)
    if AnyPosition is ConnectFourBits:
        if switches & DATABASES:
            session.evaluations.connect_four.open_solver(&session.knowledge.connect_four)
        return session.evaluations.connect_four.prepare(&session.knowledge.connect_four, salt)
    elif AnyPosition is CheckersBits:
        salt = session.evaluations.checkers.prepare(&session.knowledge.checkers, salt)
        if switches & DATABASES:
            return session.evaluations.checkers.use_databases(root, &session.knowledge.checkers, salt)
        return salt
    elif AnyPosition is BackgammonBits:
        return session.evaluations.backgammon.prepare(&session.knowledge.backgammon, salt)
    else:
        return mix64(salt ^ session.tables.salt_of_class(position))


cdef int recall_game(const Position* root, position, Session session) except -1:
    """Passes the earlier positions that the game may return to to the workers."""
    cdef Worker* w
    if Position is CheckersBits:
        for i in range(session.threads):
            w = session.workers[i]
            for key in (<Checkers>position).history[1 - MAX_PLY:]:
                w.path[w.path_length] = key
                w.path_length += 1
    return 0


cdef bint is_known(const Position* root, position, notate, Session session) except -1:
    """Whether the databases contain the root's result. If not, they may restrict the moves of the search."""
    cdef Worker* w = session.workers[0]
    cdef Iteration answer = Iteration()
    cdef int64_t deadline = session.shared.limits.deadline
    advice = None
    if session.root_moves is not None:
        choose_from(session.root_moves, root, notate, session)
        return False
    if Position is CheckersBits and w.switches & DATABASES:
        seconds = None if deadline == NO_DEADLINE else (deadline - now_ns()) / 1e9
        advice = session.evaluations.checkers.adviser.advise(position, clock=bool(w.switches & REPETITION),
                                                             seconds=seconds, multipv=w.multipv)
    if advice is None:
        return False
    session.outcome = advice.outcome
    choose_from(list(advice.moves), root, notate, session)
    if not advice.lines:
        return False
    answer.finished = answer.complete = True
    answer.lines = advice.lines
    answer.score, answer.pv = advice.lines[0]
    session.iterations.extend([answer, answer])
    set_once(&session.shared.stop, STOP_COMPLETE)
    if session.on_iteration is not None:
        session.on_iteration(answer)
    return True


cdef int choose_from(list moves, const Position* root, notate, Session session) except -1:
    """Limits the search to these moves of the root."""
    cdef Worker* w = session.workers[0]
    cdef int i, count = contract.legal_moves(root, w.kept)
    w.kept_count = 0
    for i in range(count):
        if notate([w.kept[i]])[0] in moves:
            w.kept[w.kept_count] = w.kept[i]
            w.kept_count += 1
    for i in range(1, session.threads):
        session.workers[i].kept_count = w.kept_count
        memcpy(session.workers[i].kept, w.kept, w.kept_count * sizeof(Move))
    return 0


# Helping threads

cdef object team_of(position, Session session, list helpers):
    """Returns a team of helping threads; None where the first thread searches alone. A game in Python is searched by
    one thread, since only one may hold the GIL."""
    return None if session.threads == 1 or session.workers[0].keeps_gil else _Team(position, session, helpers)


cdef class _Team:
    """The helping threads. Each releases its lock in helpers at its end: Ctrl-C may tear threading.Thread's join."""

    cdef object position
    cdef Session session
    cdef list helpers

    def __cinit__(self, position, Session session not None, list helpers not None):
        self.position, self.session, self.helpers = position, session, helpers

    def start(self, Share share):
        """Starts them: for the moves of a share or, without one, for a search of their own to the end."""
        self.session.share = share
        for i in range(1, self.session.threads):
            done = allocate_lock()
            done.acquire()
            start_new_thread(_help, (self.session, i, self.position, done))
            self.helpers.append(done)

    def join(self):
        self.session.join(self.helpers)


def _help(Session session not None, int i, position, done):
    """Runs a helping thread."""
    try:
        carry_out(HELP, position, session, i % session.threads, None)
    except BaseException as error:              # the first thread raises it
        session.error = error
        set_once(&session.shared.stop, STOP_ERROR)
    finally:
        done.release()
