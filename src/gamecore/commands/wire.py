"""Lines in and out, between this process and another."""
import sys

MAX_LINE = 1 << 20                   # bytes; no game is so long

TOO_LONG = object()                  # in place of a longer line


def standard_lines():
    """Returns the lines of standard input from a separate stream, as a thread may hold the usual one's lock at exit."""
    return read_lines(open(sys.stdin.fileno(), "rb", closefd=False)) if sys.stdin else iter(())


def write_line(line):
    """Writes a line to standard output and flushes it."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def read_lines(stream):
    """Yields the lines of a binary stream without their ends, or TOO_LONG for a line of more than MAX_LINE bytes."""
    while line := stream.readline(MAX_LINE):
        if not line.endswith(b"\n") and len(line) == MAX_LINE:
            while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield TOO_LONG
        else:
            yield line.decode("utf-8", "backslashreplace").strip()
