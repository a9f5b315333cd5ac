"""Tests that the page of the recipes for services shows each file and its output."""
import re
import subprocess
import sys

import pytest
from tests.pages.snippets import ROOT

FILES = sorted((ROOT / "docs" / "recipes").glob("*.py"))
PAGE = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"```python\n(.*?)```\n\n```text\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_a_recipe_prints_what_its_page_says(path):
    run = subprocess.run([sys.executable, path], capture_output=True, text=True, check=True)
    shown = BLOCKS[path.read_text(encoding="utf-8")]
    assert re.sub(r"\d+ ms", "# ms", run.stdout) == re.sub(r"\d+ ms", "# ms", shown)
    assert len(BLOCKS) == len(FILES)
