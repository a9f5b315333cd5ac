"""The compiled modules: every .pyx under src/gamecore is an extension of the same name.

Environment variables
    GAMECORE_NATIVE=1     use this machine's instructions; the binaries run on no older one
    GAMECORE_ANNOTATE=1   write Cython's annotated HTML beside the sources
    GAMECORE_SANITIZE=1   address and undefined-behaviour sanitizers
    GAMECORE_TRACE=1      line tracing, for coverage
"""
import os
import platform
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup


def wanted(name):
    return os.environ.get(f"GAMECORE_{name}", "0") not in ("", "0")


compile_args = ["-O3", "-fno-strict-overflow", "-Wno-unused-function"]
link_args = []
macros = []
if platform.machine() in ("x86_64", "AMD64"):
    compile_args.append("-mpopcnt")          # in every processor since 2008, and in numpy's own baseline
if wanted("NATIVE"):
    compile_args.append("-march=native")
if wanted("SANITIZE"):
    flags = ["-fsanitize=address,undefined", "-fno-omit-frame-pointer", "-g", "-O1"]
    compile_args += flags
    link_args += flags
if wanted("TRACE"):
    macros.append(("CYTHON_TRACE_NOGIL", "1"))

extensions = [
    Extension(
        ".".join(source.relative_to("src").with_suffix("").parts),
        [str(source)],
        include_dirs=["src/gamecore/core"],
        extra_compile_args=compile_args,
        extra_link_args=link_args,
        define_macros=macros,
    )
    for source in sorted(Path("src/gamecore").rglob("*.pyx"))
]

setup(
    ext_modules=cythonize(
        extensions,
        include_path=["src"],
        build_dir="build/cython",
        annotate=wanted("ANNOTATE"),
        compiler_directives={
            "language_level": 3,
            "binding": True,
            "cdivision": True,
            "embedsignature": False,
            "linetrace": wanted("TRACE"),
        },
    )
)
