"""Tests that every command refuses bad input in one line that quotes it, and leaves no file.

The commands are in refused.txt.
"""
import shlex
import shutil
import sys

import pytest
from tests import DATA
from tests.refusals import rows_of

MODULES = ("our_games", "own_ideas")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A directory with the files that the commands name."""
    folder = tmp_path_factory.mktemp("refused")
    for path in (*DATA.glob("refused/*.*"), DATA / "anna_and_ben.mat", *(DATA / f"{name}.py" for name in MODULES)):
        shutil.copy(path, folder)
    (folder / "rubbish.py").write_text("this is no Python")
    yield folder
    for name in MODULES:
        sys.modules.pop(name, None)


def files_in(folder):
    return {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"}


@pytest.mark.parametrize("words, quoted", rows_of("refused.txt"))
def test_bad_input_is_refused_in_one_line_that_quotes_it(refusal, folder, monkeypatch, words, quoted):
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "path", sys.path[:])
    before = files_in(folder)
    message = refusal("", *shlex.split(words.replace("NINES", "9" * 5000)))
    assert message.startswith("gamecore: ") and quoted in message and files_in(folder) == before
