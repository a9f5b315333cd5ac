"""Tests of the command, of docs/keys.md, and of the commands on every page."""
import json
import re
import shlex
from pathlib import Path

import pytest

from gamecore.screen.command import UsageError
from training.backgammon import recipe as backgammon
from training.command import TRAINERS, build_parser, main

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "keys.md").read_text(encoding="utf-8")
MEANINGS, SECTION = PAGE.split("\n## Meanings\n")[1].split("\n## Training\n")
CODE = re.compile(r"`([^`]+)`")
RUNS = {"checkers": 64, "backgammon": 40, "backgammon-races": 40}


def rows(text):
    return [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| `")]


KEYS = {(CODE.findall(cells[0])[0], CODE.findall(cells[1])[0]): CODE.findall(cells[2])
        for cells in rows(SECTION) if len(cells) == 3}


def test_the_options_are_those_of_the_page():
    known = [word for action in build_parser()._actions if "-h" not in action.option_strings
             for word in action.option_strings or [action.metavar]]
    assert CODE.findall(SECTION.split("Its options are")[1].split("\n\n")[0]) == known


@pytest.mark.parametrize("recipe", RUNS)
def test_a_line_has_the_keys_that_the_page_says(recipe, tmp_path, capsys, monkeypatch):
    for name, value in {"PARTS": 40, "STUDY_PARTS": 3, "STUDY_SHARE": 50}.items():
        monkeypatch.setattr(backgammon, name, value)
    assert main([recipe, "--games", str(RUNS[recipe]), "--out", str(tmp_path), "--json"]) == 0
    records = list(map(json.loads, capsys.readouterr().out.splitlines()))
    printed = {(recipe, record["type"]): set(record) - {"about"} for record in records}
    assert printed == {line: set(keys) for line, keys in KEYS.items() if line[0] == recipe}


def test_every_key_has_a_meaning_and_no_meaning_lacks_its_key():
    common, own = ({key for cells in rows(text) if len(cells) == 2 for key in CODE.findall(cells[0])}
                   for text in (MEANINGS, SECTION))
    keys = {key for line in KEYS.values() for key in line}
    assert own <= keys <= own | common


def test_every_command_of_the_pages_is_understood():
    parser, understood = build_parser(), set()
    for path in [ROOT / "README.md", *ROOT.glob("docs/**/*.md")]:
        text = path.read_text(encoding="utf-8")
        for words in re.findall(r"^(?:    )?(?:\w+=\w+ )?python -m training (\w.*)$", text, re.M):
            try:
                understood.add(parser.parse_args(shlex.split(words, comments=True)).game)
            except UsageError as error:
                pytest.fail(f"{path.name}: {words}: {error}")
    assert understood == {*TRAINERS}             # the pages show each recipe
