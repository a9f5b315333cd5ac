"""Tests that a file that is written repeatedly is complete or unchanged, in any place and with any name."""
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import settings, strategies
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from gamecore.core.files import append_atomically, atomic_file, lines_and_rest, remove_rest

MEMORY = Path("/dev/shm")
FOLDERS = [None, *([MEMORY] if os.access(MEMORY, os.W_OK) else [])]          # None: the usual one for temporary files
NAMES = strategies.sampled_from(["a", "b", "link", "chain"])                 # link leads to b, and chain to link
LINES = strategies.text("xy", min_size=1, max_size=3).map(lambda word: f"{word}\n")


@pytest.fixture(params=FOLDERS, ids=str)
def folder(request):
    with TemporaryDirectory(dir=request.param) as folder:
        yield Path(folder)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_what_was_private_stays_private(folder):
    path = folder / "key.html"
    path.touch(0o600)
    with atomic_file(path) as file:
        assert path.with_name("key.html.part").stat().st_mode & 0o777 == 0o600
        file.write("the answers")
    assert (path.read_text(), path.stat().st_mode & 0o777) == ("the answers", 0o600)


def test_a_second_document_replaces_the_first(folder, run):
    for text in "4", "44":
        assert run("draw connect-four --position", text, "--svg", folder / "a.svg")[0] == 0
    assert (folder / "a.svg").read_text().count("<svg") == 1


@pytest.mark.skipif(not os.path.exists("/proc/self/fd"), reason="descriptors have names on Linux")
@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", "link"])
def test_the_file_that_standard_output_goes_to_is_not_replaced(tmp_path, name):
    (tmp_path / "link").symlink_to("/dev/stdout")
    program = f"""
import os
from gamecore.core.files import atomic_file
os.chdir({str(tmp_path)!r})
print("before", flush=True)
with atomic_file({name!r}) as file:
    file.write("text\\n")
print("after")
"""
    with open(tmp_path / "out", "ab") as out:
        subprocess.run([sys.executable, "-c", program], stdout=out, check=True)
    assert (tmp_path / "out").read_text() == "before\ntext\nafter\n"


@pytest.mark.parametrize("command", [
    "exercises --seed 1 --html {} --key {}", "exercises --seed 1 --html {} --key {link}",
    "exercises --seed 1 --html {} --answers {}", "tree [[1]] --svg {} --html {}",
    "pruning connect-four --max-depth 2 --csv {} --plot {}", "pruning connect-four --suite {} --csv {link}",
    "match connect-four --a depth=1 --b depth=2 --games 2 --ballots {} --pdn {}"])
def test_two_options_of_one_file_are_refused_and_it_remains(tmp_path, refusal, command):
    path, link = tmp_path / "a.svg", tmp_path / "link.svg"
    path.write_text("1: 5\n")
    link.symlink_to(path)
    message = refusal(command.format(path, path, link=link))
    assert "are one file" in message and (repr(str(path)) in message or repr(str(link)) in message)
    assert path.read_text() == "1: 5\n"


class Files(RuleBasedStateMachine):
    """Four names of three files in one folder, one of them missing at first; `held` has what each file should hold."""

    folder = None

    def __init__(self):
        super().__init__()
        self.room = TemporaryDirectory(dir=self.folder)
        self.path = Path(self.room.name)
        (self.path / "link").symlink_to("b")
        (self.path / "chain").symlink_to(self.path / "link")
        (self.path / "a").write_text("old\n")
        self.held = {"a": "old\n"}

    def teardown(self):
        self.room.cleanup()

    def real(self, name):
        return "b" if name in ("link", "chain") else name

    @rule(name=NAMES, text=LINES, binary=strategies.booleans())
    def write(self, name, text, binary):
        with atomic_file(self.path / name, binary=binary) as file:
            file.write(text.encode() if binary else text)
        self.held[self.real(name)] = text

    @rule(name=NAMES, text=LINES, kind=strategies.sampled_from([ValueError, KeyboardInterrupt]))
    def fail(self, name, text, kind):
        with pytest.raises(kind), atomic_file(self.path / name) as file:
            file.write(text)
            raise kind

    @rule(name=NAMES, text=LINES)
    def append(self, name, text):
        append_atomically(self.path / name, text)
        self.held[self.real(name)] = self.held.get(self.real(name), "") + text

    @rule(source=NAMES, name=NAMES)
    def copy(self, source, name):
        """A file is read while it is written, perhaps the same one."""
        text = self.held.get(self.real(source), "")
        with atomic_file(self.path / name) as file:
            file.write("".join(f"{line}\n" for line in lines_and_rest(self.path / source)[0]))
        self.held[self.real(name)] = text

    @rule(name=NAMES, text=LINES)
    def be_killed(self, name, text):
        """A killed writer leaves a part, and one that appended an incomplete line."""
        real = self.path / self.real(name)
        Path(f"{real}.part").write_text(text)
        with open(real, "a") as file:
            file.write("half")
        assert lines_and_rest(self.path / name)[1] == "half"
        remove_rest(self.path / name)
        self.held.setdefault(self.real(name), "")
        with atomic_file(self.path / name) as file:
            file.write(self.held[self.real(name)])

    @invariant()
    def every_file_holds_what_it_should(self):
        assert {path.name: path.read_text() for path in self.path.iterdir() if not path.is_symlink()} == self.held
        assert os.readlink(self.path / "link") == "b"


@pytest.mark.parametrize("where", FOLDERS, ids=str)
def test_files_hold_what_was_written_last_in_any_order(where):
    machine = type("Files", (Files,), {"folder": where}).TestCase()
    machine.settings = settings(max_examples=25, stateful_step_count=12)
    machine.runTest()
