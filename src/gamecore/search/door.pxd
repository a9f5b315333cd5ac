"""The conversion of a Python position to its C struct, once, for every task."""
from gamecore.search.session cimport Session

cdef enum Task:
    SEARCH                               # fills session.iterations; starts the helping threads
    HELP                                 # what a helping thread does
    EVALUATE                             # the static evaluation
    PERFT                                # lines of play; jumps with one result count once
    PERFT_PATHS                          # ... count once for each order of their squares
    PERFT_WEIGHTED                       # ... of backgammon, a mixed roll counting twice
    MINIMAL_LEAVES                       # the leaves of the smallest proof of a score
    SAMPLE                               # UCT, in games without the dice of backgammon
    PREPARE                              # loads all that a search may need, and takes the table's memory

# The task's result: an int, a float, or None. The argument: for HELP the worker, for MINIMAL_LEAVES the proved score.
# Helpers: SEARCH's list of the locks that its threads release at their end.
cdef object carry_out(Task task, object position, Session session, int argument, list helpers)
