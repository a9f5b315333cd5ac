"""The Python API of backgammon's networks (inference.pxd)."""
from libc.stdint cimport int16_t

from gamecore.core.weights cimport StoredWeights
from gamecore.games.backgammon.features cimport FeatureTables
from gamecore.games.backgammon.inference cimport Net
from gamecore.games.backgammon.races cimport RaceNet

cdef class BackgammonNet(StoredWeights):
    cdef Net* net
    cdef int16_t* rows                  # of all four, on pages of their own: each row fills whole cache lines
    cdef size_t size                    # of these, in bytes
    cdef RaceNet races                  # which evaluates positions without contact
    cdef int set_tables(self) except -1

cdef int set_feature_tables(FeatureTables* tables) except -1
