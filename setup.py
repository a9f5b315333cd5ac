"""The compiled modules: every .pyx under src/gamecore is an extension of the same name.

Environment variables
    GAMECORE_NATIVE=1     use this machine's instructions; the binaries run on no older one
    GAMECORE_ANNOTATE=1   write Cython's annotated HTML beside the C files, in build/VARIANT/cython
    GAMECORE_SANITIZE=1   address and undefined-behaviour sanitizers
    GAMECORE_RACES=1      the thread sanitizer
    GAMECORE_COVERAGE=1   count how often each line of C runs (tests/house/cython_coverage.py reads it)
    CYTHON_CACHE_DIR      a directory in which Cython keeps its C files, and finds those of other checkouts
    CFLAGS                further flags for the compiler

Each combination has its own directory, build/VARIANT, so that binaries of different variants are never mixed up.
"""
import functools
import gc
import os
import re
import sys
from pathlib import Path
from sysconfig import get_platform

from Cython import __version__ as cython
from Cython.Build import cythonize
from Cython.Build.Cache import Cache
from Cython.Compiler import Main
from Cython.Compiler.Nodes import CFuncDefNode, FromCImportStatNode, StatListNode
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

# Cython makes millions of objects that stay: looking for cycles among them took a fifth to a quarter of its time.
gc.set_threshold(100_000, 20, 100)

VARIANTS = [name for name in ("NATIVE", "ANNOTATE", "SANITIZE", "RACES", "COVERAGE")
            if os.environ.get(f"GAMECORE_{name}", "0") not in ("", "0")]
BUILD = Path("build", "-".join(VARIANTS).lower() or "plain")
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

# pip asks twice what the package is called before it builds it: nothing needs to be compiled for that.
NAMED = not {"dist_info", "egg_info"}.isdisjoint(sys.argv)

# Python's own flags include -g, which costs six times the size and a quarter of gcc's time.
compile_args = ["-O3", "-g0", "-fno-strict-overflow"]
link_args = []
if get_platform().endswith(("x86_64", "amd64")):
    compile_args += ["-mpopcnt"]         # in every processor since 2008, and in numpy's own baseline
if "NATIVE" in VARIANTS:
    compile_args += ["-march=native"]
for variant, sanitizers in ("SANITIZE", "address,undefined"), ("RACES", "thread"):
    if variant in VARIANTS:
        compile_args += ["-O1", "-g", "-fno-omit-frame-pointer", f"-fsanitize={sanitizers}"]
        link_args += [f"-fsanitize={sanitizers}"]
if "COVERAGE" in VARIANTS:
    compile_args += ["-O1", "--coverage", "-fprofile-update=atomic"]
    link_args += ["--coverage"]

# The flags that about() reports (core/build.pyx).
flags = " ".join([os.environ.get("CFLAGS", ""), *compile_args]).strip()


# By default gcc would not inline the functions that copy a position from outside (272 bytes) to the stack, or `visit`,
# which runs at every position. With these parameters a full search of checkers takes 2 % fewer instructions per node.
# Only code that runs per node gains from them.
INLINING = ["--param=large-stack-frame=4096", "--param=max-inline-insns-single=400",
            "--param=large-function-growth=1000", "--param=inline-unit-growth=400"]


# Modules with code that releases the GIL, in which no loop runs per node: it begins and ends searches, calls Python.
ONCE = {f"gamecore.{name}" for name in (
    "games.connect_four.solver.solver", "games.outside.python_game", "search.batch", "search.callbacks",
    "search.deepening", "search.deepening_chance", "search.door", "search.preparation", "search.session",
    "search.tables")}


# Code that Cython writes into every module with a typed memoryview, and into many others, is compiled here once.
SHARED = "gamecore.core.shared"


# Each module uses some of the inline functions and constants; gcc misreads some of Cython's own helpers.
WARNINGS = ["-Wno-unused-function", "-Wno-unused-const-variable", "-Wno-maybe-uninitialized", "-Wno-array-bounds",
            "-Wno-stringop-overread"]

# Where no loop runs per node. ziglang would take -Og for -O0 with sanitizers: ten times the size.
LIGHT = "-Os" if "ziglang" in os.environ.get("CC", "") else "-Og"


def extension(source):
    """Returns the extension of a source.

    A module in which no loop runs per node is compiled with less optimisation: -Og takes three fifths of the time of
    -Os, and Python's calls of the module are at most 5 % slower; -O1 is for what each search runs.
    """
    name = ".".join(source.relative_to("src").with_suffix("").parts)
    text = source.read_text(encoding="utf-8")
    loops = re.search(r"\bnogil\b", text) is not None
    level = ["-O1"] if name in ONCE else [] if loops else [LIGHT]
    searches = not level and re.search(r"cimport .*\bcontract\b", text) is not None
    record = [("GAMECORE_FLAGS", f'"{flags}"')] if name == "gamecore.core.build" else []
    return Extension(
        name,
        [str(source)],
        include_dirs=["src"],
        extra_compile_args=[*compile_args, *WARNINGS, *(INLINING if searches else []), *level],
        extra_link_args=link_args,
        define_macros=record,
        depends=["setup.py"],
    )


def store_compiled(self, c_file, fingerprint, result, store=Cache.store_to_cache):
    """Stores the C file of a module in Cython's cache, unless compilation failed, which Cython would take for a hit."""
    if result.num_errors == 0:
        store(self, c_file, fingerprint, result)


Cache.store_to_cache = store_compiled


def words(source):
    """Returns the words of a source outside its comments and docstrings."""
    return set(re.findall(r"\w+", re.sub(r'""".*?"""|#[^\n]*', "", source, flags=re.DOTALL)))


@functools.cache
def inline_functions():
    """Returns the words of each inline function of the .pxd files, by the function's name."""
    functions = {}
    for path in Path("src").rglob("*.pxd"):
        for part in re.split(r"\n(?=\S)", path.read_text(encoding="utf-8")):
            if match := re.match(r"cdef inline\b[^(]*?(\w+)\(", part):
                functions.setdefault(match[1], set()).update(words(part))
    return functions


def unreached(source):
    """Returns the names of the inline functions to which no word of a source leads, directly or through others."""
    functions, new = inline_functions(), words(source)
    left = set(functions)
    while new := left & new:
        left -= new
        new = set().union(*(functions[name] for name in new))
    return left


def run_pipeline(source, options, full_module_name, context, run=Main.run_pipeline):
    """Compiles a module without the inline functions that it does not reach.

    Cython would compile every inline function of each .pxd file that the module cimports, however indirectly, and gcc
    would read it. If one were missing, the compilation would fail.
    """
    context.unreached = unreached(Path(source).read_text(encoding="utf-8"))
    return run(source, options, full_module_name, context)


def parse(self, source_desc, scope, pxd, full_module_name, parse=Main.Context.parse):
    """Parses a source, and takes what the compiled module does not reach out of a .pxd file of the package."""
    tree = parse(self, source_desc, scope, pxd, full_module_name)
    if pxd and full_module_name.startswith("gamecore."):
        stats = tree.body.stats if isinstance(tree.body, StatListNode) else [tree.body]
        for node in stats:
            if isinstance(node, FromCImportStatNode):
                node.imported_names = [name for name in node.imported_names if name[1] not in self.unreached]
        tree.body = StatListNode(tree.body.pos, stats=[node for node in stats if not (
            isinstance(node, CFuncDefNode) and node.declared_name() in self.unreached)])
    return tree


if cython.startswith(("3.2.", "3.3.")):          # a later one may have changed inside: it compiles every function
    Main.run_pipeline, Main.Context.parse, Main.Context.unreached = run_pipeline, parse, frozenset()


def modified(path):
    return os.path.getmtime(path) if os.path.exists(path) else None


class Build(build_ext):
    """A build_ext with which an editable install compiles in place, so that it and `build_ext --inplace` share work.

    Modules in a wheel have no names of local functions, so a profiler needs an in-place install.
    """

    def finalize_options(self):
        super().finalize_options()
        self.parallel = PROCESSORS       # an editable install resets the option
        if self.inplace or self.editable_mode:
            self.build_temp, self.build_lib = str(BUILD / "temp"), str(BUILD / "lib")
        elif sys.platform == "linux" and not VARIANTS:
            for ext in self.extensions:
                ext.extra_link_args = [*ext.extra_link_args, "-Wl,-s"]

    def build_extensions(self):
        if self.compiler.compiler_type == "msvc":
            for ext in self.extensions:
                ext.extra_compile_args, ext.extra_link_args = ["/O2", "/std:c11"], []
        super().build_extensions()

    def build_extension(self, ext):
        before = modified(self.get_ext_fullpath(ext.name))
        super().build_extension(ext)
        if modified(self.get_ext_fullpath(ext.name)) != before:
            print("compiled", ext.name, flush=True)      # minutes would pass in silence

    def copy_extensions_to_source(self):
        built = {Path("src", *ext.name.split(".")) for ext in self.extensions}
        for binary in Path("src").rglob("*.so"):
            if binary.with_name(binary.name.split(".")[0]) not in built:
                binary.unlink()          # of a source that is gone: Python would prefer it to a .py file
        self.force = True                # another variant's binaries may lie there, and may be newer
        super().copy_extensions_to_source()


class BuildPython(build_py):
    """A build_py that adds the files of games/ as gamecore.examples, which leads there in a checkout."""

    def finalize_options(self):
        super().finalize_options()
        if not self.editable_mode:
            self.package_dir = {**self.package_dir, "gamecore.examples": "games"}
            self.packages = [*self.packages, *(f"gamecore.examples.{name}" for name in find_packages("games"))]


if __name__ == "__main__":               # cythonize starts processes that may import this file
    setup(
        cmdclass={"build_ext": Build, "build_py": BuildPython},
        options={"build": {"build_base": str(BUILD)}},
        ext_modules=[] if NAMED else cythonize(
            [Extension(SHARED, [f"src/{SHARED.replace('.', '/')}.c"],
                       extra_compile_args=[*compile_args, *WARNINGS, LIGHT], extra_link_args=link_args),
             *(extension(source) for source in sorted(Path("src/gamecore").rglob("*.pyx")))],
            nthreads=PROCESSORS,
            include_path=["src"],
            build_dir=str(BUILD / "cython"),
            quiet=True,                  # the compiler's errors and warnings are shown
            annotate="ANNOTATE" in VARIANTS,
            cache=os.environ.get("CYTHON_CACHE_DIR") or False,
            shared_utility_qualified_name=SHARED,
            compiler_directives={
                "language_level": 3,
                "binding": True,
                "cdivision": True,
                "embedsignature": False,
                "show_performance_hints": "ANNOTATE" in VARIANTS,
            },
        ),
    )
