"""Tests what setup.py adds to Cython and setuptools."""
import runpy
import shutil
import sysconfig
from pathlib import Path

import pytest
from setuptools import Distribution

ROOT = Path(__file__).parents[2]


@pytest.fixture
def setup(monkeypatch):
    """Returns the names of setup.py under an environment."""
    def setup(**environment):
        for name in ("CC", "CFLAGS", "LDFLAGS"):
            monkeypatch.delenv(name, raising=False)
        for name, value in environment.items():
            monkeypatch.setenv(name, value)
        return runpy.run_path(str(ROOT / "setup.py"), run_name="setup")
    return setup


def test_each_compiler_and_set_of_flags_builds_in_a_directory_of_its_own(setup):
    environments = [{}, {"CC": "clang"}, {"CFLAGS": "-g"}, {"LDFLAGS": "-g"}, {"GAMECORE_NATIVE": "1"}]
    folders = [setup(**environment)["BUILD"] for environment in environments]
    assert len(set(folders)) == len(environments)
    assert [folder.parts[1] for folder in folders] == ["plain"] * 4 + ["native"]


def test_the_callers_flags_come_last_and_keep_their_quotes(setup):
    extension = setup(CFLAGS='-O1 -DNAME=\'"text"\'')["extension"]
    built = extension("gamecore.core.build", "build.pyx", "nogil")
    assert built.extra_compile_args[-2:] == ["-O1", '-DNAME="text"']
    (name, value), = built.define_macros
    assert name == "GAMECORE_FLAGS" and value.endswith(r'-O1 -DNAME=\"text\""')


@pytest.mark.parametrize("flags, inplace, stripped", [("", False, True), ("-O2", False, True), ("-g", False, False),
                                                      ("-O2 -g3", False, False), ("", True, False)])
def test_symbols_stay_in_place_and_where_they_are_asked_for(setup, flags, inplace, stripped):
    names = setup(CFLAGS=flags)
    if names["sys"].platform != "linux":
        pytest.skip("elsewhere nothing is stripped")
    command = names["Build"](Distribution({"ext_modules": [names["extension"]("a", "a.pyx")]}))
    command.inplace = inplace
    command.ensure_finalized()
    assert ("-Wl,-s" in command.extensions[0].extra_link_args) is stripped


@pytest.mark.parametrize("text, light, inlined", [
    ("def f(): pass", True, False), ("cdef f() noexcept nogil:", False, False),
    ("cimport gamecore.search.contract as contract\nnogil", False, True)], ids=["python", "loops", "search"])
def test_code_without_the_gil_is_optimised_fully(setup, text, light, inlined):
    names = setup()
    flags = names["extension"]("module", "module.pyx", text).extra_compile_args
    assert (names["LIGHT"] in flags, names["INLINING"][0] in flags) == (light, inlined)


def test_binaries_whose_source_is_gone_are_removed(setup, tmp_path):
    names = setup()
    command = names["Build"](Distribution())
    command.extensions = [names["extension"]("package.kept", "kept.pyx")]
    (tmp_path / "package").mkdir()
    for name in ("kept.cpython-311-x.so", "gone.cpython-311-x.so", "gone.py"):
        (tmp_path / "package" / name).touch()
    command.remove_stale(tmp_path)
    assert sorted(path.name for path in (tmp_path / "package").iterdir()) == ["gone.py", "kept.cpython-311-x.so"]


def test_a_later_build_keeps_no_deleted_module(setup, tmp_path):
    names = setup()
    command = names["BuildPython"](Distribution({"packages": []}))
    command.ensure_finalized()
    command.packages, command.py_modules, command.build_lib = [], [], str(tmp_path)
    for name in ("gone.py", "kept.so", "data.bin"):
        (tmp_path / name).touch()
    command.run()
    assert [path.name for path in tmp_path.iterdir()] == ["kept.so"]


@pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler")
@pytest.mark.parametrize("name", ["SIZEOF_TIME_T", "SIZEOF_OFF_T", "SIZEOF_LONG"])
def test_headers_whose_sizes_are_not_the_runtimes_are_refused(name):
    wasm, sizes = runpy.run_path(str(ROOT / ".ci" / "wasm.py")), sysconfig.get_config_vars()
    found = wasm["wrong_sizes"](["cc"], sizes), wasm["wrong_sizes"](["cc"], {**sizes, name: 3})
    of_type, = {*found[1]} - {*found[0]}
    assert of_type.strip('"') == f"sizeof({name[7:].lower()}) must be 3"


def test_a_build_for_pyodide_names_what_is_missing(monkeypatch, tmp_path):
    monkeypatch.setenv("PYODIDE", str(tmp_path))
    with pytest.raises(SystemExit, match=f"missing: npm's package pyodide in PYODIDE={tmp_path}$"):
        runpy.run_path(str(ROOT / ".ci" / "wasm.py"))["build"](tmp_path)
