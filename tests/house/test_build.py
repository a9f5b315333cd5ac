"""What setup.py adds to Cython and setuptools."""
import subprocess
import sys
from pathlib import Path

import pytest

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
    run = subprocess.run([sys.executable, "-c", TWICE.format(setup=str(ROOT / "setup.py"))], cwd=tmp_path,
                         capture_output=True, text=True, check=True)
    assert run.stdout.split() == [verdict] * 2
    assert len(list((tmp_path / "cache").iterdir())) == (verdict == "compiled")
