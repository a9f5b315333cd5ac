"""Tests the command `gamecore`: what it prints, what it refuses, and how it ends."""
import contextlib
import csv
import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from functools import partial
from importlib import import_module
from types import SimpleNamespace

import pytest

import gamecore
from gamecore.commands.evaluate import show_features
from gamecore.commands import bench as bench_command, perft as perft_command, search, solve
from gamecore.screen import console, ending, text
from gamecore.commands.cli import main
from gamecore.core.text import decimals, signed, signed_mean, with_error
from gamecore.laboratory import bench
from tests import DATA
from tests.processes import interrupted, python, run_command, start


@pytest.fixture
def our_games(tmp_path, monkeypatch):
    """A directory to be in, with games in our_games.py and rubbish beside it."""
    shutil.copy(DATA / "our_games.py", tmp_path)
    (tmp_path / "rubbish.py").write_text("this is no Python")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])
    yield tmp_path
    sys.modules.pop("our_games", None)


def measure(folder, depth=40):
    """An experiment in a process of its own, which has printed its first row."""
    process = start(*f"-m gamecore pruning connect-four --max-depth {depth} --json --csv".split(), folder / "rows.csv")
    process.stdout.readline()
    return process


# The acceptance commands.

@pytest.mark.parametrize("command, announced", [
    ("perft connect-four --depth 9", {"nodes": 39394572}),
    ("search connect-four --depth 11 --order none --switches pruning", {"nodes": 1769007}),
    ("search connect-four --nodes 100000", {"nodes": 100000, "stop": "nodes"}),
    ("solve games.tic_tac_toe:TicTacToe", {"outcome": "draw"}),
    ("solve games.nim:Nim --position 4", {"outcome": "loss"}),
    ("solve games.nim:Nim --position 5", {"outcome": "win"}),
    ("solve games.oopsy_nim:OopsyNim", {"outcome": None}),           # chance decides
    ("solve games.two_bags:TwoBags", {"outcome": None}),
    ("search our_games:Nim --depth 9", {"outcome": "loss"}),
    ("search our_games:Nim --position 6 --depth 9", {"outcome": "win"}),
    ("perft our_games:Nim --depth 5", {"position": "7"}),
    ("pruning our_games:Nim --max-depth 3", {"game": "our_games:Nim"}),
    ("evaluate our_games:Nim", {"score": 0}),
])
@pytest.mark.usefixtures("our_games")
def test_the_known_answers_are_found(records, command, announced):
    assert records(command)[-1].items() >= announced.items()


def test_perft_divides_what_chance_does_first(records):
    *rows, last = records("perft games.pig:Pig --depth 3 --divide --position 100?")
    assert {row["move"]: row["nodes"] for row in rows} == {"1": 11} | dict.fromkeys("23456", 72)
    assert last["nodes"] == records("perft games.pig:Pig --depth 3 --position 100?")[-1]["nodes"] == 371
    *rows, last = records("perft tests.engine.test_many:Deck --depth 2 --divide")        # "x" has probability 0
    assert [row["move"] for row in rows] == ["0", "1", "2"] and last["nodes"] == 3 * 2 * 2 * 2


@pytest.mark.usefixtures("our_games")
def test_a_draw_that_chance_may_bring_counts_half(run):
    assert "expected result 3/4 = 0.75, where a draw counts 1/2, exact" in run("solve our_games:Half")[1]


# What the commands print.

def test_bench_prints_the_signature_and_each_game(records, monkeypatch):
    monkeypatch.setattr(bench_command, "bench", partial(bench.bench, tasks=[bench.TASKS[7], bench.TASKS[-1]]))
    last = records("bench --repeat 2")[-1]
    assert last["signature"] == last["games"]["connect-four"]["nodes"] + last["games"]["checkers"]["nodes"]


def test_the_speed_of_perft_is_that_of_its_cpu_time_after_what_the_first_use_makes(records, run, monkeypatch):
    events, clocks = [], {"perf_counter": iter((10.0, 15.0)), "process_time": iter((1.0, 1.5))}

    def clock(name):
        events.append(name)
        return next(clocks[name])

    def counted(position, depth, **options):
        events.append(depth)
        return gamecore.perft(position, depth, **options)

    for name in clocks:
        monkeypatch.setattr(perft_command, name, partial(clock, name))
    monkeypatch.setattr(perft_command, "perft", counted)
    last = records("perft backgammon --depth 2")[-1]
    assert (last["nodes"], last["seconds"], last["cpu_seconds"]) == (202782, 5.0, 0.5)
    assert (last["nps"], last["nodes_per_cpu_second"]) == (40556.4, 405564.0)
    assert events == [1, "perf_counter", "process_time", 2, "perf_counter", "process_time"]
    clocks |= {"perf_counter": iter((10.0, 15.0)), "process_time": iter((1.0, 1.5))}
    assert "202,782   5.000 s, of CPU 0.500 s: 406 k nodes/s" in run("perft backgammon --depth 2")[1]


def test_a_search_that_goes_on_after_a_win_says_what_for(run):
    """Four kings against one: a sacrifice leads to what the shipped databases know to be won, but not how soon."""
    out = run("search checkers --position W:WK14,K19,K23,K10:BK1 --depth 5")[1]
    assert out.count("the win is certain; what follows looks for a shorter one") == 1
    first, rest = out.split("the win is certain")
    assert first.splitlines()[-1].split()[1] == "win" and "win" in rest


@pytest.mark.parametrize("scores, expected", [([5, 29995, 29997], ["win"]), ([-29990, -29990], ["loss"]), ([29999], []),
                                              ([3, 4], []), ([0.5, 0.25], []),
                                              ([24990, 24990, 29995], ["win"])])
def test_it_is_reported_once_that_a_decided_search_goes_on(capsys, scores, expected):
    report = search.SearchReport(None, None, None, console.Console())
    for depth, score in enumerate(scores, 1):
        report.iteration(SimpleNamespace(depth=depth, score=score, nodes=depth, seconds=0.0, pv=(1,), finished=True))
    assert re.findall("the (win|loss) is certain", capsys.readouterr().out) == expected


def test_divide_adds_up(records):
    assert [line["nodes"] for line in records("perft connect-four --depth 1 --divide")] == [1] * 7 + [7]
    *moves, total = records("perft connect-four --position 4455 --depth 4 --divide")
    assert sum(line["nodes"] for line in moves) == total["nodes"] == gamecore.perft(gamecore.ConnectFour("4455"), 4)
    assert [line["move"] for line in moves] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("depth", [1, 3])
def test_divide_counts_every_path_of_a_move(records, depth):
    text = "W:WK1:B6,7,14,15,22,23"             # 1x3 by 10 has one path, the other jump two
    *moves, total = records(f"perft checkers --position {text} --depth {depth} --convention paths --divide")
    assert total["nodes"] == gamecore.perft(gamecore.Checkers(text), depth, convention="paths") > len(moves) == 2


def test_a_line_for_each_iteration_comes_before_the_result(records):
    *iterations, result = records("search connect-four --depth 6")
    assert [line["depth"] for line in iterations] == [1, 2, 3, 4, 5, 6]
    for count in ("nodes", "leaves", "cuts", "first_cuts"):
        assert sum(line[count] for line in iterations) == result[count] > 0


def test_lines_are_ranked_and_scored(records):
    lines = records("search connect-four --position 112233 --depth 3 --multipv 3")[-1]["lines"]
    assert lines[0] | {"pv": None} == {"move": 4, "score": 29999, "outcome": "win", "plies_to_end": 1, "pv": None}
    assert [line["score"] for line in lines] == sorted((line["score"] for line in lines), reverse=True)


def test_features_add_up_to_the_score(records):
    last = records("evaluate connect-four --position 44352 --explain")[-1]
    assert sum(feature["count"] * feature["weight"] for feature in last["features"]) == last["score"] != 0


def test_points_that_are_nought_have_no_sign(capsys):
    show_features([("one", 2, 0.0), ("two", 1, 0.001), ("three", -1, 0.001), ("four", 1, -2)], console.Console())
    assert [line.split()[-1] for line in capsys.readouterr().out.splitlines()] == ["points", "0", "0", "0", "-2"]


def test_the_rows_of_pruning_go_into_a_file(run, tmp_path):
    file = tmp_path / "rows.csv"
    assert run("pruning", "connect-four", "--max-depth", "2", "--orders", "none, full", "--csv", str(file))[0] == 0
    rows = list(csv.DictReader(file.open()))
    assert ([(row["order"], row["depth"]) for row in rows]
            == [("none", "1"), ("full", "1"), ("none", "2"), ("full", "2")])
    assert rows[0]["nodes"] == "8"
    assert os.listdir(tmp_path) == ["rows.csv"]


def test_a_failure_leaves_the_old_file_alone(run, tmp_path, monkeypatch):
    file = tmp_path / "rows.csv"
    file.write_text("old")
    monkeypatch.setattr("gamecore.laboratory.experiment.Experiment.row", lambda *args: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        main(["pruning", "connect-four", "--max-depth", "2", "--csv", str(file)])
    assert file.read_text() == "old" and os.listdir(tmp_path) == ["rows.csv"]


@pytest.mark.parametrize("command, expected", [
    ("perft connect-four --depth 4 --divide", ["move", "343", "2,401"]),
    ("search connect-four --position 112233 --depth 3 --multipv 2", ["depth", "win in 1", "rank", "best move 4"]),
    ("search connect-four --nodes 100", ["best move 4", "the node budget"]),
    ("solve games.oopsy_nim:OopsyNim --all-moves",
     ["value", "probability of winning 8/25 = 0.32, exact", "best move 1", "14 positions"]),
    ("solve games.tic_tac_toe:TicTacToe", ["a draw, exact; best move"]),
    ("solve games.two_bags:TwoBags", ["expected score 2, exact", "best move A"]),
    ("solve games.nim:Nim --position 0", ["a win, exact", "1 position in"]),
    ("evaluate connect-four --position 44352 --explain", ["centre", "points", "score"]),
    ("pruning connect-four --max-depth 6", ["minimal", "minimax", "first cuts", "over minimal", "times deeper",
                                            "exponent", "Growth of nodes"]),
])
def test_a_person_gets_a_table(run, command, expected):
    code, out, err = run(command)
    assert (code, err) == (0, "")
    assert all(text in out for text in expected)


@pytest.mark.parametrize("value, shown", [(-1e-5, "+0.000"), (-0.0, "+0.000"), (1e-5, "+0.000"), (-0.0005001, "-0.001"),
                                          (0.25, "+0.250")])
def test_what_rounds_to_nought_has_no_minus(value, shown):
    assert text.score_text(value) == signed(value) == signed_mean(value, None) == shown
    assert decimals(min(value, 0), 2) == "0.00" and solve.value_text(-0.0) == "0"


def test_a_small_error_is_not_shown_as_none():
    assert [with_error(0.734, error, 2) for error in (0.0046, 0.2, 0, None)] == [
        "0.734 +- 0.005", "0.73 +- 0.20", "0.73", "0.73"]
    assert with_error(7387.2, 0.3) == "7387.2 +- 0.3" and with_error(75602, 2447.1) == "75,602 +- 2,447"


@pytest.mark.parametrize("error, shown", [(None, "+1.000"), (0.0, "+1.000"), (0.25, "+1.000 +- 0.250")])
def test_results_that_are_all_alike_have_no_error(error, shown):
    assert signed_mean(1.0, error) == shown


# Games of one's own.

# Files that are read.

@pytest.mark.parametrize("command, text, code", [
    ("solve connect-four --file", "444555542214545212117\n", 0), ("exercises --seed 1 --answers", "1: 0\n", 1),
    ("match connect-four --a depth=1 --b depth=1 --games 2 --ballots", "4 4\n", 0),
    ("annotate backgammon --plies 0", " 0 point match\n Game 1\n a : 0    b : 0\n 1) 31: 8/5 6/5\n", 0),
])
def test_a_byte_order_mark_is_no_part_of_the_first_line(run, tmp_path, command, text, code):
    (tmp_path / "file").write_text(text, encoding="utf-8-sig")
    found, out, err = run(command, tmp_path / "file")
    assert (found, err) == (code, "") and "\ufeff" not in out


# Bad input.

def test_control_characters_do_not_reach_the_terminal(run):
    code, _, err = run("search", "connect-four", "--depth", "3", "--\n\x1b[31m")
    assert (code, err.count("\n")) == (2, 1)
    assert "\x1b" not in err


def test_no_command_gets_help(run):
    code, out, _ = run()
    assert code == 0 and all(command in out for command in ("perft", "search", "bench", "pruning", "evaluate", "play"))


# How it ends.

def test_ctrl_c_prints_the_last_line_and_exits_130():
    _, lines = interrupted(*"-m gamecore search connect-four --seconds 60 --json".split())
    last = json.loads(lines[-1])
    assert last["stop"] == "interrupt" and last.keys() >= {"move", "score", "pv", "nodes"}


@pytest.mark.parametrize("number, code", [(signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGHUP, 129)])
def test_every_signal_ends_an_experiment_with_a_line_and_keeps_its_rows(number, code, tmp_path):
    process = measure(tmp_path)
    process.send_signal(number)
    out, err = process.stdout.read(), process.stderr.read()       # communicate loses what readline read ahead
    process.wait(timeout=30)
    assert (process.returncode, err) == (code, "")
    *rows, last = out.splitlines()
    assert json.loads(last)["stop"] == "interrupt"
    assert os.listdir(tmp_path) == ["rows.csv"]
    kept = len(list(csv.DictReader((tmp_path / "rows.csv").open())))
    assert kept - 1 - len(rows) in (0, 1)                # the signal may come between a row's keeping and its printing


def test_a_terminal_that_closes_may_tell_so_twice(tmp_path):
    process = measure(tmp_path)
    for _ in range(20):
        process.send_signal(signal.SIGHUP)
    process.communicate(timeout=30)
    assert process.returncode == 129 and os.listdir(tmp_path) == ["rows.csv"]


def test_a_later_signal_interrupts_again(monkeypatch):
    monkeypatch.setattr(ending, "_signals", [(signal.SIGTERM, time.monotonic() - 60)])
    with pytest.raises(KeyboardInterrupt):
        ending.interrupt(signal.SIGTERM, None)
    ending.interrupt(signal.SIGHUP, None)                # at once after the one above


def test_a_signal_that_the_caller_ignores_stays_ignored():
    process = subprocess.Popen(["nohup", sys.executable, "-m", "gamecore", "search", "connect-four", "--depth", "12",
                                "--json"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=60)
    assert process.returncode == 0


def test_a_game_at_its_prompt_ends_on_a_signal():
    process = start(*"-m gamecore play connect-four --depth 3".split(), stdin=subprocess.PIPE)
    shown = b""
    while b"your move" not in shown:
        shown += os.read(process.stdout.fileno(), 1000)
    while process.poll() is None:                # one that comes just before the system waits for input waits, too
        process.send_signal(signal.SIGTERM)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=10)
    assert process.returncode == 143


@pytest.mark.parametrize("closed", [[1], [2], [0, 1, 2]])
def test_a_stream_that_the_caller_closed_leads_nowhere(closed):
    def close():
        for number in closed:
            os.close(number)

    done = run_command("perft connect-four --depth 3", preexec_fn=close)
    assert (done.returncode, done.stderr) == (0, "") and ("343" in done.stdout) == (1 not in closed)


def test_the_command_prints_into_whatever_stands_for_stdout():
    """A notebook's stdout is no TextIOWrapper either."""
    with contextlib.redirect_stdout(io.StringIO()) as out:
        assert main(["perft", "connect-four", "--depth", "3"]) == 0
    assert "343" in out.getvalue()


@pytest.mark.parametrize("command, where, kept", [
    ("pruning connect-four --max-depth 3 --orders none,full", "gamecore.laboratory.experiment.Experiment.row", 3),
    ("pruning uniform --branching 3 --max-depth 3 --orders none,random",
     "gamecore.laboratory.experiment.Experiment.row", 1),
    ("ablation connect-four --suite SUITE", "gamecore.laboratory.ablation.measure", 2),
    ("chance --layers 1 --seeds 2", "gamecore.laboratory.chance.row_of", 4),
])
@pytest.mark.parametrize("json_wanted", [False, True])
def test_ctrl_c_keeps_the_rows_that_were_finished(run, tmp_path, monkeypatch, command, where, kept, json_wanted):
    owner, _, name = where.rpartition(".")
    module, _, attribute = owner.rpartition(".")
    owner = getattr(import_module(module), attribute) if attribute[0].isupper() else import_module(owner)
    original, calls = getattr(owner, name), []

    def interrupted(*args, **options):
        calls.append(name)
        if len(calls) > kept:
            raise KeyboardInterrupt
        return original(*args, **options)

    monkeypatch.setattr(owner, name, interrupted)
    (tmp_path / "suite").write_text("middle 6 44")
    file, plot = tmp_path / "rows.csv", tmp_path / "plot.svg"
    drawn = ["--plot", str(plot)] if "ablation" not in command else []
    code, out, err = run(*command.replace("SUITE", str(tmp_path / "suite")).split(), "--csv", str(file), *drawn,
                          *["--json"] * json_wanted)
    assert (code, err) == (130, "") and len(list(csv.DictReader(file.open()))) == kept
    assert not drawn or plot.exists()
    assert (json.loads(out.splitlines()[-1])["stop"] == "interrupt") if json_wanted else out.endswith("\ninterrupted\n")
    calls.clear()
    before, kept = file.read_text(), 0
    assert run(*command.replace("SUITE", str(tmp_path / "suite")).split(), "--csv", str(file))[0] == 130
    assert file.read_text() == before and not list(tmp_path.glob("*.part"))


def test_a_reader_that_leaves_early_is_no_error(tmp_path):
    process = measure(tmp_path, depth=7)
    process.stdout.close()
    assert process.wait(timeout=30) == 141
    assert process.stderr.read() == ""
    assert len(list(csv.DictReader((tmp_path / "rows.csv").open()))) > 0


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_disk_is_one_line():
    with open("/dev/full", "w") as full:
        done = subprocess.run([sys.executable, "-m", "gamecore", "perft", "connect-four", "--depth", "3"], stdout=full,
                              stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1 and "space" in done.stderr


@pytest.mark.parametrize("words, wanted", [
    (["--version"], []), (["perft", "checkers", "--depth", "1"], ["gamecore.commands.perft", "gamecore.result"]),
])
def test_a_command_imports_no_other_and_the_version_not_even_the_search(words, wanted):
    program = ("import sys; from gamecore.commands.cli import COMMANDS, build_parser, module_of; "
               "build_parser(sys.argv[1:]); print([name for name in (*map(module_of, COMMANDS), 'gamecore.result', "
               "'numpy') if name in sys.modules])")
    assert python("-c", program, *words).stdout.strip() == str(wanted)
