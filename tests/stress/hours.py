"""Records in hours.json what attacks have counted: python -m tests.stress.hours law=build/law.json fuzz=build/fuzz.json

A tally (loop.py) has a row for each kind of rounds. A named attack is recorded again, as the sum of the tallies
given for it; the others stay. docs/reliability.md prints the sums.
"""
import json
import sys
from pathlib import Path

HOURS = Path(__file__).with_name("hours.json")


def added(total, tally):
    """Returns the sum of {kind: row} and a tally's, a row: rounds, tried, cpu_seconds, failures."""
    total = dict(total)
    for kind, row in tally.items():
        before = total.get(kind, {"rounds": 0, "tried": 0, "cpu_seconds": 0, "failures": 0})
        total[kind] = {**{name: round(before[name] + row[name], 1) for name in ("rounds", "tried", "cpu_seconds")},
                       "failures": before["failures"] + len(row["failures"])}
    return total


def main(*words):
    anew = {}
    for word in words:
        attack, _, path = word.partition("=")
        anew[attack] = added(anew.get(attack, {}), json.loads(Path(path).read_text(encoding="utf-8")))
    before = json.loads(HOURS.read_text(encoding="utf-8")) if HOURS.exists() else {}
    HOURS.write_text(json.dumps(before | anew, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:])
