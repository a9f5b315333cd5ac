"""Tests that several processes print the same as a single one."""
import json
import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from multiprocessing.connection import wait
from multiprocessing.popen_forkserver import Popen

import gamecore
import pytest
from gamecore.commands.cli import main
from gamecore.core.processes import Workers, in_processes
from gamecore.errors import BatchError, GameError, LimitError
from gamecore.laboratory.ablation import ablation
from gamecore.laboratory.pruning import pruning, pruning_uniform
from gamecore.laboratory.suites import Case
from gamecore.match import ballots, games
from gamecore.match.backgammon import games as backgammon
from gamecore.match.backgammon.games import BackgammonPlayer
from gamecore.match.backgammon.rollout import rollout, rollout_of_plays
from gamecore.match.settings import parse
from games.tic_tac_toe import TicTacToe
from tests.processes import python, run_command


def timeless(row):
    times = "elapsed", "seconds", "cpu_seconds", "nps", "nodes_per_cpu_second"
    return {key: value for key, value in row.items() if key not in times}


@pytest.mark.parametrize("command", [
    "match checkers --a depth=3 --b depth=2,switches=play --games 6",
    "match connect-four --a depth=3 --b depth=1 --games 30 --sprt=-300,0",
    "match backgammon --a evaluation=linear,plies=0 --b evaluation=linear,nodes=1 --games 4 --duplicate",
    "rollout backgammon --games 5 --truncate 4 --evaluation linear",
    "perft checkers --depth 6",
    "perft connect-four --depth 6 --hash --divide",
    "perft backgammon --depth 2 --weighted --divide",
])
def test_two_jobs_print_what_one_prints(command, capsys):
    printed = []
    for jobs in ("1", "2"):
        assert main([*command.split(), "--json", "--jobs", jobs]) == 0
        printed.append([json.loads(line, object_hook=timeless) for line in capsys.readouterr().out.splitlines()])
    assert printed[0] == printed[1] and len(printed[0][-1]) > 4


def test_a_players_searches_are_counted_wherever_they_are_made():
    deck = [ballots.Ballot(TicTacToe(), (), TicTacToe().play(move), f"{move}") for move in (1, 2)]
    used = []
    for jobs in (1, 2):
        players = [games.MatchPlayer(parse(f"depth={depth}")) for depth in (4, 2)]
        records = list(games.play_match(deck, *players, jobs=jobs))
        used.append([dict(player.used, seconds=0) for player in players])
        assert [(record.pair, record.number, record.a_first) for record in records] == [
            (1, 1, True), (1, 2, False), (2, 1, True), (2, 2, False)]
    assert used[0] == used[1] and used[0][0]["searches"] > 0


def test_the_laboratory_counts_the_same():
    suite = [Case("opening", 5, "4433", gamecore.ConnectFour("4433"))]
    one, two = ([replace(row, seconds=0, cpu_seconds=0) for row in ablation(suite, jobs=jobs)] for jobs in (1, 2))
    assert one == two
    for experiment, arguments in ((pruning, (gamecore.ConnectFour("4433"), 3, ["none", "random", "full"])),
                                  (pruning_uniform, (3, 3, ["none", "random", "perfect"]))):
        assert list(experiment(*arguments, jobs=1)) == list(experiment(*arguments, jobs=2))


def test_plays_are_rolled_out_with_the_same_dice():
    position, engine = gamecore.Backgammon().roll(3, 1), gamecore.Engine(hash_mb=1, evaluation="linear")
    one, two = (list(rollout_of_plays(position, ["8/5 6/5", "24/20"], 3, engine, truncate=2, jobs=jobs))
                for jobs in (1, 2))
    assert one == two


def test_matches_and_rollouts_take_any_executor():
    """The games are the same; an executor that takes no more work, or is none, is named."""
    deck = [ballots.Ballot(TicTacToe(), (), TicTacToe().play(move), f"{move}") for move in (1, 2)]
    position, engine = gamecore.Backgammon().roll(3, 1), gamecore.Engine(hash_mb=1, evaluation="linear")

    def runs(**how):
        sides = [games.MatchPlayer(parse(f"depth={depth}")) for depth in (4, 2)]
        rolling = [BackgammonPlayer(parse(f"depth=0,evaluation={name}")) for name in ("linear", "net")]
        return (list(games.play_match(deck, *sides, **how)), [side.used["nodes"] for side in sides],
                list(backgammon.play_match(2, *rolling, seed=1, max_plies=6, **how)),
                list(rollout(position, 3, engine, truncate=2, **how)),
                list(rollout_of_plays(position, ["8/5 6/5", "24/20"], 3, engine, truncate=2, **how)))

    with ThreadPoolExecutor(2) as executor:
        assert runs(executor=executor) == runs()
    for bad, error in ((executor, BatchError), (2, LimitError)):
        with pytest.raises(error, match="after shutdown|must have a method submit"):
            list(rollout(position, 3, engine, truncate=2, executor=bad))
        with pytest.raises(error, match="after shutdown|must have a method submit"):
            list(games.play_match(deck, *(games.MatchPlayer(parse("depth=1")) for _ in range(2)), executor=bad))


def die(item):
    os.kill(os.getpid(), signal.SIGKILL)


def test_ctrl_c_while_a_worker_starts_makes_no_orphan(monkeypatch):
    """An unregistered process would complain about files that its parent has removed."""
    started, launch = [], Popen._launch

    def interrupted(self, process):
        launch(self, process)
        started.append(self)
        signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(Popen, "_launch", interrupted)
    with pytest.raises(KeyboardInterrupt), Workers(1) as workers:
        workers.submit(os.getpid)
    assert wait([started[0].sentinel], timeout=60)


def test_ctrl_c_while_the_server_of_processes_starts_leaves_no_traceback(tmp_path):
    """sitecustomize presses Ctrl-C in every process but the first."""
    tmp_path.joinpath("sitecustomize.py").write_text("""
import signal, sys
if "forkserver" in " ".join(sys.orig_argv):
    signal.raise_signal(signal.SIGINT)
""")
    done = run_command("perft connect-four --depth 5 --jobs 2 --json", path=tmp_path)
    assert (done.returncode, done.stderr) == (0, "") and json.loads(done.stdout)["nodes"] == 16807


def test_workers_end_with_their_parent():
    program = """
import os, signal
from gamecore.core.processes import Workers
with Workers(1) as workers:
    print(workers.submit(os.getpid).result(), flush=True)
    os.kill(os.getpid(), signal.SIGKILL)
"""
    # Its stdout is the worker's, too: run() waits until both have ended.
    done = subprocess.run([sys.executable, "-c", program], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          timeout=60)
    assert done.returncode == -signal.SIGKILL and int(done.stdout) > 0


def test_a_program_without_a_guard_gets_one_line_about_it(tmp_path):
    """Three tracebacks, the last one of a broken pool."""
    program = tmp_path / "program.py"
    program.write_text("from gamecore.playing.matches import match\n"
                       "print(list(match('connect-four', 'depth=1', 'depth=2', games=2, jobs=2)))\n")
    error = python(program).stderr
    assert error.count("Traceback") == 1 and 'as far as `if __name__ == "__main__":`' in error.splitlines()[-1]


def test_a_process_that_dies_is_reported_in_one_line():
    with pytest.raises(BatchError, match=r"^no answer for games\[0:1\]: BrokenProcessPool: .*$"):
        list(in_processes(die, range(3), 1, "games"))


class Fails(TicTacToe):
    """A game whose second move cannot be made."""

    def play(self, move):
        raise GameError(f"no move {move!r} today")


def test_an_error_of_another_process_is_reported_as_it_is():
    deck = [ballots.Ballot(Fails(), (), Fails(), "")]
    players = [games.MatchPlayer(parse("depth=1")) for _ in range(2)]
    for jobs in (1, 2):
        with pytest.raises(GameError, match="^no move 5 today$"):
            list(games.play_match(deck, *players, jobs=jobs))
    with pytest.raises(LimitError, match="jobs must be an integer from 1 on, not -1"):
        games.play_match(deck, *players, jobs=-1)
