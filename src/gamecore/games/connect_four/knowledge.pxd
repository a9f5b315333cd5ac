"""The evaluation parameters of connect four."""

cdef struct ConnectFourKnowledge:
    const int* weights               # of the linear evaluation, in the order of its features
