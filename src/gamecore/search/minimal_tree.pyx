"""The minimal tree of a real game. No formula gives its size, as it does for a uniform tree, so a search must find it.

A proof that a score is at least v needs one good move where the prover moves, and all moves where the opponent moves.
So the number of its leaves is a minimum over the prover's moves, and a sum over the opponent's moves. It depends only
on the position, the depth, the prover and the claim, so each combination is counted once.
"""
cimport gamecore.search.contract as contract
from gamecore.core.bits cimport NO_COUNT, TOO_MANY, Count, plus, set_once
from gamecore.core.limits cimport STOP_ERROR
from gamecore.core.store cimport lookup, put
from gamecore.core.tt cimport NO_MOVE
from gamecore.core.types cimport Key, Move
from gamecore.search.contract cimport Position
from gamecore.search.horizon cimport static_score
from gamecore.search.ordering cimport pick, rank_moves
from gamecore.search.worker cimport Worker, enter, ranks_of

cdef enum:
    STORE_MIN = 2                # plies: shallower positions are cheaper to count again than to store


cdef Count minimal_leaves(const Position* position, Worker* w, int value, int depth) noexcept nogil:
    cdef Count least = proof(position, w, value, True, depth, 0), most = proof(position, w, -value, False, depth, 0)
    cdef Count leaves = plus(least, most)
    if least == NO_COUNT or most == NO_COUNT:
        return NO_COUNT
    return leaves if leaves == TOO_MANY else leaves - 1


cdef Count proof(const Position* position, Worker* w, int value, bint proving, int depth, int ply) noexcept nogil:
    """Returns the number of leaves of the smallest proof that the score is at least `value`, or NO_COUNT if it is less.

    The score is for the side to move if `proving`, otherwise for the opponent.
    """
    cdef Count leaves
    cdef Key key = 0
    cdef int place = 4 * depth + 2 * (value > 0) + proving      # the two proofs have values of opposite signs
    if not enter(w):
        return NO_COUNT
    if contract.is_over(position):
        return leaf(contract.final_score(position, ply), value, proving)
    if depth == 0:
        return leaf(static_score(position, w), value, proving)
    if depth >= STORE_MIN:
        key = contract.key(position)
        if lookup(w.best, key, place, &leaves):
            return leaves
    leaves = proof_below(position, w, value, proving, depth, ply)
    if depth >= STORE_MIN and not w.stopped and not put(w.best, key, place, leaves):
        set_once(&w.events.shared.stop, STOP_ERROR)
        w.stopped = True
    return leaves


cdef Count proof_below(const Position* position, Worker* w, int value, bint proving, int depth,
                          int ply) noexcept nogil:
    cdef Move* moves = w.moves
    cdef Count leaves = NO_COUNT if proving else 0, below
    cdef Position child
    cdef bint again
    cdef int n = contract.legal_moves(position, moves), i
    if n == 0:
        return leaf(contract.final_score(position, ply), value, proving)
    rank_moves(position, w, moves, ranks_of(moves), NO_MOVE, n, ply)
    w.moves += n
    for i in range(n):
        pick(moves, ranks_of(moves), i, n)
        again = contract.same_player(position, moves[i])
        contract.play(position, moves[i], &child)
        below = proof(&child, w, value, proving if again else not proving, depth - 1, ply + 1)
        contract.release(&child)
        if proving:
            leaves = min(leaves, below)
        elif below == NO_COUNT:
            leaves = NO_COUNT
            break
        else:
            leaves = plus(leaves, below)
    w.moves = moves
    return leaves


cdef inline Count leaf(int score, int value, bint proving) noexcept nogil:
    """Returns 1 if the leaf's score, for the side to move, proves the prover's value, and NO_COUNT otherwise."""
    return 1 if (score if proving else -score) >= value else NO_COUNT
