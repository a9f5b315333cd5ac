"""Measures the figures that pages quote, and writes them to docs/figures.json.

    python docs/figures.py [KEY ...]

Times are CPU times. Without keys, all figures whose commands can run on this machine are measured. `make pages` then
puts the figures into the pages.
"""
import json
import re
import shlex
import subprocess
import sys
from datetime import date
from functools import cache
from pathlib import Path
from typing import NamedTuple

from gamecore.core.about import about

import page_tables

ROOT = Path(__file__).resolve().parents[1]


class Measure(NamedTuple):
    """A measurement, which is `scale` times the first group of `pattern` in the output of `command`, in `unit`."""

    what: str
    unit: str
    command: str
    pattern: str
    scale: float = 1.0
    digits: int = 3


SPEED = "python -m benchmarks.studies.backgammon_speed"


def array_measures():
    """Yields the rates of benchmarks/studies/arrays.py by game."""
    for game, names in (("ConnectFour", page_tables.RATES), ("Checkers", page_tables.RATES),
                        ("Backgammon", [name for name in page_tables.RATES if name not in ("legal_moves", "play")])):
        for name in names:
            yield f"arrays.{game}.{name.replace(' ', '_')}", Measure(
                f"{game}, arrays: {page_tables.RATES[name]}", "M/s", "python -m benchmarks.studies.arrays",
                rf"{game}\n(?:  .*\n)*?  {re.escape(name)} +([\d.]+)\n")


MEASURES = {
    "perft.checkers": Measure("perft of checkers, bulk-counted", "M nodes/s",
                              "gamecore perft checkers --depth 12 --json", r'"nodes_per_cpu_second": ([\d.]+)', 1e-6),
    "perft.backgammon": Measure("perft of backgammon to depth 3, 116,154,993 counted", "s",
                                "gamecore perft backgammon --depth 3 --json", r'"cpu_seconds": ([\d.]+)'),
    "bench.connect-four": Measure("the bench's searches of connect four", "M nodes/s", "gamecore bench --repeat 3",
                                  r"connect-four .* ([\d.]+) M nodes/s"),
    "bench.checkers": Measure("the bench's searches of checkers", "M nodes/s", "gamecore bench --repeat 3",
                              r"checkers .* ([\d.]+) M nodes/s"),
    "backgammon.leaf": Measure("backgammon, leaves of an exact one-layer search", "M/s", SPEED,
                               r"one-layer search .* ([\d.]+) M/s"),
    "backgammon.arrays": Measure("backgammon, all plays of a roll by the array from Python", "M/s", SPEED,
                                 r"all plays of a roll .* ([\d.]+) M/s"),
    "backgammon.choice": Measure("backgammon, a choice without looking ahead from Python", "us", SPEED,
                                 r"without looking ahead ([\d.]+) us"),
    **{f"backgammon.choice2.{switches}": Measure(
        f"backgammon, a choice two layers of dice deep, `{switches}`, mean over 60 contact positions", "ms",
        SPEED, rf"two layers deep, {switches} ([\d.]+) ms") for switches in ("exact", "play")},
    **dict(array_measures()),
}


@cache
def printed(command):
    """Returns the output of a command, run with this interpreter."""
    program, *arguments = shlex.split(command)
    run = [sys.executable, "-m", "gamecore"] if program == "gamecore" else [sys.executable]
    print(command, flush=True)
    return subprocess.run([*run, *arguments], cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout


def measured(measure, commit, machine):
    """Returns the record of a figure; raises ValueError if the command prints none."""
    found = re.search(measure.pattern, printed(measure.command))
    if not found:
        raise ValueError(f"{measure.command!r} prints nothing like {measure.pattern!r}")
    return {"what": measure.what, "value": f"{float(found[1]) * measure.scale:#.{measure.digits}g}".rstrip("."),
            "unit": measure.unit, "command": measure.command, "commit": commit, "machine": machine,
            "date": date.today().isoformat()}


def main(keys):
    if subprocess.run(["git", "diff", "--quiet", "HEAD", "--", "src", "benchmarks"], cwd=ROOT).returncode != 0:
        sys.exit("src or benchmarks has changes: commit them, since each figure names the commit that it measures")
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], cwd=ROOT, capture_output=True, text=True,
                            check=True).stdout.strip()
    machine = about()["cpu"]
    figures = page_tables.known_figures()
    for key in keys or MEASURES:
        figures[key] = measured(MEASURES[key], commit, machine)
    page_tables.FIGURES.write_text(json.dumps(figures, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
