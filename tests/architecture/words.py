"""Prints the words in the project's text that docs/contributing.md advises against: `make lint`."""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENDINGS = ".py", ".pyx", ".pxd", ".h", ".md"
# Names count, too: an underscore ends a word.
WORDS = re.compile(r"(?<![^\W_])(whoever|somebody|everybody|nobody|so many|finitely many|does no harm|stands there|"
                   r"told|hangs on|twins?|errands?|houses?|(the|an?|each|every|of) rooms?(?! for))(?![^\W_])", re.I)
# What may have which of them, and why.
ALLOWED = {
    "CHANGELOG.md": ".",                                         # is history
    "docs/journal/": ".",                                        # is history
    "docs/contributing.md": ".",                                 # its rules quote what they forbid
    "tests/architecture/words.py": ".", "tests/architecture/test_names.py": "told|twin|errand",
    "docs/tour/13-utilities.md": "house",                        # one that may burn
    "src/gamecore/games/backgammon/cube": "nobody",              # the owner of no cube, a value of the interface
    "tests/match/backgammon/test_games.py": "nobody",            # an empty side of the board
    "tests/sample_games/test_pacman.py": "nobody",               # a class that is missing
    "tests/small_games.py": "room",                              # of a maze
    "src/gamecore/games/checkers/endgames/": "room",             # the squares that a set of pieces may have
}


def found_in(name, text):
    """Yields the line number and the word of each that a file may not have."""
    allowed = "|".join(words for path, words in ALLOWED.items() if name.startswith(path)) or r"(?!)"
    for number, line in enumerate(text.splitlines(), 1):
        for match in WORDS.finditer(line):
            if not re.search(allowed, match[0], re.I):
                yield number, match[0]


def main():
    names = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout.split()
    found = [f"{name}:{number}: {word!r}" for name in names if name.endswith(ENDINGS)
             for number, word in found_in(name, (ROOT / name).read_text(encoding="utf-8"))]
    print(*found, sep="\n", end="\n" if found else "")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main())
