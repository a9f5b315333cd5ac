"""Tests that every option of every command is used or refused. The options come from the parsers, and options.txt
states the effect of each."""
import json
import shutil
import subprocess
import sys
import time
from argparse import _SubParsersAction
from functools import partial
from io import StringIO
from pathlib import Path

import pytest

from gamecore.commands import bench as bench_command, build, protocol
from gamecore.commands.backgammon import gnubg
from gamecore.commands.cli import build_parser, main
from gamecore.commands.connect_four import book
from gamecore.laboratory import bench
from gamecore.serve import app
from gamecore.solving import loops
from tests import DATA

TIMES = {"seconds", "cpu_seconds", "loading_seconds", "nps", "nodes_per_cpu_second", "cpu_share", "hash_used",
         "elapsed", "about", "arguments"}


def leaves(parser, words=""):
    """Every command that can be run, with its parser."""
    below = [action.choices for action in parser._actions if isinstance(action, _SubParsersAction)]
    if not below:
        yield words.strip(), parser
    for choices in below:
        for name, command in choices.items():
            yield from leaves(command, f"{words} {name}")


def rows():
    """The rows of the table: a command, options, and what they do."""
    command = None
    for line in Path(__file__).with_name("options.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith(" "):
            options, effect = line.strip().split(" | ")
            yield command, options, effect
        elif not line.startswith("#"):
            command = line


PARSERS = dict(leaves(build_parser()))
ROWS = list(rows())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A directory with the files that the rows read."""
    folder = tmp_path_factory.mktemp("options")
    assert main(["endgames", "build", "--pieces", "2", "--out", str(folder / "endgames"), "--threads", "1"]) == 0
    shutil.copytree(DATA / "options", folder, dirs_exist_ok=True)
    return folder


def compiled(scratch, module, source):
    Path(scratch, "built").mkdir()
    Path(scratch, "built", "game.so").touch()
    return subprocess.CompletedProcess([], 0, "what the compilers say")


def requests():
    """What both protocols are asked; a search has ended before the next line is read."""
    yield "ugi"
    yield '{"do": "search", "depth": 3}'
    time.sleep(.1)
    yield '{"do": "search", "depth": 1, "position": "W:WK1,K2:BK32"}'


@pytest.fixture
def output_of(folder, monkeypatch, capsys):
    """Runs a command there with a person who types `hint`, and as little work as its options allow."""
    monkeypatch.chdir(folder)
    for owner, name, value in [
            (sys, "path", sys.path[:]), (loops, "EXACT_LOOP", 0),
            (bench_command, "bench", partial(bench.bench, tasks=bench.TASKS[-1:])), (build, "compile_in", compiled),
            (build, "check_tools", lambda: None), (book, "build", partial(book.build, columns=4, rows=4)),
            (app, "serve", lambda games, cast, port, token, tell: tell(f"at {port}: {games}, {cast}, {token}")),
            (protocol, "standard_lines", requests),
            (gnubg.GnubgServer, "serve_forever", lambda self, poll_interval: print(self.player, self.once))]:
        monkeypatch.setattr(owner, name, value)

    def output_of(words):
        monkeypatch.setattr(sys, "stdin", StringIO("hint\nquit\n"))
        code = main(words.split())
        return code, *capsys.readouterr()
    return output_of


def records(text):
    """The objects in lines of JSON; other lines stay as they are."""
    return [json.loads(line) if line.startswith("{") else line for line in text.splitlines()]


def values(text, key):
    return [record.get(key) for record in records(text)]


def steady(value):
    """A record without its times."""
    if isinstance(value, dict):
        return {key: steady(part) for key, part in value.items() if key not in TIMES}
    return list(map(steady, value)) if isinstance(value, list) else value


def parser_of(command):
    return next(parser for name, parser in PARSERS.items() if f"{command} ".startswith(f"{name} "))


def once(words, output_of, outputs={}):                # noqa: B006
    """What a command prints without the option, which several rows compare with theirs."""
    if words not in outputs:
        outputs[words] = output_of(words)[1]
    return outputs[words]


@pytest.mark.parametrize("command, options, effect", ROWS, ids=[f"{words} {options}" for words, options, _ in ROWS])
def test_an_option_does_what_the_table_says(output_of, command, options, effect):
    kind, _, text = effect.partition(" ")
    if kind == "refused":
        code, out, err = output_of(f"{command} {options}")
        assert (code, out, err.count("\n")) == (2, "", 1) and text in err, (code, out, err)
    elif kind == "writes":
        assert not Path(text).exists() and output_of(f"{command} {options}")[0] in (0, 1) and Path(text).exists()
    elif kind == "alters":
        files = [output_of(words)[:1] + (Path(text).read_text(),) for words in (command, f"{command} {options}")]
        assert files[0] != files[1] and [code for code, _ in files] == [0, 0]
    else:
        writes_json = kind not in ("says", "hides") and "--json" in parser_of(command)._option_string_actions
        before, (code, after, err) = (once(command + " --json" * writes_json, output_of),
                                      output_of(f"{command} {options}" + " --json" * writes_json))
        assert (code, err) in ((0, ""), (1, "")), err
        if kind in ("says", "hides"):
            assert (text in before, text in after) == (kind == "hides", kind == "says"), after
        elif kind == "same":
            assert steady(records(after)) == steady(records(before))
        else:
            for key in effect.split():
                assert values(before, key) != values(after, key), after


@pytest.mark.parametrize("command", PARSERS)
def test_every_option_of_a_command_has_a_row(command):
    rows = [options for words, options, _ in ROWS if parser_of(words) is PARSERS[command]]
    known = {name for action in PARSERS[command]._actions for name in action.option_strings}
    assert known - {"-h", "--help", "--json"} <= {word.partition("=")[0] for words in rows for word in words.split()}


@pytest.mark.parametrize("seed", ["-1", "18446744073709551616"])
@pytest.mark.parametrize("command", [name for name, parser in PARSERS.items()
                                     if "--seed" in parser._option_string_actions])
def test_no_command_takes_a_seed_for_another(refusal, command, seed):
    assert f"--seed: expected 0..18446744073709551615, not '{seed}'" in refusal(f"{command} --seed {seed}")
