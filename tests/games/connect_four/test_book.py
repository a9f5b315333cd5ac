"""Tests opening books, files of positions and perfect play, which are based on the connect-four solver."""
import random

import pytest

import gamecore
from gamecore.errors import BookError
from gamecore.games.connect_four.solver import Solver
from gamecore.games.connect_four.solver.book import FILE, Book, most_plies, shipped
from gamecore.games.connect_four.solver.book_build import build, layers
from gamecore.games.connect_four.solver.files import read_positions, solve_lines
from gamecore.games.connect_four.solver.sizes import number_of
from tests.refusals import refusals


@pytest.fixture(scope="module")
def small_book(tmp_path_factory):
    path = tmp_path_factory.mktemp("book") / "small.book"
    build(5, path, columns=5, rows=4, hash_mb=2)
    return path


def test_every_entry_is_what_the_solver_says(small_book):
    book = Book(small_book)
    solver = Solver(hash_mb=4, columns=5, rows=4, book=False)
    boards = [board for layer in layers(5, 4, 5) for board in layer.values()]
    assert len(boards) == len(book)
    for board in random.Random(0).sample(boards, 300):
        assert book.find(board.own, board.mask) == solver.solve(board.played).score


def test_the_shipped_book_answers_without_a_search():
    solution = gamecore.solve(gamecore.ConnectFour())
    assert (solution.score, solution.nodes) == (1, 0)
    assert solution.scores == {1: -2, 2: -1, 3: 0, 4: 1, 5: 0, 6: -1, 7: -2}


def test_the_shipped_book_agrees_with_itself():
    """Each score is the best of the successors', as far as the book has them."""
    book = shipped()
    for layer in list(layers(7, 6, book.plies))[:-1]:
        for board in layer.values():
            known = [-book.find(child.own, child.mask) for child in board.children() if not child.wins_at_once()]
            assert book.find(board.own, board.mask) == max(known)


def test_no_two_positions_but_mirrored_ones_have_one_number():
    seen = {}
    for layer in layers(5, 4, 5):
        for board in layer.values():
            for child in board.children():
                rows = [[(child.mask >> 5 * column + row & 1) + (child.own >> 5 * column + row & 1)
                         for column in range(5)] for row in range(4)]
                picture = min(str(rows), str([row[::-1] for row in rows]))
                assert seen.setdefault(child.number(), picture) == picture
    assert number_of(5, 4, 0, 0) == 0


def test_a_book_goes_on_where_it_was_stopped(small_book, tmp_path):
    path, done = tmp_path / "again.book", []

    def interrupt(now, total):
        done.append(now)
        if now == 100:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(5, path, columns=5, rows=4, hash_mb=2, progress=interrupt)
    assert not path.exists()
    with open(f"{path}.scores", "a") as file:
        file.write("12")                         # half a line
    done.clear()
    build(5, path, columns=5, rows=4, hash_mb=2, threads=2, progress=lambda now, total: done.append(now))
    assert done[0] == 101
    assert path.read_bytes() == small_book.read_bytes() and list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("begun, expected", [("7x6 plies 3\n", "7x6 plies 3"), ("5x4 plies 2\nx y\n", "damaged")])
def test_the_beginning_of_another_book_is_not_taken_for_this_one(tmp_path, begun, expected):
    (tmp_path / "a.book.scores").write_text(begun)
    with pytest.raises(BookError, match=expected):
        build(2, tmp_path / "a.book", columns=5, rows=4, hash_mb=2)


test_a_book_that_cannot_be_built_is_refused = refusals(
    *((BookError, "", lambda plies: build(plies, "nowhere/a.book", columns=5, rows=4), plies)
      for plies in (-1, most_plies(5) + 1, "3")))


@pytest.mark.parametrize("header, message", [((181, 4, 5), "181x4"), ((5, 9, 5), "5x9"), ((5, 4, 16), "16 plies")])
def test_a_header_that_contradicts_itself_is_refused(small_book, tmp_path, header, message):
    path, body = tmp_path / "forged.book", small_book.read_bytes()[FILE.size:]
    path.write_bytes(FILE.head([*header, len(Book(small_book))], body) + body)
    with pytest.raises(BookError, match=f"forged.book' is damaged: .*{message}"):
        Book(path)


def test_a_book_holds_what_the_format_can_of_the_smallest_board(tmp_path):
    """All plies of 4x4, the full board among them, which needs no book."""
    assert build(16, tmp_path / "book", columns=4, rows=4, hash_mb=2) == len(Book(tmp_path / "book")) > 10_000
    assert Solver(hash_mb=2, columns=4, rows=4, book=tmp_path / "book").solve("").score == 0


@pytest.mark.parametrize("text", ["my notes", "my notes\n", "5x4 plies 3\n", "5x4 plies 2"])
def test_a_foreign_file_of_scores_remains(tmp_path, text):
    scores = tmp_path / "book.scores"
    scores.write_text(text)
    if text == "5x4 plies 2":                            # the head, cut before its end
        build(2, tmp_path / "book", columns=5, rows=4, hash_mb=2)
        assert not scores.exists()
    else:
        with pytest.raises(BookError, match="book.scores' is of another book"):
            build(2, tmp_path / "book", columns=5, rows=4, hash_mb=2)
        assert scores.read_text() == text


def test_a_book_of_another_board_is_refused(small_book):
    with pytest.raises(BookError, match="5x4"):
        Solver(hash_mb=2, book=small_book)
    assert Solver(hash_mb=2, columns=5, rows=4, book=small_book).solve("").nodes == 0


def test_a_bad_line_is_reported_and_the_others_are_solved():
    lines = ["4455\n", "# a comment\n", "\n", "1212121\n", "44455554221 and more\n", "18\n"]
    found = list(solve_lines(Solver(hash_mb=2, book=False), read_positions(lines)))
    assert [row["line"] for row in found] == [1, 4, 5, 6]
    assert [row.get("score") for row in found] == [18, None, -15, None]
    assert "'1212121'" in found[1]["error"] and "'18'" in found[3]["error"]


def test_a_bad_line_ends_the_command_after_the_others(run, tmp_path):
    (tmp_path / "positions").write_text("44455554221454521211\nx\n444555542214545\n")
    code, out, error = run(f"solve connect-four --no-book --hash-mb 2 --file {tmp_path / 'positions'}")
    assert code == 2 and "line 2: 'x' is not a position" in out and "444555542214545 " in out
    assert "1 of 3 positions of" in error and "first line 2: 'x'" in error


def test_the_command_solves_within_limits(run, records):
    limited = "solve connect-four --no-book --hash-mb 2 --nodes 2000"
    found, = records(limited)
    assert (found["score"], found["stop"]) == (None, "nodes") and found["lower"] <= 1 <= found["upper"]
    assert f"between {found['lower']:+d} and {found['upper']:+d}" in run(limited)[1]
    found, = records("solve connect-four --position 4455 --seconds 9")
    assert (found["score"], found["lower"], found["upper"], found["stop"]) == (18, 18, 18, "complete")
