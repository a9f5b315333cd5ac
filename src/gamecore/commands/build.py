"""gamecore build: compiles a game against the installed gamecore, without a setup.py."""
import importlib.util
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from time import perf_counter

from gamecore.core.files import write_atomically
from gamecore.errors import BuildError, ExtraError

HELP = "compile a game of your own"

# A script for another process, whose output can be read. Its arguments are the module's name, its source, gamecore's
# directory and a scratch directory.
COMPILE = """
import platform, sys
from Cython.Build import cythonize
from setuptools import Extension, setup
name, source, include, scratch = sys.argv[1:]
flags = [] if sys.platform == "win32" else ["-O3", "-g0", "-fno-strict-overflow", "-Wno-unused-function"]
if flags and platform.machine() in ("x86_64", "AMD64"):
    flags += ["-mpopcnt"]
extension = Extension(name, [source], include_dirs=[include], extra_compile_args=flags)
setup(name="game", script_args=["-q", "build_ext", "--build-lib", "built", "--build-temp", "objects"],
      ext_modules=cythonize([extension], include_path=[include], build_dir="c", language_level=3, quiet=True,
      emit_linenums=True))
"""

COMPLAINT = re.compile(r"^(?P<file>[^:\n]+):(?P<line>\d+):\d+: (?:fatal )?(?:error: )?(?P<message>.+)$", re.MULTILINE)


def configure(parser):
    parser.add_argument("source", metavar="FILE",
                        help="a game in Cython, mygame.pyx, or in Python, mygame.py (Cython's pure mode)")
    parser.add_argument("--verbose", action="store_true", help="show all output of the compilers")
    parser.add_argument("--json", action="store_true", help="one JSON object, for programs")


def run(args, console):
    source = Path(args.source)
    if source.suffix not in (".pyx", ".py") or not source.stem.isidentifier():
        raise BuildError(f"cannot compile {args.source!r}: expected a file such as 'mygame.pyx' or 'mygame.py'")
    source.open("rb").close()                    # OSError if it cannot be read
    check_tools()
    start = perf_counter()
    console.status(f"compiling {args.source}")
    with tempfile.TemporaryDirectory(prefix="gamecore-build-") as scratch:
        done = compile_in(scratch, module_of(source), source)
        if args.verbose:
            console.print(done.stdout.rstrip())
        if done.returncode:
            raise BuildError(f"{args.source!r} does not compile: {complaint(done.stdout, source)}")
        built, = (path for path in Path(scratch, "built").rglob("*") if path.is_file())
        target = source.with_name(built.name)
        write_atomically(target, built.read_bytes())
    seconds = perf_counter() - start
    console.report({"source": args.source, "module": module_of(source), "file": str(target), "seconds": seconds},
                   console.print, "built ", (str(target), "bold"), (f"   {seconds:.1f} s", "dim"))
    return 0


def check_tools():
    """Raises ExtraError if a tool is missing."""
    for module in ("Cython", "setuptools"):
        if importlib.util.find_spec(module) is None:
            raise ExtraError(
                f"gamecore build needs {module.lower()!r}, which is not installed: pip install {module.lower()}")
    compiler = shlex.split(os.environ.get("CC") or sysconfig.get_config_var("CC") or "")
    if compiler and shutil.which(compiler[0]) is None:
        raise ExtraError(f"gamecore build needs a C compiler, and there is no {compiler[0]!r} on the path: install it, "
                         f"or name yours in CC")
    if not Path(sysconfig.get_path("include"), "Python.h").exists():
        raise ExtraError(
            f"gamecore build needs Python's headers, and there is no 'Python.h' in {sysconfig.get_path('include')!r}: "
            "install the package for developing with Python (python3-dev)")


def module_of(source):
    """Returns the full name of a source file's module, with its packages."""
    names, folder = [source.stem], source.resolve().parent
    while folder.joinpath("__init__.py").exists():
        names.insert(0, folder.name)
        folder = folder.parent
    return ".".join(names)


def compile_in(scratch, module, source):
    """Compiles the module into `scratch` and returns the finished process, with both outputs in one text."""
    include = str(Path(__file__).resolve().parents[2])
    return subprocess.run([sys.executable, "-c", COMPILE, module, str(source.resolve()), include, scratch], cwd=scratch,
                          text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL,
                          errors="backslashreplace", env=os.environ | {"LC_ALL": "C"})


def complaint(output, source):
    """Returns the compilers' first error, with its line."""
    for found in COMPLAINT.finditer(output):
        if Path(found["file"]).name == source.name and not found["message"].startswith(("warning:", "note:")):
            lines = source.read_text(encoding="utf-8", errors="backslashreplace").splitlines()
            number = int(found["line"])
            quoted = lines[number - 1].strip() if number <= len(lines) else ""
            return f"line {number}, {quoted!r}: {found['message']}"
    error = re.search(r"error: (.+)", output)        # in C of the user's own, or in no line of the source
    message = error[1] if error else next((line for line in reversed(output.splitlines()) if line.strip()), "nothing")
    return f"the compiler says {message!r} (--verbose shows everything)"
