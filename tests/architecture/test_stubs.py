"""Tests that each compiled module that Python code outside its folder uses has a stub, which agrees with the module."""
import ast
import importlib
import inspect
import os
import pkgutil
import re
from pathlib import Path

import pytest

import gamecore
import stubs
from tests.architecture import interface
from tests.processes import python

SOURCES = Path(__file__).resolve().parents[2] / "src"
HERE = Path(gamecore.__file__).parent
STUBS = sorted(HERE.rglob("*.pyi"))


def name_of(path):
    return ".".join(path.relative_to(HERE.parent).with_suffix("").parts)


def is_public(name):
    return not name.startswith("_")


def bound(body):
    """The public names that statements define."""
    names = {}
    for statement in body:
        if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
            names[statement.name] = statement
        elif isinstance(statement, ast.AnnAssign):
            names[statement.target.id] = statement
        elif isinstance(statement, ast.Assign):
            names[statement.targets[0].id] = statement
    return {name: statement for name, statement in names.items() if is_public(name)}


def own(module):
    """What a compiled module defines: functions, classes, and the constants at its margin; not what it imports."""
    source = SOURCES.joinpath(*module.__name__.split(".")).with_suffix(".pyx")
    text = source.read_text(encoding="utf-8") if source.exists() else ""
    constants = set(re.findall(r"^([A-Z][A-Z_0-9]*)(?:: [^=]*)? = ", text, re.MULTILINE))
    return {name: value for name, value in vars(module).items()
            if is_public(name) and (getattr(value, "__module__", None) == module.__name__ or name in constants)}


def parameters(function):
    """(name, has a default) of each parameter in a stub, positional ones first; keyword-only names are marked."""
    args = function.args
    positional = [a.arg for a in args.posonlyargs + args.args]
    required = len(positional) - len(args.defaults)
    listed = [(name, i >= required) for i, name in enumerate(positional)]
    return listed + [(f"*{a.arg}", default is not None) for a, default in zip(args.kwonlyargs, args.kw_defaults)]


def signature(value):
    """The same of a compiled function."""
    kinds = inspect.Parameter
    return [(("*" if p.kind is kinds.KEYWORD_ONLY else "") + p.name, p.default is not kinds.empty)
            for p in inspect.signature(value).parameters.values() if p.name != "unknown"]      # which is refused


def imported(path):
    """The modules that Python, a stub or a page imports, and the names in them: some of these are modules, too."""
    text = path.read_text(encoding="utf-8")
    for module, names in re.findall(r"^ *(?:>>> )?from (gamecore[.\w]*) import (\([^)]*\)|.*)", text, re.MULTILINE):
        yield module
        yield from (f"{module}.{name}" for name in re.findall(r"\w+", names))


def test_a_module_has_a_stub_if_python_beyond_its_folder_or_another_stub_names_it():
    names = {*imported(EXAMPLE)}
    for path in [*SOURCES.rglob("*.py"), *STUBS, *SOURCES.parent.glob("docs/**/*.md")]:
        inside = path.suffix == ".py" and path.name != "__init__.py"
        folder = ".".join(path.relative_to(SOURCES).parts[:-1]) if inside else None
        names |= {name for name in imported(path) if name.rpartition(".")[0] != folder}
    compiled = {".".join(path.relative_to(SOURCES).with_suffix("").parts) for path in SOURCES.rglob("*.pyx")}
    wanted = {name for name in compiled & names if own(importlib.import_module(name))}
    assert len(wanted) > 15 and {name_of(path) for path in STUBS} == wanted


TYPED = '''
cdef class Tree:
    """Tree(depth=1, *, seed=0)\n--\n\n    A tree.\n\n    Examples\n    --------\n    >>> Tree()\n    """
    cdef readonly object root    # type: Score_co; a node
    cdef int size
    unit = 1                     # type: ClassVar[float]
    ply = None
    def __cinit__(self, int depth=1, *, seed: Any = -1, order=(), **unknown): pass
    @property
    def leaves(self) -> int: pass
    def search(self, position: Either[int, str], *moves: Any) -> Either[list[int], None]:
        """Searches."""
    def _hidden(self): pass
cpdef object widest(Tree tree not None):     # type: int
    pass
'''
STUB = '''
class Tree(Generic[Score_co]):
    """A tree."""
    @property
    def root(self) -> Score_co: ...
    unit: ClassVar[float]
    @property
    def ply(self) -> None: ...
    def __new__(cls, depth: int = 1, *, seed: Any = -1, order = ...) -> Self: ...
    @property
    def leaves(self) -> int: ...
    @overload
    def search(self, position: int, *moves: Any) -> list[int]:
        """Searches."""
    @overload
    def search(self, position: str, *moves: Any) -> None: ...
def widest(tree: Tree) -> int: ...
'''


def test_a_stub_has_what_its_source_says():
    source = stubs.Source(SOURCES / "gamecore/tree.pyx", TYPED)
    assert ast.unparse(source.stub()) == ast.unparse(ast.parse(STUB))


def test_a_type_that_no_module_has_stops_the_build():
    with pytest.raises(SystemExit, match="gamecore.tree names the type 'Forest'"):
        stubs.import_of("Forest", "gamecore.tree")
    with pytest.raises(SystemExit, match=r"gamecore.tree has a type that is not Python: def root\(self\) -> list\[int"):
        stubs.Source(stubs.PACKAGE / "tree.pyx",
                     "cdef class Tree:\n    cdef readonly object root  # type: list[int\n").stub()


@pytest.mark.parametrize("path", STUBS, ids=name_of)
def test_a_stub_names_what_the_module_defines(path):
    module = importlib.import_module(name_of(path))
    stub = bound(ast.parse(path.read_text(encoding="utf-8")).body)
    real = own(module)
    assert set(stub) == set(real)
    for name, statement in stub.items():
        if isinstance(statement, ast.ClassDef):
            assert set(bound(statement.body)) == {each for each in vars(real[name]) if is_public(each)}, name


def test_a_documented_function_has_types():
    """A strict checker refuses the call of a function without."""
    functions = [thing for line in interface.python() if inspect.isfunction(
        thing := pkgutil.resolve_name(line.partition("(")[0])) and thing.__module__.startswith("gamecore")]
    assert [function.__qualname__ for function in functions if "return" not in function.__annotations__] == []
    assert functions


EXAMPLE = Path(__file__).with_name("typed_example.py")


def test_the_example_uses_every_public_name():
    text = EXAMPLE.read_text(encoding="utf-8")
    assert [name for name in gamecore.__all__ if not re.search(rf"gamecore\.{name}\b", text)] == []
    assert {*gamecore._HOMES, "__version__", "get_include"} == set(gamecore.__all__) <= set(dir(gamecore))
    assert all(hasattr(gamecore, name) for name in gamecore.__all__) and not hasattr(gamecore, "sorcery")


def test_mypy_accepts_the_example():
    pytest.importorskip("mypy", reason="mypy is not installed (make types)")
    done = python("-m", "mypy", "--strict", "--cache-dir", os.devnull, EXAMPLE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_mypy_accepts_what_new_game_writes(tmp_path):
    pytest.importorskip("mypy", reason="mypy is not installed (make types)")
    for command in (["gamecore", "new-game", "coins"],
                    ["mypy", "--strict", "--follow-imports=silent", "--cache-dir", os.devnull, "coins"]):
        done = python("-m", *command, cwd=tmp_path)
        assert done.returncode == 0, done.stdout + done.stderr


def test_the_example_runs():
    python(EXAMPLE, check=True)


# The first two are never called; of the others Cython keeps no signature, and their docstrings name the parameters.
UNSIGNED = ("CompiledGame", "Iteration", "SearchResult", "ForeignGame", "FunctionTable")


@pytest.mark.parametrize("name", gamecore.__all__)
def test_what_can_be_called_has_a_signature(name):
    thing = getattr(gamecore, name)
    if name not in UNSIGNED and callable(thing):
        assert inspect.signature(thing)


@pytest.mark.parametrize("name, path", [
    ("Engine", "engine"), ("ConnectFour", "games/connect_four/position"), ("Checkers", "games/checkers/position"),
    ("Backgammon", "games/backgammon/position"), ("UniformTree", "games/synthetic/uniform"),
    ("ChanceTree", "games/synthetic/chance_tree"),
])
def test_a_constructor_has_the_signature_of_its_stub(name, path):
    stub = bound(ast.parse((HERE / f"{path}.pyi").read_text(encoding="utf-8")).body)[name]
    methods = {statement.name: statement for statement in stub.body if isinstance(statement, ast.FunctionDef)}
    assert parameters(methods.get("__new__") or methods["__init__"])[1:] == signature(getattr(gamecore, name))


def test_stubs_are_written_again_only_after_a_source(tmp_path):
    for folder in {path.relative_to(HERE.parent).parent for path in STUBS}:
        tmp_path.joinpath(folder).mkdir(parents=True, exist_ok=True)
    stubs.write(tmp_path)
    first = next(tmp_path.rglob("engine.pyi"))
    text = first.read_text(encoding="utf-8")
    for own, kept in ("", True), ("from gamecore.no_longer import Type\n", False), ("", True):
        first.write_text(own, encoding="utf-8")
        stubs.write(tmp_path)
        assert (first.read_text(encoding="utf-8") == own) == kept        # it is newer than all sources
    os.utime(first, (0, 0))
    stubs.write(tmp_path)
    assert first.read_text(encoding="utf-8") == text
