"""The compiled modules of the recipes, built against the installed gamecore like a custom game."""
import os
import platform
from pathlib import Path

import gamecore
from Cython.Build import cythonize
from setuptools import Extension, setup

flags = ["-O3", "-g0", "-fno-strict-overflow", "-Wno-unused-function", "-Wno-maybe-uninitialized"]
if platform.machine() in ("x86_64", "AMD64"):
    flags += ["-mpopcnt"]                    # as gamecore itself


def extension(source):
    return Extension(f"training.{source.parent.name}.{source.stem}", [str(source)], extra_compile_args=flags,
                     include_dirs=[gamecore.get_include(), "backgammon"])


if __name__ == "__main__":                   # cythonize starts processes that may import this file
    setup(ext_modules=cythonize([extension(source) for source in sorted(Path().glob("*/*.pyx"))],
                                include_path=[gamecore.get_include(), ".."], build_dir="build/cython",
                                nthreads=os.cpu_count(), quiet=True, compiler_directives={
                                    "language_level": 3, "cdivision": True, "binding": True}),
          options={"build_ext": {"parallel": os.cpu_count()}})
