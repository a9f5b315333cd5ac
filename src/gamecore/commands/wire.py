"""Lines in and lines out, between this process and another."""
import sys
import threading

MAX_LINE = 1 << 20                   # bytes; no game is so long

TOO_LONG = object()                  # stands for a longer line


class StandardWire:
    """Standard input and output."""

    def __init__(self):
        self.lock = threading.Lock()

    def lines(self):
        """The lines of the input as they come, without their ends; TOO_LONG for one that is."""
        return read_lines(sys.stdin.buffer)

    def write(self, line):
        """Writes a line, at once and in one piece, from any thread."""
        with self.lock:
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


def read_lines(stream):
    """The lines of a binary stream; see StandardWire.lines. No line takes more memory than MAX_LINE."""
    while line := stream.readline(MAX_LINE):
        if not line.endswith(b"\n") and len(line) == MAX_LINE:
            while (rest := stream.readline(MAX_LINE)) and not rest.endswith(b"\n"):
                pass
            yield TOO_LONG
        else:
            yield line.decode("utf-8", "backslashreplace").strip()
