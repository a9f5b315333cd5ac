"""The compiler and flags of these binaries, recorded at compile time."""

cdef extern from *:
    """
    #define GC_WORD(x) #x
    #define GC_TEXT(x) GC_WORD(x)
    #if defined(__clang__)
    #define GAMECORE_COMPILER "clang " __clang_version__
    #elif defined(__GNUC__)
    #define GAMECORE_COMPILER "gcc " __VERSION__
    #elif defined(_MSC_VER)
    #define GAMECORE_COMPILER "MSVC " GC_TEXT(_MSC_VER)
    #else
    #define GAMECORE_COMPILER "unknown"
    #endif
    #ifndef GAMECORE_FLAGS
    #define GAMECORE_FLAGS "unknown"
    #endif
    """
    const char* GAMECORE_COMPILER
    const char* GAMECORE_FLAGS           # setup.py defines it
    const unsigned long CYTHON_HEX_VERSION

COMPILER = "{}, Cython {}.{}.{}".format(
    GAMECORE_COMPILER.decode("utf-8", "replace"),
    CYTHON_HEX_VERSION >> 24, CYTHON_HEX_VERSION >> 16 & 0xff, CYTHON_HEX_VERSION >> 8 & 0xff)
FLAGS = GAMECORE_FLAGS.decode("utf-8", "replace")
