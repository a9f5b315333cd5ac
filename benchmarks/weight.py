"""Counts lines of code, and compares them with the ceilings of weight.json.

    python benchmarks/weight.py             what there is by package, and the ceilings
    python benchmarks/weight.py --files     the files of a node, too

A line of code is a line that is not blank and belongs to no comment or docstring. A package is a folder of gamecore, a
game's folder in games/, or a folder beside src/. What a reader of the engine reads is in the root modules, core, games
and search. The C files of `make build` show the reach of a node, which is the search's function, every function that it
names, and so on. Those figures are the lines of their sources, including docstrings, and the number of their files.
"""
import json
import re
import sys
from collections import Counter
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
SOURCE = ROOT / "src"
PACKAGE = SOURCE / "gamecore"
BUDGET = Path(__file__).with_name("weight.json")
MARGIN = 1.03                        # what a ceiling may be exceeded by before a test fails
BESIDE = ("benchmarks", "games", "tests", "training")
ENGINE = ("gamecore", "gamecore/core", "gamecore/games", "gamecore/search")
PYTHON = (".py", ".pyx", ".pxd")
SUFFIXES = (*PYTHON, ".h", ".js", ".css", ".html")
# A docstring, which begins a line; else another string or a comment, in which quotes and # mean nothing.
DOCSTRING = re.compile(r"""(^[ \t]*)?("{3}|'{3}).*?\2|#[^\n]*|(["'])(?:\\.|(?!\3)[^\\\n])*\3""",
                       re.MULTILINE | re.DOTALL)

# For a node of each game, a module of the search and the C name of its function for the game's positions.
NEGAMAX = "gamecore/search/negamax", "__pyx_f_8gamecore_6search_7negamax_negamax"
CHANCE = "gamecore/search/expectiminimax", "__pyx_f_8gamecore_6search_14expectiminimax_chance"
NODES = {"connect_four": (*NEGAMAX, "__pyx_fuse_0"), "checkers": (*NEGAMAX, "__pyx_fuse_1"),
         "backgammon": (*CHANCE, "__pyx_fuse_0")}

COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
C_FUNCTION = re.compile(r"^static [^\n;=]*?\b(\w*__pyx_p?f_\w+)\([^\n]*\) \{\n(.*?)^\}", re.MULTILINE | re.DOTALL)
METHOD = re.compile(r"__pyx_vtabstruct_(\w+)_([A-Za-z]+) \*\)[^;]*?__pyx_vtab\)->(\w+)\(")
H_FUNCTION = re.compile(r"^[^\n#/ ][^\n;{]*?\b(gc_\w+)\([^;{]*\) *\{(?:[^\n]*\}$|.*?^\})", re.MULTILINE | re.DOTALL)
IMPORT = re.compile(r"^\s*(?:from|c?import) +(gamecore[\w.]*)(?: +c?import +(\w+))?", re.MULTILINE)
NAME = re.compile(r"\b(?:(?:__pyx_fuse_\w*?)?__pyx_f_\w+|gc_\w+)\b")


def package_of(path):
    """Returns the package of a file from its path in the checkout."""
    top, *folders, _ = path.relative_to(ROOT).parts
    if top != "src":
        return top
    return "/".join(folders[:3] if folders[1:2] == ["games"] else folders[:2])


def lines_of_code(text, suffix):
    """Returns the number of lines that are not blank and belong to no comment or docstring."""
    if suffix in PYTHON:
        text, comment = DOCSTRING.sub(lambda found: found[0] if found[1] is None else "", text), "#"
    elif suffix == ".html":
        text, comment = re.sub("<!--.*?-->", "", text, flags=re.DOTALL), "<!--"
    else:
        text, comment = COMMENT.sub("", text), "//"
    return sum(1 for line in text.splitlines() if line.strip() and not line.lstrip().startswith(comment))


def packages():
    """Returns lines of code by package; files of data do not count."""
    lines = Counter()
    for folder in ("src", *BESIDE):
        for path in (ROOT / folder).rglob("*"):
            if path.suffix in SUFFIXES and "build" not in path.relative_to(ROOT).parts[:2] and "data" not in path.parts:
                lines[package_of(path)] += lines_of_code(path.read_text(encoding="utf-8"), path.suffix)
    return dict(sorted(lines.items()))


def totals(packages):
    """Returns the figures that have a ceiling, by name."""
    package = {name: lines for name, lines in packages.items() if name.startswith("gamecore")}
    engine = [lines for name, lines in package.items() if "/".join(name.split("/")[:2]) in ENGINE]
    return {"engine": sum(engine), "package": sum(package.values()), "tests": packages["tests"]}


def pairs():
    """Returns the pairs of top-level folders and files of the package in which the first imports the second."""
    found = set()
    for path in PACKAGE.rglob("*.p[yx]*"):
        text = path.read_text(encoding="utf-8") if path.suffix in (".py", ".pyx", ".pxd") else ""
        for module, name in IMPORT.findall(text):
            target = [*module.split(".")[1:], name][0]
            known = any(PACKAGE.joinpath(target).with_suffix(suffix).exists() for suffix in ("", ".py", ".pyx"))
            found.add((path.relative_to(PACKAGE).parts[0].split(".")[0], target if known else "__init__"))
    return {pair for pair in found if pair[0] != pair[1]}


def builds():
    """Returns the folder with the C files of the latest build, or None."""
    found = list(ROOT.glob("build/*/*/cython/src/gamecore/engine.c"))
    return max(found, key=lambda path: path.stat().st_mtime).parents[1] if found else None


@cache
def bodies(c_file):
    """Returns the body of each function of a C file, without comments."""
    return dict(C_FUNCTION.findall(COMMENT.sub("", c_file.read_text(encoding="utf-8", errors="replace"))))


@cache
def named_in(c_file):
    """Returns the names of functions in the body of each function of a C file."""
    return {name: {*NAME.findall(body), *(f"__pyx_f_{module}_{len(owner)}{owner}_{method}"
                                          for module, owner, method in METHOD.findall(body))}
            for name, body in bodies(c_file).items()}


@cache
def headers():
    """Returns (path, lines, names in its body) of each function of a .h file. A word of the compiler or the system,
    which a port redefines, is counted in bits.h."""
    paths = sorted(SOURCE.rglob("*.h"), key=lambda path: path.name == "bits.h")
    return {match[1]: (path, match[0].count("\n") + 1, set(NAME.findall(match[0])) - {match[1]})
            for path in paths for match in H_FUNCTION.finditer(path.read_text(encoding="utf-8"))}


def unmangled(name):
    """Returns the parts of the module and the function in a C name, such as a, bc and f for __pyx_f_1a_2bc_f."""
    rest, parts = name.partition("__pyx_f_")[2], []
    while length := re.match(r"\d+", rest):
        rest = rest[length.end():]
        parts.append(rest[:int(length[0])])
        rest = rest[int(length[0]) + 1:]
    return parts, rest


@cache
def source_of(name):
    """Returns (path, lines) of a Cython function by its C name without the fused part, or None."""
    parts, function = unmangled(name)
    pattern = re.compile(rf"^( *)cp?def\b[^=\n(]*?\b{function}\((?:[^()]|\([^()]*\))*\)[^\n]*:.*\n((?:(?:\1 +.*)?\n)*)",
                         re.MULTILINE)
    for path in (SOURCE.joinpath(*parts).with_suffix(suffix) for suffix in (".pxd", ".pyx")):
        match = pattern.search(path.read_text(encoding="utf-8")) if path.exists() else None
        if match:
            return path, match[0].rstrip().count("\n") + 1
    return None


def definition(build, c_file, name):
    """Returns (file, C name) of the function that a name in a C file means, or None: a type, a constant, a pointer."""
    if name in headers():
        return headers()[name][0], name
    if name in named_in(c_file):
        return c_file, name
    parts = unmangled(name)[0]               # of another module, and maybe of a class
    others = [path for end in range(len(parts), 0, -1)
              if (path := build.joinpath(*parts[:end]).with_suffix(".c")).exists()]
    return (others[0], name) if others and name in named_in(others[0]) else None


def calls(build, module, name):
    """Returns the functions that each function calls, for all that a function can reach, including itself."""
    found, left = {}, [(build / f"{module}.c", name)]
    while left:
        function = left.pop()
        if function not in found:
            path, name = function
            names = headers()[name][2] if name in headers() else named_in(path)[name]
            found[function] = [called for each in sorted(names) if (called := definition(build, path, each))]
            left += found[function]
    return found


def reached(build, module, name):
    """Returns (C name, path, lines) of each function that a function can reach, including itself."""
    found = set()
    for _, called in calls(build, module, name):
        plain = called if called in headers() else called[called.index("__pyx_f_"):]
        source = headers()[called][:2] if called in headers() else source_of(plain)
        if source is None:
            sys.exit(f"no source has {plain}: the C files are of another build; run make build")
        found.add((plain, *source))
    return found


def call_path(build):
    """Returns the shortest chain of calls from Engine.search to a node of connect four, as (file, function)."""
    module = "gamecore/engine"
    search = next(name for name in named_in(build / f"{module}.c") if re.search(r"_pf_\w+Engine_\d+search$", name))
    graph = calls(build, module, search)
    chains = [[(build / f"{module}.c", search)]]
    while chains[0][-1][1] != "__pyx_fuse_0" + NEGAMAX[1]:
        chain = chains.pop(0)
        chains += [[*chain, called] for called in graph.pop(chain[-1], ())]
    found = []
    for path, name in chains[0]:
        source = source_of(name[name.index("__pyx_f_"):]) if "__pyx_f_" in name else None      # perhaps of a .pxd
        file = source[0].relative_to(SOURCE) if source else path.relative_to(build).with_suffix(".pyx")
        found.append((file.relative_to("gamecore").as_posix(), unmangled(name)[1] or "search"))
    return found


def nodes(build):
    """Returns the lines by file that a node can reach, by game."""
    found = {}
    for game, (module, name, fused) in NODES.items():
        found[game] = Counter()
        for _, path, lines in reached(build, module, fused + name):
            found[game][path.relative_to(SOURCE).as_posix()] += lines
    return found


if __name__ == "__main__":
    build = builds()
    if build is None:
        sys.exit("no C files under build/: make build")
    budget = json.loads(BUDGET.read_text(encoding="utf-8"))
    for name, lines in packages().items():
        print(f"{lines:7,}             {name}")
    for name, lines in totals(packages()).items():
        print(f"{lines:7,} of {budget[name]:7,}  {name}")
    print(f"{len(pairs()):7,}             pairs at the top level of which one imports the other")
    for game, files in nodes(build).items():
        most, most_files = budget["nodes"][game]
        print(f"{files.total():7,} of {most:7,}  lines in {len(files)} of {most_files} files: a node of {game}")
        if "--files" in sys.argv[1:]:
            print(*(f"{lines:7,}             {path}" for path, lines in sorted(files.items())), sep="\n")
