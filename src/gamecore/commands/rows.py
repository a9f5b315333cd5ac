"""The rows of an experiment, which are shown as they arrive, and saved in whatever way the experiment ends."""
import csv
import shlex
from contextlib import nullcontext

from gamecore.screen.text import json_line
from gamecore.core.about import about
from gamecore.core.files import atomic_file
from gamecore.laboratory import plots


def run_rows(args, console, experiment, names, record_of, show, draw=None):
    """Shows the rows of an experiment, then writes the files of --csv and --plot.

    `record_of` maps a row to its record, whose keys are `names`; show(rows) prints the rows for a person, and
    draw(rows) returns a figure. Each record also contains the command's arguments, and each row of a file contains the
    fields of `about`. If Ctrl-C, a closed stdout or an error ended the experiment early, the files contain the finished
    rows, and the exception is raised; if there are no rows, the files are unchanged.
    """
    finished, ended = [], []             # the rows so far, and the exceptions that ended the experiment early
    arguments = {"arguments": shlex.join(args.words)}

    def rows():
        try:
            for row in experiment:
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
