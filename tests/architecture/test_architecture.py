"""Rules of the architecture: the layers, what may name a game, the one place for built-ins, errors that quote."""
import re
from pathlib import Path


ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "gamecore"

# A file imports or cimports only from lower layers, or from its own package (docs/architecture.md). No game imports
# another; synthetic games are custom games. gamecore/__init__.py exports what lies below it.
LAYERS = {name: number for number, names in enumerate((
    ("errors", "examples"),
    ("core",),
    ("games/record",),
    ("games/connect_four", "games/checkers", "games/backgammon", "games/outside"),
    ("games/synthetic",),
    ("games/all",),
    ("search",),
    ("arrays", "result"),
    ("handle",),
    ("engine",),
    ("pictures",),
    ("trees", "solving", "match"),
    ("many", "environments"),
    ("laboratory", "playing"),
    ("__init__",),
    ("screen",),
    ("protocols",),
    ("commands", "serve"),
    ("__main__",),
)) for name in names}

SOURCES = sorted(path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".pyx", ".pxd"))
GAMES = sorted((ROOT / "games").glob("**/*.py"))
TRAINING = sorted(path for path in (ROOT / "training").rglob("*") if path.suffix in (".py", ".pyx", ".pxd")
                  and "build" not in path.relative_to(ROOT).parts)

STRING = re.compile(r'("""|\'\'\')(?:\\.|.)*?\1', re.DOTALL)
COMMENT = re.compile(r"#[^\n]*")
FROM = re.compile(r"^[ \t]*from[ \t]+([.\w]+)[ \t]+c?import[ \t]*(\([^)]*\)|[^\n;]*)", re.MULTILINE)
IMPORT = re.compile(r"^[ \t]*c?import[ \t]+([^\n;]+)", re.MULTILINE)


def code_of(text):
    """A source without its texts in triple quotes, its comments and its broken lines."""
    return COMMENT.sub("", STRING.sub("''", text)).replace("\\\n", " ")


def imports_of(text, package):
    """(module, name) for each `from module import name` of a source, (module, None) for each `import module`."""
    code = code_of(text)
    for module, names in FROM.findall(code):
        dots = len(module) - len(module.lstrip("."))
        if dots:
            parents = package.split(".")[: len(package.split(".")) - dots + 1]
            module = ".".join([*parents, *filter(None, [module.lstrip(".")])])
        for name in names.strip("() \t\n").replace("\n", " ").split(","):
            if name.strip():
                yield module, name.split()[0]
    for modules in IMPORT.findall(code):
        for module in modules.split(","):
            yield module.split()[0], None


def module_of(path):
    """gamecore.core.tt for src/gamecore/core/tt.pxd; gamecore.core for its __init__."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_of(path) for path in SOURCES}


def package_of(module):
    """The package or root file that a module belongs to: a key of LAYERS."""
    parts = module.split(".")
    if parts[1:2] == ["games"]:
        return "/".join(parts[1:3])
    return parts[1] if len(parts) > 1 else "__init__"


def wrong_imports(path):
    """The imports of a file that the layers forbid."""
    module = module_of(path)
    parent = module if path.stem == "__init__" else module.rpartition(".")[0]
    own = package_of(module)
    for target, name in imports_of(path.read_text(encoding="utf-8"), parent):
        if target.split(".")[0] != "gamecore":
            continue
        if name is not None and f"{target}.{name}" in MODULES:
            target = f"{target}.{name}"
        other = package_of(target)
        inside = other == own and (PACKAGE / own).is_dir()
        if not (inside or other in LAYERS and LAYERS[other] < LAYERS[own]):
            yield f"{path.relative_to(ROOT)} (layer {LAYERS[own]}) imports {target} (layer {LAYERS.get(other)})"


def test_every_package_has_a_layer():
    assert {package_of(module) for module in MODULES} - {"games"} == set(LAYERS)


def test_a_file_imports_only_from_lower_layers_or_its_own_package():
    assert [wrong for path in SOURCES for wrong in wrong_imports(path)] == []


def test_the_parser_sees_every_kind_of_import():
    text = '''
"""import gamecore.not_this"""
import os, sys as system                    # import not_this
from gamecore.core cimport tt, types as t
from gamecore.search.switches cimport (PVS,
                                       RANKED)
cimport gamecore.games.outside.position
from . import here
from ..core.bits cimport popcount
from .. import errors
def f():
    from gamecore.engine import \\
        Engine
'''
    assert list(imports_of(text, "gamecore.search")) == [
        ("gamecore.core", "tt"), ("gamecore.core", "types"),
        ("gamecore.search.switches", "PVS"), ("gamecore.search.switches", "RANKED"),
        ("gamecore.search", "here"), ("gamecore.core.bits", "popcount"), ("gamecore", "errors"),
        ("gamecore.engine", "Engine"),
        ("os", None), ("sys", None), ("gamecore.games.outside.position", None)]


def test_a_wrong_import_is_found(tmp_path, monkeypatch):
    guilty = PACKAGE / "games" / "checkers" / "guilty.pyx"
    monkeypatch.setattr(Path, "read_text",
                        lambda *args, **options: "from gamecore.search cimport rules\nfrom ..engine import Engine")
    assert len(list(wrong_imports(guilty))) == 2


# Besides its own folders, what may name a game: the list of records and, compiled, the contract
# and what goes from an object or a record of an array to its struct and back.
NAMERS = {"games/all.py", "search/contract.pxd", "search/knowledge.pxd", "search/evaluations.pxd",
          "search/root.pxd", "search/root.pyx", "search/configure.pyx", "search/batch.pyx", "search/callbacks.pyx",
          "arrays.pyx"}
OWN = re.compile(r"(?:games|match|playing|commands)/(connect_four|checkers|backgammon)/")
NAMED = re.compile(r"gamecore\.(?:games|match|playing|commands)\.(connect_four|checkers|backgammon)\b")
ASKED = re.compile(r"isinstance\([^)]*\b(?:ConnectFour|Checkers|Backgammon)\b")


def games_named(path):
    """Yields a file's imports of games that are not its own, types aside, and its questions after their classes."""
    own = OWN.match(path.relative_to(PACKAGE).as_posix())
    text = re.sub(r"^if TYPE_CHECKING:.*\n(?:(?: .*)?\n)+", "", path.read_text(encoding="utf-8"), flags=re.M)
    targets = [f"{target}.{name}" for target, name in imports_of(text, module_of(path).rpartition(".")[0])]
    yield from (target for target in targets if (match := NAMED.match(target)) and match[1] != (own and own[1]))
    if own is None:
        yield from ASKED.findall(code_of(text))


def test_a_game_is_named_by_its_own_folders_alone():
    named = {path.relative_to(PACKAGE).as_posix(): list(games_named(path)) for path in SOURCES}
    assert {path: found for path, found in named.items() if found and path not in NAMERS} == {}
    assert all(named[path] for path in NAMERS)


def test_a_module_is_cimported_in_the_form_that_cython_follows():
    """Of `from package cimport module` Cython's dependencies see the package alone: a change of the module's .pxd would
    leave stale binaries."""
    unseen = [f"{path.name}: from {target} cimport {name}"
              for path in SOURCES + TRAINING if path.suffix in (".pyx", ".pxd")
              for target, names in re.findall(r"^from (gamecore[\w.]*) cimport ([(\w, \n]+)",
                                              path.read_text(encoding="utf-8"), re.M)
              for name in re.findall(r"\w+", names)
              if (PACKAGE.parent / target.replace(".", "/") / f"{name}.pxd").exists()]
    assert unseen == []


def test_a_game_is_written_on_the_public_interface_alone():
    assert GAMES
    used = {(path.name, target) for path in GAMES for target, _ in imports_of(path.read_text(encoding="utf-8"), "")}
    assert {(name, target) for name, target in used
            if target.split(".")[0] == "gamecore" and target not in ("gamecore", "gamecore.errors")} == set()


def test_what_stands_beside_the_package_names_modules_that_are_there():
    """training/ and the benchmarks are not built or run with every change; the package knows nothing of either."""
    beside = TRAINING + sorted((ROOT / "benchmarks").rglob("*.py"))
    missing = [f"{path.relative_to(ROOT)}: {target}" for path in beside
               for target, _ in imports_of(path.read_text(encoding="utf-8"), "")
               if target.split(".")[0] == "gamecore" and target not in MODULES]
    assert len(beside) > 40 and missing == []
    assert not any(target.startswith("gamecore.commands") for path in beside
                   for target, _ in imports_of(path.read_text(encoding="utf-8"), ""))
    below = {target.split(".")[0] for path in SOURCES for target, _ in imports_of(path.read_text(encoding="utf-8"), "")}
    assert not below & {"training", "benchmarks", "games", "tests"}


def test_the_compilers_built_ins_stay_in_bits_h():
    sources = [path for path in PACKAGE.rglob("*") if path.suffix in (".py", ".pyx", ".pxd", ".h")]
    users = {path.relative_to(PACKAGE).as_posix() for path in sources
             if re.search(r"\b(__builtin_|__atomic_|__sync_|_mm\d*_)\w+", path.read_text(encoding="utf-8"))}
    assert users == {"core/bits.h", "core/msvc.h"}


# Refusals that have nothing to quote: something is missing, empty or finished.
WORDLESS = ("a search needs a limit", "the game is over", "an empty tuple", "an empty lottery", "run the program again",
            "Python in a browser lacks", "this browser cannot suspend")


def raised(text):
    """The arguments of each `raise SomethingError(...)`."""
    for match in re.finditer(r"\braise (\w+Error)\(", text):
        depth, end = 1, match.end()
        while depth and end < len(text):
            depth += {"(": 1, ")": -1}.get(text[end], 0)
            end += 1
        yield match.group(1), text[match.end():end - 1]


def test_errors_quote_the_offending_text():
    own = set(re.findall(r"^class (\w+)\(GamecoreError\)", (PACKAGE / "errors.py").read_text(encoding="utf-8"),
                         re.MULTILINE))
    assert own
    silent = [f"{path.relative_to(ROOT)}: {message}" for path in SOURCES + TRAINING
              for name, message in raised(COMMENT.sub("", path.read_text(encoding="utf-8"))) if name in own
              and not re.search(r"\{[^{}]+\}", message) and not any(words in message for words in WORDLESS)]
    assert silent == []


def test_no_file_names_a_machine():
    places = re.compile(r"/(?:home|root|Users|work|mnt)/\w|\b(?!127\.0\.0\.1\b)\d{1,3}(?:\.\d{1,3}){3}\b")
    texts = [path for folder in ("src", "tests", "benchmarks", "games", "training", "docs", ".ci")
             for path in (ROOT / folder).rglob("*")
             if path.suffix in (".py", ".pyx", ".pxd", ".h", ".md", ".txt", ".json", ".toml")
             or path.name == "run"]
    texts += [ROOT / name for name in ("Makefile", "README.md", "pyproject.toml", "setup.py", "MANIFEST.in")]
    guilty = {str(path.relative_to(ROOT)): places.findall(path.read_text(encoding="utf-8")) for path in texts
              if path.exists()}
    del guilty["tests/architecture/test_architecture.py"]
    assert {name: found for name, found in guilty.items() if found} == {}
