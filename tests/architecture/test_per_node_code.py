"""Code that runs per node touches no Python: no function that is declared nogil has a line that `cython -a` would
colour.

cython -a shows the .pyx only, and most of what runs per node stands in a .pxd. So this looks where the colour comes
from: at the generated C of every function whose signature ends in nogil, for calls of CPython and of Cython's helpers
for Python objects.
"""
import re
from pathlib import Path

import pytest

from benchmarks import weight

ROOT = Path(__file__).resolve().parents[2]
TRAINING = sorted((ROOT / "training" / "build" / "cython").rglob("*.c"))     # after `make training`
SOURCES = sorted(path for folder in ["src", *(["training"] if TRAINING else [])] for path in (ROOT / folder).rglob("*")
                 if path.suffix in (".pyx", ".pxd"))

SIGNATURE = re.compile(r"^cdef[^\n(]*?(\w+)\((?:[^()]|\([^()]*\))*\)[^\n]*\bnogil[ \t]*:", re.MULTILINE)
YELLOW = re.compile(r"\b(?:Py[A-Z][a-z]+_\w+|__Pyx_[A-Z]\w*|__pyx_convert_\w+)(?=\()|__PYX_ERR\(")


def generated():
    """The C files of the latest build."""
    folder = weight.builds()
    return sorted(folder.parent.rglob("*.c")) + TRAINING if folder else []


def mangled(path, name):
    """The C name of a function of a module, as Cython makes it."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    parts = parts[1:] if parts[0] == "src" else parts
    return "__pyx_f_" + "".join(f"{len(part)}{part}_" for part in parts) + name


def per_node_functions():
    return {mangled(path, name): f"{path.relative_to(ROOT)}: {name}"
            for path in SOURCES for name in SIGNATURE.findall(path.read_text(encoding="utf-8"))}


def test_no_per_node_function_touches_python():
    c_files = generated()
    if not c_files:
        pytest.skip("no generated C under build/: these tests run from an installed package")
    expected = per_node_functions()
    compiled = [(plain, body) for path in c_files for name, body in weight.bodies(path).items()
                if (plain := name.removeprefix(name.partition("__pyx_f_")[0])) in expected]
    yellow = {expected[name]: sorted(set(YELLOW.findall(body))) for name, body in compiled if YELLOW.search(body)}
    assert yellow == {}
    seen = {name for name, _ in compiled}
    assert mangled(ROOT / "src/gamecore/search/negamax.pyx", "negamax") in seen
    assert mangled(ROOT / "src/gamecore/core/tt.pxd", "probe") in seen
    # an uncalled function is not compiled; nearly all are called
    assert len(seen) > 0.8 * len(expected), sorted(set(expected) - seen)


@pytest.mark.parametrize("call, found", [
    ("a", False), ("PyList_Append(a, b)", True), ("__Pyx_PyObject_Call(a)", True), ("__Pyx_PyGILState_Ensure()", True)])
def test_a_yellow_line_is_found(tmp_path, call, found):
    path = tmp_path / "x.c"
    path.write_text("static CYTHON_INLINE int __pyx_fuse_0__pyx_f_8gamecore_4core_1x_f(int __pyx_v_a) {\n"
                    f"  /* PyList_Append( */\n  return {call};\n}}\n")
    (name, body), = weight.bodies(path).items()
    assert name == "__pyx_fuse_0__pyx_f_8gamecore_4core_1x_f" and bool(YELLOW.search(body)) == found
