"""Reprints gamecore's own output in README and docs: samples, tables and figures.

    python docs/samples.py [--all] [FILE ...]

- A sample is an indented block that begins with `$ gamecore`.
- A table follows a comment `<!-- table: NAME ARGUMENTS -->`; docs/page_tables.py has the function of that name.
- A figure stands between `<!--=KEY-->` and `<!--/-->`; docs/figures.json has its value, which `python docs/figures.py`
  measures.

The comment below a sample or table is its stamp: the signature of the search and the digests of the weights with which
it was printed, or the name of the record that a table repeats. A block with the current stamp is not printed again
unless --all is given. A block that would change only in its times is not changed.
"""
import argparse
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import page_tables

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
INDENT = "    "
COLUMNS = 80
STAMP = r"(?:\n*<!-- (?:printed|made) .* -->\n|(?=\n*(?:    \$ |\S|\Z)))"
SAMPLE = re.compile(r"^    \$ (gamecore .*)\n((?:(?:    (?!\$ ).*)?\n)*?)" + STAMP, re.MULTILINE)
TABLE = re.compile(r"^<!-- table: (.*) -->\n\n?((?:\|.*\n)*)" + STAMP, re.MULTILINE)
FIGURE = re.compile(r"<!--=([\w.-]+)-->(.*?)<!--/-->")
# Columns and rows of times.
TIMED = ("seconds", "cpu s", "nodes a cpu s", "cpu seconds", "M/cpu s", "cpu ms", "cpu share")
TIME = re.compile(r"[\d,.]+(?: [kMG])?(?=(?: nodes/s| s\b| seconds\b))")
WEIGHTS = ("checkers", "backgammon")


def masked(text):
    """Returns the words of a command's output without its times, since two runs differ only in the times."""
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
        lines.append(line)
    return " ".join(TIME.sub("", " ".join("\n".join(lines).split())).split())


def printed(command):
    """Returns a command's output on a screen of 80 columns as lines of the block."""
    run = subprocess.run(f"{shlex.quote(sys.executable)} -m {command}", shell=True, cwd=ROOT,
                         stdin=subprocess.DEVNULL, env=os.environ | {"COLUMNS": str(COLUMNS)},
                         stdout=subprocess.PIPE, text=True)
    assert run.returncode in (0, 1), f"{command}: exit code {run.returncode}"        # 1: it has found mistakes
    return "".join((INDENT + line).rstrip() + "\n" for line in run.stdout.strip("\n").splitlines())


def stamp(command):
    """Returns the stamp of a command's output, from the signature and the digests of its game's weights, or the record.
    """
    if command.split()[0] in page_tables.RECORDS:
        return f"<!-- made from {page_tables.RECORDS[command.split()[0]]} -->"
    signature = (ROOT / "benchmarks" / "signature.txt").read_text(encoding="utf-8").strip()
    digests = [f"{game} {page_tables.digest(game)}" for game in WEIGHTS if game in command]
    return f"<!-- made with {', '.join([f'signature {signature}', *digests])} -->"


def renewed(text, run=printed, everything=True):
    """Returns a page with today's samples, tables and figures.

    Parameters
    ----------
    text : str
    run : callable
        command -> the lines of its output, indented.
    everything : bool, default True
        Whether blocks with today's stamp are also printed again.
    """
    def renew(match, lines, head):
        new, old = stamp(match[1]), match[2]
        if everything or not match[0].rstrip().endswith(new):
            made = lines(match[1])
            old = old if masked(made) == masked(old) else made
        else:
            return match[0]
        return f"{head}{old.rstrip()}\n\n{new}\n"

    text = SAMPLE.sub(lambda match: renew(match, run, f"{INDENT}$ {match[1]}\n"), text)
    text = TABLE.sub(lambda match: renew(match, page_tables.made, f"<!-- table: {match[1]} -->\n\n"), text)
    return FIGURE.sub(lambda match: f"<!--={match[1]}-->{page_tables.quoted(match[1])}<!--/-->", text)


def main(arguments):
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="pages; default: all")
    parser.add_argument("--all", action="store_true", help="also what has today's stamp")
    args = parser.parse_args(arguments)
    for path in args.files or PAGES:
        old = path.read_text(encoding="utf-8")
        new = renewed(old, everything=args.all)
        if new != old:
            path.write_text(new, encoding="utf-8")
            print(f"{path}: renewed")


if __name__ == "__main__":
    main(sys.argv[1:])
