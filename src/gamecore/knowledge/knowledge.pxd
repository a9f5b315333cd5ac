"""What an engine knows beyond the rules: read-only, owned by the engine, so that two engines may know different things."""

cdef struct Knowledge:
    const int* weights       # of the game's linear evaluation, in the order of its features
