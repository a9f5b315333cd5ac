"""Tests that the pages agree with the code about layers, switches, steps, orders, commands and targets, and that their
lines fit."""
import re
import shlex
from pathlib import Path

import pytest
from tests.architecture import test_architecture
from gamecore.commands.cli import build_parser
from gamecore.screen.command import UsageError
from gamecore.search.switches import ORDERS, SWITCHES

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "gamecore"
PAGES = [ROOT / "README.md", ROOT / "CHANGELOG.md", *sorted(ROOT.glob("docs/**/*.md"))]


def page(name):
    return (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")


def rows(text, head):
    """The cells of the table that begins with a head, row by row."""
    table = text[text.index(head):].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in table]


def test_the_layers_are_those_that_the_test_executes():
    listed = {package.strip("`"): int(layer) for layer, package, _ in rows(page("architecture"), "| layer | package |")}
    assert listed == test_architecture.LAYERS


def test_the_contract_is_quoted_as_it_stands():
    quoted = re.search(r"```cython\n(.*?)```", page("architecture"), re.DOTALL).group(1)
    assert quoted in (SOURCE / "search" / "contract.pxd").read_text(encoding="utf-8")


def test_the_switches_are_those_of_the_table():
    listed = [(name.strip("`"), kind, re.findall(r"`([^`]+)`", needs), doc)
              for name, kind, needs, doc in rows(page("how-it-searches"), "| switch | kind |")]
    assert listed == [(name, switch.kind, list(switch.needs), switch.doc) for name, switch in SWITCHES.items()]


def test_the_orders_are_those_that_an_engine_takes():
    listed = rows(page("how-it-searches"), "| order | moves are searched |")
    assert [order.strip("`") for order, _ in listed] == list(ORDERS)


def test_the_steps_are_numbered_as_in_the_code():
    code = (SOURCE / "search" / "negamax.pyx").read_text(encoding="utf-8")
    steps = rows(page("how-it-searches"), "| step | what |")
    assert [int(step[0]) for step in steps] == sorted({int(number) for number in re.findall(r"# Step (\d+):", code)})
    for _, _, function, switches in steps:
        assert f"{function.strip('`')}(" in code
        assert set(re.findall(r"`([^`]+)`", switches)) <= set(SWITCHES)


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("docs/*.md")))
def test_a_page_names_only_files_that_are_there(name):
    text = (ROOT / "docs" / name).read_text(encoding="utf-8")
    folders = "core|games|search|trees|solving|training|match|laboratory|commands"
    named = set(re.findall(rf"`((?:src/gamecore/)?(?:{folders})/[\w/]+\.(?:py|pyx|pxd|h))`", text))
    here = {path for path in named if "tic_tac_toe" not in path}
    missing = [path for path in sorted(here)
               if not (SOURCE / path.removeprefix("src/gamecore/")).exists() and not (ROOT / path).exists()]
    assert missing == []


def test_a_line_of_code_has_at_most_120_columns():
    folders = ("src", "games", "training", "tests", "benchmarks", "docs")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.*")
             if path.suffix in (".py", ".pyx", ".pxd", ".h")]
    long = [f"{path.relative_to(ROOT)}:{number}" for path in [ROOT / "setup.py", ROOT / "stubs.py", *paths]
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1) if len(line) > 120]
    assert len(paths) > 300 and long == []


@pytest.mark.parametrize("path", PAGES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_line_of_prose_has_at_most_100_columns(path):
    """Blocks of code, tables, and lines that are a link or code alone may be longer."""
    code, long = False, []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        code ^= line.lstrip().startswith("```")
        if len(line) > 100 and not code and not re.match(r"\||    |!?\[[^]]*\]\([^)]*\)$|`[^`]*`$", line):
            long.append(number)
    assert not code and long == []


def lines_of_code(path):
    """The lines of a page's blocks of code."""
    code = False
    for line in path.read_text(encoding="utf-8").splitlines():
        code ^= line.lstrip().startswith("```")
        if code or line.startswith("    "):
            yield line.strip().removeprefix("$ ")


def test_every_command_of_the_pages_is_understood():
    parser, understood, wrong = build_parser(), 0, []
    for path in PAGES:
        for line in lines_of_code(path):
            if command := re.match(r"gamecore ([a-z][a-z-]*(?: .*)?)$", line):
                try:
                    parser.parse_args(shlex.split(command[1].split(" | ")[0], comments=True))
                    understood += 1
                except UsageError as error:
                    wrong.append((path.name, line, str(error)))
    assert understood > 60 and wrong == []


def test_every_target_of_the_pages_is_there():
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    named = {target[1] for path in PAGES for line in lines_of_code(path) if (target := re.match("make ([a-z]+)", line))}
    assert len(named) > 6 and named <= set(targets)
