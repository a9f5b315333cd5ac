"""The door: from a Python position to its C struct, once, for every task."""
from gamecore.search.session cimport Session

cdef enum Task:
    SEARCH                               # fills session.iterations; starts the helping threads
    HELP                                 # what a helping thread does
    EVALUATE                             # the static evaluation
    PERFT                                # lines of play; jumps with one result count once
    PERFT_PATHS                          # ... count once for each order of their squares
    PERFT_WEIGHTED                       # ... of backgammon, a mixed roll counting twice
    MINIMAL_LEAVES                       # the leaves of the smallest proof of a score

# What the task asks for: an int, a float, or None. The argument: of HELP, which worker; of MINIMAL_LEAVES, the score that is
# proved. Helpers: where SEARCH puts what the threads that it starts will release at their end.
cdef object carry_out(Task task, object position, Session session, int argument, list helpers)
