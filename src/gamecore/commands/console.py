"""The screen: coloured by rich on a terminal, if rich is installed; plain text everywhere else. The only file that knows rich."""
import sys

ERASE_LINE = "\r\x1b[K"
METER = 24                           # characters of a bar of progress
BAR, PLAIN_BAR = "━╌", "#."


class Console:
    """Plain text on stdout; progress on a line of stderr that comes and goes, if that is a terminal.

    A line is made of segments: texts, or pairs of a text and its style ("bold red"), which plain text leaves out.
    """

    fancy = False                    # no colours, nothing beyond ASCII

    def __init__(self, shows_progress=True):
        self.shows_progress = shows_progress and sys.stderr.isatty()
        self.busy = False

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.status("")

    def print(self, *segments):
        """Writes a line, at once and in one piece: print() writes its end apart, and Ctrl-C may come between."""
        self.status("")
        sys.stdout.write(plain(segments) + "\n")
        sys.stdout.flush()

    def ask(self, *segments):
        """What a person answers to a prompt; EOFError if there is nobody."""
        self.status("")
        return input(plain(segments))

    def status(self, text):
        """Says what is going on until the next line is written; an empty text says nothing."""
        if self.shows_progress and (text or self.busy):
            print(ERASE_LINE + text, end="", file=sys.stderr, flush=True)
        self.busy = bool(text)

    def progress(self, done, total, text):
        """Says what is going on, beside a bar of which so much is filled."""
        filled = METER * done // max(total, 1)
        full, empty = BAR if self.fancy else PLAIN_BAR
        self.status(f"{full * filled}{empty * (METER - filled)} {text}")


class RichConsole(Console):
    """The same in colour, for a terminal."""

    fancy = True

    def __init__(self):
        super().__init__()
        from rich.console import Console as Screen
        from rich.text import Text
        self.text = Text.assemble
        self.screen = Screen(highlight=False)
        self.spinner = None

    def print(self, *segments):
        self.status("")
        self.screen.print(self.text(*segments), soft_wrap=True)

    def ask(self, *segments):
        self.status("")
        return self.screen.input(self.text(*segments))

    def status(self, text):
        if text and self.spinner:
            self.spinner.update(text)
        elif text:
            self.spinner = self.screen.status(text, spinner_style="cyan")
            self.spinner.start()
        elif self.spinner:
            self.spinner.stop()
            self.spinner = None


class Table:
    """Rows under a header, each printed as soon as it is there.

    Parameters
    ----------
    console : Console
    columns : dict of str to str
        The titles, and how their cells are aligned: ">8" to the right in 8 characters, "<" to the left.
    """

    def __init__(self, console, columns):
        self.console = console
        self.formats = list(columns.values())
        self.row(*columns, style="bold")

    def row(self, *cells, style=""):
        """Writes a row; None leaves a cell empty."""
        texts = ["" if cell is None else str(cell) for cell in cells]
        self.console.print(("  ".join(map(format, texts, self.formats)).rstrip(), style))


def plain(segments):
    return "".join(segment if isinstance(segment, str) else segment[0] for segment in segments)


def open_console(json=False):
    """The console that suits stdout. Lines of JSON are never coloured, and on a terminal nothing may come between them."""
    sys.stdout.reconfigure(errors="backslashreplace")        # a terminal that lacks a character is no reason to fail
    if not sys.stdout.isatty():
        return Console()
    if json:
        return Console(shows_progress=False)
    try:
        return RichConsole()
    except ImportError:
        return Console()
