"""Tests the game between a person and the engine, and the boards that show it."""
import json
import re
import signal
from contextlib import nullcontext
from decimal import Decimal
from fractions import Fraction
from pathlib import Path
from random import Random

import numpy as np
import pytest

import gamecore
from gamecore.screen.console import Console
from gamecore.games.connect_four.game import CONNECT_FOUR
from gamecore.games.connect_four.picture import fours
from gamecore.games.all import draw_board
from gamecore.commands.playing import ConsoleGame
from gamecore.playing.annotation import Verdict
from gamecore.playing.game import Game
from gamecore.playing.players import EnginePlayer, LevelPlayer, SolverPlayer, player_of
from gamecore.games.record import Level
from tests import small_games

CTRL_C = "^C"


class Script(Console):
    """A console whose person types what was written down before, and then Ctrl-D."""

    def __init__(self, *answers):
        super().__init__()
        self.answers = list(answers)
        self.lines = []

    def print(self, *segments):
        self.lines.append("".join(s if isinstance(s, str) else s[0] for s in segments))

    def ask(self, *segments):
        self.print(*segments)
        if not self.answers:
            raise EOFError
        if self.answers[0] == CTRL_C:
            raise KeyboardInterrupt(self.answers.pop(0))
        return self.answers.pop(0)

    @property
    def text(self):
        return "\n".join(self.lines)


COINS = {"one": 1, "two": 2}


class Nim(small_games.Nim):
    def legal_moves(self):
        return [move for move in COINS if COINS[move] <= self.coins]

    def play(self, move):
        return super().play(COINS[move])

    def __str__(self):
        return "|" * self.coins


def session(*answers, position=None, person=0, depth=4):
    script = Script(*answers)
    engine = EnginePlayer(gamecore.Engine(hash_mb=1), {"depth": depth})
    players = [engine, engine]
    players[person] = None
    console = ConsoleGame(Game(position or gamecore.ConnectFour(), players=players), engine, engine, script)
    console.run()
    return console, script


@pytest.mark.parametrize("typed, columns, person, moves, expected", [
    (["4"], "", 0, 2, "I play "), ([], "", 1, 1, "I play "), (["flip"], "", 0, 1, "We change sides."),
    (["4", "undo"], "", 0, 0, "I play "), (["4", "undo"], "", 1, 1, "I play "),
    (["undo"], "", 0, 0, "There is nothing to undo."), (["undo"], "", 1, 1, "There is nothing to undo."),
    (["hint"], "112233", 0, 0, "I would play 4   win in 1"),
    (["4"], "112233", 0, 1, "[x][x][x][x]"), (["4"], "112233", 0, 1, "You win."),
    (["6"], "171727", 0, 2, "I win."), (["2"], "25777131474464721415461763362331365655522", 0, 1, "A draw."),
    (["4", "undo", "redo"], "", 0, 2, "I play "), (["4", "redo"], "", 0, 2, "There is nothing to redo."),
    (["4", "undo", "redo"], "112233", 0, 1, "You win."),
    (["4", "undo"], "112233", 0, 0, "undo, annotate, new or quit?"),
    (["4", "hint", "5", "new"], "112233", 0, 0, "The game is over.")])
def test_what_a_person_types_is_obeyed(typed, columns, person, moves, expected):
    game, script = session(*typed, position=gamecore.ConnectFour(columns), person=person)
    assert len(game.game.moves) == moves and expected in script.text
    assert game.game.result or game.persons_turn


@pytest.mark.parametrize("typed, column, legal", [
    *((typed, "", "1 2 3 4 5 6 7") for typed in ("9", "0", "four", "44", "-1", "4.0")), ("1", "111111", "2 3 4 5 6 7")])
def test_an_illegal_move_is_quoted_and_nothing_happens(typed, column, legal):
    game, script = session(typed, position=gamecore.ConnectFour(column))
    assert f"{typed!r} is not a legal move: choose from {legal}" in script.text
    assert game.game.moves == []


def test_a_game_of_ones_own_is_shown_as_its_text():
    _game, script = session("one", position=Nim(4))
    assert "||||" in script.lines and "your move (one two)? " in script.lines
    assert "I play" in script.text


def test_the_last_stone_is_marked():
    lines = ["".join(s if isinstance(s, str) else s[0] for s in line)
             for line in draw_board(gamecore.ConnectFour("443"), 3)]
    assert lines[6] == "  | .  . (x) x  .  .  . |"
    assert lines[5] == "  | .  .  .  o  .  .  . |"


def test_discs_differ_in_shape_as_well_as_in_colour():
    line = draw_board(gamecore.ConnectFour("12"), fancy=True)[6]
    assert [text for text, style in line[1:3]] == [" ● ", " ○ "]


@pytest.mark.parametrize("columns, cells", [
    ("1122334", {(5, 0), (5, 1), (5, 2), (5, 3)}),
    ("1212121", {(2, 0), (3, 0), (4, 0), (5, 0)}),
    ("12234334464", {(5, 0), (4, 1), (3, 2), (2, 3)}),
    ("76654554424", {(5, 6), (4, 5), (3, 4), (2, 3)}),
    ("4455", set()),
])
def test_a_four_is_found_in_every_direction(columns, cells):
    assert fours(gamecore.ConnectFour(columns).rows()) == cells


def test_backgammon_is_played_from_the_person_s_side():
    position = gamecore.Backgammon().roll(3, 1)
    game, script = session("6/5, 8/5*", "6/5,8/5", "undo", "8/5 6/5", position=position, depth=0)
    assert "'6/5, 8/5*' is not a legal move: " in script.text and "I play " in script.text
    assert game.game.moves[0] == position.read_move("8/5 6/5") and len(game.game.moves) == 2
    assert sum("on roll: x" in line for line in script.lines) >= 2
    assert sum("on roll: o" in line for line in script.lines) >= 1
    assert game.position.dice is not None


def test_the_points_of_a_won_game_are_reported():
    position = gamecore.Backgammon.from_counts([14, 1] + 24 * [0], [0, 0, 0, 15] + 22 * [0]).roll(2, 1)
    _, script = session("1/off", position=position, depth=0)
    assert "You win by 2." in script.text


# Leaving, and hurrying the engine.

@pytest.mark.parametrize("word", ["quit", "exit", "q", "Q", " Quit "])
def test_words_that_end_the_game(word):
    game, script = session(word, "4")
    assert game.game.moves == [] and script.answers == ["4"] and "no legal move" not in script.text


@pytest.mark.parametrize("word", ["help", "?", "h", "HELP"])
def test_words_that_ask_for_help(word):
    _, script = session(word)
    shown = ("undo", "takes back your last move", "hint", "flip", "board", "new", "quit", "Ctrl-C")
    assert all(words in script.text for words in shown)


def test_a_move_that_is_called_like_a_word_is_a_move():
    class Quiz(Nim):
        def legal_moves(self):
            return ["q", "new"][:self.coins]

        def play(self, move):
            return Quiz(self.coins - ["q", "new"].index(move) - 1)

    game, _ = session("new", position=Quiz(2))
    assert game.game.moves == ["new"]
    game, script = session("q", position=Quiz(2))
    assert game.game.moves == ["q", "q"] and "I win." in script.text


def test_the_first_ctrl_c_at_the_prompt_only_says_what_the_second_does():
    game, script = session(CTRL_C, "4", CTRL_C, "q")
    assert len(game.game.moves) == 2 and script.answers == []
    assert script.text.count("Ctrl-C once more ends the game.") == 2
    with pytest.raises(KeyboardInterrupt):
        session(CTRL_C, CTRL_C, "4")


class Impatient(Script):
    """A console on which Ctrl-C is pressed while the engine thinks."""

    def status(self, text):
        if text.startswith("thinking, depth 3"):
            signal.raise_signal(signal.SIGINT)


@pytest.mark.parametrize("typed, person", [(["4", CTRL_C, "5"], True), ([], False)])
def test_a_second_ctrl_c_after_the_move_that_the_first_one_hurried_ends_the_game(typed, person, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)                  # where the game is saved
    script = Impatient(*typed)
    engine = EnginePlayer(gamecore.Engine(hash_mb=1), {"depth": 40})
    players = None if person else engine, engine
    game = ConsoleGame(Game(gamecore.ConnectFour(), players=players), engine, engine, script)
    with pytest.raises(KeyboardInterrupt):
        game.run()
    assert len(game.game.moves) == 1 + person and "I play " * person in script.text
    assert script.answers == ["5"] * person


def test_ctrl_c_while_the_engine_thinks_makes_it_move(monkeypatch, play):
    def press(console, text):
        if text.startswith("thinking, depth 5"):
            signal.raise_signal(signal.SIGINT)
    monkeypatch.setattr(Console, "status", press)
    code, out, _ = play("--depth 42", "4", "q")
    assert code == 0 and re.search(r"I play .*, depth [45]$", out, re.MULTILINE)     # 4, if 5 was still going on


def test_the_engine_plays_with_the_switches_for_playing(monkeypatch, play):
    made = []

    class Watched(gamecore.Engine):
        def __init__(self, **options):
            made.append(options)

    monkeypatch.setattr("gamecore.playing.players.Engine", Watched)
    assert play("--depth 4", "4")[0] == 0
    assert [options["switches"] for options in made] == ["play", "exact"]       # the second judges moves


# Other players, saved games, annotations: the command as a program drives it.

GAMES = ["connect-four", "checkers", "backgammon", "games.tic_tac_toe:TicTacToe", "games.kalah:Kalah",
         "games.oopsy_nim:OopsyNim", "games.pig:Pig"]


@pytest.mark.parametrize("game", GAMES)
def test_an_engine_and_a_random_player_finish_a_game_that_is_saved_and_loaded(game, play, tmp_path):
    path = str(tmp_path / "game.json")
    code, out, _ = play("--players nodes=50 random --seed 1 --depth 1", "annotate", f"save {path}", game=game)
    assert code == 0 and ("wins" in out or "A draw." in out)
    assert "gives" in out or "throws" in out or "No move gave" in out
    record = json.loads(Path(path).read_text())
    play(f"--load {path} --depth 1", f"save {path}", game=game)
    assert json.loads(Path(path).read_text()) == record and len(record["steps"]) > 3


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_saved_before_its_first_move(game, play, tmp_path):
    path = str(tmp_path / "game.json")
    code, _, err = play("--players person person --depth 1", f"save {path}", game=game)
    assert (code, err) == (0, "") and not any("move" in step for step in json.loads(Path(path).read_text())["steps"])
    assert play(f"--load {path} --depth 1", game=game)[0] == 0


@pytest.mark.parametrize("error, code", [(KeyboardInterrupt, 130), (ZeroDivisionError, None), (OSError, 2)])
def test_whatever_ends_a_game_leaves_it_in_a_file(error, code, play, capsys, monkeypatch, tmp_path):
    def fail(self):
        raise error("in the middle")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(ConsoleGame, "hint", fail)
    for i in (1, 2):
        with pytest.raises(error) if code is None else nullcontext():
            assert play("--depth 1", "4", "hint")[0] == code
        assert f"Saved in 'connect-four-{i}.json'" in capsys.readouterr().out or code is not None
        record = json.loads(Path(f"connect-four-{i}.json").read_text())
        assert record["steps"][0] == {"move": "4"} and len(record["steps"]) == 2


@pytest.mark.parametrize("score", [Fraction(-1, 2), Decimal("-0.5"), np.float32(-.5), -.5])
def test_a_final_score_of_any_type_is_reported(score):
    class Halves(small_games.Nim):
        def final_score(self):
            return score

    _game, script = session("1", position=Halves(1))
    assert "You win by 0.5." in script.text


def test_a_typo_among_many_moves_takes_one_line():
    script = Script("24/2 13/1", "moves")
    rolled = gamecore.Backgammon().roll(3, 3)
    ConsoleGame(Game(rolled), None, None, script).run()
    prompt, answer, _, every, *_ = script.lines[-6:]
    assert prompt == f"the white player's move (such as {rolled.legal_moves()[0]})? "
    assert answer.startswith("'24/2 13/1' is not a legal move: did you mean ")
    assert answer.endswith("for all 73, or help") and len(answer) < 130 and every.count(",") >= 72


@pytest.mark.parametrize("arguments, typed, patterns", [
    ("--position 112233 --players person person --depth 1", "7 undo 6 1 4",
     [r"the first player's move \(1 2", r"the second player's move \(1 2", r"The first player wins\."]),
    ("--position 112233 --depth 4 --players person person", "7 1 annotate",
     [r"1  first   7 +-\d+  misses a win in 1; 4 is worth win in 1\n",
      r"2  second  1 +loss in 2  loses by force; 4 is worth \+\d+\n",
      r"The costliest move is number 1, 7: it misses a win in 1; 4 is worth win in 1\."]),
    ("--position 4455 --perfect --players person person", "1 annotate hint",          # the solver judges where it plays
     ["1  first   1       loss in 32  throws a win in 3 away; 3 is worth win in 3", "I would play 3   win in 31"]),
    ("--position 112233 --depth 4", "4 annotate", [r"You win\.", r"No move gave anything away\."]),
    ("--nodes 1", "4 annotate", [r"{'nodes': 1} is too little to compare the 7 moves of ''"]),
])
def test_players_are_named_and_their_moves_judged(play, arguments, typed, patterns):
    out = play(arguments, *typed.split())[1]
    assert all(re.search(pattern, out) for pattern in patterns)


@pytest.mark.parametrize("score, best_score, remark", [
    (-29970, 29997, "throws a win in 3 away; 4 is worth win in 3"),
    (0, 29997, "misses a win in 3; 4 is worth win in 3"),               # the move may win, too
    (-40, 29997, "misses a win in 3; 4 is worth win in 3"),
    (29995, 29997, "wins late; 4 is worth win in 3"), (29997, 29997, ""),
    (-29970, 12, "loses by force; 4 is worth +12"), (-29998, -29970, "loses early; 4 is worth loss in 30"),
    (5, 12, "gives 7 away; 4 is worth +12"), (0.25, 0.5, "gives 0.250 away; 4 is worth +0.500")])
def test_a_move_throws_a_win_away_only_if_it_is_proved_to_lose(score, best_score, remark):
    assert Verdict(1, 0, 1, score, 4, best_score).remark() == remark


def test_ctrl_c_ends_an_annotation_and_not_the_game():
    class Interrupted(EnginePlayer):
        def compare(self, *arguments):
            raise KeyboardInterrupt

    script = Script("4", "annotate", "5")
    engine = EnginePlayer(gamecore.Engine(hash_mb=1), {"depth": 2})
    game = ConsoleGame(Game(gamecore.ConnectFour(), players=(None, engine)), engine, Interrupted(None, {}), script)
    game.run()
    assert "Stopped." in script.lines and len(game.game.moves) == 4


def test_a_file_that_cannot_be_used_leaves_the_game_as_it_is(play, tmp_path):
    code, out, _ = play("--depth 1 --players person person",
                        "4", f"load {tmp_path}/none", f"save {tmp_path}/no/where", "save", "board", "undo")
    assert code == 0 and f"No such file or directory: '{tmp_path}/none'" in out
    assert f"No such file or directory: '{tmp_path}/no/where'" in out and "Which file? Type save FILE." in out
    assert out.count("(x)") == 2


def test_levels_can_be_changed():
    asked = []
    script = Script("level 12", "level 2", "4", "quit")
    def player_at(text):
        asked.append(text)
        return LevelPlayer(CONNECT_FOUR.level(int(text)), Random(1), 1)
    game = Game("connect-four", players=(None, player_at("3")))
    ConsoleGame(game, None, None, script, player_at=player_at).run()
    assert asked == ["3", "12", "2"] and "12" in script.text
    assert "The engine plays at level 2, novice: it sees 1 move ahead, errs often." in script.text


def test_the_highest_level_of_connect_four_never_makes_a_mistake():
    player = player_of("level=10", CONNECT_FOUR, {"hash_mb": 16, "threads": 1}, Random(1))
    assert isinstance(player, SolverPlayer) and player.choose(gamecore.ConnectFour()) == 4


def test_a_level_that_slips_moves_at_random():
    always, never = Level({"depth": 1}, 1.0), Level({"depth": 9})
    position = gamecore.ConnectFour("4455")
    moves = [{LevelPlayer(level, Random(seed), 1).choose(position) for seed in range(20)} for level in (always, never)]
    assert len(moves[0]) > 3 and moves[1] == {3}
