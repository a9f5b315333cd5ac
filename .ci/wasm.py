"""Builds a wheel for Pyodide, which is CPython in a browser, with clang, wasm-ld and headers: wasm.py OUT.

cibuildwheel's platform "pyodide" does the same with emscripten's own compiler; this program serves for tests without
that compiler.

Environment variables
    PYODIDE           the folder of npm's package pyodide: OUT/node_modules/pyodide
    EMSCRIPTEN        emscripten's folder, of Pyodide's version or one with the same sizes: /usr/share/emscripten
    PYTHON_INCLUDE    headers of a CPython of Pyodide's version; its pyconfig.h is not used: /usr/include/pythonX.Y
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from zipfile import ZipFile

MUSL = "system/lib/libc/musl"
C_HEADERS = [f"{MUSL}/arch/emscripten", f"{MUSL}/arch/generic", f"{MUSL}/include", "system/include"]
# The code is position-independent, and only its PyInit function is visible from outside.
FLAGS = ["-D__EMSCRIPTEN__", "-mbulk-memory", "-fPIC", "-fvisibility=hidden", "-Qunused-arguments",
         "-Wno-unknown-warning-option", "-Wno-shift-op-parentheses"]
LINKER_FLAGS = ["-shared", "-nostdlib", "-Wl,--no-entry,--experimental-pic,--unresolved-symbols=import-dynamic"]
# CPython's own build does not record this size. Older headers, with a time_t of 32 bits, have 88 or 112.
STAT_BYTES = 96


def runtime(pyodide):
    """Returns the information in Pyodide's lock file, and the numbers with which its CPython was configured."""
    info = json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8"))["info"]
    with ZipFile(pyodide / "python_stdlib.zip") as library:
        name, = (name for name in library.namelist() if name.startswith("_sysconfigdata"))
        variables = {}
        exec(library.read(name), variables)
    return info, variables["build_time_vars"]


def configuration(variables):
    """Returns a pyconfig.h of the runtime: its configure's results are numbers among the variables, 0 if undefined."""
    wanted = {name: value for name, value in variables.items()
              if isinstance(value, int) and value and not name.endswith("MODE")}
    wanted |= {"_GNU_SOURCE": 1, "_POSIX_C_SOURCE": "200809L", "_XOPEN_SOURCE": 700}
    return "".join(f"#define {name} {value}\n" for name, value in sorted(wanted.items()))


def wrong_sizes(compiler, variables):
    """Returns the sizes in which the headers differ from the runtime, whose C library writes into the memory of its
    caller."""
    sizes = {f"sizeof({kind})": variables[name] for kind, name in (
        ("time_t", "SIZEOF_TIME_T"), ("off_t", "SIZEOF_OFF_T"), ("fpos_t", "SIZEOF_FPOS_T"), ("long", "SIZEOF_LONG"),
        ("size_t", "SIZEOF_SIZE_T"), ("pthread_t", "SIZEOF_PTHREAD_T"), ("wchar_t", "SIZEOF_WCHAR_T"))}
    sizes["sizeof(struct stat)"] = STAT_BYTES
    program = "".join(f"#include <{name}.h>\n" for name in ("pthread", "stdio", "sys/stat", "time", "wchar"))
    program += "".join(f'_Static_assert({size} == {value}, "{size} must be {value}");\n'
                       for size, value in sizes.items())
    done = subprocess.run([*compiler, "-fsyntax-only", "-x", "c", "-"], input=program, capture_output=True, text=True)
    return re.findall(r"error: (?:static assertion failed[^:]*: )?(.*)", done.stderr)


def tools(version, emscripten, python):
    """Returns the compiler and its target; ends the program with a list of what is missing."""
    clang = next(filter(shutil.which, ("clang-19", "clang-20", "clang-21", "clang-22", "clang")), "clang-19")
    linker = clang.replace("clang", "wasm-ld")
    demands = {f"{clang} (Debian: clang-19)": shutil.which(clang), f"{linker} (Debian: lld-19)": shutil.which(linker),
               f"headers of CPython {version} in PYTHON_INCLUDE={python}": (python / "Python.h").exists(),
               f"headers of emscripten in EMSCRIPTEN={emscripten}": (emscripten / C_HEADERS[0]).exists()}
    if missing := [name for name, there in demands.items() if not there]:
        sys.exit(f"missing: {'; '.join(missing)}")
    return [clang, "--target=wasm32-unknown-emscripten"]


def build(out):
    """Builds the wheel of the current directory; returns its path."""
    pyodide = Path(os.environ.get("PYODIDE") or out / "node_modules/pyodide").resolve()
    if not (pyodide / "pyodide-lock.json").exists():
        sys.exit(f"missing: npm's package pyodide in PYODIDE={pyodide}")
    info, variables = runtime(pyodide)
    version = ".".join(info["python"].split(".")[:2])
    tag, platform = f"cp{version.replace('.', '')}", f"pyemscripten_{info['abi_version']}_wasm32"
    emscripten = Path(os.environ.get("EMSCRIPTEN") or "/usr/share/emscripten").resolve()
    python = Path(os.environ.get("PYTHON_INCLUDE") or f"/usr/include/python{version}").resolve()
    clang, target = tools(version, emscripten, python)
    base, include, wheels = out / "build", out / "include", out / "build" / "wheels"
    for folder in include, wheels:
        shutil.rmtree(folder, ignore_errors=True)
    for folder in [*(emscripten / folder for folder in C_HEADERS[::-1]), python]:
        shutil.copytree(folder, include, dirs_exist_ok=True)
    (include / "pyconfig.h").write_text(configuration(variables), encoding="ascii")
    compiler = [clang, target, *FLAGS, f"-I{include}"]
    if wrong := wrong_sizes(compiler, variables):
        sys.exit(f"the headers in {str(emscripten)!r} are not those of Pyodide's C library: {'; '.join(wrong)}")
    environment = {**os.environ, "CC": " ".join(compiler), "LDSHARED": " ".join([clang, target, *LINKER_FLAGS]),
                   "CFLAGS": "", "LDFLAGS": "", "_PYTHON_HOST_PLATFORM": platform.replace("_", "-"),
                   "SETUPTOOLS_EXT_SUFFIX": variables["EXT_SUFFIX"]}
    subprocess.run([sys.executable, "setup.py", "-q", "build", "--build-base", base, "bdist_wheel",
                    "--dist-dir", wheels], check=True, env=environment)
    wheel, = wheels.glob("*.whl")        # named after the Python that ran setup.py
    done = subprocess.run([sys.executable, "-m", "wheel", "tags", "--python-tag", tag, "--abi-tag", tag,
                           "--platform-tag", platform, wheel], check=True, stdout=subprocess.PIPE, text=True)
    return Path(shutil.copy(wheels / done.stdout.strip(), out))


if __name__ == "__main__":
    wheel = build(Path(sys.argv[1]).resolve())
    subprocess.run([sys.executable, ".ci/check_wheel.py", ".", wheel], check=True)
