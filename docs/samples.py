"""Runs every command that README and docs show with its output, and writes what it prints now.

    python docs/samples.py [FILE ...]

A sample is an indented block that begins with `$ gamecore`; the comment below it says which version printed it. A
sample that differs from what is printed now in nothing but its times is left alone, so that a second run changes
nothing.
"""
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

from gamecore import __version__

ROOT = Path(__file__).resolve().parents[1]
INDENT = "    "
COLUMNS = 80
SAMPLE = re.compile(r"^    \$ (gamecore .*)\n((?:(?:    (?!\$ ).*)?\n)*?)"
                    r"(?:\n*<!-- printed by .* -->\n|(?=\n*(?:    \$ |\S|\Z)))", re.MULTILINE)
# Columns and rows of times.
TIMED = ("seconds", "cpu s", "nodes a cpu s", "cpu seconds", "M nodes/s", "cpu ms", "cpu share")
TIME = re.compile(r"[\d,.]+(?: [kMG])?(?=(?: nodes/s| s\b| seconds\b))")


def masked(text):
    """A command's output without its times: two runs differ in nothing else."""
    lines, columns = [], []
    for line in dedent(text).splitlines():
        titles = [title for name in TIMED for title in re.finditer(rf"(?<=  ){re.escape(name)}(?=  |$)", line)]
        if titles:                       # a column reaches from the end of the title before to the end of its own
            columns = [(len(line[:title.start()].rstrip()), title.end()) for title in titles]
        elif not line:
            columns = []
        elif line.startswith(tuple(name + "  " for name in TIMED)):
            line = line.split("  ")[0]
        for begin, end in columns if not titles else ():
            line = line[:begin] + " " * (end - begin) + line[end:]
        lines.append(" ".join(TIME.sub("", line).split()))
    return "\n".join(lines).strip()


def printed(command):
    """What a command prints on a screen of 80 columns, as lines of the block."""
    run = subprocess.run(f"{shlex.quote(sys.executable)} -m {command}", shell=True, cwd=ROOT,
                         stdin=subprocess.DEVNULL, env=os.environ | {"COLUMNS": str(COLUMNS)},
                         stdout=subprocess.PIPE, text=True, check=True)
    return "".join((INDENT + line).rstrip() + "\n" for line in run.stdout.strip("\n").splitlines())


def renewed(text, run=printed, version=None):
    """A page whose samples are those of today.

    Parameters
    ----------
    text : str
    run : callable
        command -> the lines of its output, indented.
    version : str, optional
        What today's are marked with; this version and commit unless given.
    """
    def renew(match):
        command, old = match.group(1), match.group(2)
        new = run(command)
        marked = match.group(0).rstrip().endswith("-->")
        if marked and masked(new) == masked(old):
            return match.group(0)
        return f"{INDENT}$ {command}\n{new}\n<!-- printed by {version or this_version()} -->\n"

    return SAMPLE.sub(renew, text)


def this_version():
    """gamecore 0.1.0, 754167e."""
    run = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    commit = run.stdout.strip()
    return f"gamecore {__version__}" + (f", {commit}" if commit else "")


def main(paths):
    for path in paths or [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]:
        path = Path(path)
        old = path.read_text(encoding="utf-8")
        new = renewed(old)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(f"{path}: renewed")


if __name__ == "__main__":
    main(sys.argv[1:])
