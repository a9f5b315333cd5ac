"""Tests the screen: tables that fit into it, lines that are broken at its edge, and terminals that know only ASCII."""
import io
import re
import sys
from functools import partial
from itertools import pairwise

import pytest

from gamecore.commands import ablation as ablation_command, bench as bench_command
from gamecore.screen import console
from gamecore.commands.cli import main
from gamecore.games.all import draw_board
from gamecore.games.connect_four.position import ConnectFour
from gamecore.laboratory import bench
from gamecore.laboratory.suites import read_suite


@pytest.fixture
def printed(capsys, monkeypatch):
    """What a command prints on a screen of this number of columns."""
    def printed(command, columns=80):
        monkeypatch.setenv("COLUMNS", str(columns))
        assert main(command.split()) == 0
        return capsys.readouterr().out
    return printed


@pytest.mark.parametrize("command", [
    "pruning connect-four --max-depth 4 --orders all",
    "pruning uniform --branching 4 --max-depth 5 --leaves nested",
    "chance --layers 1 --seeds 2",
    "chance backgammon --layers 1 --positions 2 --evaluation linear",
    "search checkers --depth 9",
    "search backgammon --dice 3,1 --plies 1 --multipv 4",
    "search connect-four --nodes 3000 --multipv 3",
    "evaluate checkers --explain --evaluation linear",
    "evaluate backgammon",
    "perft checkers --depth 3 --divide",
    "solve games.oopsy_nim:OopsyNim --all-moves",
    "match backgammon --a plies=0,evaluation=linear,order=none --b evaluation=linear --games 4",
    "match connect-four --a depth=2,switches=pruning+deepening+table+hint+killers+history+pvs --b depth=1 --games 4 "
    "--sprt=-5,5",
    "rollout backgammon --dice 6,5 --candidates 3 --games 4 --evaluation linear",
    "rollout backgammon --games 4 --evaluation linear",
    "ablation connect-four",
    "bench",
])
def test_nothing_is_wider_than_80_columns(printed, monkeypatch, command):
    monkeypatch.setattr(bench_command, "bench", partial(bench.bench, tasks=bench.TASKS[7:9]))
    monkeypatch.setattr(ablation_command, "read_suite", lambda game, path: read_suite(game, reduction=9)[:3])
    lines = printed(command).splitlines()
    assert lines and max(map(len, lines)) <= 80


TIMES = {"seconds", "cpu seconds", "M nodes/s", "M/cpu s"}


def cells_of(lines):
    """(row, column) -> text, of a table with a first column of 12 characters and the others aligned right; without the
    times, which differ from run to run."""
    titles, *rows = lines
    ends = [match.end() for match in re.finditer(r"\S+", titles)]
    cells = {(row[:12].strip(), titles[:end].split()[-1]): row[max(begin, 12):end].strip() for row in rows
             for begin, end in pairwise(ends)}
    return {(row, column): "" if row in TIMES else text for (row, column), text in cells.items()}


def test_columns_that_do_not_fit_follow_below_with_the_rows_names(printed):
    def parts_at(width):
        shown = printed("pruning connect-four --max-depth 3 --orders all", width)
        shown = shown[shown.index("depth  "):shown.index("last: of the")]
        return [part.split("\n") for part in shown.rstrip().split("\n\n")]

    (wide,), narrow = parts_at(300), parts_at(80)
    assert len(narrow) == 3
    assert cells_of(wide) == {place: text for part in narrow for place, text in cells_of(part).items()}


def test_a_table_is_finished_before_anything_else_is_printed(capsys):
    screen = console.Console()
    screen.width = 30
    table = console.ColumnPrinter(screen, {"name": "<6", "one": ">10", "two": ">10", "three": ">10"})
    table.row("a", 1, 2, 3)
    assert "three" not in capsys.readouterr().out
    table.row("b", 4, 5, 6, style="bold")
    screen.print("end")
    assert capsys.readouterr().out.splitlines() == ["b                4           5", "", "name         three",
                                                    "a                3", "b                6", "end"]
    with screen:
        console.ColumnPrinter(screen, {"name": "<6", "one": ">10", "two": ">10", "three": ">10"}).row("c", 7, 8, 9)
    assert capsys.readouterr().out.splitlines()[-1] == "c                9"


def test_a_long_text_in_the_last_column_goes_on_below_itself(capsys):
    screen = console.Console()
    screen.width = 40
    printer = console.ColumnPrinter(screen, {"depth": ">5", "line": "<"})
    printer.row(3, "11-15 23-19 8-11 22-17 4-8 25-22 9-13 17-14 10x17")
    assert (capsys.readouterr().out.splitlines()[1:]
            == ["    3  11-15 23-19 8-11 22-17 4-8 25-22", "       9-13 17-14 10x17"])


@pytest.mark.parametrize("text, breaks, out", [
    ("a sentence that is longer than the screen", True, "a sentence that is\n  longer than the\n  screen\n"),
    ("a sentence that is longer than the screen", False, "a sentence that is longer than the screen\n"),
    ("a  b\n  c and a good deal more\n\nd", True, "a  b\n  c and a good deal\n  more\n\nd\n")])
def test_a_line_is_broken_between_words_but_never_one_of_json(capsys, text, breaks, out):
    screen = console.Console(breaks_lines=breaks)
    screen.width = 20
    screen.print(text)
    assert capsys.readouterr().out == out


def test_the_status_keeps_to_its_line(capsys, monkeypatch):
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    screen = console.Console()
    screen.width = 20
    screen.status("x" * 30)
    assert capsys.readouterr().err == console.ERASE_LINE + "x" * 19


class Terminal(io.TextIOWrapper):
    def isatty(self):
        return True


@pytest.mark.parametrize("encoding, fancy", [("ascii", False), ("latin-1", False), ("cp1252", False), ("utf-8", True)])
def test_a_terminal_gets_what_its_encoding_has(monkeypatch, encoding, fancy):
    pytest.importorskip("rich")
    monkeypatch.setattr(sys, "stdout", Terminal(io.BytesIO(), encoding=encoding))
    with console.open_console() as screen:
        assert isinstance(screen, console.RichConsole) and screen.fancy == fancy
        for line in draw_board(ConnectFour("4453"), 3, screen.fancy):
            screen.print(*line)
        screen.progress(1, 2, "half")
    written = sys.stdout.buffer.getvalue()
    assert written.isascii() != fancy and b"\\u" not in written


@pytest.mark.parametrize("options, without", [({}, "rich.console"), ({"json": True}, "nothing")])
def test_a_terminal_without_rich_and_lines_of_json_get_plain_text(monkeypatch, options, without):
    monkeypatch.setitem(sys.modules, without, None)
    monkeypatch.setattr(sys, "stdout", Terminal(io.BytesIO(), encoding="utf-8"))
    assert type(console.open_console(**options)) is console.Console


def test_progress_is_shown_on_a_terminal_only_and_vanishes(capsys, monkeypatch):
    with console.Console() as plain:
        plain.status("thinking")
    assert capsys.readouterr().err == ""
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    with console.Console() as plain:
        plain.status("thinking")
        plain.print("done")
    out, err = capsys.readouterr()
    assert out == "done\n" and err == f"{console.ERASE_LINE}thinking{console.ERASE_LINE}"


def test_a_line_is_written_whole_or_not_at_all(monkeypatch):
    pieces = []
    monkeypatch.setattr(sys.stdout, "write", pieces.append)
    console.Console().print("a ", ("line", "bold"))
    assert pieces == ["a line\n"]
