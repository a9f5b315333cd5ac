"""Tests that interface.txt records the public interface, so that no change of a name, parameter or option is
overlooked."""
import pytest

from tests.architecture import interface

HOW = "if that is meant, run `python -m tests.architecture.interface`, and edit CHANGELOG.md"
SNAPSHOT = interface.SNAPSHOT.read_text(encoding="utf-8").split("\n\n")


@pytest.mark.parametrize("part, lines", [*enumerate([interface.python, interface.commands])])
def test_the_interface_is_the_one_of_the_snapshot(part, lines):
    known, found = SNAPSHOT[part].splitlines(), list(lines())
    gone, new = [line for line in known if line not in found], [line for line in found if line not in known]
    assert not gone, "\n".join(["gone or changed:", *gone, "now:", *new, HOW])
    assert not new, "\n".join(["new:", *new, HOW])


def test_a_change_would_be_found():
    def search(position, *, depth=1):
        """A function."""
    assert interface.accepted(search) == "(position, *, depth=1)"
    assert set(interface.described("gamecore.errors.LimitError")) == {"gamecore.errors.LimitError"}
    assert "gamecore.Engine.threads" in SNAPSHOT[0].splitlines()
    assert "gamecore perft --hash" in SNAPSHOT[1].splitlines()
