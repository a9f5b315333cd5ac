"""The tables that a search uses, filled and read as it does, for tests of what tells their entries apart."""
from libc.stdint cimport uint64_t

from gamecore.core.tt cimport EXACT, Found, Table, allocate, free, probe, store
from gamecore.core.tt_values cimport FoundValue, probe_value, store_value


def of_values(mebibytes, keys, depths):
    """The number of (key, depth) that a table still knows after all were stored, and those with another's value."""
    cdef Table table
    cdef FoundValue found
    cdef uint64_t key
    cdef int depth
    cdef double number = 0
    allocate(&table, mebibytes)
    hits, wrong = 0, []
    for depth in depths:
        for key in keys:
            store_value(&table, key, depth, number, EXACT, False)
            number += 1
    number = 0
    for depth in depths:
        for key in keys:
            if probe_value(&table, key, depth, &found):
                hits += 1
                if found.value != number:
                    wrong.append((key, depth))
            number += 1
    free(&table)
    return hits, wrong


def of_scores(mebibytes, keys):
    """The same for a table of scores, which are told by the depth that is stored beside them."""
    cdef Table table
    cdef Found found
    cdef uint64_t key
    cdef int number = 0
    allocate(&table, mebibytes)
    hits, wrong = 0, []
    for key in keys:
        store(&table, key, number % 30000, number % 1000, number % 500, EXACT, False)
        number += 1
    number = 0
    for key in keys:
        if probe(&table, key, &found):
            hits += 1
            if (found.score, found.move, found.depth) != (number % 30000, number % 1000, number % 500):
                wrong.append(key)
        number += 1
    free(&table)
    return hits, wrong
