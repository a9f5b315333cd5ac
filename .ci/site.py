"""Builds the site, plain files for any server: site.py OUT PYODIDE WHEEL DOCS, with HTML pages in DOCS."""
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from hashlib import sha256
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile, ZipInfo

from gamecore.games.all import GAMES
from gamecore.laboratory.tour import EXERCISES
from gamecore.serve.wire import ENDPOINTS, State, dump

STATIC = Path("src/gamecore/web")
HERE = Path(__file__).parent / "site"
DOCS_LINK = '<a href="docs/index.html" data-icon="more">Docs</a>\n'
MUSL = "system/lib/libc/musl"
# The files that are loaded when a game is opened, and the files that no browser needs.
LATER = {"backgammon": ("backgammon_net.bin", "backgammon_races.bin", "bearoff.bin"),
         "checkers": ("checkers_net.bin", "endgames4.bin")}
UNUSED = re.compile(r"\.(pxd|h|pyi|typed)$|/(web|new_game|commands|protocols|environments)/|dist-info/")
UNUSED_LIBRARY = re.compile(
    r"(_pydatetime|_pydecimal|_pyio|_pyrepl|bdb|cmd|compileall|ctypes|curses|dbm|doctest|ensurepip|ftplib|idlelib|imaplib"
    r"|lib2to3|mailbox|modulefinder|optparse|pdb|pickletools|plistlib|poplib|profile|profiling|pstats|pydoc|pydoc_data"
    r"|smtplib|socketserver|sqlite3|symtable|tkinter|trace|turtle|turtledemo|unittest|venv|wave|wsgiref|xmlrpc|zoneinfo)"
    r"(\.py$|/)|xml/(dom|etree)/|http/(cookie|server)|encodings/(big|cp[^4]|euc|gb|hp|hz|iso|johab|koi|kz|mac|shift|tis)")


def repacked(archive, out, wanted):
    """Writes the wanted files of a zip archive to another, in order and with one date; they are compressed as a
    whole."""
    with ZipFile(archive) as found, ZipFile(out, "w") as made:
        for name in sorted(found.namelist()):
            if not name.endswith("/") and wanted(name):
                made.writestr(ZipInfo(name), found.read(name))


def payloads(pyodide, wheel):
    """Returns the compressed files by name."""
    later = {f"gamecore/data/{file}": game for game, files in LATER.items() for file in files}
    with TemporaryDirectory() as folder:
        library, package, *games = (Path(folder, f"{name}.zip") for name in ("python_stdlib", "gamecore", *LATER))
        repacked(pyodide / "python_stdlib.zip", library, lambda name: not UNUSED_LIBRARY.match(name))
        repacked(wheel, package, lambda name: name not in later and not UNUSED.search(name))
        for path in games:
            repacked(wheel, path, lambda name, path=path: later.get(name) == path.stem)
        with ZipFile(package, "a") as archive:
            for path in HERE.glob("*.py"):
                archive.writestr(ZipInfo(path.name), path.read_bytes())
        subprocess.run(["node", HERE / "compiled.mjs", pyodide, library, package], check=True)
        files = [pyodide / "pyodide.asm.mjs", pyodide / "pyodide.asm.wasm", library, package, *games]
        return {path.name: gzip.compress(path.read_bytes(), 9, mtime=0) for path in files}


def first_answers():
    """Returns the answers to the first requests of each view of the page, so that the page need not wait for them."""
    state, empty = State(GAMES), {"position": None, "steps": []}
    moves = [{"move": move} for move in ("11-15", "23-19", "8-11", "22-17", "9-13", "17-14")]
    asked = [("games", {}), ("cast", {}), ("state", {"game": "connect-four"}),
             ("state", {"game": "checkers", **empty, "steps": moves}),
             ("state", {"game": "backgammon", **empty, "steps": [{"chance": "(3, 1)"}]}),
             ("tree", {"tree": "[[3,12,8],[2,4,6],[14,5,2]]", "layers": "", "probabilities": "", "bounds": ""})]
    for game in "connect-four", "checkers":
        asked += [("state", {"game": game, **empty, "turned": False}),
                  ("state", {"game": game, **empty, "turned": False, "dice": "server", "cube": False})]
    return {path + dump(record): ENDPOINTS[path](state, record) for path, record in asked}


def filled(name, **constants):
    """Returns a script of the site with its empty constants filled."""
    text = (HERE / name).read_text(encoding="utf-8")
    for constant, value in constants.items():
        assert f"{constant} = {{}}" in text, (name, constant)
        text = text.replace(f"{constant} = {{}}", f"{constant} = {json.dumps(value)}")
    return text.encode()


def course():
    """Returns the script of the tour's pages."""
    sys.path.insert(0, "docs")
    from notebooks import SEARCHES, own_search
    return filled("course.js", ASKS={number: exercise.asks for number, exercise in EXERCISES.items()},
                  SEARCHES={page: (name.replace("_", "-"), own_search(name)) for page, name in SEARCHES.items()})


def licences(out):
    """Writes a list of the other software on the site, with its licences and their texts."""
    out.mkdir()
    (out / "README.txt").write_text((HERE / "licences.txt").read_text(encoding="utf-8"), encoding="utf-8")
    emscripten = Path(os.environ.get("EMSCRIPTEN") or "/usr/share/emscripten")
    texts = {path.name: path for path in Path().glob("LICENSE*")} | {
        "Python.txt": Path(sysconfig.get_path("stdlib"), "LICENSE.txt"), "MPL-2.0.txt": packaged("hypothesis"),
        "emscripten.txt": emscripten / "LICENSE", "musl.txt": emscripten / MUSL / "COPYRIGHT",
        "Sphinx.txt": packaged("sphinx"), "Furo.txt": packaged("furo"), "basic-ng.txt": packaged("sphinx-basic-ng")}
    for name, path in texts.items():
        if path and path.exists():
            shutil.copy(path, out / name)
    if missing := [name for name, path in texts.items() if not (path and path.exists())]:
        print(f"named in {out}/README.txt, but without a text here: {', '.join(missing)}")


def packaged(name):
    """Returns the path of an installed package's licence, or None."""
    try:
        return next((Path(file.locate()) for file in distribution(name).files if "LICENSE" in file.name.upper()), None)
    except PackageNotFoundError:
        return None


def main(out, pyodide, wheel, docs):
    out, pyodide = Path(out), Path(pyodide)
    shutil.rmtree(out, ignore_errors=True)
    packed = payloads(pyodide, wheel)
    lock = {**json.loads((pyodide / "pyodide-lock.json").read_text(encoding="utf-8")), "packages": {}}
    files = {path.name: path.read_bytes() for path in STATIC.iterdir()} | {
        f"{name}.bin": data for name, data in packed.items()} | {
        "pyodide.mjs": re.sub(rb"\n//# sourceMappingURL.*", b"", (pyodide / "pyodide.mjs").read_bytes()),
        "worker.js": filled("worker.js", LOCK=lock, BYTES={name: len(data) for name, data in packed.items()}),
        "server.js": filled("server.js"), "course.js": course(),
        "first.json.bin": gzip.compress(dump(first_answers()).encode(), 9, mtime=0)}
    page = files.pop("index.html").decode()
    digest = sha256(b"".join(name.encode() + data for name, data in sorted(files.items()))).hexdigest()[:12]
    folder = out / f"gamecore-{digest}"
    folder.mkdir(parents=True)
    for name, data in files.items():
        (folder / name).write_bytes(data)
    page = page.replace("static/", f"{folder.name}/").replace("</nav>", DOCS_LINK + "</nav>")
    (out / "index.html").write_text(page, encoding="utf-8")
    licences(out / "licences")
    if Path(docs).is_dir():
        shutil.copytree(docs, out / "docs", ignore=shutil.ignore_patterns(".doctrees", ".buildinfo", "objects.inv"))
    for path in out.glob("docs/tour/[0-9]*.html"):
        script = f'<script type="module" src="../../{folder.name}/course.js"></script>'
        path.write_text(path.read_text(encoding="utf-8").replace("</body>", f"{script}</body>"), encoding="utf-8")
    sizes = {name: len(data) for name, data in packed.items()}
    print(f"{out}: {sum(path.stat().st_size for path in out.rglob('*')):,} bytes; {sizes}")


if __name__ == "__main__":
    main(*sys.argv[1:])
