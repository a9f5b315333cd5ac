"""Which lines of the Cython sources have run: cython_coverage.py BUILD [--missing]. See `make coverage`. The exit code
is 1 if fewer than 98 % have, not counting those for which uncovered.txt has a reason.

Cython's own plugin traces lines through Python, which makes a node cost ten thousand times as much. gcov counts
lines of C at nearly full speed, with and without the GIL, and Cython writes above each piece of C which line of which
source it comes from.
"""
import json
import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

MARK = re.compile(r'^\s*/\* "(gamecore/[\w/]+\.(?:pyx|pxd))":(\d+)$')
EXIT = re.compile(r"^\s*/\* function exit code \*/$")
DECLARATION = re.compile(
    r"^\s*(?:(?:cdef(?![^(]* = )|cpdef|def|class|ctypedef|cimport|import|from|@|\"\"\"|\)).*|[)\]}]*)$")

ENOUGH = 0.98
REASONS = Path(__file__).with_name("uncovered.txt")      # lines of SOURCE: STATEMENT, below a comment with the reason


def counts_of(notes):
    """How often each line of a C file ran: (name of the file, {line: count}), from the compiler's .gcno file."""
    run = subprocess.run(["gcov", "--json-format", "--stdout", str(notes)], capture_output=True, text=True, check=True)
    for report in map(json.loads, run.stdout.splitlines()):
        for file in report["files"]:
            if Path(file["file"]).name == f"{notes.stem}.c":
                counts = defaultdict(int)
                for line in file["lines"]:
                    counts[line["line_number"]] = max(counts[line["line_number"]], line["count"])
                return file["file"], counts
    return None, {}


def source_lines(c_file):
    """(number of a line of C, source, number of the line that it comes from), as far as it comes from one."""
    place = None
    for number, line in enumerate(Path(c_file).read_text(encoding="utf-8", errors="replace").splitlines(), 1):
        mark = MARK.match(line.removeprefix("src/"))
        if mark:
            place = mark.group(1), int(mark.group(2))
        elif EXIT.match(line):
            place = None                             # runs whichever line was the last
        elif place:
            yield number, *place


def collect(build):
    """For each source the lines that can run, and how often they have."""
    ran = defaultdict(lambda: defaultdict(int))
    for notes in sorted(Path(build).rglob("*.gcno")):
        c_file, counts = counts_of(notes)
        if c_file:
            for number, source, line in source_lines(c_file):
                if number in counts and Path("src", source).exists():        # Cython's shared module has no source
                    ran[source][line] = max(ran[source][line], counts[number])
    return ran


def statements(source, lines):
    """The counts of those lines that a reader would call statements, without those that have a reason."""
    text = Path("src", source).read_text(encoding="utf-8").splitlines()
    excused = set(REASONS.read_text(encoding="utf-8").splitlines())
    return {line: count for line, count in sorted(lines.items()) if line <= len(text)
            and not DECLARATION.match(text[line - 1]) and f"{source}: {text[line - 1].strip()}" not in excused}


def main(build, missing):
    total = [0, 0]
    print(f"{'Cython source':<48}{'lines':>7}{'missed':>8}{'cover':>7}")
    for source, lines in sorted(collect(build).items()):
        counts = statements(source, lines)
        missed = [line for line, count in counts.items() if count == 0]
        total[0] += len(counts)
        total[1] += len(missed)
        if counts:
            print(f"{source:<48}{len(counts):>7}{len(missed):>8}{1 - len(missed) / len(counts):>7.0%}"
                  + ("   " + " ".join(map(str, missed)) if missing else ""))
    if not total[0]:
        sys.exit(f"no counts below {build!r}: was it built with GAMECORE_COVERAGE=1, and run?")
    share = 1 - total[1] / total[0]
    print(f"{'total':<48}{total[0]:>7}{total[1]:>8}{share:>7.1%}")
    if share < ENOUGH:
        sys.exit(f"{share:.1%} of the lines ran, fewer than {ENOUGH:.0%}")


if __name__ == "__main__":
    main(sys.argv[1], "--missing" in sys.argv[2:])
