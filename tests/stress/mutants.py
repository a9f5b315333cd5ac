"""Mutants: small faults in the compiled code that the tests must find. make mutants, or

    python -m tests.stress.mutants list          the sample, drawn_mutants.txt, with its lines in the sources
    python -m tests.stress.mutants build         all of it in one build, build/mutants/lib
    python -m tests.stress.mutants run [--only 17] [--hours 1]        which test finds each; what survived

One build holds all mutants (mutator.py), and a byte of a mapped file picks one; no source is written to. A first run of
the tests records which mutants each of them reaches. A mutant is then tried with those alone that reach it, the quick
ones first, in a process that is forked when the tests have been imported. Results are kept in build/mutants, and a
later run goes on.
"""
import argparse
import json
import mmap
import multiprocessing
import os
import runpy
import shutil
import signal
import sys
import time
from hashlib import sha256
from pathlib import Path

import hypothesis
import pytest

from tests.stress.mutator import mutate_parser, sites

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "mutants"
SAMPLE = Path(__file__).with_name("drawn_mutants.txt")         # a name a line; others replace those that are gone
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.json")         # {name: why nothing can tell it apart}
DRAWN = {"core": 30, "search": 80, "games": 90}          # mutants of each package
MOST = 512                               # mutants at most: bytes that pick them, then bytes of those that were reached
HEADER = f"""#define _GNU_SOURCE 1
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>
static unsigned char *gc_mutants;
static unsigned char *gc_find_mutants(void) {{
    static unsigned char none[{2 * MOST}];
    const char *path = getenv("GAMECORE_MUTANTS");
    int file = path ? open(path, O_RDWR) : -1;
    void *map = file < 0 ? MAP_FAILED : mmap(NULL, sizeof none, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    return map == MAP_FAILED ? none : (unsigned char *)map;
}}
static inline int gc_mutant(int number) {{
    if (!gc_mutants) gc_mutants = gc_find_mutants();
    gc_mutants[{MOST} + number] = 1;
    return gc_mutants[number];
}}
"""
# Arrays in C, which no variable can hold.
NO_VALUES = ["games/checkers/net.pxd correction + 3", "games/connect_four/solver/search.pxd expand + 1"]

TESTS = ["--ignore-glob=*/test_spread.py", "--ignore-glob=*/test_peers.py", *(f"tests/{name}" for name in (
    "laws", "search", "core", "games/checkers", "games/connect_four", "games/synthetic", "games/backgammon",
    "games/outside/test_failing_games.py", "games/outside/test_compiled_games.py", "engine/test_arrays.py",
    "engine/test_many.py", "engine/test_handle.py", "robustness/test_bad_input.py", "laboratory/test_bench.py"))]
PATIENCE = 20, 5             # what a test may use under a mutant: a multiple of its own CPU seconds, plus a constant
IMPORT, ALL = "import", "all"                    # rows beside the tests: what importing them reaches, and the last one


def draw():
    """Numbers the mutants of the sample; those that the sources have no longer are replaced."""
    lines = dict(sites(DRAWN))
    drawn = [name for name in SAMPLE.read_text(encoding="utf-8").splitlines() if name in lines]
    for room, number in DRAWN.items():
        rest = sorted((name for name in lines if name.startswith(room) and name not in {*drawn, *NO_VALUES}),
                      key=lambda name: sha256(name.encode()).digest())
        drawn += rest[:number - sum(name.startswith(room) for name in drawn)]
    return [{"number": number, "name": name, "line": lines[name]} for number, name in enumerate(drawn, 1)]


def build(mutants):
    """Compiles a copy of gamecore with the mutants."""
    tree, lib = BUILD / "tree", BUILD / "lib"
    shutil.rmtree(tree, ignore_errors=True)
    for folder in ("src", "games"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("*.so", "__pycache__", "build"))
    for name in ("pyproject.toml", "README.md", "LICENSE", "stubs.py"):
        shutil.copy(ROOT / name, tree)
    (tree / "setup.py").write_text((ROOT / "setup.py").read_text().replace('"-O3"', '"-O1"'))       # compiled sooner
    (tree / "mutant.h").write_text(HEADER)
    os.environ |= {"CFLAGS": f"-include {tree / 'mutant.h'}"}
    multiprocessing.set_start_method("fork")             # the compiler's processes mutate, too
    mutate_parser({mutant["name"]: mutant["number"] for mutant in mutants})
    os.chdir(tree)
    sys.argv, sys.path = ["setup.py", "-q", "build", "--build-lib", str(lib)], [str(tree), *sys.path]
    runpy.run_path("setup.py", run_name="__main__")


class Tests:
    """A plugin of pytest: calls a function with the tests that were collected, in place of running them."""

    def __init__(self, call):
        self.call, self.answer = call, False

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self, config):
        """One example that fails is enough: it need not be small."""
        phases = [hypothesis.Phase.explicit, hypothesis.Phase.generate]
        hypothesis.settings.register_profile("mutants", hypothesis.settings.get_profile("repeatable"), phases=phases)
        hypothesis.settings.load_profile("mutants")

    def pytest_runtestloop(self, session):
        self.answer = session.testsfailed == 0 and self.call({test.nodeid: test for test in session.items})
        return True


def collect(call):
    """Imports the tests; what call({name: test}) returns, or False if that fails."""
    plugin = Tests(call)
    pytest.main(["-p", "no:cacheprovider", "-p", "no:terminal", *TESTS], plugins=[plugin])
    return plugin.answer


def passes(test, following=None):
    """Runs a test of pytest's."""
    before = test.session.testsfailed
    test.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
    return test.session.testsfailed == before


def fork(act):
    """Calls act in a child, whose words go to the file `output`; whether it returned True."""
    child = os.fork()
    if child == 0:
        os.setpgid(0, 0)
        output = os.open(BUILD / "output", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(output, 1)
        os.dup2(output, 2)
        good = False
        try:
            good = act()
        finally:
            os._exit(not good)
    _, status = os.waitpid(child, 0)
    try:
        os.killpg(child, signal.SIGKILL)         # whatever it had started
    except ProcessLookupError:
        pass
    return status == 0


class Attack:
    """The build of the mutants, and which of them the tests reach."""

    def __init__(self, mutants, results):
        self.finders = {result["death"] for result in results.values()}
        self.names = {mutant["number"]: mutant["name"] for mutant in mutants}
        if not (BUILD / "lib" / "gamecore").is_dir():
            sys.exit("there is no build of the mutants: python -m tests.stress.mutants build")
        path = BUILD / "picked"
        path.write_bytes(bytes(2 * MOST))
        with open(path, "r+b") as file:
            self.map = mmap.mmap(file.fileno(), 2 * MOST)
        os.environ |= {"GAMECORE_MUTANTS": str(path), "PYTHONPATH": str(BUILD / "lib")}
        sys.path.insert(0, str(BUILD / "lib"))
        self.path = BUILD / "reached"
        self.path.touch()
        while ALL not in self.read():            # again without a test that ended the process
            self.seen()
            fork(lambda: collect(self.measure))

    def read(self):
        """What was measured: {test: (its CPU seconds, numbers of mutants)}."""
        self.reached = {name: row for name, *row in map(json.loads, self.path.read_text().splitlines())}
        return self.reached

    def seen(self):
        """The mutants that were reached since it was called last."""
        numbers = [number for number in range(MOST) if self.map[MOST + number]]
        self.map[MOST:] = bytes(MOST)
        return numbers

    def measure(self, tests):
        """Writes a line of each test when it begins, and again when it has passed; others find nothing."""
        with open(self.path, "a", encoding="utf-8", buffering=1) as file:
            def tell(name, *row):
                print(json.dumps([name, *row]), file=file)

            tell(IMPORT, 0, self.seen())
            left = [name for name in tests if name not in self.reached]
            for name, following in zip(left, [*left[1:], None]):
                tell(name, 0, [])
                before = sum(os.times()[:4])
                if passes(tests[name], following and tests[following]):
                    tell(name, round(sum(os.times()[:4]) - before, 2), self.seen())
            tell(ALL, 0, [])
        return True

    def near(self, mutant):
        """The tests that reach it, those first that have found others, then the quick ones; then those that reach
        others of its game, since what one test has loaded the next ones find."""
        folder = mutant["name"].rpartition("/")[0]
        around = {number for number, name in self.names.items() if name.startswith(folder) and folder.count("/")}
        rank = {name: 1 + (name not in self.finders) if mutant["number"] in reached else 3
                for name, (_, reached) in self.reached.items()
                if "::" in name and (mutant["number"] in reached or around & {*reached})}
        return sorted(rank, key=lambda name: (rank[name], self.reached[name][0]))

    def lives(self, number, tests, names):
        """Whether a mutant survives tests, in a child; the file `trying` names the last one that was begun."""
        def act(tests):
            for name, following in zip(names, [*names[1:], None]):
                (BUILD / "trying").write_text(name)
                # An endless loop uses this up, and ends; so do threads that wait for each other.
                patience = PATIENCE[0] * self.reached[name][0] + PATIENCE[1]
                signal.setitimer(signal.ITIMER_PROF, patience)
                signal.setitimer(signal.ITIMER_REAL, 20 * patience)
                if not passes(tests[name], following and tests[following]):
                    return False
            return True

        (BUILD / "trying").write_text(IMPORT)
        self.map[number] = 1
        alive = fork(lambda: collect(act) if tests is None else act(tests))
        self.map[number] = 0
        return alive

    def on(self, mutant, tests):
        """Which test finds a mutant, or None. Without the tests it is picked before their import."""
        names = self.near(mutant)
        while names and not self.lives(mutant["number"], tests, names):
            death = (BUILD / "trying").read_text()
            if death == IMPORT or self.lives(0, tests, [death]):
                self.finders.add(death)
                return death
            names.remove(death)          # it fails without the mutant, too
        return None


def run(mutants, only, hours):
    """Tries the mutants that have no result yet; whether none survived that is not known to be equivalent."""
    path = BUILD / "results.json"
    results = json.loads(path.read_text()) if path.exists() else {}
    equivalent = json.loads(EQUIVALENT.read_text())
    end = time.monotonic() + hours * 3600
    attack = Attack(mutants, results)
    wanted = [mutant for mutant in mutants if (
        mutant["number"] in only if only else mutant["name"] not in results and mutant["name"] not in equivalent)]
    for mutant in wanted:
        results.pop(mutant["name"], None)

    def settle(tests):
        """A mutant that acts when the tests are imported, too, and survives, is tried once more before that."""
        for mutant in wanted:
            if time.monotonic() > end or mutant["name"] in results:
                continue
            before = sum(os.times()[2:4])
            death = attack.on(mutant, tests)
            if death is None and tests is not None and mutant["number"] in attack.reached[IMPORT][1]:
                continue
            results[mutant["name"]] = {"death": death, "cpu_seconds": round(sum(os.times()[2:4]) - before, 1)}
            path.write_text(json.dumps(results, indent=1) + "\n")
            print(f"{mutant['number']:3} {mutant['name']} (line {mutant['line']}): {death or 'SURVIVED'}", flush=True)

    imported = multiprocessing.get_context("fork").Process(target=collect, args=(settle,))
    imported.start()
    imported.join()
    results |= json.loads(path.read_text()) if path.exists() else {}
    settle(None)
    alive = [mutant for mutant in mutants if mutant["name"] not in equivalent
             and results.get(mutant["name"], {"death": "not tried"})["death"] is None]
    for mutant in alive:
        print(f"alive: {mutant['name']} (line {mutant['line']})")
    listed = [mutant for mutant in mutants if mutant["name"] in equivalent]
    tried = sum(mutant["name"] in results for mutant in mutants if mutant not in listed)
    print(f"{tried + len(listed)} of {len(mutants)} mutants tried, {len(listed)} of them equivalent; "
          f"{tried - len(alive)} of {tried} died ({100 * (1 - len(alive) / max(tried, 1)):.1f} %)")
    return not alive


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=["list", "build", "run"])
    parser.add_argument("--only", type=int, nargs="*", default=[], help="these numbers, again")
    parser.add_argument("--hours", type=float, default=24.0, help="none is begun later")
    arguments = parser.parse_args()
    BUILD.mkdir(parents=True, exist_ok=True)
    path = BUILD / "list.json"
    if arguments.what != "run" or not path.exists():
        mutants = draw()
        path.write_text(json.dumps(mutants, indent=1) + "\n")
    mutants = json.loads(path.read_text())
    if arguments.what == "list":
        print(*(f"{mutant['number']:3} {mutant['name']} (line {mutant['line']})" for mutant in mutants), sep="\n")
    elif arguments.what == "build":
        build(mutants)
    else:
        sys.exit(not run(mutants, arguments.only, arguments.hours))


if __name__ == "__main__":
    main()
