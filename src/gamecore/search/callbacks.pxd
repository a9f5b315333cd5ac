"""The caller's own functions: an evaluation, and an order of moves."""
from gamecore.search.contract cimport AnyPosition
from gamecore.search.evaluations cimport CustomEvaluation
from gamecore.search.root cimport Root
from gamecore.search.run cimport Run


cdef enum:
    MANY = 64                # most positions in one call of a function of an array

# Returns the evaluation of a root by the caller's function: an int, or a float if scores are averaged.
cdef object evaluate_root(const AnyPosition* position, Root root, CustomEvaluation custom)

# Lets a search call the functions. After one of them has raised an exception, scores and ranks are 0, and the worker
# stops.
cdef int install_callbacks(const AnyPosition* root, Run run) except -1
