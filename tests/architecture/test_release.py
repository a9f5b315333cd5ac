"""Tests that all places that name the version agree, and that the workflows call targets that exist."""
import re
import runpy
import tomllib
from pathlib import Path
from pkgutil import resolve_name

from tests.pages import page_tables
from gamecore.commands.cli import build_parser
from gamecore.core.about import VERSION

ROOT = Path(__file__).resolve().parents[2]


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_newest_of_the_changes_and_that_to_be_cited():
    versions = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d|unreleased)$", text("CHANGELOG.md"),
                          re.MULTILINE)
    cited = dict(re.findall(r'^(version|date-released): "?([^"\n]+)', text("CITATION.cff"), re.MULTILINE))
    assert (cited["version"], cited.get("date-released", "unreleased")) == versions[0] and versions[0][0] == VERSION


def test_the_changes_have_the_headings_of_keep_a_changelog():
    headings = set(re.findall(r"^### (.*)$", text("CHANGELOG.md"), re.MULTILINE))
    assert headings <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


def test_the_features_name_all_commands_and_only_names_that_exist():
    features = text("CHANGELOG.md")
    commands = {words.split()[0] for words, _ in page_tables.parsers(build_parser())}
    assert set(re.findall(r"`gamecore\s+([a-z-]+)", features)) == commands
    names = {name.removeprefix("gamecore.") for name in re.findall(r"`([A-Za-z][\w.]*)`", features)}
    assert len(names) > 15 and all(resolve_name(f"gamecore.{name}") for name in names)


def test_the_package_names_the_systems_and_interpreters_that_were_tried():
    rows = [line.strip("| ").split(" | ") for line in text("docs/porting.md").split("## What was tried")[1].splitlines()
            if line.startswith("| ") and line.count("|") == 5]
    tried = " ".join(row[-2] for row in rows if not row[-1].startswith(("nothing", "the words")))
    classifiers = tomllib.loads(text("pyproject.toml"))["project"]["classifiers"]
    assert {name for name in classifiers if name.startswith("Operating System")} == {
        "Operating System :: POSIX :: Linux"}
    assert {name.rpartition(" ")[2] for name in classifiers if ":: Python :: 3." in name} <= set(
        re.findall(r"\b3\.\d\d", tried))


def test_links_of_a_released_readme_are_absolute(monkeypatch):
    setup = runpy.run_path(str(ROOT / "setup.py"))
    monkeypatch.chdir(ROOT)
    assert setup["readme"]() == text("README.md")
    monkeypatch.setenv("GAMECORE_PAGES", "scheme://host/tree/v1/")
    monkeypatch.setenv("GAMECORE_SITE", "scheme://host/site/")
    assert "](docs/" not in setup["readme"]() and "](scheme://host/tree/v1/docs/images/" in setup["readme"]()
    assert "[Try it in the browser](scheme://host/site/)" in setup["readme"]()


def test_the_workflows_test_the_interpreters_that_the_package_names():
    project = tomllib.loads(text("pyproject.toml"))
    named = {line.rpartition(" ")[2] for line in project["project"]["classifiers"] if ":: Python :: 3." in line}
    tested = set(re.findall(r'"(3\.\d+)"', text(".github/workflows/tests.yml")))
    wheels = {f"3.{minor}" for minor in re.findall(r"cp3(\d+)-", project["tool"]["cibuildwheel"]["build"])}
    assert named == tested == wheels and len(named) == 4
    targets = set(re.findall(r"^([a-z-]+):", text("Makefile"), re.MULTILINE))
    called = {target for path in (ROOT / ".github" / "workflows").glob("*.yml")
              for target in re.findall(r"(?:make|^ {10}-) ([a-z-]+)(?= HOURS=\d+$|$)", path.read_text(encoding="utf-8"),
                                       re.MULTILINE)}
    assert called <= targets and {"test", "release-check", "law", "fuzz", "mutants", "sanitize"} < called
