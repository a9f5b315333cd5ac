"""Runs the commands of docs/teaching.md that need no container, for three of its twenty students."""
import csv
import json
import re
import shlex
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = re.findall(r"^    ((?:gamecore|python) .*)$", (ROOT / "docs/teaching.md").read_text(encoding="utf-8"),
                      re.MULTILINE)


def test_a_teachers_day_ends_with_marks(tmp_path, monkeypatch, run):
    monkeypatch.chdir(tmp_path)
    sheet, students, marks, gradescope = COMMANDS
    assert run(sheet.removeprefix("gamecore "))[0] == 0
    subprocess.run([sys.executable, ROOT / shlex.split(students)[1], "students"], check=True)
    files = sorted(Path("students").iterdir())
    assert len(files) == 20
    for file in files[1:12] + files[13:-1]:
        file.unlink()
    assert run(marks.removeprefix("gamecore "))[0] == 1
    rows = list(csv.DictReader(Path("marks.csv").open()))
    assert [(row["file"], row["passed"], row["seed"]) for row in rows] == [
        ("student_01.py", "1", "7"), ("student_13.py", "0", "7"), ("student_20.py", "0", "7")]
    assert "memo" in rows[1]["finding"] and "player" in rows[2]["finding"]
    assert run(gradescope.removeprefix("gamecore "))[0] == 1
    assert json.loads(Path("results.json").read_text())["score"] == 0
    assert {path.name for path in tmp_path.iterdir()} == {"sheet.html", "key.html", "students", "marks.csv",
                                                          "results.json"}
