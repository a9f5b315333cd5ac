"""Tests that another package can cimport from the installed gamecore, and compiles with get_include() alone."""
import subprocess
import sys
from pathlib import Path

import pytest

import gamecore
from gamecore.core.about import about

OUTSIDE = '''
from gamecore.core.bits cimport popcount
from gamecore.core.tt cimport BUCKET
from gamecore.games.connect_four.position cimport ConnectFour
from gamecore.games.connect_four.rules cimport count_moves, key

def look_at(ConnectFour position):
    """Stones, moves and key, read from the C struct."""
    return popcount(position.bits.mask), count_moves(&position.bits), key(&position.bits), BUCKET
'''

SETUP = '''
from Cython.Build import cythonize
import gamecore
from setuptools import Extension, setup

setup(name="outside", script_args=["-q", "build_ext", "--inplace"],
      ext_modules=cythonize([Extension("outside", ["outside.pyx"], include_dirs=[gamecore.get_include()])],
      language_level=3))
'''


def test_another_package_cimports_a_game(tmp_path):
    pytest.importorskip("Cython")
    if "sanitize" in about()["flags"]:
        pytest.skip("the compiler itself would run under the sanitizers")
    tmp_path.joinpath("outside.pyx").write_text(OUTSIDE)
    tmp_path.joinpath("setup.py").write_text(SETUP)
    built = subprocess.run([sys.executable, "setup.py"], cwd=tmp_path, capture_output=True, text=True,
                           stdin=subprocess.DEVNULL)
    if "No such file or directory: 'cc'" in built.stderr or "command 'gcc' failed: No such file" in built.stderr:
        pytest.skip("no C compiler")
    assert built.returncode == 0, built.stdout + built.stderr
    code = "import outside, gamecore; print(*outside.look_at(gamecore.ConnectFour('4455')))"
    run = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert run.stdout.split() == ["4", "7", str(gamecore.ConnectFour("4455").key()), "4"]


def test_the_headers_lie_where_get_include_says():
    include = Path(gamecore.get_include(), "gamecore")
    assert include.joinpath("core", "bits.h").exists()
    assert include.joinpath("games", "connect_four", "rules.pxd").exists()
