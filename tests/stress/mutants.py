"""Mutants: small faults in the compiled code that the tests must find. make mutants, or

    python -m tests.stress.mutants list          what was drawn, build/mutants/list.json
    python -m tests.stress.mutants build         all of it in one build, build/mutants/lib; GAMECORE_MUTANT=17 picks one
    python -m tests.stress.mutants run [--only 17] [--hours 1]        the relevant tests of each; what survived

One build holds all mutants (mutator.py), none of which acts unless it is picked; no source is written to. Results are
kept in build/mutants/results.json, and a later run goes on.
"""
import argparse
import json
import multiprocessing
import os
import random
import re
import resource
import runpy
import shutil
import subprocess
import sys
import time
from pathlib import Path

from tests.stress.mutator import mutate_parser, sites

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "mutants"
EQUIVALENT = Path(__file__).with_name("equivalent_mutants.json")         # {name: why nothing can tell it apart}
DRAWN = {"core": 30, "search": 80, "games": 90}          # mutants of each room
HEADER = """char *getenv(const char *);
int atoi(const char *);
static int gc_mutant_number = -1;
static inline int gc_mutant(int number) {
    if (gc_mutant_number < 0) {
        const char *text = getenv("GAMECORE_MUTANT");
        gc_mutant_number = text ? atoi(text) : 0;
    }
    return gc_mutant_number == number;
}
"""
# Always among those drawn: each once survived the tests, by (file, function, kind).
SURVIVED = [("games/checkers/rules.pxd", "is_stale", ">="), ("core/score.pxd", "seen_from_root", "KNOWN_MIN"),
            ("search/expectiminimax.pyx", "chance", "<=")]

# Arrays in C, which no variable can hold.
NO_VALUES = ["games/checkers/net.pxd correction + 3", "games/connect_four/solver/search.pxd expand + 1"]

LAW, DICE = "tests/laws/test_law.py", "tests/games/backgammon"
SEARCH = ["tests/games/checkers/test_endgames_search.py", *(f"tests/search/test_{name}.py" for name in (
    "passing_turns", "budgets", "root_moves", "threads", "threads_of_chance", "star_on_dice", "shared_table"))]
RELEVANT = {                             # by how a file's name begins: its tests, the quick ones first
    "core": [LAW, "tests/core", *SEARCH, "tests/hostile/test_bad_input.py"],
    "search": [LAW, *SEARCH, "tests/engine", f"{DICE}/test_search.py"],
    "games/checkers": [LAW, "tests/games/checkers"],
    "games/connect_four": [LAW, "tests/games/connect_four"],
    "games/backgammon": [f"{DICE}/test_search.py", f"{DICE}/test_laws.py", DICE, LAW],
    "games/outside": [LAW, "tests/games/outside/test_failing_games.py", "tests/laws/test_contract.py"],
    "games/synthetic": ["tests/games/synthetic", LAW, "tests/laboratory/test_pruning.py"],
}
CPU_SECONDS, BYTES = 600, 8 << 30        # what the tests of a mutant may use


def draw():
    """Numbers mutants: the three that survived once, and a sample."""
    lines = dict(sites(DRAWN))
    first = [next(name for name in lines if name.startswith(" ".join(prefix))) for prefix in SURVIVED]
    generator, drawn = random.Random(1), list(first)
    for room, number in DRAWN.items():
        rest = sorted(name for name in lines if name.startswith(room) and name not in first)
        drawn += generator.sample(rest, number - sum(name.startswith(room) for name in first))
    return [{"number": number, "name": name, "line": lines[name]} for number, name in enumerate(drawn, 1)
            if name not in NO_VALUES]


def build(mutants):
    """Compiles a copy of gamecore with the mutants."""
    tree, lib = BUILD / "tree", BUILD / "lib"
    shutil.rmtree(tree, ignore_errors=True)
    for folder in ("src", "games"):
        shutil.copytree(ROOT / folder, tree / folder, ignore=shutil.ignore_patterns("*.so", "__pycache__", "build"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, tree)
    (tree / "setup.py").write_text((ROOT / "setup.py").read_text().replace('"-O3"', '"-O1"'))       # compiled sooner
    (tree / "mutant.h").write_text(HEADER)
    os.environ |= {"CFLAGS": f"-include {tree / 'mutant.h'}", "CYTHON_CACHE_DIR": ""}
    multiprocessing.set_start_method("fork")             # the compiler's processes mutate, too
    mutate_parser({mutant["name"]: mutant["number"] for mutant in mutants})
    os.chdir(tree)
    sys.argv, sys.path = ["setup.py", "-q", "build", "--build-lib", str(lib)], [str(tree), *sys.path]
    runpy.run_path("setup.py", run_name="__main__")


def limit():
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS))
    resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))


def attack(number, tests):
    """How a mutant died in its relevant tests, or None: it survived. A hang uses up the limit, whatever the load."""
    process = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-o", "faulthandler_timeout=0", *tests],
        cwd=ROOT, preexec_fn=limit,
        env=os.environ | {"PYTHONPATH": str(BUILD / "lib"), "GAMECORE_MUTANT": str(number)},
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace")
    if process.returncode == 0:
        return None
    told = re.findall(r"^(?:FAILED|ERROR) (\S+)", process.stdout, re.MULTILINE)
    return told[0] if told else f"exit code {process.returncode}"


def run(mutants, only, hours):
    """Attacks the mutants that have no result yet; whether none survived that is not known to be equivalent."""
    if not (BUILD / "lib" / "gamecore").is_dir():
        sys.exit("there is no build of the mutants: python -m tests.stress.mutants build")
    path = BUILD / "results.json"
    results = json.loads(path.read_text()) if path.exists() else {}
    end = time.monotonic() + hours * 3600
    for mutant in mutants:
        if mutant["number"] not in only and (only or mutant["name"] in results or time.monotonic() > end):
            continue
        room, tests = next(row for row in RELEVANT.items() if mutant["name"].startswith(row[0]))
        if f"none: {room}" not in results:
            results[f"none: {room}"] = attack(0, tests)
            assert results[f"none: {room}"] is None, f"without a mutant, too: {results[f'none: {room}']}"
        before, death = sum(os.times()[2:4]), attack(mutant["number"], tests)
        results[mutant["name"]] = {"death": death, "cpu_seconds": round(sum(os.times()[2:4]) - before, 1)}
        path.write_text(json.dumps(results, indent=1) + "\n")
        print(f"{mutant['number']:3} {mutant['name']} (line {mutant['line']}): {death or 'SURVIVED'}", flush=True)
    equivalent = json.loads(EQUIVALENT.read_text())
    tried = [mutant for mutant in mutants if mutant["name"] in results]
    alive = [mutant for mutant in tried if results[mutant["name"]]["death"] is None]
    survivors = [mutant for mutant in alive if mutant["name"] not in equivalent]
    for mutant in alive:
        print(f"alive: {mutant['name']} (line {mutant['line']})", equivalent.get(mutant["name"], ""))
    effective = len(tried) - len(alive) + len(survivors)
    print(f"{len(tried)} of {len(mutants)} mutants tried, {len(alive) - len(survivors)} of them equivalent; "
          f"{effective - len(survivors)} of {effective} died ({100 * (1 - len(survivors) / max(effective, 1)):.1f} %)")
    return not survivors


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
