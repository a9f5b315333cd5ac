"""Tests that every kind of sealed file is refused, in one line that quotes its name, if it is incomplete or wrong."""
import pytest

from gamecore.core import sealed
from gamecore.errors import BookError, DatabaseError, EvaluationError
from gamecore.games.checkers import net, patterns
from gamecore.games.checkers.endgames import databases, files
from gamecore.games.connect_four.solver import book

# By the name of a file: its kind, its reader, its bytes.
FILES = {"patterns.bin": (patterns.FILE, patterns.CheckersPatterns.read, net.shipped().patterns.to_bytes()),
         "my.book": (book.FILE, book.Book, open(book.SHIPPED, "rb").read()),
         "0101.wld": (files.FILE, lambda path: databases.Databases(path.parent),
                      open(databases.SHIPPED, "rb").read()[:files.FILE.size + -(-992 // files.PACKED)])}


@pytest.fixture(params=FILES)
def name(request):
    return request.param


@pytest.fixture
def refusal(name, tmp_path):
    """Why a file with these bytes is refused."""
    kind, read, _ = FILES[name]

    def message_of(data):
        path = tmp_path / name
        path.write_bytes(data)
        with pytest.raises(kind.error) as error:
            read(path)
        assert repr(str(path)) in str(error.value) and "\n" not in str(error.value)
        return str(error.value)
    return message_of


def test_a_whole_file_is_read(name, tmp_path):
    kind, read, data = FILES[name]
    (tmp_path / name).write_bytes(data)
    read(tmp_path / name)
    fields = kind.read_head(data[:kind.size], name)
    assert kind.head(fields, data[kind.size:]) + data[kind.size:] == data
    assert sealed.kind_of(tmp_path / name, [kind for kind, *_ in FILES.values()]) is kind
    assert kind.error == {"patterns.bin": EvaluationError, "my.book": BookError, "0101.wld": DatabaseError}[name]


def test_a_truncated_or_longer_file_is_refused(name, refusal):
    kind, _, data = FILES[name]
    assert "it begins with b''" in refusal(b"")
    assert "it begins with" in refusal(data[:len(kind.line) - 1])
    for length in (len(kind.line), kind.size - 1, kind.size, len(data) - 1):
        assert f"is damaged: it has {length} bytes" in refusal(data[:length])
    assert f"is damaged: it has {len(data) + 1} bytes, not {len(data)}" in refusal(data + b"\0")


@pytest.mark.parametrize("data", [b"GIF89a" + bytes(1000), bytes(1000), b"gamecore tarot 1\n" + bytes(1000)])
def test_a_foreign_file_is_refused_by_what_it_begins_with(name, refusal, data):
    kind = FILES[name][0]
    assert refusal(data).endswith(f"does not hold {kind.title}: it begins with {data[:32]!r}")


def test_another_form_is_refused_and_the_command_that_makes_it_anew_is_named(name, refusal):
    kind, _, data = FILES[name]
    line = kind.line[:-2] + b"9"
    for start in (line, *kind.old):
        message = refusal(start + b"\n" + data[len(kind.line):])
        assert f"holds {kind.title} in another format: it begins with {start!r}, not with {kind.line[:-1]!r}" in message
        assert message.endswith(kind.anew or repr(kind.line[:-1])) and bool(kind.anew) == bool(kind.old)


def test_a_flipped_bit_is_found(name, refusal):
    kind, _, data = FILES[name]
    start = 8 * len(kind.line)
    for bit in [*range(start, 8 * kind.size), *range(8 * kind.size, 8 * len(data), len(data) // 5)]:
        flipped = bytearray(data)
        flipped[bit // 8] ^= 1 << bit % 8
        assert "is damaged" in refusal(flipped)


def test_a_header_is_checked_where_its_values_are_not(tmp_path):
    kind, _, data = FILES["0101.wld"]
    path = tmp_path / "0101.wld"
    path.write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    assert databases.Databases(tmp_path, check=False).headers.keys() == {(0, 1, 0, 1)}
    for place in range(len(kind.line), kind.size):
        path.write_bytes(data[:place] + bytes([data[place] ^ 1]) + data[place + 1:])
        with pytest.raises(DatabaseError, match="0101.wld' is damaged: the checksum of its header is wrong"):
            databases.Databases(tmp_path, check=False)
