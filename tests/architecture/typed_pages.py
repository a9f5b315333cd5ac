"""mypy and pyright, strict, over every snippet of README and docs, and over what `gamecore new-game` writes.

A page becomes a file of build/types/pages with its snippets at the lines where they stand, so that an error names the
page's line. Left out are snippets that end in an error on purpose. The functions and games that a page defines may do
without annotations, for it is a lesson: their bodies are checked all the same, and so is every call into gamecore.
"""
import importlib.util
import json
import shutil
import subprocess
import sys

from tests.pages.snippets import ROOT, page_tests

HERE = ROOT / "build" / "types"
MYPY = ["mypy", "--strict", "--follow-imports=silent", f"--config-file={ROOT / 'pyproject.toml'}"]
# A page may give a name a second meaning, and define what has no annotations.
LESSON = ["--allow-redefinition", "--allow-untyped-defs", "--allow-incomplete-defs", "--untyped-calls-exclude=pages"]
# The same for pyright. A snippet also shows the value of an expression, and a game of a page may break a rule.
OFF = ["reportMissingParameterType", "reportUnknownParameterType", "reportUnknownArgumentType",
       "reportUnknownLambdaType", "reportUnknownMemberType", "reportUnknownVariableType", "reportUnusedExpression",
       "reportUnusedVariable", "reportIncompatibleMethodOverride"]


def lay_out():
    """The package as a wheel holds it, by links: games/ is gamecore.examples."""
    shutil.rmtree(HERE, ignore_errors=True)
    for name in ("gamecore", "pages", "skeletons"):
        (HERE / name).mkdir(parents=True)
    for path in (ROOT / "src" / "gamecore").iterdir():
        (HERE / "gamecore" / path.name).symlink_to(ROOT / "games" if path.name == "examples" else path)


def write_pages():
    (HERE / "pages" / "__init__.py").touch()
    for test in page_tests():
        lines = []
        for example in test.examples:
            if example.exc_msg is None:
                lines += [""] * (example.lineno - len(lines)) + example.source.splitlines()
        name = test.name.removesuffix(".md").replace("/", "_").replace("-", "_")
        (HERE / "pages" / f"{name}.py").write_text("\n".join(lines) + "\n", encoding="utf-8")


def write_skeletons():
    for name, kind in ("in_python", "--python"), ("in_cython", "--compiled"):
        subprocess.run([sys.executable, "-m", "gamecore", "new-game", name, kind], cwd=HERE / "skeletons", check=True,
                       stdout=subprocess.DEVNULL)


def checks():
    """The command lines of the checkers; pyright only where it is installed. No skeleton is compiled here."""
    yield [*MYPY, *LESSON, "pages"]
    yield [*MYPY, "skeletons"]
    if importlib.util.find_spec("pyright"):
        for directory, off in ("pages", OFF), ("skeletons", ["reportMissingModuleSource"]):
            rules = {"typeCheckingMode": "strict", "extraPaths": [".."], **dict.fromkeys(off, False)}
            (HERE / directory / "pyrightconfig.json").write_text(json.dumps(rules), encoding="utf-8")
            yield ["pyright", "--project", directory]


def main():
    lay_out()
    write_pages()
    write_skeletons()
    return max([subprocess.run([sys.executable, "-m", *check], cwd=HERE).returncode for check in checks()])


if __name__ == "__main__":
    sys.exit(main())
