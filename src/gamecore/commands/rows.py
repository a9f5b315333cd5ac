"""The rows of an experiment, which are shown as they arrive and saved however the experiment ends."""
import csv
from contextlib import nullcontext

from gamecore.screen.text import json_line
from gamecore.core.files import atomic_file
from gamecore.laboratory import plots


class Rows:
    """The rows that an experiment yields until it ends or Ctrl-C ends it."""

    def __init__(self, experiment):
        self.experiment = experiment
        self.kept = []                   # the rows so far
        self.error = None                # what ended the experiment early

    def __iter__(self):
        try:
            for row in self.experiment:
                self.kept.append(row)
                yield row
        except KeyboardInterrupt as error:
            self.error = error


def run_rows(args, console, experiment, names, record_of, show, draw=None):
    """Shows the rows of an experiment, then writes the files of --csv and --plot.

    `record_of` maps a row to its record, whose keys are `names`, show(rows) prints the rows for a person, and
    draw(rows) returns a figure. If Ctrl-C, a closed stdout or an error in a user's game ended the experiment early, the
    files contain the finished rows, and the exception is raised; if there are no rows, the files are unchanged.
    """
    rows = Rows(experiment)
    path = args.plot if draw else None
    with plots.file_for(path) as picture:
        with atomic_file(args.csv) if args.csv else nullcontext() as file:
            try:
                if console.json:
                    for row in rows:
                        console.print(json_line(record_of(row)))
                else:
                    show(rows)
            except BaseException as error:
                rows.error = error
            if rows.error and not rows.kept:
                raise rows.error
            if file:
                writer = csv.DictWriter(file, names)
                writer.writeheader()
                writer.writerows(map(record_of, rows.kept))
        if picture:
            picture.write(plots.image(draw(rows.kept), plots.format_of(path)))
    if rows.error:
        raise rows.error
    return 0
