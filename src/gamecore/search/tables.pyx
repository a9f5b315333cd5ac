"""Tables that engines share, and that are freed with the last engine that uses them.

Searches in several threads may read, write and clear them at the same time, since a mixed or erased entry is not found.
Entries of other games, definition switches or evaluations have different keys, because of the salt. Entries of games of
chance have another format, so they have a separate table.
"""
from weakref import ref

cimport gamecore.core.tt as tt

from gamecore.core.checks import in_range


cdef class Tables:
    """The tables of one engine, or of several that share them."""

    def __cinit__(self, hash_mb):
        self.hash_mb = in_range("hash_mb", hash_mb, 1, 2**31 - 1)
        self.namesakes = {}
        tt.allocate(&self.scores, self.hash_mb, False)

    def __dealloc__(self):
        tt.free(&self.scores)
        tt.free(&self.values)

    cdef TableView view(self, bint values) except *:
        cdef TranspositionTable* table = &self.values if values else &self.scores
        if table.entries == NULL:
            tt.allocate(table, self.hash_mb, values)
        return tt.next_view(table)

    cdef int clear(self) except -1:
        """Empties the tables, which running searches then begin to fill again."""
        cdef bint idle = self.searches == 0
        tt.clear(&self.scores, idle)
        tt.clear(&self.values, idle)
        if idle:                         # otherwise a search may still store entries under a class's number
            self.namesakes.clear()
        return 0

    cdef int touch(self, bint values) except -1:
        """Touches the memory of a table that has had a view; searches may run at the same time."""
        with nogil:
            tt.touch(&self.values if values else &self.scores)
        return 0

    cdef Key salt_of_class(self, position) except? 0:
        """Returns a number that distinguishes a custom game, and each version of its class, in these tables."""
        game = type(position)
        return self.salt_of(ref(game), f"{game.__module__}.{game.__qualname__}", getattr(position, "unit", 1))

    cdef Key salt_of(self, thing, str name, unit=1) except? 0:
        """Returns a number for a class or function in these tables. It differs from the numbers of others of the same
        name, and from that of the same function with another unit."""
        from hashlib import blake2b                  # OpenSSL, when it is first needed
        namesakes = self.namesakes.setdefault(name, {})
        namesakes.setdefault(id(thing), thing)       # equal evaluations may give different scores
        name = f"{name} {list(namesakes).index(id(thing))} {unit}"
        return <Key>int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "little")
