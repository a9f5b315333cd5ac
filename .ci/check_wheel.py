"""Asserts that a wheel contains everything that users need and nothing else: check_wheel.py CHECKOUT WHEEL."""
import sys
from pathlib import Path, PurePosixPath
from zipfile import ZipFile

MAX_BYTES = 8_000_000

source = Path(sys.argv[1], "src")
names = {name for name in ZipFile(sys.argv[2]).namelist() if not name.endswith("/")}
suffixes = {PurePosixPath(name).suffix for name in names}

wanted = {path.relative_to(source).as_posix() for path in (source / "gamecore").rglob("*")
          if path.suffix in (".py", ".pxd", ".h") or path.name == "py.typed"
          or "data" in path.parts and path.is_file()}
assert wanted <= names, f"not in the wheel: {sorted(wanted - names)}"
assert {"gamecore/py.typed", "gamecore/core/bits.h", "gamecore/search/contract.pxd", "gamecore/engine.pyi"} <= names

games = source.parent / "games"
examples = {f"gamecore/examples/{path.relative_to(games).as_posix()}" for path in games.rglob("*.py")
            if "othello" not in path.parts}
assert "gamecore/examples/nim.py" in examples <= names, f"not in the wheel: {sorted(examples - names)}"

for path in source.rglob("*.pyx"):
    module = path.relative_to(source).with_suffix("").as_posix()
    binaries = [name for name in names if name.startswith(f"{module}.") and name.endswith((".so", ".pyd"))]
    assert len(binaries) == 1, f"{module} has the binaries {binaries}"

extra = {name for name in names if not name.startswith(("gamecore/", "gamecore-"))}
assert not extra, f"outside the package: {sorted(extra)}"
strange = suffixes - {".py", ".pxd", ".h", ".pyi", ".typed", ".book", ".bin", ".so", ".pyd", "", ".txt",
                      ".toml", ".html", ".css", ".js", ".svg"}
assert not strange, f"strange files: {sorted(name for name in names if PurePosixPath(name).suffix in strange)}"
size = Path(sys.argv[2]).stat().st_size
assert size <= MAX_BYTES, f"{size} bytes, more than {MAX_BYTES}"
for licence in ("LICENSE", "LICENSE-pydraughts"):
    assert any(name.endswith(f"/{licence}") for name in names), f"no {licence}"
compiled = sum(name.endswith((".so", ".pyd")) for name in names)
print(f"{Path(sys.argv[2]).name}: {len(names)} files, {compiled} of them compiled; {size} bytes")
