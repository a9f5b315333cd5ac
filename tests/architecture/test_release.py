"""What is written of a version in several places agrees, and the workflows call targets that exist."""
import re
import tomllib
from pathlib import Path

from gamecore.core.about import VERSION

ROOT = Path(__file__).resolve().parents[2]


def text(name):
    return (ROOT / name).read_text(encoding="utf-8")


def test_the_version_is_the_newest_of_the_changes_and_that_to_be_cited():
    released = re.findall(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", text("CHANGELOG.md"), re.MULTILINE)
    cited = dict(re.findall(r'^(version|date-released): "?([^"\n]+)', text("CITATION.cff"), re.MULTILINE))
    assert (cited["version"], cited["date-released"]) == released[0] and released[0][0] == VERSION


def test_the_changes_have_the_headings_of_keep_a_changelog():
    headings = set(re.findall(r"^### (.*)$", text("CHANGELOG.md"), re.MULTILINE))
    assert headings <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}


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
