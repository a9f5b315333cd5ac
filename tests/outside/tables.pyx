"""The tables that a search uses, filled and read as it does, for tests of what tells their entries apart."""
from libc.math cimport nextafter
from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from gamecore.core.bits cimport mix64, next_random
from gamecore.core.tt cimport (BUCKET, EXACT, FULL_FILTER, Entry, Found, TableView, TranspositionTable, allocate,
                               enlarge, free, next_view, probe, store)
from gamecore.core.tt_values cimport FoundValue, probe_value, store_value


def of_values(mebibytes, keys, depths):
    """The number of (key, depth) that a table still knows after all were stored, and those with another's value."""
    cdef TranspositionTable table
    cdef FoundValue found
    cdef uint64_t key
    cdef int depth
    cdef double number = 0
    allocate(&table, mebibytes, True)
    cdef TableView view = next_view(&table)
    hits, wrong = 0, []
    for depth in depths:
        for key in keys:
            store_value(&view, key, depth, number, EXACT, False)
            number += 1
    number = 0
    for depth in depths:
        for key in keys:
            if probe_value(&view, key, depth, &found):
                hits += 1
                if found.value != number:
                    wrong.append((key, depth))
            number += 1
    free(&table)
    return hits, wrong


def of_scores(mebibytes, keys):
    """Tests a table of scores, each of which is recognised by the depth stored beside it."""
    cdef TranspositionTable table
    cdef Found found
    cdef uint64_t key
    cdef int number = 0
    allocate(&table, mebibytes, False)
    cdef TableView view = next_view(&table)
    hits, wrong = 0, []
    for key in keys:
        store(&view, key, number % 30000, number % 1000, number % 500, EXACT, False, number % FULL_FILTER)
        number += 1
    number = 0
    for key in keys:
        if probe(&view, key, &found):
            hits += 1
            if ((found.score, found.move, found.depth, found.filter)
                    != (number % 30000, number % 1000, number % 500, number % FULL_FILTER)):
                wrong.append(key)
        number += 1
    free(&table)
    return hits, wrong


# A table that grows

cdef class Growing:
    """A table that begins small, and one of the same size that used all its buckets from the beginning."""

    cdef TranspositionTable tables[2]
    cdef TableView views[2]
    cdef bint values

    def __cinit__(self, mebibytes, bint values):
        self.values = values
        for i in range(2):
            allocate(&self.tables[i], mebibytes, values)
        self.tables[1].buckets = self.tables[1].most

    def __dealloc__(self):
        for i in range(2):
            free(&self.tables[i])

    def search(self, keys, depths):
        """Stores a result for each key and depth, as a new search."""
        for i in range(2):
            self.views[i] = next_view(&self.tables[i])
        for key, depth in zip(keys, depths):
            for i in range(2):
                if self.values:
                    store_value(&self.views[i], key, depth, key % 1000, EXACT, False)
                else:
                    store(&self.views[i], key, key % 1000, key % 100, depth, EXACT, False, key & FULL_FILTER)

    def compare(self):
        """(share of its buckets that the first table uses, whether its entries are the other's when it uses all)."""
        share = self.tables[0].buckets / self.tables[0].most
        while self.tables[0].buckets < self.tables[0].most:
            enlarge(&self.views[0])
        return share, memcmp(self.tables[0].entries, self.tables[1].entries,
                             self.tables[0].most * BUCKET * sizeof(Entry)) == 0

    def hammer(self, uint64_t seed, uint64_t rounds, uint64_t keys):
        """As that of Crowded, in the first table."""
        cdef TableView view = next_view(&self.tables[0])
        cdef Count count
        with nogil:
            if self.values:
                count = hammer_values(&view, seed, rounds, keys)
            else:
                count = hammer_scores(&view, seed, rounds, keys)
        return count.hits, count.wrong, self.tables[0].buckets


# Entries that threads mix

cdef enum:
    CROWD = 2                # buckets of a crowded table
    KEYS = 64                # that want a place in it

cdef struct Count:
    uint64_t hits, wrong


cdef class Crowded:
    """A table of eight entries, for many more positions, that several threads fill and read at once."""

    cdef Entry entries[BUCKET * CROWD]
    cdef TranspositionTable table
    cdef TableView view

    def __cinit__(self):
        self.table.entries, self.table.buckets, self.table.most = self.entries, CROWD, CROWD
        self.view = next_view(&self.table)

    def hammer(self, uint64_t seed, uint64_t rounds, bint values):
        """(entries found, entries found that were never stored) of a thread that stores and asks in turn."""
        cdef Count count
        with nogil:
            if values:
                count = hammer_values(&self.view, seed, rounds, KEYS)
            else:
                count = hammer_scores(&self.view, seed, rounds, KEYS)
        return count.hits, count.wrong


cdef Count hammer_scores(const TableView* view, uint64_t random, uint64_t rounds, uint64_t keys) noexcept nogil:
    """Each entry follows from its key and its score."""
    cdef Count count = Count(0, 0)
    cdef Found found
    cdef uint64_t draw, key, rest
    while rounds > 0:
        rounds -= 1
        draw = next_random(&random)
        key = mix64(1 + draw % keys)
        if draw >> 63:
            rest = rest_of(key, <int16_t>(draw >> 16))
            store(view, key, <int16_t>(draw >> 16), rest & 0x7fff, rest >> 15 & 0x1ff, 1 + (rest >> 24) % 3,
                  rest >> 32 & 1, rest >> 33 & FULL_FILTER)
        elif probe(view, key, &found):
            rest = rest_of(key, found.score)
            count.hits += 1
            count.wrong += (found.move != rest & 0x7fff or found.depth != rest >> 15 & 0x1ff
                            or found.bound != 1 + (rest >> 24) % 3 or found.final != rest >> 32 & 1
                            or found.filter != rest >> 33 & FULL_FILTER)
    return count


cdef Count hammer_values(const TableView* view, uint64_t random, uint64_t rounds, uint64_t keys) noexcept nogil:
    """Each entry follows from its key, its depth and its value, whose bits may be any."""
    cdef Count count = Count(0, 0)
    cdef FoundValue found
    cdef uint64_t draw, key, bits, rest
    cdef double value
    cdef int depth
    while rounds > 0:
        rounds -= 1
        draw = next_random(&random)
        key, depth = mix64(1 + draw % keys), draw >> 8 & 1
        if draw >> 63:
            bits = next_random(&random)
            rest = rest_of(key + depth, bits)
            memcpy(&value, &bits, sizeof(bits))
            store_value(view, key, depth, value, 1 + (rest >> 24) % 3, rest >> 32 & 1)
        elif probe_value(view, key, depth, &found):
            memcpy(&bits, &found.value, sizeof(bits))
            rest = rest_of(key + depth, bits)
            count.hits += 1
            count.wrong += found.bound != 1 + (rest >> 24) % 3 or found.final != rest >> 32 & 1
    return count


cdef inline uint64_t rest_of(uint64_t key, uint64_t number) noexcept nogil:
    return mix64(key ^ mix64(number))


def mixed(bint values):
    """(pairs of entries, those of which one's first half and the other's second half are taken for an entry)."""
    cdef TranspositionTable table
    cdef TableView view
    cdef Entry bucket[BUCKET]
    cdef Entry written[KEYS * 8]
    cdef Entry nothing = Entry(0, 0)
    cdef Found found
    cdef FoundValue value
    cdef double number
    cdef int n = 0, i, j, k
    table.entries, table.buckets, table.most, table.generation = bucket, 1, 1, 0
    view = next_view(&table)
    for i in range(KEYS):
        for j in range(6):               # the last three are the first ones' neighbours, of the same keys
            memset(bucket, 0, sizeof(bucket))
            if values:
                number = i - j % 3 / 7
                if j > 2:
                    number = nextafter(number, 99)
                store_value(&view, mix64(1 + i), j % 3, number, 1 + (i + j + j // 3) % 3, j & 1)
            else:
                store(&view, mix64(1 + i), i - j, j % 3, i + j, 1 + (i + j + j // 3) % 3, j & 1, i)
            written[n] = bucket[0]
            n += 1
    written[n] = nothing
    pairs = accepted = 0
    for i in range(n + 1):
        for j in range(n + 1):
            if written[i].check == written[j].check or written[i].data == written[j].data:
                continue                         # half of it is the same: that is an entry
            memset(bucket, 0, sizeof(bucket))
            bucket[0] = Entry(written[i].check, written[j].data)
            pairs += 1
            for k in range(KEYS):
                if values:
                    for depth in range(3):
                        accepted += probe_value(&view, mix64(1 + k), depth, &value)
                else:
                    accepted += probe(&view, mix64(1 + k), &found)
    return pairs, accepted
