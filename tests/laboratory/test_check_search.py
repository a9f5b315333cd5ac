"""Tests that gamecore check-search passes right searches in every form in which students write them, and names
mistakes."""
import csv
import json
import re
import subprocess
import sys
from pathlib import Path
from random import Random
from xml.etree import ElementTree

import numpy
import pytest

import gamecore
from gamecore.commands.cli import main
from gamecore.errors import SwitchError
from gamecore.laboratory.check_players import examine_evaluation
from gamecore.laboratory.asked_tree import AskedTree
from gamecore.laboratory.check_search import examine
from gamecore.laboratory.mistakes import LAYERS, MISTAKES, learners
from gamecore.laboratory.probes import SEARCHES, as_tree, probes_of
from tests import DATA
from tests.searches import CHEATS, MISTAKEN, RIGHT as STYLES, report_on

DOCS = Path(__file__).parents[2] / "docs"
PAGE = DOCS / "my_search.py"             # whose MIN forgets beta
SOLUTION = re.search(r"def alpha_beta.*?\n\n\n", (DOCS / "tour/solutions.py").read_text(encoding="utf-8"), re.DOTALL)[0]
ALPHA_BETA = f"from math import inf\n\n{SOLUTION}"
DEPTH, EXPECTIMAX, GLOBAL, KINDS, MAX_N, NEGAMAX, POSITIONS, MOVE = (
    (DATA / "learners" / f"{name}.py").read_text(encoding="utf-8") for name in (
        "depth", "expectimax", "global_window", "kinds", "max_n", "negamax", "positions", "with_move"))
WITH_MOVE = f"{MOVE}\n\n{SOLUTION}"
GREEK = ALPHA_BETA.replace("alpha=-inf", "α").replace("beta=inf", "β").replace("maximizing=True", "is_max").replace(
    "alpha", "α").replace("beta", "β").replace("maximizing", "is_max").replace("α_β", "alpha_beta")
EXACTLY = ALPHA_BETA.replace("isinstance(node, int)", "type(node) is int")

RIGHT = {"alpha_beta": (ALPHA_BETA, GREEK, NEGAMAX, POSITIONS, EXACTLY), "alpha_beta_move": (WITH_MOVE,),
         "expectimax": (EXPECTIMAX,), "expectiminimax": (KINDS,), "max_n": (MAX_N,), "depth_limited": (DEPTH,)}

# The function, the right source, what a student writes instead, and the mistake that it is.
WRONG = [
    ("alpha_beta", NEGAMAX, ("-beta, -alpha, -color", "alpha, beta, -color"), "the same window"),
    ("alpha_beta", NEGAMAX, ("-beta, -alpha, -color", "-inf, -alpha, -color"), "one bound"),
    ("alpha_beta", ALPHA_BETA, ("alpha_beta(child, alpha, beta,", "alpha_beta(child, alpha if maximizing else -inf, "
                                                                   "inf if maximizing else beta,"), "one bound"),
    ("alpha_beta", ALPHA_BETA, ("alpha >= beta", "alpha <= beta"), "a cut on the wrong side of a raised bound"),
    ("alpha_beta", NEGAMAX, ("if value >= beta:\n            return value\n        alpha = max(alpha, value)\n"
                             "    return alpha",
                             "best = value if child is node[0] else max(best, value)\n        if best <= alpha:\n"
                             "            break\n        alpha = max(alpha, best)\n    return best"),
     "a cut on the wrong side"),
    ("alpha_beta", GLOBAL, ("", ""), "global alpha and beta"),
    ("alpha_beta", NEGAMAX, ("-alpha_beta(", "alpha_beta("), "no sign"),
    ("alpha_beta_move", WITH_MOVE, ("if value > alpha", "if value >= alpha"), "a move by its value"),
    ("alpha_beta", ALPHA_BETA, ("best = -inf if maximizing else inf", "best = 0"), "a best of zero"),
    ("alpha_beta", ALPHA_BETA, ("not maximizing)", "maximizing)"), "one player only"),
    ("alpha_beta", ALPHA_BETA, ("    return best", "        return best"), "only the first child"),
    ("alpha_beta", ALPHA_BETA, ("alpha = max(alpha, best)", "pass"), "nothing is cut"),
    ("expectimax", EXPECTIMAX, ("zip(node.probabilities, node)", "((1 / len(node), each) for each in node)"), None),
    ("expectimax", EXPECTIMAX, ("p * expectimax", "node.probabilities[0] * 0 + 1 / len(node) * expectimax"),
     "no probabilities"),
    ("expectimax", EXPECTIMAX, ("p * expectimax", "expectimax"), "a sum"),
    ("expectiminimax", KINDS, ("sum(p * value for p, value", "max(value for p, value"), None),
    ("expectiminimax", KINDS, ("min(map", "max(map"), "one player only"),
    ("max_n", MAX_N, ("utilities[player]", "utilities[0]"), "one player only"),
    ("max_n", MAX_N, ("utilities[player]", "sum(utilities)"), "a team"),
    ("depth_limited", DEPTH, ("depth == 0", "depth < 0"), "a ply too deep"),
    ("depth_limited", DEPTH, ("depth - 1, evaluate", "depth, evaluate"), None),
]


@pytest.fixture
def checked(tmp_path, capsys):
    """Runs the command on a source: its exit code and what it prints with --json."""
    def checked(source, function, *options):
        (tmp_path / "student.py").write_text(source)
        code = main(["check-search", f"{tmp_path}/student.py:{function}", "--json", *options])
        return code, list(map(json.loads, capsys.readouterr().out.splitlines()))
    return checked


@pytest.mark.parametrize(("function", "source"), [(name, source) for name in RIGHT for source in RIGHT[name]])
def test_a_right_search_passes(function, source, checked):
    code, lines = checked(source, function, "--trees", "8")
    assert code == 0 and lines[-1]["verdict"] == "right" and lines[-1]["tree"] is None
    assert {line["verdict"] for line in lines[:-1]} <= {"right", "note"}
    counted = any(line["check"] == "leaves looked at" and line["verdict"] == "right" for line in lines[:-1])
    assert counted == (lines[-1]["task"] == "alpha-beta")


@pytest.mark.parametrize("search", STYLES[::6], ids=lambda search: search.name)
def test_a_style_is_not_accused(search, tmp_path):
    assert report_on(search, tmp_path, 6).faults == []


@pytest.mark.parametrize("search", MISTAKEN[::12], ids=lambda search: search.name)
def test_a_mistake_is_found(search, tmp_path):
    assert report_on(search, tmp_path, 6).faults


@pytest.mark.parametrize("search", CHEATS[::3], ids=lambda search: search.name)
def test_a_cheat_does_not_pass(search, tmp_path):
    assert report_on(search, tmp_path, 3).faults


@pytest.mark.parametrize(("function", "source", "change", "mistake"), WRONG)
def test_a_mistake_gets_its_name_and_a_small_tree(function, source, change, mistake, checked):
    assert change[0] in source
    code, lines = checked(source.replace(*change), function, "--trees", "8")
    if mistake is None and "1 / len" in change[1]:
        assert code == 0 and any(line["check"] == "probabilities" for line in lines[:-1])     # lists have equal ones
        return
    assert code == 1 and lines[-1]["verdict"] == "wrong" and (mistake is None or mistake in lines[-1]["mistakes"])
    assert len(json.dumps(lines[-1]["tree"])) < 60


def test_a_move_may_be_one_of_numpys_integers():
    def minimax(node, player=1):
        if not isinstance(node, list):
            return player * node, None
        values = [-minimax(child, -player)[0] for child in node]
        return max(values), numpy.argmax(values)

    assert not examine(minimax, "minimax").faults


@pytest.mark.parametrize(("task", "mistake"), [(task, name) for task in MISTAKES for name in MISTAKES[task]])
def test_every_mistake_of_a_learner_is_found(task, mistake):
    report = examine(next(learners(task, mistake)), task, count=10)
    assert report.faults and report.mistakes


@pytest.mark.parametrize("task", [task for task in LAYERS if task not in ("move-order", "depth-limited")])
def test_right_values_are_those_of_the_librarys_searches(task):
    for probe in (probe for probes in probes_of(task, Random(1), 8).values() for probe in probes):
        tree = AskedTree(probe, weighted=True)
        assert tree.value() == pytest.approx(SEARCHES[task](as_tree(tree)).value, rel=1e-9)


MINIMAX = "def minimax(node):\n    "
# The function, a source that gives no answer, and what is said of it.
FAULTY = [*(("alpha_beta", ALPHA_BETA.replace(old, new, 1), words) for old, new, words in [
    ("    best = -inf", "    alpha_beta(node)\n    best = -inf", "recursion without an end (line"),
    ("    return best", "    pass", "None"),
    ("best = -inf", "while True: pass\n    best = -inf", "no answer after 2 seconds"),
    ("best = -inf", "1 / 0; best = -inf", "ZeroDivisionError: division by zero (line 8: 1 / 0; best = -inf"),
    ("    return best", "    return str(best)", "it returns '0', where a number"),
    ("        return node", "        return 'x'", "TypeError"),
    ("    return best", "    raise SystemExit(3)", "SystemExit: 3")]),
    *(("minimax", source, words) for source, words in [
        (MINIMAX + "return float('-inf')", "-inf"), (MINIMAX + "return 10**400", "where 0 is right"),
        ("minimax = max", "no signature found"),
        ("class Found:\n    action = 1\n" + MINIMAX + "return Found()", "where a number"),
        ("class Sad(Exception):\n    def __str__(self):\n        raise ValueError\n" + MINIMAX + "raise Sad",
         "its message cannot be written"),
        (MINIMAX + "raise GeneratorExit", "GeneratorExit"),
        ("def g():\n    return 1\n" + MINIMAX + "while True:\n        try:\n            g()\n        except:\n"
         "            pass", "no answer"),
        ("import sys\nsys.setrecursionlimit(10**7)\n" + MINIMAX + "return minimax(node)", "without an end"),
        (MINIMAX + "return sum(range(10**13))", "no answer after 2 seconds"),
        (MINIMAX + "return len(bytearray(10**11))", "MemoryError"),
        ("import os\n" + MINIMAX + "os._exit(3)", "it ends the program"),
        ("import os\nos._exit(3)\n" + MINIMAX + "return 0", "it ends the program"),
        ("import os\n" + MINIMAX + "os.kill(os.getpid(), 9)", "it ends the program")])]


@pytest.mark.parametrize("function, source, said", FAULTY)
def test_what_is_no_answer_is_reported_in_a_line(function, source, said, tmp_path, capsys):
    (tmp_path / "mine.py").write_text(f"print('loud')\n{source}\n")
    code = main(["check-search", f"{tmp_path}/mine.py:{function}", "--seconds", "2", "--trees", "2"])
    out, err = capsys.readouterr()
    assert code == 2 or code == 1 and not err
    assert said in out + err and "loud" not in out


def test_what_a_call_leaves_behind_is_reported(checked):
    code, lines = checked(GLOBAL, "alpha_beta")
    text = next(line["text"] for line in lines if line["check"] == "the same again")
    assert code == 1 and "after other calls" in text


def test_an_argument_whose_name_says_nothing_is_refused(checked, capsys):
    assert checked("def minimax(node, foo): return 0", "minimax")[0] == 2
    with pytest.raises(SwitchError, match="'laziness'"):
        next(learners("minimax", "laziness"))
    with pytest.raises(SwitchError, match="'chess'"):
        examine(max, "chess")


def test_a_person_reads_a_verdict_a_line_and_sees_the_tree(tmp_path, capsys):
    (tmp_path / "student.py").write_text(PAGE.read_text(encoding="utf-8"))
    picture = tmp_path / "tree.svg"
    assert main(["check-search", f"{tmp_path}/student.py:alpha_beta", "--svg", str(picture)]) == 1
    out = capsys.readouterr().out
    assert "right  worked trees" in out and "0 pruned" in out and "nothing is cut" in out
    assert ElementTree.parse(picture).getroot().tag.endswith("svg")


ENGINE = gamecore.Engine(hash_mb=1)


@pytest.mark.parametrize(("evaluation", "verdict", "mistakes"), [
    (ENGINE.evaluate, "right", []), (lambda position: 0, "wrong", []), (lambda position: None, "wrong", []),
    (lambda position: 10**400, "wrong", []),
    (lambda position: -ENGINE.evaluate(position), "wrong", ["the wrong sign"]),
    (lambda position: ENGINE.evaluate(position) * (-1) ** position.ply, "wrong", ["the first player's view"])])
def test_an_evaluation_is_judged_by_its_ranks(evaluation, verdict, mistakes):
    report = examine_evaluation(evaluation)
    assert ("wrong" if report.faults else "right", [name for name, _ in report.mistakes]) == (verdict, mistakes)


PACMAN = [("agent", "def agent(position): return position.legal_moves()[0]", 1, "random walk"),
          ("agent", "def agent(position): return 'up'", 1, "'up' is none of east, stop"),
          ("Agent", "class Agent:\n    def choose(self, here, random): return random.choice(here.legal_moves())",
           1, "random walk"),
          ("Agent", "class Agent: pass", 2, ""), ("Agent", "class Agent:\n    def __init__(self, depth): pass", 2, ""),
          ("pacman_evaluation", "from gamecore.examples.pacman.evaluations import closer as pacman_evaluation", 0,
           "won 10 of 10 games")]


@pytest.mark.parametrize(("function", "source", "code", "words"), PACMAN)
def test_a_pacman_is_judged_by_his_games(function, source, code, words, checked):
    found, lines = checked(source, function)
    assert found == code and (code == 2 or any(words in line["text"] for line in lines[:-1]))


def test_the_search_of_the_page_is_the_file_that_its_sample_checks():
    assert f"```python\n{PAGE.read_text()}```" in (DOCS / "check-search.md").read_text()


def test_a_file_may_have_a_byte_order_mark_and_dataclasses(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "mine.py").write_bytes(b"\xef\xbb\xbf" + (DATA / "learners/with_dataclass.py").read_bytes())
    assert main(["check-search", "mine.py:minimax"]) == 0, capsys.readouterr()


def test_a_refusal_from_the_other_process_is_one_line(tmp_path):
    (tmp_path / "mine.py").write_text("def unnamed(node):\n    return 0\n")
    done = subprocess.run([sys.executable, "-m", "gamecore", "check-search", f"{tmp_path}/mine.py:unnamed"],
                          capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1), done.stderr


def test_a_folder_is_marked_and_marked_again_by_its_seed(tmp_path, capsys):
    for search in (STYLES[0], STYLES[22], MISTAKEN[3]):
        (tmp_path / f"{search.name}.py").write_text(search.source)
    (tmp_path / "broken.py").write_text("def minimax(:")
    (tmp_path / "gone.py").symlink_to(tmp_path / "nowhere")
    rows = []
    for _ in range(2):
        words = ["--csv", f"{tmp_path}/marks.csv", "--gradescope", f"{tmp_path}/results.json", "--trees", "4"]
        assert main(["check-search", str(tmp_path), *words, *(["--seed", rows[0][0]["seed"]] if rows else [])]) == 1
        with open(tmp_path / "marks.csv", newline="") as file:
            rows.append(list(csv.DictReader(file)))
    assert [[row[name] for name in ("file", "passed", "tasks", "finding", "seed")] for row in rows[0]] == [
        [row[name] for name in ("file", "passed", "tasks", "finding", "seed")] for row in rows[1]]
    assert {row["file"]: row["passed"] for row in rows[0]} == {
        "broken.py": "0", "gone.py": "0", "minimax_4.py": "0", "minimax_berkeley.py": "1", "minimax_flag.py": "1"}
    assert json.loads((tmp_path / "results.json").read_text())["score"] == 2
    assert "SyntaxError" in capsys.readouterr().out


def test_the_order_of_moves_is_judged_by_leaves(checked):
    source = "def move_order(node, maximizing=True):\n    return sorted(node, key=lambda child: child.evaluate()%s)\n"
    assert checked(source % ", reverse=maximizing", "move_order")[0] == 0
    code, lines = checked(source % ", reverse=True", "move_order")
    assert code == 1 and lines[-1]["mistakes"] == ["MIN's moves are ordered as MAX's"]
