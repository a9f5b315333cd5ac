"""Tests how a user makes a new game: gamecore new-game and gamecore build, what they write and what they refuse."""
import importlib.util
import shutil
import sys
import sysconfig
from pathlib import Path

import pytest

from gamecore.commands.build import module_of
from tests.processes import python


@pytest.fixture
def compiler(compiler):
    pytest.importorskip("Cython")


@pytest.fixture(autouse=True)
def in_a_directory_of_its_own(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", sys.path[:])


def succeed(*arguments):
    done = python(*arguments, input="")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def compiled(run, refusal, tmp_path, replace, by):
    """What is said of the compiled skeleton after a change."""
    run("new-game coins --compiled")
    source = tmp_path / "coins" / "coins.pyx"
    text = source.read_text()
    assert text.count(replace) == 1
    source.write_text(text.replace(replace, by))
    message = refusal("build coins/coins.pyx")
    assert sorted(path.name for path in source.parent.iterdir()) == [
        "__init__.py", "coins.pyi", "coins.pyx", "test_coins.py"]
    return message


def test_a_python_game_begins_with_rules_that_pass_their_tests(run):
    assert run("new-game lines_of_action --python")[0] == 0
    assert "perft 3: 27 " in succeed("-m", "gamecore", "perft", "lines_of_action:LinesOfAction", "--depth", "3")
    assert " passed" in succeed("-m", "pytest", "-q", "-p", "no:cacheprovider", "lines_of_action")


def test_a_compiled_game_begins_with_rules_that_pass_their_tests(run, compiler):
    assert run("new-game reversi --compiled")[0] == 0
    assert run("build reversi/reversi.pyx")[0] == 0
    assert "perft 3: 27 " in succeed("-m", "gamecore", "perft", "reversi:Reversi", "--depth", "3")
    assert " passed" in succeed("-m", "pytest", "-q", "-p", "no:cacheprovider", "reversi")


def test_a_python_file_is_compiled_as_it_is(run, compiler, tmp_path):
    run("new-game coins")
    code, out, err = run("build coins/coins.py --json")
    assert (code, err) == (0, "") and '"module": "coins.coins"' in out
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert (succeed("-c", "import coins.coins; print(coins.coins.__file__)").strip()
            == str(tmp_path / "coins" / f"coins{suffix}"))


PURE = Path(__file__).parents[1] / "outside" / "pure.py"


def test_a_table_of_functions_in_pure_python_mode(run, compiler, tmp_path):
    shutil.copy(PURE, tmp_path)
    assert run("build pure.py")[0] == 0
    assert "perft 5: 243 " in succeed("-m", "gamecore", "perft", "pure:Pure", "--depth", "5")


@pytest.mark.parametrize("replace, by, message", [
    ("coins - move", "coins - mve",
     "'(<Heap*>child).coins = (<const Heap*>position).coins - mve': undeclared name not builtin: mve"),
    ("cdef int n = 0", "cdef int n =", "'cdef int n =': Expected an identifier or literal"),
    ("bits cimport mix64", "bits cimport mix65", "'from gamecore.core.bits cimport mix65': "),
    ("return mix64((<const Heap*>position).coins)", "return [1]", "'return [1]': Cannot coerce list to type 'Key'"),
    ("START = 21",
     "START = 21\ncdef extern from *:\n    '''\n    int broken(void) { return nonsense; }\n    '''\n    int broken()",
     "the compiler says \"'nonsense' undeclared"),
    ("from libc.math cimport INFINITY", "cdef extern from 'nowhere.h':\n    const double INFINITY",
     "nowhere.h: No such file or directory"),
])
def test_what_does_not_compile_is_reported_with_its_line(run, refusal, compiler, tmp_path, replace, by, message):
    line = compiled(run, refusal, tmp_path, replace, by)
    source = (tmp_path / "coins" / "coins.pyx").read_text()
    number = f"line {source[:source.index(by)].count(chr(10)) + 1}, " if message[0] == "'" else ""
    assert line.startswith("gamecore: 'coins/coins.pyx' does not compile: " + number) and message in line


def test_it_says_that_there_is_no_compiler(run, refusal, monkeypatch):
    pytest.importorskip("Cython")
    run("new-game coins --compiled")
    monkeypatch.setenv("CC", "no-such-compiler -O2")
    assert "no 'no-such-compiler' on the path" in refusal("build coins/coins.pyx")


@pytest.mark.parametrize("module", ["Cython", "setuptools"])
def test_it_says_which_tool_is_not_installed(run, refusal, monkeypatch, module):
    run("new-game coins --compiled")
    find = importlib.util.find_spec
    monkeypatch.setattr("gamecore.commands.build.importlib.util.find_spec",
                        lambda name: None if name == module else find(name))
    assert (f"needs '{module.lower()}', which is not installed: pip install {module.lower()}"
            in refusal("build coins/coins.pyx"))


def test_what_exists_is_left_alone(refusal, tmp_path):
    (tmp_path / "coins").write_text("mine")
    assert "'coins' exists already" in refusal("new-game coins")
    assert (tmp_path / "coins").read_text() == "mine" and len(list(tmp_path.iterdir())) == 1


def test_a_module_in_packages_has_its_full_name(tmp_path):
    inner = tmp_path / "a" / "b"
    inner.mkdir(parents=True)
    for folder in (inner, inner.parent):
        folder.joinpath("__init__.py").touch()
    assert module_of(inner / "c.pyx") == "a.b.c" and module_of(tmp_path / "d.pyx") == "d"
