"""Alpha-beta as in textbooks (Knuth and Moore 1975), without a table or an order. If pruning is off, it is minimax."""
from libc.stdint cimport uint64_t

cimport gamecore.search.contract as contract
from gamecore.core.bits cimport likely, unlikely
from gamecore.core.score cimport INFINITE
from gamecore.core.types cimport Move
from gamecore.search.contract cimport Position, Repeating
from gamecore.search.leaf cimport is_leaf
from gamecore.search.repetition cimport extend_path
from gamecore.search.switches cimport EVALUATION, PRUNING, QUIESCENCE, REPETITION
from gamecore.search.worker cimport Worker, extend_pv, must_stop


cdef inline bint are_leaves(const Position* position, const Worker* w, int depth) noexcept nogil:
    """Whether all children of a node are leaves that are counted together, because no child can be searched further or
    be a repetition.

    In games with lists of moves the test costs more than it saves (checkers: instructions +10 %).
    """
    if Position in Repeating:
        if w.switches & (QUIESCENCE | REPETITION):
            return False
    return contract.has_move_set(position) and depth == 1


cdef inline int visit(const Position* position, Worker* w, bint may_end, int alpha, int beta, int depth,
                      int ply) noexcept nogil:
    """Returns the score of a position just reached by a move, which may have ended the game."""
    cdef int score = 0
    if is_leaf(position, w, False, may_end,
               depth if Position in Repeating or not contract.has_move_set(position) else 1, ply, &score):
        return score
    return alpha_beta(position, w, alpha, beta, depth, ply)


cdef inline int score_leaf(const Position* position, Worker* w, Move move, Move ending, int ply,
                           int* finished) noexcept nogil:
    """Returns the score of the leaf after a move, for the player of the move, and counts the leaf if its game is over.

    `ending` contains the moves that may end the game. A caller's evaluation is supported only by negamax.
    """
    cdef int score = 0
    cdef bint again = contract.same_player(position, move)
    cdef Position leaf
    if not (ending & move or unlikely(w.switches & EVALUATION)):
        return 0
    contract.play(position, move, &leaf)
    if contract.is_over(&leaf):
        finished[0] += 1
        score = contract.final_score(&leaf, ply)
    elif unlikely(w.switches & EVALUATION):
        score = contract.evaluate(&leaf, w.knowledge)
    contract.release(&leaf)
    return score if again else -score


cdef inline void count_leaves(Worker* w, int visited, int finished) noexcept nogil:
    w.stats.nodes += visited
    w.stats.leaves += visited
    w.stats.horizon += visited - finished


cdef inline int try_moves(const Position* position, Worker* w, const Move* moves, Move left, int alpha, int beta,
                          int depth, int ply, bint leaves) noexcept nogil:
    """Returns the best score of the remaining moves. They are given as a set if contract.has_move_set, and otherwise as
    a number.

    Leaves are counted together, since most positions are leaves of the last ply.
    """
    cdef uint64_t room = w.events.next_event - w.stats.nodes      # nodes to the next event
    cdef Move ending = ~<Move>0          # of the set, those that may end the game: all, before the first is tried
    cdef int best = -INFINITE, visited = 0, finished = 0, score
    cdef Position child
    cdef Move move
    cdef bint again
    while left != 0:
        if leaves and unlikely(<uint64_t>visited == room):
            count_leaves(w, visited, finished)
            if must_stop(w):
                return 0
            room, visited, finished = w.events.next_event - w.stats.nodes, 0, 0
        move = left & -left if contract.has_move_set(position) else moves[0]
        if leaves:
            visited += 1
            score = score_leaf(position, w, move, ending, ply + 1, &finished)
        else:
            again = contract.same_player(position, move)
            contract.play(position, move, &child)
            if Position in Repeating:
                if w.switches & REPETITION:
                    extend_path(position, w, move, again, ply)
            score = visit(&child, w, not contract.has_move_set(position) or ending & move != 0,
                          alpha if again else -beta, beta if again else -alpha, depth - 1, ply + 1)
            score = score if again else -score
            contract.release(&child)
            if w.stopped:
                return 0
        if score > best:
            if score > alpha:
                if likely(score >= beta):
                    w.stats.cuts += 1
                    if best == -INFINITE:            # by the first move
                        w.stats.first_cuts += 1
                    best = score
                    break
                if leaves:
                    w.pv_length[ply + 1] = 0
                extend_pv(w, move, ply)
                if w.switches & PRUNING:
                    alpha = score
            if best == -INFINITE:        # it pays if there are more
                ending = contract.ending_moves(position)
            best = score
        left = left & (left - 1) if contract.has_move_set(position) else left - 1
        moves += 1
    if leaves:
        count_leaves(w, visited, finished)
    return best


cdef int alpha_beta(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    cdef Move* moves = w.moves
    cdef Move left = contract.move_set(position)
    cdef int best
    if not contract.has_move_set(position):
        left = contract.legal_moves(position, moves)
        w.moves += left
    if left == 0:
        w.stats.leaves += 1
        return contract.final_score(position, ply)
    if are_leaves(position, w, depth):
        best = try_moves(position, w, moves, left, alpha, beta, depth, ply, True)
    else:
        best = try_moves(position, w, moves, left, alpha, beta, depth, ply, False)
    if not contract.has_move_set(position):
        w.moves = moves
    return best
