"""The dispatch of each task to the code for the root's kind of game."""
from libc.string cimport memset

cimport gamecore.games.outside.rules as custom
cimport gamecore.search.contract as contract
cimport gamecore.search.minimal_tree as minimal_tree
cimport gamecore.search.perft as perft
from gamecore.core.bits cimport NO_COUNT, TOO_MANY, Count
from gamecore.core.types cimport MAX_MOVES, MAX_OUTCOMES, Move, Outcome
from gamecore.games.outside.rules cimport to_score
from gamecore.search.callbacks cimport evaluate_root
from gamecore.search.configure cimport (ALL_LAYERS, NO_LAYERS, configure_count, configure_run, is_known,
                                        load_evaluation, load_history, names_of_moves)
from gamecore.search.contract cimport (AnyPosition, BackgammonBits, ChancePosition, CheckersBits, ConnectFourBits,
                                       CustomBits, Position)
from gamecore.search.deepening cimport check_stack, deepen, fits_stack, measure_stack
from gamecore.search.deepening_chance cimport Share, deepen_chance, help_chance
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.log cimport Log, free_log
from gamecore.search.resources cimport Resources
from gamecore.search.root cimport BACKGAMMON, CHECKERS, CONNECT_FOUR, CUSTOM, Root
from gamecore.search.run cimport Run
from gamecore.search.switches cimport PERFECT
from gamecore.search.uct cimport sample
from gamecore.search.worker cimport Worker

from gamecore.errors import CountError, GameError, LimitError, SwitchError


# Search

cdef int run_search(Run run) except -1:
    cdef Root root = run.root
    if root.kind == CONNECT_FOUR:
        return run_deterministic(<const ConnectFourBits*>root.bits, run)
    if root.kind == CHECKERS:
        return run_deterministic(<const CheckersBits*>root.bits, run)
    if root.kind == CUSTOM:
        return run_deterministic(<const CustomBits*>root.bits, run)
    if run.order == PERFECT:
        raise SwitchError(f"order 'perfect' is for games without chance, not for {type(root.position).__name__}")
    if root.kind == BACKGAMMON:
        return run_chance(<const BackgammonBits*>root.bits, run)
    return run_chance(<const CustomBits*>root.bits, run)


cdef int run_deterministic(const Position* root, Run run) except -1:
    configure_run(root, run, NO_LAYERS)
    load_history(root, run)
    if is_known(root, run):
        return 0
    return deepen(root, run.pool.workers[0], run, &run.log)


cdef int run_chance(const ChancePosition* root, Run run) except -1:
    configure_run(root, run, run.shared.limits.depth)
    return deepen_chance(root, run.pool.workers[0], run)


# A helping thread

def run_help(Run run not None, int i):
    """Runs helping thread number `i` of a running search."""
    cdef Root root = run.root
    if run.pool is None or not 0 < i < run.pool.threads:
        raise LimitError(f"a search has no helping thread {i}")
    if root.kind == CONNECT_FOUR:
        help_deterministic(<const ConnectFourBits*>root.bits, run, i)
    elif root.kind == CHECKERS:
        help_deterministic(<const CheckersBits*>root.bits, run, i)
    elif root.kind == CUSTOM:
        help_deterministic(<const CustomBits*>root.bits, run, i)
    elif root.kind == BACKGAMMON:
        help_chance(<const BackgammonBits*>root.bits, run.pool.workers[i], <Share?>run.share)
    else:
        help_chance(<const CustomBits*>root.bits, run.pool.workers[i], <Share?>run.share)


cdef int help_deterministic(const Position* root, Run run, int i) except -1:
    cdef Log log
    memset(&log, 0, sizeof(log))
    try:
        return deepen(root, run.pool.workers[i], run, &log)
    finally:
        free_log(&log)


# Loading

cdef int load_all(Run run) except -1:
    cdef Root root = run.root
    if root.kind == CONNECT_FOUR:
        configure_run(<const ConnectFourBits*>root.bits, run, NO_LAYERS)
    elif root.kind == CHECKERS:
        configure_run(<const CheckersBits*>root.bits, run, NO_LAYERS)
    elif root.kind == BACKGAMMON:
        configure_run(<const BackgammonBits*>root.bits, run, ALL_LAYERS)
    else:
        configure_run(<const CustomBits*>root.bits, run, NO_LAYERS)
    return run.resources.tables.touch(root.has_chance())


# Evaluation

cdef object evaluate(Root root, Resources resources):
    if root.kind == CONNECT_FOUR:
        return evaluate_deterministic(<const ConnectFourBits*>root.bits, root, resources)
    if root.kind == CHECKERS:
        return evaluate_deterministic(<const CheckersBits*>root.bits, root, resources)
    if root.kind == CUSTOM:
        return evaluate_deterministic(<const CustomBits*>root.bits, root, resources)
    if root.kind == BACKGAMMON:
        return evaluate_chance(<const BackgammonBits*>root.bits, root, resources)
    return evaluate_chance(<const CustomBits*>root.bits, root, resources)


cdef object evaluate_deterministic(const Position* position, Root root, Resources resources):
    cdef Knowledge knowledge
    if Position is CustomBits:
        if has_ended(position):
            return checked(contract.final_score(position, 0), root)
    elif root.position.is_over():
        return to_score(root.position.final_score(), 0)
    if resources.evaluations.custom is not None:
        return checked(evaluate_root(position, root, resources.evaluations.custom), root)
    load_evaluation(position, &knowledge, resources, 0)
    return checked(contract.evaluate(position, &knowledge), root)


cdef object evaluate_chance(const ChancePosition* position, Root root, Resources resources):
    cdef Knowledge knowledge
    cdef bint ended
    if ChancePosition is CustomBits:
        ended = has_ended(position)
    else:
        ended = contract.is_over(position)
    if resources.evaluations.custom is not None and not ended:
        return checked(evaluate_root(position, root, resources.evaluations.custom), root)
    load_evaluation(position, &knowledge, resources, 0)
    return checked(contract.utility(position, &knowledge) if ended else
                   contract.expected_value(position, &knowledge), root)


cdef bint has_ended(const CustomBits* root) noexcept:
    """Whether a custom game is over, which in some games only the list of moves shows."""
    cdef Outcome outcomes[MAX_OUTCOMES]
    cdef Move moves[MAX_MOVES]
    return custom.is_over(root) or ((root.ops.outcomes == NULL or custom.outcomes(root, outcomes) == 0)
                                    and custom.legal_moves(root, moves) == 0)


cdef object checked(object answer, Root root):
    """Returns a game's result, or raises its exception."""
    if root.adapter is not None and root.adapter.error is not None:
        raise root.adapter.error
    return answer


# Perft

cdef object run_perft(Run run, Convention convention):
    cdef Root root = run.root
    if convention == WEIGHTED and root.kind != BACKGAMMON:
        raise SwitchError(f"convention 'weighted' is for backgammon, not {type(root.position).__name__}")
    if root.kind == CONNECT_FOUR:
        return count_lines(<const ConnectFourBits*>root.bits, run, convention)
    if root.kind == CHECKERS:
        return count_lines(<const CheckersBits*>root.bits, run, convention)
    if root.kind == BACKGAMMON:
        return count_lines(<const BackgammonBits*>root.bits, run, convention)
    return count_lines(<const CustomBits*>root.bits, run, convention)


cdef object count_lines(const AnyPosition* root, Run run, Convention convention):
    cdef Worker* w = run.pool.workers[0]
    cdef int depth = run.shared.limits.depth
    cdef Count total
    configure_count(root, run, run.root.has_chance())
    if not fits(root, w, depth) or contract.is_over(root):
        return 0
    if w.holds_gil:
        total = lines_of(root, w, depth, convention)
    else:
        with nogil:
            total = lines_of(root, w, depth, convention)
    return checked_count(total, run)


cdef Count lines_of(const AnyPosition* root, Worker* w, int depth, Convention convention) noexcept nogil:
    if AnyPosition is BackgammonBits:
        return perft.perft_chance(root, w, depth, convention == WEIGHTED)
    else:
        if AnyPosition is CustomBits:
            if w.children != NULL:
                return perft.perft_chance(root, w, depth, False)
        return perft.perft(root, w, depth, convention == RESULTS)


cdef bint fits(const AnyPosition* root, Worker* w, int depth) except -1:
    """Raises LimitError unless the thread's stack is large enough for a depth."""
    measure_stack(root, w, AnyPosition is BackgammonBits or AnyPosition is CustomBits and w.children != NULL)
    w.depth = depth
    return fits_stack(w) or not check_stack(w)


cdef object checked_count(Count total, Run run):
    """Returns a count as an int; raises LimitError if it was too large to count."""
    if total == TOO_MANY and not run.pool.workers[0].stopped:
        raise CountError(f"depth {run.shared.limits.depth} is too deep: "
                         f"there are more than 2**{8 * sizeof(Count)} to count")
    return total


# The minimal tree

cdef object run_minimal_leaves(Run run, int score):
    cdef Root root = run.root
    if root.kind == CONNECT_FOUR:
        return minimal_leaves(<const ConnectFourBits*>root.bits, run, score)
    if root.kind == CHECKERS:
        return minimal_leaves(<const CheckersBits*>root.bits, run, score)
    return minimal_leaves(<const CustomBits*>root.bits, run, score)


cdef object minimal_leaves(const Position* root, Run run, int score):
    cdef Worker* w = run.pool.workers[0]
    cdef int depth = run.shared.limits.depth
    cdef Count total
    configure_run(root, run, NO_LAYERS)
    load_history(root, run)
    if not fits(root, w, depth) or contract.is_over(root):
        return 0
    if w.holds_gil:
        total = minimal_tree.minimal_leaves(root, w, score, depth)
    else:
        with nogil:
            total = minimal_tree.minimal_leaves(root, w, score, depth)
    if total == NO_COUNT and not w.stopped:
        raise GameError(f"no proof to depth {depth} that {type(run.root.position).__name__} scores {score}: "
                        "the game answers in two ways")
    return checked_count(total, run)


# UCT

cdef object run_uct(Run run, double exploration, size_t tree_bytes):
    cdef Root root = run.root
    if root.kind == CONNECT_FOUR:
        return sample(<const ConnectFourBits*>root.bits, run, exploration, tree_bytes)
    if root.kind == CHECKERS:
        return sample(<const CheckersBits*>root.bits, run, exploration, tree_bytes)
    if root.kind == BACKGAMMON:
        raise GameError(f"UCT does not search {type(root.position).__name__}, but Engine.search does")
    return sample(<const CustomBits*>root.bits, run, exploration, tree_bytes)


# Moves

cdef list moves_of(Root root):
    if root.kind == CONNECT_FOUR:
        return names_of_moves(<const ConnectFourBits*>root.bits, root.notate)
    if root.kind == CHECKERS:
        return names_of_moves(<const CheckersBits*>root.bits, root.notate)
    if root.kind == BACKGAMMON:
        return names_of_moves(<const BackgammonBits*>root.bits, root.notate)
    return checked(names_of_moves(<const CustomBits*>root.bits, root.notate), root)
