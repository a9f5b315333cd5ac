"""Students' searches of tests/data/searches: right ones in many styles, mistakes as edits of right ones, and cheats."""
import re
from typing import NamedTuple

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
