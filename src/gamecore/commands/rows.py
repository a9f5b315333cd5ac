"""The rows of an experiment, which are shown as they arrive and saved however the experiment ends."""
import csv
import json
import shlex
from contextlib import nullcontext

from gamecore.commands.cli import build_parser
from gamecore.screen.text import json_line
from gamecore.core.about import about
from gamecore.core.files import atomic_file, read_text
from gamecore.errors import RowsError
from gamecore.laboratory import plots

# The keys in which two runs of an experiment may differ.
UNEQUAL = {"seconds", "cpu_seconds", "nps", "nodes_per_cpu_second", "cpu_share", "arguments", "about"}


def run_rows(args, console, experiment, names, record_of, show, draw=None):
    """Shows the rows of an experiment, then writes the files of --csv and --plot.

    `record_of` maps a row to its record, whose keys are `names`, show(rows) prints the rows for a person, and
    draw(rows) returns a figure. Each record also has the command's arguments, each row of a file the fields of `about`.
    The rows must be those of `args.repeated`, if there are any (`repeat`). If Ctrl-C, a closed stdout or an error ended
    the experiment early, the files contain the finished rows, and the exception is raised; if there are no rows, the
    files are unchanged.
    """
    finished, ended = [], []             # the rows so far, and the exceptions that ended the experiment early
    earlier, arguments = getattr(args, "repeated", None), {"arguments": shlex.join(args.words)}

    def rows():
        try:
            for row in experiment:
                if earlier is not None:
                    compare(earlier, len(finished), record_of(row))
                finished.append(row)
                yield row
        except KeyboardInterrupt as error:
            ended.append(error)

    path = args.plot if draw else None
    with plots.file_for(path) as picture:
        with atomic_file(args.csv) if args.csv else nullcontext() as file:
            try:
                if console.json:
                    for row in rows():
                        console.print(json_line(record_of(row) | arguments))
                else:
                    show(rows())
                if earlier is not None and len(finished) < len(earlier):
                    raise RowsError(f"{args.again!r} has {len(earlier)} rows, and they are now {len(finished)}")
            except BaseException as error:
                ended.append(error)
            if ended and not finished:
                raise ended[-1]
            if file:
                writer = csv.DictWriter(file, [*names, *arguments, *about()])
                writer.writeheader()
                writer.writerows(record_of(row) | arguments | about() for row in finished)
        if picture:
            picture.write(plots.image(draw(finished), plots.format_of(path)))
    if ended:
        raise ended[-1]
    return 0


def repeat(args, command):
    """Replaces the arguments by those of the file of rows args.again, with its rows as `repeated`.

    The options for output and for the number of processes are kept. Raises RowsError if the file has no rows of this
    command.
    """
    text, path = read_text(args.again, RowsError), args.again
    try:
        rows = ([json.loads(line) for line in text.splitlines()] if text.startswith("{") else
                list(csv.DictReader(text.splitlines())))
        rows = [row for row in rows if "arguments" in row]           # not the last line after Ctrl-C
        words = shlex.split(rows[0]["arguments"])
    except (ValueError, IndexError, AttributeError) as error:
        raise RowsError(f"{path!r} has no rows that --csv or --json of gamecore {command} wrote") from error
    if words[:1] != [command]:
        raise RowsError(f"{path!r} has the rows of {' '.join(words)!r}, not of gamecore {command}")
    kept = {name: getattr(args, name) for name in ("csv", "plot", "measure", "json", "jobs", "again")}
    vars(args).update(vars(build_parser(words).parse_args(words)) | kept, words=words, repeated=rows)


def compare(earlier, number, record):
    """Raises RowsError if a record differs from the row with its number in an earlier run."""
    if number >= len(earlier):
        return
    for key, value in earlier[number].items():
        if key not in UNEQUAL and key not in about() and as_text(value) != as_text(record.get(key)):
            raise RowsError(f"row {number + 1} had {key} {as_text(value)}, and now has {as_text(record.get(key))}")


def as_text(value):
    """Returns a value in the form of a file of rows."""
    return "" if value is None else str(value)
