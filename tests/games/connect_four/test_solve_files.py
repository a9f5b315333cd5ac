"""gamecore solve connect-four --file F --out O, again and again: its lines are neither lost nor mixed."""
import json
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, rule

from gamecore.commands.cli import main
from gamecore.games.connect_four.solver import Solver

COMMAND = ["solve", "connect-four", "--no-book", "--hash-mb", "2"]
OPTIONS = [(), ("--weak",), ("--all-moves",), ("--nodes", "1"), ("--nodes", "10")]
LINES = ["444555542214545", "44455554221454521211", "44455554221454521211777 # more", "x", "", "# none", "1212121"]
FOREIGN = ["my notes", "my notes\n", "{}\n", '{"line": 1, "position": "4455", "score": 18}\n', "\n", "[", "null\n"]


@pytest.fixture
def files(tmp_path):
    """A file of positions with a bad line, and the name of one for the results."""
    positions = tmp_path / "positions"
    positions.write_text("44455554221454521211\nx\n444555542214545\n")
    return positions, tmp_path / "out"


def solved(positions, out, *options):
    return main([*COMMAND, "--file", str(positions), "--out", str(out), *options])


def records(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("text", FOREIGN)
def test_a_foreign_file_remains(files, text, capsys):
    positions, out = files
    out.write_text(text)
    assert solved(positions, out) == 2 and out.read_text() == text
    error = capsys.readouterr().err
    assert error.startswith(f"gamecore: {str(out)!r} is ") and "remains" in error and error.count("\n") == 1


def test_weak_scores_do_not_become_exact(files, capsys):
    positions, out = files
    solved(positions, out, "--weak")
    weak = out.read_text()
    assert [record.get("score") for record in records(out)] == [1, None, -1]
    assert solved(positions, out) == 2 and out.read_text() == weak
    assert "is of other positions or options" in capsys.readouterr().err


def test_another_file_skips_no_position(files):
    positions, out = files
    solved(positions, out)
    before = out.read_text()
    positions.write_text("4445555422145452\n44455554221454521211\n444555542214545\n")
    assert solved(positions, out) == 2 and out.read_text() == before


def test_a_bad_line_is_reported_on_every_run(files, capsys):
    positions, out = files
    for _ in range(2):
        assert solved(positions, out) == 2
        assert "1 of 3 positions of" in (error := capsys.readouterr().err) and "first line 2: 'x'" in error


def test_a_bad_line_is_reported_without_a_file_of_results(files, capsys):
    assert main([*COMMAND, "--file", str(files[0])]) == 2
    printed = capsys.readouterr()
    assert "line 2: 'x' is not a position" in printed.out and "line 2: 'x' is not a position" in printed.err


def test_every_line_of_a_file_names_the_build_and_its_options(files):
    positions, out = files
    solved(positions, out, "--nodes", "10")
    assert all("about" in record and record["options"] == {"nodes": 10} for record in records(out))


class Reruns(RuleBasedStateMachine):
    """One --out while the input, the options and the file itself change; `made` has what made its lines."""

    def __init__(self):
        super().__init__()
        self.folder = TemporaryDirectory()
        self.positions, self.out = Path(self.folder.name, "positions"), Path(self.folder.name, "out")
        self.lines, self.made = [], ([], ())
        self.foreign = None

    def teardown(self):
        self.folder.cleanup()

    @rule(line=strategies.sampled_from(LINES))
    def add(self, line):
        self.lines = [*self.lines, line]

    @rule(i=strategies.integers(0, 5), line=strategies.sampled_from(LINES))
    def change(self, i, line):
        self.lines = [*self.lines[:i], line, *self.lines[i + 1:]]

    @rule()
    def remove(self):
        self.out.unlink(missing_ok=True)
        self.foreign = None

    @rule(text=strategies.sampled_from(FOREIGN))
    def put_a_foreign_file(self, text):
        self.out.write_text(self.foreign or text)
        self.foreign = self.foreign or text

    @rule(length=strategies.integers(0, 2000))
    def be_killed(self, length):
        """What a killed process left, cut anywhere."""
        if self.foreign is None and self.out.exists():
            self.out.write_bytes(self.out.read_bytes()[:length])

    @rule(options=strategies.sampled_from(OPTIONS))
    def run(self, options):
        self.positions.write_text("".join(f"{line}\n" for line in self.lines))
        before = self.out.read_text() if self.out.exists() else ""
        code = solved(self.positions, self.out, *options)
        wanted = expected(self.lines, options)
        if self.foreign is None and fits(before, wanted):
            assert [essence(record) for record in records(self.out)] == list(map(essence, wanted))
            assert self.out.read_text().startswith(before[:before.rfind("\n") + 1])
            assert code == (2 if any("error" in record for record in wanted) else 0)
        else:
            assert code == 2 and self.out.read_text() == before


def expected(lines, options):
    """The records that these lines should give, by a solver of their own."""
    asked = {"--weak": {"weak": True}, "--all-moves": {"all_moves": True}}.get(options[0]) if options else {}
    asked = {"nodes": int(options[1])} if asked is None else asked
    found = []
    for number, line in enumerate(lines, 1):
        if word := line.partition(" ")[0].removeprefix("#"):
            found.append({"line": number, "position": word, "options": asked} | result(word, asked))
    return found


RESULTS = {}


def result(position, asked):
    """What is known of a position by a new solver: its score, or that there is none."""
    if (case := (position, str(asked))) not in RESULTS:
        solver = Solver(hash_mb=2, book=False)
        try:
            limits = {name: value for name, value in asked.items() if name != "all_moves"}
            RESULTS[case] = {"score": solver.solve(position, **limits).score}
        except ValueError as error:
            RESULTS[case] = {"error": str(error)}
    return RESULTS[case]


def essence(record):
    """What does not depend on the state of the table."""
    keys = ("line", "position", "options", "error") + (() if "nodes" in record["options"] else ("score",))
    return {key: record.get(key) for key in keys}


def fits(text, wanted):
    """Whether a file has the first of these records, and then perhaps a part of the next."""
    *lines, rest = text.split("\n")
    if len(lines) > len(wanted) or rest and len(lines) == len(wanted):
        return False
    same = [essence(json.loads(line)) == essence(record) for line, record in zip(lines, wanted)]
    if not rest:
        return all(same)
    head = json.dumps({key: wanted[len(lines)][key] for key in ("line", "position", "options")})[:-1]
    return all(same) and (rest.startswith(head) or head.startswith(rest))


def test_reruns_neither_lose_nor_mix_lines():
    machine = Reruns.TestCase()
    machine.settings = settings(max_examples=20, stateful_step_count=15)
    machine.runTest()
