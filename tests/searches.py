"""Students' searches of tests/data/searches: right ones in many styles, mistakes as edits of right ones, and cheats.

    python -m tests.searches [SEED]         what check-search says of all of them
"""
import re
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from gamecore.laboratory.check_search import TREES
from gamecore.laboratory.marks import MarkSettings, mark, words_of
from tests import DATA

FOLDER = DATA / "searches"


class Search(NamedTuple):
    """A student's file."""

    name: str
    task: str
    function: str
    source: str
    mistake: str = ""                # what is wrong, in words


def searches_of(name):
    """Yields the searches of right.txt or cheats.txt."""
    for block in (FOLDER / name).read_text(encoding="utf-8").split("\n== ")[1:]:
        head, _, source = block.partition("\n")
        yield Search(*head.split(), source + "\n")


def mistakes():
    """Yields the right searches of mistakes.txt after each of their edits."""
    for base in searches_of("mistakes.txt"):
        source, *edits = base.source.split("\n-- ")
        for number, edit in enumerate(edits, 1):
            mistake, _, lines = edit.partition("\n")
            changed = source + "\n"
            for old, new in re.findall(r"((?:- ?.*\n)+)((?:\+ ?.*\n)*)", lines + "\n"):
                old, new = ("".join(line[2:] + "\n" for line in part.splitlines()) for part in (old, new))
                assert old in changed, (base.name, mistake, old)
                changed = changed.replace(old, new, 1)
            yield base._replace(name=f"{base.name}_{number}", source=changed, mistake=mistake)


RIGHT, MISTAKEN, CHEATS = list(searches_of("right.txt")), list(mistakes()), list(searches_of("cheats.txt"))


def report_on(search, folder, trees=TREES, seed=0):
    """Returns the Report on a search; a file that is refused has one, too."""
    path = Path(folder) / f"{search.name}.py"
    path.write_text(search.source, encoding="utf-8")
    return mark(path, MarkSettings(search.task, search.function, seed, trees)).reports[search.task]


def main(seed=0):
    """Prints what check-search says of every search, and the counts; it takes minutes."""
    for words, searches in ("accused", RIGHT), ("found", MISTAKEN), ("failed", CHEATS):
        wrong = named = 0
        for search in searches:
            with TemporaryDirectory() as folder:
                report = report_on(search, folder, seed=seed)
            wrong, named = wrong + bool(report.faults), named + bool(report.mistakes)
            print(search.name, search.mistake, "wrong" if report.faults else "right", words_of(report)[:200], sep=": ")
        print(f"{wrong} of {len(searches)} {words}, {named} named")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
