"""The conversion of an object to its struct, by one chain of games with a function per kind of game for every task.

Besides the contract and what prepares a search, no other file of this room names a game.
"""
cimport gamecore.games.outside.rules as custom
cimport gamecore.search.contract as contract
cimport gamecore.search.minimal_tree as minimal_tree
cimport gamecore.search.perft as perft
from gamecore.core.bits cimport NO_COUNT, TOO_MANY, Count
from gamecore.core.types cimport MAX_MOVES, MAX_OUTCOMES, Move, Outcome
from gamecore.games.backgammon.position cimport Backgammon
from gamecore.games.backgammon.worth cimport mark
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.outside.position cimport CompiledGame
from gamecore.games.outside.python_game cimport Adapter
from gamecore.games.outside.rules cimport release, to_score
from gamecore.search.callbacks cimport evaluate_root
from gamecore.search.contract cimport BackgammonBits, ChancePosition, CustomBits, Position
from gamecore.search.deepening cimport deepen, has_stack, measure_stack
from gamecore.search.deepening_chance cimport Share, deepen_chance, help_chance
from gamecore.search.preparation cimport ALL_LAYERS, NO_LAYERS, is_known, know, prepare, recall_game
from gamecore.search.session cimport Session
from gamecore.search.switches cimport PERFECT
from gamecore.search.uct cimport sample
from gamecore.search.worker cimport Worker

from gamecore.errors import GameError, LimitError, PositionError, SwitchError
from gamecore.games.connect_four.position import notate as notate_connect_four
from gamecore.games.outside.python_game import PythonGame
from gamecore.search.team import Team


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
    """Runs a task at a match score, where the sides of the players differ."""
    cdef BackgammonBits bits = position.bits
    if session.evaluations.backgammon.at_score and task != PERFT and task != PERFT_WEIGHTED:
        mark(&bits, position.second)
    return expect(task, &bits, position, position.notate, session, argument, helpers)


cdef object from_python(Task task, object position, Session session, int argument, list helpers):
    """Runs a task on a game in Python by its adapter, or by another one for an evaluation during a search."""
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
        if Position is CustomBits:
            if has_ended(root):
                return contract.final_score(root, 0)
        elif position.is_over():
            return to_score(position.final_score(), 0)
        if session.callbacks.evaluation is not None:
            return evaluate_root(root, position, session.callbacks)
        know(root, position, session, 0)
        return contract.evaluate(root, &session.knowledge)
    if task == PERFT_WEIGHTED:
        raise SwitchError(f"convention 'weighted' is for backgammon, not {type(position).__name__}")
    if task == SAMPLE:
        return sample(root, notate, session)
    prepare(root, position, session, False, NO_LAYERS)
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
    if w.keeps_gil:
        total = count(task, root, w, argument)
    else:
        with nogil:
            total = count(task, root, w, argument)
    if task == MINIMAL_LEAVES and total == NO_COUNT and not w.stopped:
        raise GameError(f"no proof to depth {session.shared.limits.depth} that {type(position).__name__} "
                        f"scores {argument}: the game answers in two ways")
    return whole(total, session)


cdef bint has_ended(const CustomBits* root) noexcept:
    """Whether a game from outside is over; that may show only in its list of moves."""
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef Move moves[MAX_MOVES]
    return custom.is_over(root) or ((root.ops.outcomes == NULL or custom.outcomes(root, outcomes) == 0)
                                    and custom.legal_moves(root, moves) == 0)


cdef Count count(Task task, const Position* root, Worker* w, int argument) noexcept nogil:
    """Returns the leaves of a proof or of a perft."""
    if contract.is_over(root):
        return 0
    if task == MINIMAL_LEAVES:
        return minimal_tree.minimal_leaves(root, w, argument, w.events.shared.limits.depth)
    return perft.perft(root, w, w.events.shared.limits.depth, task == PERFT)


cdef object expect(Task task, const ChancePosition* root, position, notate, Session session, int argument,
                   list helpers):
    """Runs a task in a game in which chance acts before each choice."""
    cdef Worker* w = session.workers[0]
    cdef Count total
    cdef bint ended
    if task == HELP:
        return help_chance(root, session.workers[argument], <Share?>session.share)
    if task == EVALUATE:
        ended = has_ended(root) if ChancePosition is CustomBits else contract.is_over(root)
        if session.callbacks.evaluation is not None and not ended:
            return evaluate_root(root, position, session.callbacks)
        know(root, position, session, 0)
        return (contract.utility(root, &session.knowledge) if ended
                else contract.expect(root, &session.knowledge))
    if task == SAMPLE:
        if ChancePosition is BackgammonBits:
            raise GameError(f"UCT does not search {type(position).__name__}, but Engine.search does")
        else:
            return sample(root, notate, session)
    if task == MINIMAL_LEAVES or session.request.order == PERFECT and task == SEARCH:
        raise SwitchError(f"order 'perfect' is for games without chance, not for {type(position).__name__}")
    if task == PERFT_WEIGHTED and ChancePosition is not BackgammonBits:
        raise SwitchError(f"convention 'weighted' is for backgammon, not {type(position).__name__}")
    prepare(root, position, session, True, ALL_LAYERS if task == PREPARE else
            session.shared.limits.depth if task == SEARCH else NO_LAYERS)
    if task == PREPARE:
        session.tables.touch(True)
        return None
    if task == SEARCH:
        deepen_chance(root, w, session.iterations, notate, session.on_iteration, session.root_moves,
                      team_of(position, session, helpers))
        return None
    measure_stack(root, w, True)
    has_stack(w, session.shared.limits.depth)
    if w.keeps_gil:
        total = count_chance(task, root, w)
    else:
        with nogil:
            total = count_chance(task, root, w)
    return whole(total, session)


cdef Count count_chance(Task task, const ChancePosition* root, Worker* w) noexcept nogil:
    """Returns the leaves of a perft."""
    return 0 if contract.is_over(root) else perft.perft_chance(root, w, w.events.shared.limits.depth,
                                                               task == PERFT_WEIGHTED)


cdef object whole(Count total, Session session):
    """Returns a count as an int; raises LimitError if it is too large to be known."""
    if total == TOO_MANY and not session.workers[0].stopped:
        raise LimitError(f"depth {session.shared.limits.depth} is too deep: "
                         f"there are more than 2**{8 * sizeof(Count)} to count")
    return total


cdef object team_of(position, Session session, list helpers):
    """Returns a team of helping threads, or None where one thread searches alone, as in Python games under the GIL."""
    return None if session.threads == 1 or session.workers[0].keeps_gil else Team(position, session, helpers, help)


def help(Session session not None, int i, position):
    """Runs a helping thread."""
    carry_out(HELP, position, session, i % session.threads, None)
