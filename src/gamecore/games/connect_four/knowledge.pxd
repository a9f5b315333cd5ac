"""What an engine knows of connect four beyond the rules."""

cdef struct ConnectFourKnowledge:
    const int* weights               # of the linear evaluation, in the order of its features
