"""Tests, without a browser, what the server makes from a game's record."""
import json
from random import Random

import pytest

import gamecore
from gamecore import PythonGame
from gamecore.playing.names import load
from gamecore.games.all import GAMES as BUILT_IN, game_of
from gamecore.errors import GamecoreError, MoveError, RecordError
from gamecore.games.backgammon.entry import PlayEntry
from gamecore.games.outside.game import OUTSIDE
from gamecore.playing import saved
from gamecore.playing.game import Game
from gamecore.playing.texts import texts_of
from gamecore.playing.tree import GameTree
from gamecore.serve.api import read_record
from gamecore.serve.game_state import GameState
from gamecore.serve.words import evaluation
from tests.small_games import Draw, Slow

GAMES = BUILT_IN | {name: load(name) for name in ("games.tic_tac_toe:TicTacToe", "games.kalah:Kalah")}


def played(name, seed, plies=12, position=None):
    """A table after some random moves."""
    table, random = GameState(GAMES, {"game": name, "position": position}), Random(seed)
    for _ in range(plies):
        table.seed = seed
        table.draw_outcomes()
        if table.verdict():
            break
        table.play(random.choice(table.legal_moves()))
    return table


def test_a_play_entered_checker_by_checker_is_any_legal_play_and_no_other():
    positions = [gamecore.Backgammon().roll(3, 1), gamecore.Backgammon().roll(4, 4)]
    for seed in range(12):
        table = played("backgammon", seed, plies=4 * seed + 1)
        if not table.verdict():
            table.draw_outcomes()
            positions.append(table.position)
    for position in positions:
        found, waiting, seen = set(), [()], set()
        while waiting:
            entered = waiting.pop()
            entry = PlayEntry(position, entered)
            if entry.play is not None:
                found.add(entry.play)
                assert position.play(entry.play).swapped().position_id == entry.here.position_id
            assert entry.play is not None or entry.ways
            for step in entry.ways:
                if (key := tuple(sorted((*entered, step)))) not in seen:        # the order of steps is another's matter
                    seen.add(key)
                    waiting.append((*entered, step))
        assert found == set(position.legal_moves()), position


def test_after_a_checker_is_borne_off_with_the_larger_die_the_smaller_one_may_be_played():
    """3/off is complete, as 3/2/off; the 1 of another checker may come before it or after."""
    position = gamecore.Backgammon.from_counts([13, 0, 1, 1, *22 * [0]], [13, 2, *24 * [0]]).roll(6, 1)
    assert [(str(entry.play), entry.ways) for entry in (
        PlayEntry(position, [(3, 0)]), PlayEntry(position, [(3, 0), (2, 1)]), PlayEntry(position, [(2, 1)]))] == [
        ("3/off", [(2, 1)]), ("3/off 2/1", []), ("None", [(3, 0)])]


def test_a_step_that_leads_to_no_play_is_refused():
    for entered in ([(24, 1)], [(13, 10), (13, 10)], [(25, 22)]):
        with pytest.raises(MoveError, match="step"):
            PlayEntry(gamecore.Backgammon().roll(3, 1), entered)


def test_every_notation_brings_the_game_back():
    for name in GAMES:
        for seed in range(3):
            table = played(name, seed)
            texts = texts_of(table)
            for notation, text in texts.items():
                again = GameState(GAMES, read_record(GAMES, text, name))
                assert again.position == table.position or str(again.position) == str(table.position), (notation, text)
                if notation in ("saved", "PDN", "mat"):
                    assert again.steps[:len(table.steps)] == table.steps or notation == "mat"


@pytest.mark.parametrize("text", ["W:WK18:BK1.", "B:W18,K21:BK1.", "W:W21,22:B1."])
def test_a_fen_that_ends_with_a_dot_is_a_position_of_checkers(text):
    assert read_record(GAMES, text, "checkers") == {"game": "checkers", "position": text, "steps": []}


class Dotted(PythonGame):
    """A game whose positions are any texts."""

    def __init__(self, text=""):
        self.text = text

    __str__, from_text = (lambda position: position.text), classmethod(lambda cls, text: cls(text))

    def legal_moves(self):
        return [1]


@pytest.mark.parametrize("text", ["1.../....", "x.../..1.", "....) / : x"])
def test_a_position_that_looks_like_a_game_of_another_notation_is_one_of_the_game_on_the_board(text):
    games = GAMES | {"dotted": OUTSIDE._replace(name="dotted", position=Dotted)}
    assert read_record(games, text, "dotted") == {"game": "dotted", "position": text, "steps": []}
    with pytest.raises(GamecoreError, match="not PDN|not a .mat"):
        read_record(games, text, "checkers")


def test_pdn_whose_comments_look_like_a_mat_is_read():
    text = "1. 9-13 {(better) than 9/14: good} 22-18 *"
    assert read_record(GAMES, text, "checkers")["steps"] == [{"move": "9-13"}, {"move": "22-18"}]


class Wide(PythonGame):
    """A game with as many moves as a search takes."""

    def legal_moves(self):
        return list(range(1024))

    def is_over(self):
        return False


def test_every_legal_move_is_listed():
    table = GameState({"wide": OUTSIDE._replace(name="wide", position=Wide)}, {"game": "wide"})
    assert [move["text"] for move in table.state()["moves"]] == list(map(str, range(1024)))


OPENED = [{"chance": "(3, 1)"}, {"move": "8/5 6/5"}]
TAKEN = [{"cube": "double"}, {"cube": "take"}]


def doubled(*steps, position=None):
    return GameState(GAMES, {"game": "backgammon", "position": position, "steps": list(steps)})


def test_a_double_is_answered_and_the_cube_goes_to_its_taker():
    table = doubled(*OPENED)
    assert table.state()["cube"] == {"value": 1, "offered": False, "actions": ["double"], "text": ""}
    saved.play_step(table, {"cube": "double"})
    table.draw_outcomes()                                  # nothing happens before the answer
    answer = table.state()
    assert (answer["cube"], answer["chance"]) == ({"value": 1, "offered": True, "actions": ["take", "pass"],
                                                   "text": "cube 1 in the middle; for money"}, [])
    saved.play_step(table, {"cube": "take"})
    assert (table.stake.value, table.stake.owner, table.cube_actions()) == (2, 0, [])
    assert ">2<" in table.draw() and ">64<" not in table.draw()
    saved.play_step(table, {"chance": "(6, 4)"})
    saved.play_step(table, {"move": "24/14"})
    assert table.cube_actions() == ["double"] and table.verdict() is None
    for action in ("double", "pass"):
        saved.play_step(table, {"cube": action})
    assert table.verdict() == "white wins 2, as the double was passed"


@pytest.mark.parametrize("steps", [
    [{"cube": "double"}], [*OPENED, {"cube": "take"}], [*OPENED, {"cube": "beaver"}],
    [*OPENED, *TAKEN, {"cube": "double"}],
    [*OPENED, {"cube": "double"}, {"chance": "(2, 1)"}], [*OPENED, {"chance": "(2, 1)"}, {"cube": "double"}],
    [*OPENED, {"cube": "double"}, {"cube": "pass"}, {"chance": "(2, 1)"}]], ids=lambda steps: str(len(steps)))
def test_the_cube_is_not_used_otherwise(steps):
    with pytest.raises(MoveError):
        doubled(*steps)
    with pytest.raises(MoveError):
        GameState(GAMES, {"game": "checkers", "steps": [{"cube": "double"}]})


def test_an_engine_doubles_takes_and_passes_by_the_estimate():
    for position, *expected in (("4HPwATDgc/ABMA", "roll", "take"), ("HQKeUSIwxjw1CA", "double", "take"),
                                ("EZo5RkK7xOCEAg", "double", "pass"), ("FZg8DUJ3B4MJAg", "roll", "pass")):
        table = doubled(position=position)
        found = []
        for offered in False, True:
            table.stake.offered = offered
            found.append(table.cube_decision()[0])
        assert found == expected


def test_a_game_with_the_cube_is_written_and_read():
    table = doubled(*OPENED, *TAKEN, {"chance": "(6, 4)"}, {"move": "24/14"}, {"cube": "double"}, {"cube": "pass"})
    texts = texts_of(table)
    assert "Doubles => 4" in texts["mat"] and "Wins 2 points" in texts["mat"]
    assert texts["XGID"].split(":")[1:3] == ["1", "1"]                   # of 2, white's
    for notation in ("mat", "saved"):
        assert read_record(GAMES, texts[notation], "backgammon")["steps"] == table.steps


def test_a_game_at_a_score_is_read_from_a_mat_and_written():
    text = " 7 point match\n Game 1\n Anna : 2                           Ben : 4\n" + "".join(
        f" {line}\n" for line in (" 1)                                     31: 8/5 6/5",
                                  " 2)  Doubles => 2                       Drops", "    Wins 1 point"))
    table = GameState(GAMES, read_record(GAMES, text, "backgammon"))
    score = table.stake.score
    assert (score.white, score.black, score.length) == (2, 4, 7)
    written = texts_of(table)["mat"]
    assert "7 point match" in written and read_record(GAMES, written, "backgammon") == table.record()


def test_a_match_without_the_cube_is_read_as_one():
    table = GameState(GAMES, {"game": "backgammon", "cube": False, "position": str(gamecore.Backgammon().xgid(
        gamecore.MatchScore(2, 4, 7))), "steps": [{"chance": "(3, 1)"}, {"move": "8/5 6/5"}]})
    assert table.record()["cube"] is False
    assert not table.cube_actions()          # the graph counted missed doubles, and no text said that there is no cube
    for name in "mat", "saved":
        assert read_record(GAMES, texts_of(table)[name], "backgammon") == table.record()
    saved.play_step(doubling := GameState(GAMES, table.record() | {"cube": True}), {"cube": "double"})
    assert GameState(GAMES, doubling.record() | {"cube": False}).cube_actions() == ["take", "pass"]      # it waits


def test_a_beaver_is_written_and_read():
    start = gamecore.Backgammon().xgid(beavers=True)
    table = doubled(*OPENED, {"cube": "double"}, {"cube": "beaver"}, {"chance": "(6, 4)"}, {"move": "24/14"},
                    position=start)
    text = texts_of(table)["mat"]
    assert "Doubles => 2" in text and "Beavers => 4" in text
    again = GameState(GAMES, read_record(GAMES, text, "backgammon"))
    assert (again.steps, again.stake.value) == (table.steps, 4)


def test_a_mat_brings_the_jacoby_rule_back():
    """The page wrote the rule, and read the game as one whose gammons count without a double."""
    table = doubled(*OPENED, position=gamecore.Backgammon().xgid(jacoby=True))
    again = GameState(GAMES, read_record(GAMES, texts_of(table)["mat"], "backgammon"))
    assert again.stake.jacoby and again.record() == table.record()


BOARD = "XGID=-aB--BC-B--AcD---e-e-a---A"


@pytest.mark.parametrize("fields, text, action, expected", [
    ("1:1:1:00:2:4:0:7:10", "cube 2 owned by white; match to 7, white 2, black 4", "double", "pass"),
    ("1:-1:1:00:2:4:0:7:10", "cube 2 owned by black; match to 7, white 2, black 4", None, "the opponent owns"),
    ("0:0:-1:00:6:3:1:7:10", "cube 1 in the middle; match to 7, white 3, black 6, the Crawford game", None, "Crawford"),
    ("0:0:1:00:0:0:3:0:10", "cube 1 in the middle; for money with the Jacoby rule and beavers", "double", "beaver")])
def test_an_xgid_has_the_stakes_of_the_game(fields, text, action, expected):
    record = read_record(GAMES, f"{BOARD}:{fields}", "backgammon")
    table = GameState(GAMES, record)
    assert table.state()["cube"]["text"] == text
    assert table.cube_actions() == ([action] if action else [])
    assert action or expected in table.cube_decision()[2]
    written = texts_of(table)["XGID"].split(":")
    assert written[1] == fields.split(":")[0] and written[7:9] == fields.split(":")[6:8]
    assert read_record(GAMES, texts_of(table)["XGID"], "backgammon")["position"] == texts_of(table)["XGID"]
    if action:
        saved.play_step(table, {"cube": "double"})
        assert ("beaver" in table.cube_actions()) == (expected == "beaver")
        value = table.stake.value
        saved.play_step(table, {"cube": table.cube_actions()[-2]})
        assert (table.stake.value, table.stake.owner) == (value * (4 if expected == "beaver" else 2), 1)


def test_an_xgid_keeps_a_double_that_waits_for_its_answer():
    table = doubled(*OPENED, {"cube": "double"})
    text = texts_of(table)["XGID"]
    assert text.split(":")[1:5] == ["0", "0", "1", "D"]                  # the cube before the double
    read = GameState(GAMES, read_record(GAMES, text, "backgammon"))
    for found in table, read:
        assert (found.stake.offered, found.cube_actions()) == (True, ["take", "pass"])
        saved.play_step(found, {"cube": "take"})
        assert (found.stake.value, found.position) == (2, table.position)


def test_a_gammon_before_a_double_counts_one_by_the_jacoby_rule():
    last = "XGID=-A----------o-------------:0:0:1:00:0:0"
    for rule, points in ((1, 1), (0, 2)):
        table = doubled({"chance": "(2, 1)"}, {"move": "1/off"}, position=f"{last}:{rule}:0:10")
        assert table.verdict() == f"white wins {points}"


def test_the_same_seed_makes_the_same_dice_and_another_does_not():
    rolls = {}
    for seed in (1, "1", 2, 3):
        table = GameState(GAMES, {"game": "backgammon"})
        table.seed = seed
        table.draw_outcomes()
        rolls[seed] = table.steps
    assert rolls[1] == rolls["1"] and len({str(steps) for steps in rolls.values()}) > 1


def test_a_jump_is_pointed_at_along_any_of_its_paths():
    position = gamecore.Checkers("B:WK7,K14,K15,K23,K22:BK10")
    moves = position.legal_moves()
    paths = {move.text: game_of(position).drawer("picture").clicks(position, move) for move in moves}
    assert max(map(len, paths.values())) > 1
    assert all(path[0] == "10" and path[-1] == str(move.to) for move in moves for path in paths[move.text])


@pytest.mark.parametrize("start, move, result", [("W:W18:B14", "18x9", "0-1"), ("B:W18:B14", "14x23", "1-0")])
def test_the_side_that_captures_everything_has_won_in_pdn(start, move, result):
    text = texts_of(GameState(GAMES, {"game": "checkers", "position": start, "steps": [{"move": move}]}))["PDN"]
    assert f'[Result "{result}"]' in text and read_record(GAMES, text, "checkers")["steps"] == [{"move": move}]


def test_records_that_cannot_be_are_refused():
    for record in ({"game": "checkers", "steps": [{"move": "11-15"}] * 2001}, {"game": "checkers", "steps": {"a": 1}},
                   {"game": "checkers", "position": "x" * 3000}, {"game": "checkers", "steps": [{"move": "x" * 3000}]}):
        with pytest.raises(RecordError):
            GameState(GAMES, record)


class Cards(Draw):
    """Two cards of one text are drawn, of which 1 is worth more."""

    odds = ((1, .5), ("1", .5))

    def final_score(self):
        return float(self.drawn == 1)

    def __str__(self):
        return repr(self.drawn)


def test_the_page_counts_the_moves_of_a_winner_who_moves_again():
    """It counted every second ply: three moves."""
    line = ("on",) * 4                                   # by the sides 0, 1, 1, 0 and 1
    assert evaluation(29995, ("first", "second"), 0, Slow(), line) == "first wins in 2 moves"
    assert evaluation(29997, ("first", "second"), 0, gamecore.ConnectFour("112233"), (4,)) == "first wins in 2 moves"


def test_a_saved_game_with_clocks_is_read():
    """RecordError: expected a text."""
    game = Game("checkers", clock=(300, 2))
    game.play("11-15", seconds=3)
    assert read_record(GAMES, game.texts()["saved"], "checkers")["steps"] == [{"move": "11-15"}]


def test_a_text_of_two_outcomes_is_refused(tmp_path):
    """The later one happened, whichever was drawn."""
    game = OUTSIDE._replace(name="cards", position=Cards)
    path = tmp_path / "game.json"
    path.write_text(json.dumps({"format": saved.FORMAT, "game": "cards", "steps": [{"chance": "1"}]}))
    for act in (lambda: GameTree(Cards()).act("1"), lambda: Game.load(str(path), game),
                lambda: GameState({"cards": game}, {"game": "cards", "steps": [{"chance": "1"}]})):
        with pytest.raises(MoveError, match="'1' is the text of several outcomes in 'None': 1, '1'"):
            act()
