"""The preparation of a search for its game: the switches that apply, the evaluation, the databases, the game before the
root. Where games differ, it has one branch per game, as in the contract.
"""
from libc.stdint cimport int64_t, uint32_t
from libc.string cimport memcpy

cimport gamecore.games.backgammon.races as backgammon_races
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport mix64, now_ns, set_once
from gamecore.core.limits cimport NO_DEADLINE, STOP_COMPLETE
from gamecore.core.types cimport MAX_PLY, Key, Move
from gamecore.games.checkers.position cimport Checkers
from gamecore.search.callbacks cimport take_over
from gamecore.search.contract cimport (AnyPosition, BackgammonBits, CheckersBits, ConnectFourBits, CustomBits,
                                       Position)
from gamecore.search.deepening cimport Iteration
from gamecore.search.session cimport Session, salt_of
from gamecore.search.switches cimport (DATABASES, EVALUATION, INTERNAL_DEEPENING, OWN_EVALUATION, QUIESCENCE,
                                       REPETITION, SPECIAL_LEAVES, TABLE, TABLE_MOVE, effective)
from gamecore.search.worker cimport Worker

from gamecore.errors import SwitchError

cdef enum:
    NO_PIECES = -1                       # in an endgame database
    FAR_TURNS = 3                        # of each side, beyond which a search with a time limit hardly sees


cdef int prepare(const AnyPosition* root, position, Session session, bint chance, int layers) except -1:
    cdef uint32_t switches = possible(root, effective(session.request.switches, session.request.order))
    cdef Key salt
    if AnyPosition is CustomBits:
        if root.ops.key == NULL and session.request.stores:
            raise SwitchError(f"order 'perfect' needs {type(position).__name__}.key()")
    take_over(root, session.callbacks, &session.knowledge.own)
    salt = know(root, position, session, switches)
    if session.callbacks.evaluation is not None and switches & EVALUATION:
        switches = switches ^ EVALUATION | OWN_EVALUATION | SPECIAL_LEAVES
        salt = mix64(salt ^ session.tables.salt_of(session.callbacks.evaluation, "evaluation"))
    if AnyPosition is BackgammonBits:
        if session.knowledge.backgammon.net != NULL and layers >= 0:
            with nogil:
                backgammon_races.load_tables(root, turns_of(session, layers))
    return session.set_up(salt, switches, chance)


cdef int turns_of(Session session, int layers) noexcept nogil:
    """Returns the turns of each side in a search of these layers of chance."""
    if layers == ALL_LAYERS or session.allowed == NO_DEADLINE or session.shared.limits.exact_depth:
        return layers // 2 + 1
    return FAR_TURNS


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


cdef Key know(const AnyPosition* root, position, Session session, uint32_t switches) except? 0:
    cdef Key salt = salt_of(switches)
    if AnyPosition is ConnectFourBits:
        session.knowledge.connect_four.oracle = NULL
        if switches & DATABASES:
            session.evaluations.connect_four.open_solver(&session.knowledge.connect_four)
        return session.evaluations.connect_four.prepare(&session.knowledge.connect_four, salt)
    elif AnyPosition is CheckersBits:
        salt = session.evaluations.checkers.prepare(&session.knowledge.checkers, salt)
        session.knowledge.checkers.endgame_pieces = NO_PIECES
        if switches & DATABASES:
            return session.evaluations.checkers.use_databases(root, &session.knowledge.checkers, salt)
        return salt
    elif AnyPosition is BackgammonBits:
        salt = session.evaluations.backgammon.prepare(&session.knowledge.backgammon, salt)
        if session.knowledge.backgammon.net != NULL:
            with nogil:
                backgammon_races.load_tables(root, 0)
        return salt
    else:
        return mix64(salt ^ session.tables.salt_of_class(position))


cdef int recall_game(const Position* root, position, Session session) except -1:
    cdef Worker* w
    if Position is CheckersBits:
        for i in range(session.threads):
            w = session.workers[i]
            for key in (<Checkers>position).history[1 - MAX_PLY:]:
                w.path[w.path_length] = key
                w.path_length += 1
    return 0


cdef bint is_known(const Position* root, position, notate, Session session) except -1:
    cdef Worker* w = session.workers[0]
    cdef Iteration answer
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
    answer = Iteration()
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
