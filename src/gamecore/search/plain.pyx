"""Alpha-beta as in textbooks (Knuth and Moore 1975), without a table or an order; without pruning it is minimax."""
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport likely
from gamecore.core.score cimport INFINITE
from gamecore.core.types cimport Move
from gamecore.search.contract cimport Position, Repeating
from gamecore.search.leaf cimport is_leaf
from gamecore.search.repetition cimport extend_path
from gamecore.search.switches cimport PRUNING, REPETITION
from gamecore.search.worker cimport Worker, extend_pv


cdef inline int visit(const Position* position, Worker* w, int alpha, int beta, int depth, int ply) noexcept nogil:
    """Returns the score of a position just reached by a move."""
    cdef int score = 0
    if is_leaf(position, w, 0, depth, ply, &score):
        return score
    return alpha_beta(position, w, alpha, beta, depth, ply)


cdef inline int try_moves(const Position* position, Worker* w, const Move* moves, Move left, int alpha, int beta,
                          int depth, int ply) noexcept nogil:
    """Returns the best score of the remaining moves, given as a set where contract.has_move_set, else as a number."""
    cdef int best = -INFINITE, score
    cdef Position child
    cdef Move move
    cdef bint again
    while left != 0:
        move = left & -left if contract.has_move_set(position) else moves[0]
        again = contract.same_player(position, move)
        contract.play(position, move, &child)
        if Position in Repeating:
            if w.switches & REPETITION:
                extend_path(position, w, move, again, ply)
        score = visit(&child, w, alpha if again else -beta, beta if again else -alpha, depth - 1, ply + 1)
        score = score if again else -score
        contract.release(&child)
        if w.stopped:
            return 0
        if score > best:
            if score > alpha:
                if likely(score >= beta):
                    w.stats.cuts += 1
                    if best == -INFINITE:            # the first of them
                        w.stats.first_cuts += 1
                    return score
                extend_pv(w, move, ply)
                if w.switches & PRUNING:
                    alpha = score
            best = score
        left = left & (left - 1) if contract.has_move_set(position) else left - 1
        moves += 1
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
    best = try_moves(position, w, moves, left, alpha, beta, depth, ply)
    if not contract.has_move_set(position):
        w.moves = moves
    return best
