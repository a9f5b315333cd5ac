"""Disturbs commands that write, at random moments: python -m tests.stress.writers --rounds 100 --seed 1

Whatever ends it (SIGINT, SIGTERM, SIGHUP, SIGKILL, a full disk, a limit of memory), a file that has its name is
complete, and only SIGKILL may leave a part file. The command, run again to its end, leaves the files of an undisturbed
run and nothing else; a match adds its games to those that are there.
"""
import argparse
import csv
import os
import resource
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from time import perf_counter

COMMANDS = {
    "endgames": "endgames build --pieces 3 --out {}/databases",
    "pruning": "pruning connect-four --max-depth 7 --csv {}/rows.csv",
    "match": "match checkers --a nodes=300 --b nodes=200 --games 20 --pdn {}/games.pdn",
    "exercises": "exercises --seed 1 --html {}/sheet.html",
    "draw": "draw checkers --svg {}/board.svg",
    "tree": "tree [[3,12,8],[2,4,6],[14,5,2]] --svg {}/tree.svg",
}
ENDS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL, "full disk", "memory"]
TIMES = {"seconds", "cpu_seconds", "nps", "nodes_per_cpu_second", "elapsed", "about"}


def main():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=20, help="of each command and each end; default 20")
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    random = Random(args.seed)
    with tempfile.TemporaryDirectory() as scratch:
        for name, command in COMMANDS.items():
            begin, whole = perf_counter(), folder(scratch, name)
            assert finish(start(command, whole)) == 0
            seconds, expected = perf_counter() - begin, contents(whole)
            for end in ENDS:
                for number in range(args.rounds):
                    disturb(command, folder(scratch, f"{name}-{end}-{number}"), end, seconds, expected, random)
            print(f"{name}: {len(ENDS)} ends, {args.rounds} rounds each, nothing lost", flush=True)


def folder(scratch, name):
    path = Path(scratch, name.replace(" ", "-"))
    path.mkdir()
    return path


def start(command, path, *limit):
    """The command in a process of its own, perhaps with a limit of the operating system: a resource and its bytes."""
    def prepare():
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        if limit:
            resource.setrlimit(limit[0], (limit[1], limit[1]))

    return subprocess.Popen([sys.executable, "-m", "gamecore", *command.replace("{}", str(path)).split()],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, preexec_fn=prepare,
                            env=os.environ | {"OPENBLAS_NUM_THREADS": "1"})      # it tells of threads that it lacks


def finish(process):
    """The exit code; what is said on stderr is one line."""
    _, printed = process.communicate()
    assert printed.count("\n") <= 1 or "import site" in printed or "<frozen" in printed, printed    # it was starting
    return process.returncode


def disturb(command, path, end, seconds, expected, random):
    """Starts the command, ends it, looks at what it left, and runs it again."""
    if end == "full disk":
        finish(start(command, path, resource.RLIMIT_FSIZE, random.choice([0, 1, 100, 3000])))
    elif end == "memory":
        finish(start(command, path, resource.RLIMIT_AS, random.randrange(40, 200) << 20))
    else:
        process = start(command, path)
        try:
            process.wait(random.uniform(0, seconds))
        except subprocess.TimeoutExpired:
            process.send_signal(end)
        finish(process)
    parts = list(path.rglob("*.part"))
    assert not parts or end == signal.SIGKILL, (command, end, parts)
    left = contents(path)
    for file in left.keys() & expected.keys():
        kept, wanted = left[file], expected[file]
        grows = file.endswith((".csv", ".pdn"))     # by lines or games, each of them complete
        assert kept == (wanted[:len(kept)] if grows else wanted), (command, end, file)
    again = {file: left.get(file, []) + wanted if file.endswith(".pdn") else wanted      # to which games are added
             for file, wanted in expected.items()}
    assert finish(start(command, path)) == 0
    assert contents(path) == again, (command, end, contents(path).keys() ^ again.keys())


def contents(path):
    """The files by their names, without times; the part files apart."""
    return {str(file.relative_to(path)): essence(file)
            for file in path.rglob("*") if file.is_file() and file.suffix != ".part"}


def essence(file):
    if file.suffix == ".csv":
        return [{key: value for key, value in row.items() if key not in TIMES} for row in csv.DictReader(file.open())]
    if file.suffix == ".pdn":
        return file.read_text().split("[Event")[1:]
    return file.read_bytes()


if __name__ == "__main__":
    main()
