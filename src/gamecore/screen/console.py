"""The console, in colour on a terminal if rich is installed, and otherwise in plain text."""
import sys
from shutil import get_terminal_size
from textwrap import wrap

from gamecore.screen.text import json_line

ERASE_LINE = "\r\x1b[K"
METER = 24                           # characters of a progress bar
BAR, PLAIN_BAR = "━╌", "#."
SYMBOLS = BAR + "●○·│└─┘"            # a terminal that lacks these gets only ASCII
NARROWEST = 20                       # characters of a column of text on the narrowest screen
GAP = "  "                           # between two columns


class Console:
    """Output as plain text on stdout, with progress on a temporary line of stderr if that is a terminal.

    A line consists of segments: texts, or pairs of a text and its style ("bold red"), which plain text omits. It is
    broken between words at the width of the terminal. `json` is true if a program reads the output.
    """

    fancy = False                    # no colours, only ASCII

    def __init__(self, shows_progress=True, breaks_lines=True, json=False):
        self.shows_progress = shows_progress and sys.stderr.isatty()
        self.breaks_lines = breaks_lines
        self.json = json
        self.width = get_terminal_size((80, 24)).columns
        self.busy = False
        self.table = None                # a table with columns still to print

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.finish_table()
        self.status("")

    def print(self, *segments):
        """Writes a line, after the remaining columns of a wide table."""
        self.finish_table()
        self.write(*segments)

    def report(self, record, show, *arguments):
        """Prints a result. For a program it is `record` as a line of JSON; for a person it is printed by
        show(*arguments)."""
        if self.json:
            self.print(json_line(record))
        else:
            show(*arguments)

    def finish_table(self):
        table, self.table = self.table, None
        if table:
            table.show_rest()

    def write(self, *segments):
        """Writes a line in one piece, since print() writes the end of the line separately, and Ctrl-C may come in
        between."""
        self.status("")
        text = plain(segments)
        lines = [line for whole in text.split("\n") for line in self.broken(whole)]
        sys.stdout.write("\n".join(lines) + "\n")
        sys.stdout.flush()

    def broken(self, line):
        """Returns a line broken into lines that fit into the terminal as far as possible."""
        if not self.breaks_lines or len(line) <= self.width:
            return [line]
        return wrap(line, self.width, subsequent_indent=GAP, break_long_words=False, break_on_hyphens=False)

    def ask(self, *segments):
        """Returns a person's answer to a prompt; raises EOFError at the end of the input."""
        self.status("")
        return input(plain(segments))

    def status(self, text):
        """Shows a text until the next line is written."""
        if self.shows_progress and (text or self.busy):
            print(ERASE_LINE + text[:self.width - 1], end="", file=sys.stderr, flush=True)
        self.busy = bool(text)

    def progress(self, done, total, text):
        """Shows a text beside a progress bar."""
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


class ColumnPrinter:
    """A table whose rows are printed as soon as they arrive.

    `columns` maps a title to the alignment of its cells: ">8" to the right in 8 characters, or for the last column "<"
    to the left, with texts of any length, which are broken between words. Columns that do not fit into the terminal's
    width are printed below, under a header of their own, before anything else is printed. The first `keys` columns name
    a row and are repeated.
    """

    def __init__(self, console, columns, keys=1):
        console.finish_table()
        self.console = console
        self.formats = list(columns.values())
        self.parts = parts_of([int(text[1:] or NARROWEST) for text in self.formats], keys, console.width)
        self.rows = []                   # for the columns below
        console.table = self if len(self.parts) > 1 and not console.json else None
        if not console.json:
            self.row(*columns, style="bold")

    def row(self, *cells, style="", record=None):
        """Writes a row, with an empty cell for None; a program gets `record` instead."""
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
    """Returns groups of numbers of columns to print side by side, each beginning with the keys."""
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
    """Returns the appropriate console for stdout; lines of JSON are never coloured, broken or mixed with other
    output."""
    for stream in sys.stdin, sys.stdout:                     # for example, those of a notebook cannot be reconfigured
        if hasattr(stream, "reconfigure"):
            # Characters that a terminal lacks and bytes that are not text are replaced.
            stream.reconfigure(errors="backslashreplace")
    if not sys.stdout.isatty():
        return Console(breaks_lines=not json, json=json)
    if json:
        return Console(shows_progress=False, breaks_lines=False, json=True)
    try:
        return RichConsole()
    except ImportError:
        return Console()
