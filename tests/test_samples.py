"""The samples of README and docs: printed by the commands, rewritten only where more than times differ."""
import importlib.util
import re
from pathlib import Path

import pytest

from gamecore.commands.cli import build_parser

ROOT = Path(__file__).resolve().parents[1]
PAGES = [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]
SPEC = importlib.util.spec_from_file_location("samples", ROOT / "docs" / "samples.py")
samples = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(samples)

PAGE = """Before.

    $ gamecore perft checkers --depth 8
    perft 8: 845,931   0.004 s, of CPU 0.004 s: 211 M nodes/s

<!-- printed by gamecore 0.1.0, 1234567 -->

    gamecore play checkers

After, in 3 s.
"""


def renewed(text, output):
    return samples.renewed(text, lambda command: output, "gamecore 9.9")


def test_other_times_leave_a_page_alone():
    assert renewed(PAGE, "    perft 8: 845,931   1.5 s, of CPU 0.35 s: 2.41 M nodes/s\n") == PAGE


def test_another_result_is_written_and_marked():
    new = renewed(PAGE, "    perft 8: 845,932   1.5 s, of CPU 0.35 s: 2.41 M nodes/s\n")
    assert new == (PAGE.replace("845,931   0.004 s, of CPU 0.004 s: 211", "845,932   1.5 s, of CPU 0.35 s: 2.41")
                   .replace("0.1.0, 1234567", "9.9"))


def test_a_sample_without_a_mark_gets_one():
    bare = "\n    $ gamecore bench\n    old\n\nText.\n"
    new = renewed(bare, "    first\n\n    second\n")
    assert new == "\n    $ gamecore bench\n    first\n\n    second\n\n<!-- printed by gamecore 9.9 -->\n\nText.\n"
    assert renewed(new, "    first\n\n    second\n") == new and renewed(new, "    first\n") != new


TABLE = """
game                 nodes    ebf  seconds    cpu s     nodes a cpu s
connect-four     4,567,890   1.79     0.20     0.19    24.1 M nodes/s
checkers         3,456,789   1.92     0.30     0.29    11.9 M nodes/s

seconds        0.01     0.02
nodes            12       34
"""


@pytest.mark.parametrize("old, new, same", [
    ("0.20     0.19", "9.99     9.88", True), ("24.1 M", " 987 k", True), ("1.79", "1.78", False),
    ("4,567,890", "4,567,891", False), ("0.01     0.02", "0.03     0.04", True), ("12       34", "12       35", False),
])
def test_columns_and_rows_of_times_are_masked_and_nothing_else(old, new, same):
    assert (samples.masked(TABLE) == samples.masked(TABLE.replace(old, new))) == same


def found():
    return [(path.name, match.group(1), match) for path in PAGES
            for match in samples.SAMPLE.finditer(path.read_text(encoding="utf-8"))]


def test_every_sample_of_the_docs_is_found_and_marked():
    starts = sum(len(re.findall(r"^ *\$ gamecore ", path.read_text(encoding="utf-8"), re.MULTILINE)) for path in PAGES)
    assert len(found()) == starts > 0
    assert [command for _, command, match in found() if not match.group(0).rstrip().endswith("-->")] == []


@pytest.mark.parametrize("command", sorted({command for _, command, _ in found()}))
def test_every_sample_is_a_command(command):
    build_parser().parse_args(samples.shlex.split(command.partition("|")[0], comments=True)[1:])


def test_the_samples_of_the_commands_are_what_they_print_today():
    path = ROOT / "docs" / "commands.md"
    text = path.read_text(encoding="utf-8")
    assert samples.renewed(text) == text
