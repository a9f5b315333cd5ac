"""The loops behind Engine.evaluate_many."""
from libc.stdint cimport int32_t, int64_t, uintptr_t

cimport gamecore.search.contract as contract
from gamecore.games.backgammon.features cimport is_contact
from gamecore.games.backgammon.races cimport lacks_tables, load_tables
from gamecore.games.backgammon.rules cimport BackgammonBits
from gamecore.games.backgammon.match_equity cimport mark
from gamecore.games.checkers.position cimport Checkers
from gamecore.games.checkers.rules cimport CheckersBits
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.connect_four.rules cimport ConnectFourBits
from gamecore.search.knowledge cimport Knowledge
from gamecore.search.resources cimport Resources

ctypedef fused Alternating:
    ConnectFourBits
    CheckersBits


cdef int evaluate_all(Resources resources, object game, uintptr_t records, int64_t n, uintptr_t scores) except -1:
    cdef Knowledge parameters
    cdef Knowledge* knowledge = &parameters      # a copy: the engine may be searching
    if game is ConnectFour:
        resources.evaluations.connect_four.prepare(&knowledge.connect_four, 0)
        with nogil:
            evaluate_each(<const ConnectFourBits*>records, n, knowledge, <int32_t*>scores)
    elif game is Checkers:
        resources.evaluations.checkers.prepare(&knowledge.checkers, 0)
        with nogil:
            evaluate_each(<const CheckersBits*>records, n, knowledge, <int32_t*>scores)
    else:
        resources.evaluations.backgammon.prepare(&knowledge.backgammon, 0)
        return expect_each(<const BackgammonBits*>records, n, knowledge, <double*>scores)
    return 0


cdef void evaluate_each(const Alternating* records, int64_t n, const Knowledge* knowledge,
                        int32_t* scores) noexcept nogil:
    cdef int64_t i
    for i in range(n):
        if contract.is_over(records + i):
            scores[i] = contract.final_score(records + i, 0)
        else:
            scores[i] = 0 if contract.is_stale(records + i) else contract.evaluate(records + i, knowledge)


cdef int expect_each(const BackgammonBits* records, int64_t n, const Knowledge* knowledge, double* scores) except -1:
    cdef BackgammonBits bits
    cdef int64_t i
    with nogil:
        for i in range(n):
            bits = records[i]
            if knowledge.backgammon.net != NULL and not is_contact(&bits) and lacks_tables(&bits, 0):
                with gil:
                    load_tables(&bits, 0)
            mark(&bits, False)               # white is on roll in all of them
            scores[i] = (contract.utility(&bits, knowledge) if contract.is_over(&bits)
                         else contract.expected_value(&bits, knowledge))
    return 0
