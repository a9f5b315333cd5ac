"""The preparation of a run for its game: the switches that apply, the evaluation, the databases, and the game before
the root. Where games differ, the code has one branch per game, as in the contract.
"""
from libc.stdint cimport int64_t, uint32_t, uintptr_t
from libc.string cimport memcpy

cimport gamecore.games.backgammon.races as backgammon_races
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport mix64, now_ns, popcount, set_once
from gamecore.core.limits cimport NO_DEADLINE, NO_NODE_LIMIT, STOP_COMPLETE, TURN_NODES, Limits, RootProbe, schedule
from gamecore.core.types cimport MAX_MOVES, MAX_OUTCOMES, MAX_PLY, Key, Move, Outcome
from gamecore.games.checkers.position cimport Checkers
from gamecore.search.callbacks cimport install_callbacks
from gamecore.search.contract cimport AnyPosition, BackgammonBits, CheckersBits, ConnectFourBits, CustomBits, Position
from gamecore.search.iteration cimport Iteration
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.resources cimport Resources
from gamecore.search.run cimport Run, salt_of
from gamecore.search.switches cimport (CUSTOM_EVALUATION, DATABASES, EVALUATION, INTERNAL_DEEPENING, PERFECT,
                                       QUIESCENCE, REPETITION, SPECIAL_LEAVES, TABLE, TABLE_MOVE, effective)
from gamecore.search.worker cimport Worker

from gamecore.errors import SwitchError

cdef enum:
    NO_PIECES = -1                       # in an endgame database
    FIRST_SOLVED = 22                    # stones in connect four from which on the solver scores each leaf
    FAR_TURNS = 3                        # of each side: a search with a time limit hardly gets further


cdef int configure_run(const AnyPosition* root, Run run, int layers) except -1:
    cdef uint32_t switches = supported_switches(root, effective(run.switches, run.order))
    cdef Resources resources = run.resources
    cdef Key salt
    run.stores = run.stores or run.order == PERFECT
    if AnyPosition is CustomBits:
        if root.ops.key == NULL and run.stores:
            raise SwitchError(f"order 'perfect' needs {type(run.root.position).__name__}.key()")
    install_callbacks(root, run)
    salt = load_evaluation(root, &run.knowledge, resources, salt_of(switches))
    if AnyPosition is CustomBits:
        salt = mix64(salt ^ resources.tables.salt_of_class(run.root.position))
    elif switches & DATABASES:
        salt = open_databases(root, &run.knowledge, resources, salt)
    if run.custom is not None and switches & EVALUATION:
        switches = switches ^ EVALUATION | CUSTOM_EVALUATION | SPECIAL_LEAVES
        salt = mix64(salt ^ resources.tables.salt_of(run.custom.evaluation, "evaluation", run.custom.unit))
    if AnyPosition is BackgammonBits:
        if run.knowledge.backgammon.net != NULL and layers >= 0:
            backgammon_races.load_tables(root, turns_of(run, layers))
    run.view = resources.tables.view(run.root.has_chance())
    return run.set_up(salt, switches, run.root.has_chance())


cdef int configure_count(const AnyPosition* root, Run run, bint chance) except -1:
    if AnyPosition is CustomBits:
        if root.ops.key == NULL and run.stores:
            raise SwitchError(f"a count with hash needs {type(run.root.position).__name__}.key()")
    run.view.table = &run.resources.tables.scores        # it has no switch that uses it
    return run.set_up(0, 0, chance)


cdef int turns_of(Run run, int layers) noexcept nogil:
    """Returns the turns of each side in a search of these layers of chance."""
    if layers == ALL_LAYERS or run.allowed == NO_DEADLINE or run.shared.limits.exact_depth:
        return layers // 2 + 1
    return FAR_TURNS


cdef uint32_t supported_switches(const AnyPosition* root, uint32_t switches) noexcept:
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


cdef Key load_evaluation(const AnyPosition* root, Knowledge* knowledge, Resources resources, Key salt) except? 0:
    if AnyPosition is ConnectFourBits:
        return resources.evaluations.connect_four.prepare(&knowledge.connect_four, salt)
    elif AnyPosition is CheckersBits:
        knowledge.checkers.endgame_pieces = NO_PIECES
        return resources.evaluations.checkers.prepare(&knowledge.checkers, salt)
    elif AnyPosition is BackgammonBits:
        salt = resources.evaluations.backgammon.prepare(&knowledge.backgammon, salt)
        if knowledge.backgammon.net != NULL:
            backgammon_races.load_tables(root, 0)
        return salt
    else:
        return salt


cdef Key open_databases(const AnyPosition* root, Knowledge* knowledge, Resources resources, Key salt) except? 0:
    """Gives the run the databases of the root's game; returns `salt` mixed with everything that determines their
    results."""
    if AnyPosition is ConnectFourBits:
        resources.evaluations.connect_four.open_solver(resources.tables.hash_mb)
        return salt
    elif AnyPosition is CheckersBits:
        return resources.evaluations.checkers.use_databases(root, &knowledge.checkers, salt)
    else:
        return salt


cdef int load_history(const Position* root, Run run) except -1:
    cdef Worker* w
    if Position is CheckersBits:
        for i in range(run.pool.threads):
            w = run.pool.workers[i]
            for key in (<Checkers>run.root.position).history[1 - MAX_PLY:]:
                w.path[w.path_length] = key
                w.path_length += 1
    return 0


cdef bint is_known(const Position* root, Run run) except -1:
    cdef Worker* w = run.pool.workers[0]
    cdef Iteration answer
    cdef int64_t deadline = run.shared.limits.deadline
    found = None
    if Position is CheckersBits:
        if w.switches & REPETITION and run.root.position.is_over():      # drawn, but still with moves
            run.outcome = "draw"
            if run.root_moves is None:
                return False
    if run.root_moves is not None:
        restrict_moves(root, run, run.root_moves)
    if Position is ConnectFourBits:
        open_root_solver(root, run)
    if run.root_moves is not None:
        return False
    if Position is CheckersBits and w.switches & DATABASES:
        seconds = None if deadline == NO_DEADLINE else (deadline - now_ns()) / 1e9
        found = run.resources.evaluations.checkers.root_probe.probe(
            run.root.position, clock=bool(w.switches & REPETITION), seconds=seconds, multipv=w.multipv)
    if found is None:
        return False
    run.outcome = found.outcome
    if not found.lines:
        names = names_of_moves(root, run.root.notate)
        restrict_moves(root, run, [i for i, name in enumerate(names) if name in found.moves])
        return False
    answer = Iteration()
    answer.finished = answer.complete = True
    answer.lines = found.lines
    answer.score, answer.pv = found.lines[0]
    run.iterations.append(answer)
    set_once(&run.shared.stop, STOP_COMPLETE)
    if run.reports:
        run.report()
    return True


cdef int open_root_solver(const ConnectFourBits* root, Run run) except -1:
    """Lets the solver replace the iterations all of whose leaves it would know; with a limit of nodes or time, the
    solver also takes turns with the earlier iterations."""
    cdef Worker* w = run.pool.workers[0]
    cdef const Limits* limits = &run.shared.limits
    cdef int depth = max(FIRST_SOLVED - popcount(root.mask), 1), i
    if not w.switches & DATABASES:
        return 0
    for i in range(run.pool.threads):
        run.pool.workers[i].solved_from = depth
    if limits.depth < depth:
        return 0
    run.root_solver = run.resources.evaluations.connect_four.root_solver(
        root.own, root.mask, [w.kept[i] for i in range(w.kept_count)] or None, w.multipv)
    w.probe = <RootProbe*><uintptr_t>run.root_solver.address
    if limits.nodes != NO_NODE_LIMIT or limits.deadline != NO_DEADLINE:
        w.events.due = TURN_NODES
        schedule(&w.events, 0)
    return 0


cdef int restrict_moves(const Position* root, Run run, list indices) except -1:
    cdef Worker* w = run.pool.workers[0]
    cdef Move moves[MAX_MOVES]
    cdef int count = contract.legal_moves(root, moves)
    for i in indices:
        if i < count:                    # a game in Python may list fewer moves now
            w.kept[w.kept_count] = moves[<int>i]
            w.kept_count += 1
    for i in range(1, run.pool.threads):
        run.pool.workers[i].kept_count = w.kept_count
        memcpy(run.pool.workers[i].kept, w.kept, w.kept_count * sizeof(Move))
    return 0


cdef list names_of_moves(const AnyPosition* root, object notate):
    cdef Move moves[MAX_MOVES]
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef int i
    if contract.is_over(root):
        return []
    if AnyPosition is BackgammonBits or AnyPosition is CustomBits:
        if contract.outcomes(root, outcomes) > 0:
            return []                    # chance acts before any move
    if AnyPosition is BackgammonBits:    # up to MAX_PLAYS, whose Moves are their indices
        return [notate([i])[0] for i in range(contract.count_successors(root, moves))]
    else:
        return [notate([moves[i]])[0] for i in range(contract.legal_moves(root, moves))]
