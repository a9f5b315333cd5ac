"""Tests pictures of boards: what they show, where a player may point, and how notebooks and commands use them."""
import importlib.util
import re
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import gamecore
from games.kalah import Kalah
from games.nim import ClassicNim
from games.tic_tac_toe import TicTacToe
from gamecore.commands.cli import main
from gamecore.games.all import draw_board
from gamecore.errors import LimitError, MoveError, PositionError
from gamecore.pictures import picture

DOCS = Path(__file__).resolve().parents[2] / "docs"
JUMPS = gamecore.Checkers("B:W18,19,26,27,25,11:BK15,10,9,K30")


def places(document):
    """Where a player may point."""
    return sorted(element.get("data-at") for element in ElementTree.fromstring(document).iter()
                  if element.get("data-at"))


def count(document, tag, **attributes):
    return sum(element.tag.endswith(tag) and all(element.get(key) == value for key, value in attributes.items())
               for element in ElementTree.fromstring(document).iter())


def test_every_place_of_a_board_can_be_pointed_at():
    numbers = {gamecore.ConnectFour(): range(1, 8), gamecore.Checkers(): range(1, 33),
               gamecore.Backgammon(): [*range(1, 25), "bar", "off"],
               TicTacToe(): [f"{row},{column}" for row in range(3) for column in range(3)], Kalah(): []}
    for position, expected in numbers.items():
        for turned in (False, True):
            assert places(picture(position, turned=turned)) == sorted(map(str, expected)), position


STARTS = (gamecore.ConnectFour(), gamecore.Checkers(), JUMPS, gamecore.Backgammon(), TicTacToe(), Kalah(2, 1))


@settings(max_examples=40)
@given(st.sampled_from(STARTS), st.randoms(use_true_random=False), st.integers(0, 60))
def test_a_picture_of_any_position_is_a_document_with_its_moves(position, random, plies):
    last = None
    for _ in range(plies):
        if position.is_over():
            break
        if outcomes := position.outcomes and position.outcomes():
            position = position.play_outcome(random.choice(outcomes)[0])
        else:
            last = random.choice(position.legal_moves())
            position = position.play(last)
    arrows = [] if position.is_over() else list(position.legal_moves())[:3]
    for turned, dark in ((False, True), (True, False)):
        document = picture(position, last_move=last, arrows=arrows, turned=turned, dark=dark)
        root = ElementTree.fromstring(document)
        assert root.get("aria-label") and root.get("role") == "img" and "nan" not in document


def test_a_connect_four_board_shows_its_discs_the_four_and_the_marks():
    board = picture(gamecore.ConnectFour("4455667"), last_move=7, marks={1: "+18", 7: "<"})
    assert (count(board, "circle", fill="#cb3a2f"), count(board, "circle", fill="#f4c63f")) == (4, 3)
    assert count(board, "circle", r="41") == 4 and ">+18<" in board and "&lt;" in board
    assert "red has won" in board


def test_a_jump_shows_its_whole_path_and_what_it_captures():
    jump = max(JUMPS.legal_moves(), key=lambda move: len(move.path))
    assert len(jump.path) == 6 and len(jump.captured) == 5
    for board in (picture(JUMPS, arrows=[jump]), picture(JUMPS.play(jump), last_move=jump)):
        line, = set(re.findall(r'<polyline points="([^"]*)"', board))        # an arrow and its rim
        assert len(line.split()) == 6 and count(board, "path") == 5


def test_a_turned_backgammon_board_is_the_same_board():
    position = gamecore.Backgammon("0JwIcGy+cwcEAA").roll(2, 1)
    one, other = (picture(position, turned=turned) for turned in (False, True))
    assert count(one, "circle") == count(other, "circle") and ">225<" in one and ">65<" in other
    assert ">64<" in picture(position, marks={"cube": "64 white"})


def test_the_text_of_a_move_will_do():
    moves = {gamecore.ConnectFour("44"): "3", gamecore.Checkers(): "11-15", gamecore.Backgammon().roll(3, 1): "8/5 6/5"}
    for position, text in moves.items():
        move = position.read_move(text) if hasattr(position, "read_move") else int(text)
        after = position.play(move)
        assert picture(position, arrows=[text]) == picture(position, arrows=[move])
        assert picture(after, last_move=text) == picture(after, last_move=move)


def test_what_cannot_be_drawn_is_refused():
    four, checkers, backgammon = gamecore.ConnectFour("444444"), gamecore.Checkers(), gamecore.Backgammon()
    refused = [
        (PositionError, four, {"marks": {8: "a"}}), (PositionError, checkers, {"marks": {"e4": "a"}}),
        (PositionError, backgammon, {"marks": {0: "a"}}), (PositionError, TicTacToe(), {"marks": {(3, 0): "a"}}),
        (MoveError, four, {"arrows": [4]}), (MoveError, four, {"last_move": "d4"}),
        *((MoveError, checkers, {"arrows": [arrow]}) for arrow in ("1-5", JUMPS.legal_moves()[0], (11, 15))),
        (MoveError, backgammon.roll(2, 1), {"arrows": backgammon.roll(6, 5).legal_moves()[:1]}),
        (MoveError, TicTacToe(), {"arrows": [5, 10]}), (MoveError, ClassicNim(), {"arrows": ["1-4"]}),
        (PositionError, ClassicNim(), {"marks": {(0, 0): "a"}}),
        *((MoveError, checkers, {"last_move": text}) for text in ("40-50", "24/18 13/8", "1. 11-15")),
        (MoveError, backgammon, {"last_move": "e2e4"}),
        (LimitError, four, {"size": 0}), (LimitError, four, {"size": float("nan")}),
        *((LimitError, four, {"size": size}) for size in ("300", None, True, float("inf"), 10**400))]
    for error, position, options in refused:
        with pytest.raises(error):
            picture(position, **options)


def test_a_game_of_ones_own_draws_itself():
    class Drawn(TicTacToe):
        def svg(self, **options):
            return f"<svg>{sorted(options)}</svg>"
    assert picture(Drawn()) == "<svg>['arrows', 'dark', 'last_move', 'marks', 'size', 'turned']</svg>"
    assert "4 4 4 4 4 4 0 / 4 4 4 4 4 4 0" in picture(Kalah())


def test_a_notebook_shows_positions_and_results():
    engine = gamecore.Engine(hash_mb=1)
    for position in (gamecore.ConnectFour("44"), gamecore.Checkers(), gamecore.Backgammon().roll(3, 1), TicTacToe()):
        assert position._repr_svg_() == picture(position)
        result = engine.search(position, depth=1)
        assert result.position is position
        assert picture(position, arrows=[result.move]) in result._repr_html_()
    solution = gamecore.solve(gamecore.ConnectFour("4455"))
    assert picture(solution.position) in solution._repr_html_()
    assert solution.scores[3] == 18 and ">+18<" in solution._repr_html_()


def test_drawing_is_imported_only_to_draw():
    code = "import sys, gamecore; gamecore.ConnectFour(), gamecore.Engine; print('gamecore.pictures' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout == "False\n"


def test_the_command_writes_the_same_picture(tmp_path):
    file = tmp_path / "board.svg"
    assert main(["draw", "backgammon", "--dice", "3,1", "--svg", str(file)]) == 0
    assert file.read_text() == picture(gamecore.Backgammon().roll(3, 1))


def test_the_pictures_of_the_pages_are_drawn_so():
    spec = importlib.util.spec_from_file_location("board_pictures", DOCS / "pictures.py")
    pictures = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pictures)
    pages = "".join(page.read_text(encoding="utf-8") for page in DOCS.rglob("*.md"))
    for name, drawing in pictures.drawings().items():
        assert (DOCS / "images" / f"board-{name}.svg").read_text(encoding="utf-8") == drawing + "\n", name
        assert f"images/board-{name}.svg" in pages, name


def plain(lines):
    return ["".join(part if isinstance(part, str) else part[0] for part in line).rstrip() for line in lines]


def test_the_last_move_stands_out_on_boards_of_text():
    checkers = gamecore.Checkers()
    after = checkers.play(move := checkers.read_move("11-15"))
    assert plain(draw_board(after, move))[2:4] == ["   b   b  (.)  b       9  10  11  12",
                                             " .   .  (b)  .      13  14  15  16"]
    backgammon = gamecore.Backgammon().roll(6, 3)
    after = backgammon.play(move := backgammon.read_move("24/18 13/10"))
    seen = {turned: plain(draw_board(after, move, turned=turned)) for turned in (False, True)}
    assert (seen[False][0], seen[False][-1]) == ("+13-14-15*16-17-18-+---+19-20-21-22-23-24-+",
                                                 "+12*11-10--9--8--7*+---+-6--5--4--3--2--1*+")
    assert (seen[True][0], seen[True][-1]) == ("+13*14-15-16-17-18*+---+19-20-21-22-23-24*+",
                                               "+12-11-10*-9--8--7-+---+-6--5--4--3--2--1-+")
    assert seen[False][1:-1] == after.board().split("\n")[1:-1]
    styles = {part[0]: part[1] for line in draw_board(after, move) for part in line if part[0] in ("x", "o")}
    assert len(set(styles.values())) == 2


@pytest.mark.parametrize("size, expected", [(300, "300"), (np.int16(300), "300"), (Fraction(601, 2), "300.5"),
                                            (Decimal("300.5"), "300.5"), (np.float32(300.5), "300.5")])
def test_a_width_of_any_type_is_written_as_a_number(size, expected):
    assert f' width="{expected}" height="28' in picture(gamecore.ConnectFour(), size=size)
