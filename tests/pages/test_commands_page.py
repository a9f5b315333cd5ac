"""Tests that docs/commands.md lists the options of the parsers, and docs/keys.md the keys of every line that a command
prints."""
import csv
import json
import re
from contextlib import redirect_stdout
from functools import partial
from io import BytesIO, TextIOWrapper

import page_tables
import pytest

from gamecore.commands import bench as bench_command
from gamecore.commands.cli import build_parser, main
from gamecore.commands.connect_four import book
from gamecore.laboratory import bench
from tests.pages.test_pages import page
from tests import DATA

PAGE = page("keys")
CODE = re.compile(r"`([^`]+)`")

# A run for every row of the table of keys: (command, lines that it prints) -> arguments.
RUNS = {
    ("perft", "a move or roll, with `--divide`", "the last"): "perft connect-four --depth 2 --divide",
    ("search", "`iteration`"): "search connect-four --depth 2 --multipv 2",
    ("search", "`result`"): "search backgammon --plies 0 --multipv 2 --score 3-5/7 --cube 1",
    ("solve", "the only"): "solve games.oopsy_nim:OopsyNim --all-moves",
    ("solve connect-four", "the only"): "solve connect-four --position 444555542214545212117 --all-moves",
    ("solve connect-four", "a position of `--file`"): "solve connect-four --file FOLDER/positions --all-moves",
    ("evaluate", "the only"): "evaluate connect-four --explain",
    ("evaluate backgammon", "the only"): "evaluate backgammon --score 3-5/7 --cube 1",
    ("match", "`game`", "`result`"): "match connect-four --a depth=1 --b depth=2 --games 2 --sprt=-5,5",
    ("match backgammon", "`game`", "`result`"):
        "match backgammon --a hash-mb=1 --b hash-mb=2 --games 2 --max-plies 2 --score 0-0/3 --money b",
    ("rollout", "the only"): "rollout backgammon --games 2 --truncate 1 --score 3-5/7 --cubeful",
    ("rollout", "`play`", "`result`"):
        "rollout backgammon --dice 3,1 --candidates 2 --games 1 --truncate 1 --score 5-3/7",
    ("annotate", "`game`", "`play`", "`cube`", "`result`"):
        "annotate backgammon FOLDER/game.mat --plies 0 --evaluation linear",
    ("bench", "the only"): "bench",
    ("pruning", "a row, as in the CSV"): "pruning connect-four --max-depth 1 --csv FOLDER/pruning-connect-four.csv",
    ("pruning uniform", "a row, as in the CSV"):
        "pruning uniform --branching 2 --max-depth 1 --csv FOLDER/pruning-uniform.csv",
    ("ablation", "a row, as in the CSV"): "ablation connect-four --suite FOLDER/suite --csv FOLDER/ablation.csv",
    ("chance trees", "a row, as in the CSV"): "chance trees --layers 1 --branching 2 --csv FOLDER/chance-trees.csv",
    ("chance backgammon", "a row, as in the CSV"):
        "chance backgammon --layers 1 --positions 1 --evaluation linear --csv FOLDER/chance-backgammon.csv",
    ("endgames build", "a number of pieces"): "endgames build --pieces 2 --threads 1 --out FOLDER/endgames",
    ("endgames verify", "the only"): "endgames verify FOLDER/endgames --threads 1",
    ("endgames probe", "the only"): "endgames probe --position B:WK1:BK11,K15",
    ("book build", "the only"): "book build connect-four --plies 0 --out FOLDER/book",
    ("tree", "a step, with `--replay`", "the last"): "tree [[3,12,8],[2,4,6],[14,5,2]] --replay",
    ("check-search", "`check`", "`result`"): "check-search FOLDER/mine.py:minimax",
    ("exercises", "`problem`", "`result`"): "exercises --seed 1",
    ("exercises --check", "`exercise`"): "exercises --check 4.2 15625",
    ("check", "`note`", "`result`"): "check games.nim:Nim --games 3",
}
RUNS = {(command, line): words for (command, *lines), words in RUNS.items() for line in lines}
ABOUT = {"version", "commit", "compiler", "flags", "python", "machine", "cpu"}
# Keys that these runs do not have, or in a record inside the record.
CUBE = {"value", "owner", "action", "no_double", "double_take", "double_pass", "take_point", "double_point",
        "cash_point", "too_good_point", "exact", "reason"}
ELSEWHERE = {("search", "`result`"): CUBE, ("solve connect-four", "the only"): {"lower", "upper", "stop"},
             ("solve connect-four", "a position of `--file`"): {"error", "lower", "upper", "stop"},
             ("evaluate backgammon", "the only"): {"features"}, ("pruning", "a row, as in the CSV"): {"suite"},
             ("annotate", "`cube`"): {"best", "no_double", "double_take", "loss", "mark", "match_loss"},
             ("annotate", "`result`"): {"player", "plays", "decisions", "error", "error_per_decision", "marks", "luck",
                                        "match_error", "match_luck", "cube_decisions", "cube_error", "wrong",
                                        "error_rate", "rating"},
             ("bench", "the only"): {"nodes", "seconds", "cpu_seconds", "nps", "nodes_per_cpu_second", "ebf"}}


def rows_of(title):
    """The rows of the table under a heading, as lists of cells."""
    section = re.split(r"^## ", PAGE, flags=re.MULTILINE)
    lines = next(part for part in section if part.startswith(title)).splitlines()
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines if line.startswith("| `")]


# They talk to a person, write files, or speak a protocol.
NO_JSON = {"play", "serve", "draw", "new-game", "protocol json", "protocol ugi", "protocol gnubg"}
PARSERS = dict(page_tables.parsers(build_parser()))
KEYS = {}                            # (command, line) -> its keys
for command, line, keys in rows_of("Lines"):
    line = f"`{CODE.findall(line)[0]}`" if line.startswith("`") else line
    KEYS[CODE.findall(command)[0], line] = [key for key in CODE.findall(keys) if not key.startswith("--")]


def test_every_command_is_on_the_page_with_its_options_in_order():
    assert page_tables.made("options") in page("commands")


def test_every_other_command_takes_json():
    assert {name for name, parser in PARSERS.items() if "--json" not in parser._option_string_actions} == NO_JSON


def test_every_command_has_its_lines_on_the_page():
    assert {name for name in PARSERS if not any(f"{command} ".startswith(f"{name} ") for command, _ in KEYS)} == NO_JSON


def test_every_key_has_a_meaning_and_no_meaning_lacks_its_key():
    meanings = [key for keys, _ in rows_of("Meanings") for key in CODE.findall(keys)]
    assert len(meanings) == len(set(meanings)) and set(meanings) == {key for keys in KEYS.values() for key in keys}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("commands")
    (folder / "suite").write_text("middle 5 44")
    (folder / "game.mat").write_text(" 0 point match\n Game 1\n a : 0          b : 0\n 1) 31: 8/5 6/5   Doubles => 2\n")
    (folder / "mine.py").write_text((DATA / "options" / "search.py").read_text())
    (folder / "positions").write_text("444555542214545212117\n")
    return folder


@pytest.fixture(scope="module")
def printed(folder):
    """What a command prints with --json, as records; a command runs once."""
    known = {}

    def printed(command):
        if command not in known:
            stream = TextIOWrapper(BytesIO(), encoding="utf-8")
            with redirect_stdout(stream):
                assert main([*command.replace("FOLDER", str(folder)).split(), "--json"]) == 0
            known[command] = list(map(json.loads, stream.buffer.getvalue().decode().splitlines()))
        return known[command]
    return printed


@pytest.mark.parametrize("row", RUNS, ids=" ".join)
def test_a_line_has_the_keys_that_the_page_says(row, folder, printed, monkeypatch):
    command, line = row
    tasks = [bench.TASKS[7], bench.TASKS[-1]]
    monkeypatch.setattr(bench_command, "bench", lambda *args, **options: bench.bench(tasks=tasks))
    monkeypatch.setattr(book, "build", partial(book.build, columns=5, rows=4))
    records = printed(RUNS[row])
    of_type = [record for record in records if line[0] != "`" or record["type"] == line.strip("`")]
    record = of_type[0 if line.startswith("a ") else -1]
    listed, elsewhere = KEYS[row], ELSEWHERE.get(row, set())
    assert all(record["about"].keys() >= ABOUT for record in records)
    assert set(listed) - elsewhere == set(record) - {"about"}
    if command == "bench":
        assert all(set(game) == elsewhere for game in record["games"].values())
    if row == ("search", "`result`"):
        assert set(record["cube"]) == CUBE
    if row == ("annotate", "`result`"):
        assert all(set(player) == elsewhere for player in record["players"])
    if "CSV" in line:
        with (folder / RUNS[row].rpartition("/")[2]).open(newline="") as file:
            assert next(csv.reader(file)) == [*(key for key in record if key != "about"), *record["about"]]
        assert [key for key in record if key != "about"] == [key for key in listed if key not in elsewhere]


def test_every_row_of_the_table_is_run():
    assert set(KEYS) - set(RUNS) == {("build", "the only")}
    assert not set(RUNS) - set(KEYS)
