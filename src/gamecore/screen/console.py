"""The console: coloured by rich on a terminal, if rich is installed; plain text everywhere else. Only this file uses
rich."""
import sys
from shutil import get_terminal_size
from textwrap import wrap

from gamecore.screen.text import json_line

ERASE_LINE = "\r\x1b[K"
METER = 24                           # characters of a bar of progress
BAR, PLAIN_BAR = "━╌", "#."
SYMBOLS = BAR + "●○·│└─┘"            # what a terminal must have to get more than ASCII
NARROWEST = 20                       # characters that are left to a column of text, however narrow the screen
GAP = "  "                           # between two columns


class Console:
    """Plain text on stdout; progress on a line of stderr that comes and goes, if that is a terminal.

    A line is made of segments: texts, or pairs of a text and its style ("bold red"), which plain text leaves out. It is
    broken between words at the width of the terminal.

    Parameters
    ----------
    shows_progress, breaks_lines : bool
    json : bool
        Whether a program reads the output.
    """

    fancy = False                    # no colours, nothing beyond ASCII

    def __init__(self, shows_progress=True, breaks_lines=True, json=False):
        self.shows_progress = shows_progress and sys.stderr.isatty()
        self.breaks_lines = breaks_lines
        self.json = json
        self.width = get_terminal_size((80, 24)).columns
        self.busy = False
        self.table = None                # of which columns are still to be shown

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.finish_table()
        self.status("")

    def print(self, *segments):
        """Writes a line, below the rest of a wide table."""
        self.finish_table()
        self.write(*segments)

    def report(self, record, show, *arguments):
        """Reports a result: for a program the record as a line of JSON, for a person the output of show(*arguments)."""
        if self.json:
            self.print(json_line(record))
        else:
            show(*arguments)

    def finish_table(self):
        table, self.table = self.table, None
        if table:
            table.show_rest()

    def write(self, *segments):
        """Writes a line, at once and in one piece: print() writes its end separately, and Ctrl-C may come between."""
        self.status("")
        text = plain(segments)
        lines = [line for whole in text.split("\n") for line in self.broken(whole)]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()

    def broken(self, line):
        """Returns a line, broken into lines that fit the terminal where they can."""
        if not self.breaks_lines or len(line) <= self.width:
            return [line]
        return wrap(line, self.width, subsequent_indent=GAP, break_long_words=False, break_on_hyphens=False)

    def ask(self, *segments):
        """Returns a person's answer to a prompt; EOFError at the end of the input."""
        self.status("")
        return input(plain(segments))

    def status(self, text):
        """Shows what is going on until the next line is written; an empty text shows nothing."""
        if self.shows_progress and (text or self.busy):
            print(ERASE_LINE + text[:self.width - 1], end="", file=sys.stderr, flush=True)
        self.busy = bool(text)

    def progress(self, done, total, text):
        """Shows what is going on, beside a bar filled to this share."""
        filled = METER * done // max(total, 1)
        full, empty = BAR if self.fancy else PLAIN_BAR
        self.status(f"{full * filled}{empty * (METER - filled)} {text}")


class RichConsole(Console):
    """A console in colour, for a terminal."""

    def __init__(self):
        super().__init__()
        from rich.console import Console as Screen
        from rich.text import Text
        self.text = Text.assemble
        self.screen = Screen(highlight=False)
        self.fancy = can_show(SYMBOLS)
        self.spinner = None

    def write(self, *segments):
        self.status("")
        self.screen.print(self.text(*segments))

    def ask(self, *segments):
        self.status("")
        return self.screen.input(self.text(*segments))

    def status(self, text):
        if text and self.spinner:
            self.spinner.update(text)
        elif text:
            self.spinner = self.screen.status(text, spinner="dots" if self.fancy else "line", spinner_style="cyan")
            self.spinner.start()
        elif self.spinner:
            self.spinner.stop()
            self.spinner = None


class Table:
    """Rows under a header, each printed as soon as it is there.

    Columns that do not fit the terminal's width follow below, under a header of their own, before anything else is
    printed.

    Parameters
    ----------
    console : Console
    columns : dict of str to str
        The titles, and how their cells are aligned: ">8" to the right in 8 characters, "<" to the left, which the last
        column may be, for texts of any length: they are broken between words.
    keys : int, default 1
        The number of first columns that name a row. They are repeated beside the columns below.
    """

    def __init__(self, console, columns, keys=1):
        console.finish_table()
        self.console = console
        self.formats = list(columns.values())
        self.parts = parts_of([int(text[1:] or NARROWEST) for text in self.formats], keys, console.width)
        self.rows = []                   # for the parts below
        console.table = self if len(self.parts) > 1 else None
        if not console.json:
            self.row(*columns, style="bold")

    def row(self, *cells, style="", record=None):
        """Writes a row; None leaves a cell empty. A program gets the record instead."""
        if self.console.json:
            self.console.print(json_line(record))
            return
        texts = ["" if cell is None else str(cell) for cell in cells]
        self.rows.append((texts, style))
        self.write(self.parts[0], texts, style)

    def write(self, part, texts, style):
        *cells, last = [format(texts[i], self.formats[i]) for i in part]
        indent = sum(len(cell) + len(GAP) for cell in cells)
        lines = wrap(last, max(self.console.width - indent,
                               NARROWEST)) if self.formats[part[-1]] == "<" and last else [last]
        self.console.write((GAP.join([*cells, lines[0]]).rstrip(), style))
        for line in lines[1:]:
            self.console.write((" " * indent + line, style))

    def show_rest(self):
        for part in self.parts[1:]:
            self.console.write()
            for texts, style in self.rows:
                self.write(part, texts, style)


def parts_of(widths, keys, width):
    """Returns groups of columns that are printed side by side: lists of their numbers, each of which fits the terminal
    if it can, and begins with the keys."""
    parts = [list(range(keys))]
    for column in range(keys, len(widths)):
        if len(parts[-1]) > keys and sum(widths[i] + len(GAP) for i in parts[-1]) + widths[column] > width:
            parts.append(list(range(keys)))
        parts[-1].append(column)
    return parts


def plain(segments):
    return "".join(segment if isinstance(segment, str) else segment[0] for segment in segments)


def can_show(text):
    """Whether stdout's encoding has these characters."""
    try:
        text.encode(sys.stdout.encoding)
    except UnicodeEncodeError:
        return False
    return True


def open_console(json=False):
    """Returns the console that suits stdout. Lines of JSON are never coloured or broken, and on a terminal nothing is
    printed between them."""
    for stream in sys.stdin, sys.stdout:                     # those of a notebook, say, cannot be reconfigured
        if hasattr(stream, "reconfigure"):
            # Characters that a terminal lacks, and bytes that are no text, are replaced.
            stream.reconfigure(errors="backslashreplace")
    if not sys.stdout.isatty():
        return Console(breaks_lines=not json, json=json)
    if json:
        return Console(shows_progress=False, breaks_lines=False, json=True)
    try:
        return RichConsole()
    except ImportError:
        return Console()
