"""The compiled modules: every .pyx under src/gamecore is an extension of the same name. stubs.py writes their stubs.

Environment variables
    GAMECORE_NATIVE=1     use this machine's instructions; the binaries run on no older one
    GAMECORE_ANNOTATE=1   write Cython's annotated HTML beside the C files, in build/VARIANT/cython
    GAMECORE_SANITIZE=1   address and undefined-behaviour sanitizers
    GAMECORE_RACES=1      the thread sanitizer
    GAMECORE_COVERAGE=1   count how often each line of C runs (tests/architecture/cython_coverage.py reads it)
    GAMECORE_PAGES=URL    of a release: where the pages and pictures lie to which README.md links
    GAMECORE_SITE=URL     of a release: where the site of `make site` lies, to which README.md links
    CC, CFLAGS, LDFLAGS   the compiler and further flags, which come last; with -g symbols are kept

Each variant, compiler, set of flags, Cython and Python has its own directory below build/, so that their files are
never mixed up.
"""
import hashlib
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from sysconfig import get_platform

from Cython import __version__ as cython
from Cython.Build import cythonize
from setuptools import Extension, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))      # where pip does not look
import stubs

VARIANTS = [name for name in ("NATIVE", "ANNOTATE", "SANITIZE", "RACES", "COVERAGE")
            if os.environ.get(f"GAMECORE_{name}", "0") not in ("", "0")]
TOOLS = [cython, sys.implementation.cache_tag, *(os.environ.get(name, "") for name in ("CC", "CFLAGS", "LDFLAGS"))]
BUILD = Path("build", "-".join([*VARIANTS, "plain"][:max(1, len(VARIANTS))]).lower(),
             hashlib.blake2b(repr(TOOLS).encode(), digest_size=4).hexdigest())
PROCESSORS = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1

# pip asks for the package's metadata twice before it builds the package; nothing needs to be compiled for that.
NAMED = not {"dist_info", "egg_info"}.isdisjoint(sys.argv)

# The commit of a checkout is recorded in its sdist and wheel, so that a package states from which commit it was built.
COMMIT = Path("src/gamecore/data/commit.txt")

own_flags = shlex.split(os.environ.get("CFLAGS", ""))
# Python's own flags include -g, which makes binaries six times as large and takes a quarter of gcc's time.
compile_args, link_args = ["-O3", "-g0", "-fno-strict-overflow"], []
if get_platform().endswith(("x86_64", "amd64")):
    compile_args += ["-mpopcnt"]         # in every processor since 2008, and in numpy's own baseline
elif "wasm32" in get_platform():
    compile_args += ["-msimd128"]        # in every browser since 2023
if "NATIVE" in VARIANTS:
    compile_args += ["-march=native"]
for variant, sanitizers in ("SANITIZE", "address,undefined"), ("RACES", "thread"):
    if variant in VARIANTS:
        compile_args += ["-O1", "-g", "-fno-omit-frame-pointer", f"-fsanitize={sanitizers}"]
        link_args += [f"-fsanitize={sanitizers}"]
if "COVERAGE" in VARIANTS:
    compile_args += ["-O1", "--coverage", "-fprofile-update=atomic"]
    link_args += ["--coverage"]
STRIPPED = sys.platform == "linux" and not VARIANTS and not any(flag.startswith("-g") for flag in own_flags)

# By default gcc would not inline the functions that copy a position from outside (272 bytes) to the stack, or `visit`,
# which runs at every position. With these parameters a full search of checkers takes 2 % fewer instructions per node.
INLINING = ["--param=large-stack-frame=4096", "--param=max-inline-insns-single=400",
            "--param=large-function-growth=1000", "--param=inline-unit-growth=400"]
# Each module uses only some of the inline functions and constants, and gcc warns wrongly about some of Cython's own
# helpers.
WARNINGS = ["-Wno-unused-function", "-Wno-unused-const-variable", "-Wno-maybe-uninitialized", "-Wno-array-bounds",
            "-Wno-stringop-overread"]
# The flags of modules in which no loop runs without the GIL. ziglang would treat -Og as -O0 with sanitizers, which
# makes binaries ten times as large.
LIGHT = "-Os" if "ziglang" in os.environ.get("CC", "") else "-Og"
# Code that Cython writes into every module with a typed memoryview, and into many others, is compiled here once.
SHARED = "gamecore.core.shared"


def extension(name, source, text=""):
    """Returns an extension, which is fully optimised if its source has code that runs without the GIL."""
    level = [] if re.search(r"\bnogil\b", text) else [LIGHT]
    inlining = INLINING if not level and re.search(r"cimport .*\bcontract\b", text) else []
    flags = [*compile_args, *WARNINGS, *inlining, *level, *own_flags]
    record = [("GAMECORE_FLAGS", '"' + " ".join([*compile_args, *own_flags]).replace('"', r"\"") + '"')]
    return Extension(name, [str(source)], include_dirs=["src"], extra_compile_args=flags, extra_link_args=link_args,
                     define_macros=record if name == "gamecore.core.build" else [], depends=["setup.py"])


def extensions():
    """Returns the extensions of all sources, and the extension whose source Cython writes."""
    yield extension(SHARED, f"src/{SHARED.replace('.', '/')}.c")
    for source in sorted(Path("src/gamecore").rglob("*.pyx")):
        name = ".".join(source.relative_to("src").with_suffix("").parts)
        yield extension(name, source, source.read_text(encoding="utf-8"))


def readme():
    """Returns README.md; in a release its links lead to the site and the pages of this version."""
    text, pages = Path("README.md").read_text(encoding="utf-8"), os.environ.get("GAMECORE_PAGES")
    text = text.replace("browser](docs/site.md)", f"browser]({os.environ.get('GAMECORE_SITE') or 'docs/site.md'})")
    return re.sub(r"\]\((?=docs/)", f"]({pages.rstrip('/')}/", text) if pages else text


class Build(build_ext):
    """A build_ext that compiles in place for an editable install, so that it shares its work with `build_ext
    --inplace`."""

    def finalize_options(self):
        super().finalize_options()
        self.parallel = PROCESSORS       # an editable install resets the option
        if self.inplace or self.editable_mode:
            self.build_temp, self.build_lib = str(BUILD / "temp"), str(BUILD / "lib")
        elif STRIPPED:                   # a profiler needs an in-place install, for the names of local functions
            for ext in self.extensions:
                ext.extra_link_args = [*ext.extra_link_args, "-Wl,-s"]

    def build_extensions(self):
        if self.compiler.compiler_type == "msvc":
            for ext in self.extensions:
                ext.extra_compile_args, ext.extra_link_args = ["/O2", "/std:c11"], []
        self.remove_stale(self.build_lib)
        super().build_extensions()
        stubs.write(self.build_lib)

    def remove_stale(self, folder):
        """Removes binaries whose source no longer exists, since Python would prefer them to a .py file, and a wheel
        would contain them."""
        built = {Path(folder, *ext.name.split(".")) for ext in self.extensions}
        for binary in Path(folder).rglob("*.so"):
            if binary.with_name(binary.name.split(".")[0]) not in built:
                binary.unlink()

    def build_extension(self, ext):
        path = Path(self.get_ext_fullpath(ext.name))
        before = path.stat().st_mtime if path.exists() else None
        super().build_extension(ext)
        if path.stat().st_mtime != before:
            print("compiled", ext.name, flush=True)      # minutes would pass in silence

    def copy_extensions_to_source(self):
        self.force = True                # another variant's binaries may lie there, and may be newer
        self.remove_stale("src")
        super().copy_extensions_to_source()
        stubs.write("src")


class BuildPython(build_py):
    """A build_py that adds the files of games/ as gamecore.examples, which leads there in a checkout."""

    def finalize_options(self):
        super().finalize_options()
        if not self.editable_mode:
            self.package_dir = {**self.package_dir, "gamecore.examples": "games"}
            self.packages = [*self.packages, *(f"gamecore.examples.{name}" for name in find_packages("games"))]

    def run(self):
        for path in Path(self.build_lib).rglob("*"):     # of an earlier build: it may have been deleted since then
            if path.is_file() and path.suffix not in (".so", ".pyd"):
                path.unlink()
        super().run()


def record_commit():
    """Writes the commit of this checkout where an sdist and a wheel take it from."""
    if Path(".git").exists() and shutil.which("git"):
        done = subprocess.run(["git", "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
                              stdout=subprocess.PIPE, text=True)
        COMMIT.write_text(done.stdout, encoding="ascii")


if __name__ == "__main__":               # cythonize starts processes that may import this file
    record_commit()
    setup(cmdclass={"build_ext": Build, "build_py": BuildPython},
          long_description=readme(), long_description_content_type="text/markdown",
          options={"build": {"build_base": str(BUILD)}},
          ext_modules=[] if NAMED else cythonize(
              list(extensions()), nthreads=PROCESSORS, include_path=["src"], build_dir=str(BUILD / "cython"),
              quiet=True,                  # the compiler's errors and warnings are shown
              annotate="ANNOTATE" in VARIANTS, shared_utility_qualified_name=SHARED,
              compiler_directives={"language_level": 3, "binding": True, "cdivision": True, "embedsignature": False,
                                   "annotation_typing": False, "show_performance_hints": "ANNOTATE" in VARIANTS}))
