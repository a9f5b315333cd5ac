"""What setup.py adds to Cython and setuptools."""
from pathlib import Path

import pytest
from tests.processes import python

ROOT = Path(__file__).parents[2]
TWICE = """
import runpy
from Cython.Build import cythonize
from Cython.Compiler.Errors import CompileError
runpy.run_path({setup!r}, run_name="setup")
for _ in range(2):
    try:
        cythonize("module.pyx", cache="cache", quiet=True)
        print("compiled")
    except CompileError:
        print("refused")
"""


@pytest.mark.parametrize("source, verdict", [("cdef int x = 1", "compiled"), ("cdef int x = unknown", "refused")])
def test_the_cache_of_cython_serves_what_was_compiled_and_no_failure(source, verdict, tmp_path):
    (tmp_path / "module.pyx").write_text(source)
    run = python("-c", TWICE.format(setup=str(ROOT / "setup.py")), cwd=tmp_path, check=True)
    assert run.stdout.split() == [verdict] * 2
    assert len(list((tmp_path / "cache").iterdir())) == (verdict == "compiled")


TOOLS = """
cdef inline int called(int x) noexcept nogil:
    return pointed(&x)

cdef inline int pointed(const int* x) noexcept nogil:
    return x[0]

cdef inline int idle(int x) noexcept nogil:  # called
    return lonely(x)

cdef inline int lonely(int x) noexcept nogil:
    return x
"""
REACH = """
import runpy
from Cython.Build import cythonize
runpy.run_path({setup!r}, run_name="setup")
cythonize("src/gamecore/module.pyx", include_path=["src"], quiet=True)
"""


def test_a_module_has_those_inline_functions_alone_that_it_can_reach(tmp_path):
    package = tmp_path / "src" / "gamecore"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "tools.pxd").write_text(TOOLS)
    (package / "relay.pxd").write_text("from gamecore.tools cimport called, idle\n")
    (package / "module.pyx").write_text("from gamecore.relay cimport called\ndef f(): return called(1)   # not idle")
    python("-c", REACH.format(setup=str(ROOT / "setup.py")), cwd=tmp_path, check=True)
    text = (package / "module.c").read_text()
    assert {name: f"tools_{name}(" in text for name in ("called", "pointed", "idle", "lonely")} == {
        "called": True, "pointed": True, "idle": False, "lonely": False}
