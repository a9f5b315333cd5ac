"""What the server makes of a game's record, without a browser."""
from random import Random

import pytest

pytest.importorskip("starlette", reason="the page needs the extra [serve]")

import gamecore
from gamecore.commands.game import load
from gamecore.games.all import GAMES as BUILT_IN
from gamecore.errors import MoveError, RecordError
from gamecore.serve.checkers_by_one import Entry
from gamecore.serve.records import read_any, write_all
from gamecore.serve.table import Table, paths_of

GAMES = BUILT_IN | {name: load(name) for name in ("games.tic_tac_toe:TicTacToe", "games.kalah:Kalah")}


def played(name, seed, plies=12, position=None):
    """A table after some random moves."""
    table, random = Table(GAMES, {"game": name, "position": position}), Random(seed)
    for _ in range(plies):
        table.roll(seed)
        if table.verdict():
            break
        table.play(random.choice(table.history.legal_moves()))
    return table


def test_a_play_entered_checker_by_checker_is_any_legal_play_and_no_other():
    positions = [gamecore.Backgammon().roll(3, 1), gamecore.Backgammon().roll(4, 4)]
    for seed in range(12):
        table = played("backgammon", seed, plies=4 * seed + 1)
        if not table.verdict():
            table.roll(seed)
            positions.append(table.position)
    for position in positions:
        found, waiting, seen = set(), [()], set()
        while waiting:
            entered = waiting.pop()
            entry = Entry(position, entered)
            if entry.play is not None:
                found.add(entry.play)
                assert position.play(entry.play).swapped().position_id == entry.here.position_id
            assert (entry.play is None) == bool(entry.ways)
            for step in entry.ways:
                if (key := tuple(sorted((*entered, step)))) not in seen:        # the order of steps is another's matter
                    seen.add(key)
                    waiting.append((*entered, step))
        assert found == set(position.legal_moves()), position


def test_a_step_that_leads_to_no_play_is_refused():
    for entered in ([(24, 1)], [(13, 10), (13, 10)], [(25, 22)]):
        with pytest.raises(MoveError, match="step"):
            Entry(gamecore.Backgammon().roll(3, 1), entered)


def test_every_notation_brings_the_game_back():
    for name in GAMES:
        for seed in range(3):
            table = played(name, seed)
            texts = write_all(table)
            for notation, text in texts.items():
                again = Table(GAMES, read_any(GAMES, text, name))
                assert again.position == table.position or str(again.position) == str(table.position), (notation, text)
                if notation in ("saved", "PDN", "mat"):
                    assert again.steps[:len(table.steps)] == table.steps or notation == "mat"


def test_a_saved_game_of_the_page_goes_on_in_the_terminal(tmp_path):
    from functools import partial

    from gamecore.commands.game import position_of
    from gamecore.commands.history import load as load_game
    for name in BUILT_IN:
        table = played(name, 5)
        file = tmp_path / "game.json"
        file.write_text(write_all(table)["saved"])
        history, _ = load_game(str(file), name, partial(position_of, BUILT_IN[name]))
        assert history.position == table.position


def test_the_same_seed_makes_the_same_dice_and_another_does_not():
    rolls = {}
    for seed in (1, "1", 2, 3):
        table = Table(GAMES, {"game": "backgammon"})
        table.roll(seed)
        rolls[seed] = table.steps
    assert rolls[1] == rolls["1"] and len({str(steps) for steps in rolls.values()}) > 1


def test_a_jump_is_pointed_at_along_any_of_its_paths():
    position = gamecore.Checkers("B:WK7,K14,K15,K23,K22:BK10")
    moves = position.legal_moves()
    paths = {move.text: paths_of(position, move) for move in moves}
    assert max(map(len, paths.values())) > 1
    assert all(path[0] == "10" and path[-1] == str(move.to) for move in moves for path in paths[move.text])


def test_records_that_cannot_be_are_refused():
    for record in ({"game": "checkers", "steps": [{"move": "11-15"}] * 2001}, {"game": "checkers", "steps": {"a": 1}},
                   {"game": "checkers", "position": "x" * 3000}, {"game": "checkers", "steps": [{"move": "x" * 3000}]}):
        with pytest.raises(RecordError):
            Table(GAMES, record)
