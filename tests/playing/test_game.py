"""Tests a game in progress: its steps, variations, clocks, result and texts, and an engine's remarks about its
moves."""
import json
import pickle
from copy import copy, deepcopy
from pathlib import Path
from random import Random

import numpy as np
import pytest

import gamecore
from gamecore.match.backgammon.mat import MatWriter
from gamecore.match.backgammon.mat_reader import read_mat
from gamecore.errors import GameError, GameOverError, LimitError, MoveError, RecordError
from gamecore.playing.annotation import Verdict
from gamecore.playing.backgammon.annotation import Tally, annotate
from gamecore.playing.matches import match
from gamecore.playing.players import EnginePlayer
from gamecore.trees import TreePosition, tree
from games.pig import Pig
from tests.small_games import Nim

NAMES = ("connect-four", "checkers", "backgammon")


def played(name, plies=12, seed=1, **options):
    """A game after some random moves."""
    game, random = gamecore.Game(name, seed=seed, **options), Random(seed)
    for _ in range(plies):
        game.draw_outcomes()
        if game.result is None:
            game.play(random.choice(game.legal_moves()))
    return game


@pytest.mark.parametrize("reason, loser", [("nonsense", 0), ("repetition", None), ("agreed", 0), ("resigned", None),
                                           ("resigned", 2)])
def test_a_game_ends_in_a_way_that_can_be_saved(reason, loser):
    game = gamecore.Game("checkers")
    with pytest.raises(MoveError, match=f"not as '{reason}' for {loser}"):
        game.end(reason, loser)
    assert game.result is None


@pytest.mark.parametrize("seconds", [-5, float("nan"), True, "1"])
def test_a_move_takes_a_number_of_seconds(seconds):
    """-5 gave the player 5 seconds more."""
    game = gamecore.Game("checkers", clock=(300, 2))
    with pytest.raises(LimitError, match=f"not {seconds!r}"):
        game.play("11-15", seconds=seconds)
    assert game.moves == []


@pytest.mark.parametrize("name", NAMES)
def test_ten_lines_play_level_3_against_level_7(name):
    players = [gamecore.level(name, number, seed=number) for number in (3, 7)]
    game = gamecore.Game(name, players=players, seed=1)
    result = game.advance()
    assert result == game.result and result.reason in ("finished", "repetition", "40 moves")
    assert game.verdict().startswith("a draw" if result.winner is None else f"{game.sides[result.winner]} wins")


@pytest.mark.parametrize("name", [*NAMES, "games.kalah:Kalah", "games.pig:Pig"])
def test_every_step_is_taken_back_and_played_again(name):
    game = played(name)
    last, positions, sides = game.here, [], []
    with pytest.raises(MoveError, match="nothing to take back"):
        while True:
            positions.append(str(game.position))
            sides.append(game.side)
            game.undo()
    while game.here is not last:
        assert (str(game.position), game.side) == (positions.pop(), sides.pop()) or game.outcomes()
        game.redo()
    with pytest.raises(MoveError, match="nothing was taken back"):
        game.redo()


def test_a_move_that_was_taken_back_is_a_variation():
    game = gamecore.Game("connect-four")
    for move in (4, 3, 2):
        game.play(move)
    for move in (5, 6, 2):
        game.undo()
        game.play(move)
    game.undo()
    assert game.variations == [2, 5, 6] and game.moves == [4, 3]
    game.redo()
    assert game.moves == [4, 3, 2]


@pytest.mark.parametrize("name", [*NAMES, "games.kalah:Kalah"])
def test_a_saved_game_has_its_variations(name, tmp_path):
    game, path = played(name), str(tmp_path / "game.json")
    for move in game.positions[-2].legal_moves()[:3]:
        game.undo()
        game.play(move)
    game.save(path)
    again = gamecore.Game.load(path, name)
    assert (again.moves, str(again.position), again.side) == (game.moves, str(game.position), game.side)
    for each in game, again:
        each.undo()
    assert set(map(str, again.variations)) == set(map(str, game.variations))
    with pytest.raises(RecordError, match=f"a game of '{name}', not of 'games.nim:Nim'"):
        gamecore.Game.load(path, "games.nim:Nim")


@pytest.mark.parametrize("copied", [copy, deepcopy, lambda game: pickle.loads(pickle.dumps(game))])
def test_a_game_is_copied_with_its_players(copied):
    """The chain of steps exhausted the stack."""
    game = gamecore.Game("games.pig:Pig", seed=2, clock=(60, 1))
    for _ in range(300):
        game.play("roll", seconds=0)
        game.draw_outcomes()
    game.undo()
    game.players[0] = gamecore.level(Pig, 5, seed=1)
    again = copied(game)
    assert (again.moves, str(again.position), again.variations) == (game.moves, str(game.position), ["roll"])
    assert again.players[0].choose(again.position) == game.players[0].choose(game.position)
    again.redo()
    again.players[1], again.headers["Event"] = again.players[0], "A copy"
    assert len(again.line) == 601 > len(game.line) and game.players[1] is None and not game.headers


def test_a_file_does_not_decide_which_code_is_run(tmp_path):
    path = str(tmp_path / "game.json")
    played("games.kalah:Kalah").save(path)
    with pytest.raises(RecordError, match="a game of 'games.kalah:Kalah', which is none of connect-four"):
        gamecore.Game.load(path)


@pytest.mark.parametrize("name, notation", [("checkers", "PDN"), ("backgammon", "mat"), ("backgammon", "XGID")])
def test_a_text_is_read_again(name, notation):
    game = played(name, names=("Ann", "Ben"))
    text = {"PDN": game.pdn, "mat": game.mat, "XGID": game.xgid}[notation]()
    again = gamecore.Game.read(text)
    assert str(again.position) == str(game.position) or notation == "XGID"
    assert "Ann" in text or notation == "XGID"
    with pytest.raises(GameError, match="no mat of this game of 'connect-four': there are position, saved"):
        gamecore.Game("connect-four").mat()


@pytest.mark.parametrize("make, quoted", [
    (lambda: gamecore.Game(5), "no game <class 'int'>: expected its name"),
    (lambda: gamecore.Game(int), "no game <class 'int'>"), (lambda: gamecore.level(5, 1), "no game <class 'int'>"),
    (lambda: gamecore.Game("backgammon", gamecore.Backgammon().xgid(cube=2), match=5), "match '5' cannot be given"),
    (lambda: gamecore.Game("checkers", players=(None,)), r"players are a pair, one for each side, not \(None,\)"),
    (lambda: gamecore.Game("checkers", players=("level=3", None)), "unlike 'level=3'"),
    (lambda: gamecore.Game("backgammon", seed=np.random.default_rng(1)), "unlike Generator"),      # all have this text
    (lambda: gamecore.Game("checkers", names="AB"), "names are a pair, one for each side, not 'AB'")])
def test_what_makes_no_game_is_quoted(make, quoted):
    with pytest.raises(GameError, match=quoted):
        make()


def test_a_position_may_begin_a_game():
    assert gamecore.Game(gamecore.Checkers("W:W18:B14")).side == 1               # white, which does not begin here
    game = gamecore.Game(Nim(5))
    game.play(2)
    assert (game.name, game.moves) == ("tests.small_games:Nim", [2])
    with pytest.raises(GameError, match="position 'x' cannot be given, too"):
        gamecore.Game(Nim(5), "x")


def test_a_position_with_black_on_roll_is_played_at_its_score():
    """The first side was on roll, and played for the score of the other."""
    position = gamecore.Backgammon().roll(3, 1).play("8/5 6/5")
    assert position.turn == "black"
    game = gamecore.Game(position, match=gamecore.MatchScore(1, 6, 7))           # of black, 6 of 7
    equity = gamecore.Engine(hash_mb=1, match=game.stake.match).evaluate(game.position)
    assert equity == gamecore.Engine(hash_mb=1, match=gamecore.MatchScore(1, 6, 7)).evaluate(position)
    assert (game.position.turn, game.side, game.position) == ("white", 0, position)


@pytest.mark.parametrize("options", [{"match": 5}, {"position": gamecore.Backgammon().xgid(jacoby=True)}])
def test_a_game_with_stakes_has_its_cube_when_it_is_read_again(options, tmp_path):
    game = gamecore.Game("backgammon", **options)
    game.play_outcome("31")
    game.play("8/5 6/5")
    game.save(tmp_path / "game.json")
    again = gamecore.Game.load(tmp_path / "game.json")
    assert game.cube_actions() == again.cube_actions() == gamecore.Game.read(game.xgid()).cube_actions() == ["double"]


def test_a_double_that_was_taken_back_is_saved(tmp_path):
    game = gamecore.Game("backgammon", cube=True)
    game.play_outcome("31")
    game.play("8/5 6/5")
    game.use_cube("double")
    game.undo()
    game.save(tmp_path / "game.json")
    assert gamecore.Game.load(tmp_path / "game.json").variations == ["double"]


def test_a_saved_game_has_its_cube_before_anybody_used_it():
    game = gamecore.Game("backgammon", "yOeDAyDGzsgDQA", cube=1, names=(1, 2))
    again = gamecore.Game.read(game.texts()["saved"])
    assert again.cube_actions() == game.cube_actions() == ["double"]
    assert again.names == game.names == ("1", "2")


def test_a_saved_game_with_dice_of_numpy_is_read_again():
    """Its dice were written as np.int64(3), which nothing reads."""
    game = gamecore.Game("backgammon")
    game.play_outcome((np.int64(3), np.int64(1)))
    assert gamecore.Game.read(game.texts()["saved"]).position == game.position


def test_redo_of_a_saved_game_returns_to_what_was_taken_back_last():
    """It returned to the variation that was tried last."""
    game = gamecore.Game("connect-four")
    for moves in (4, 4), (5, 5), (4, 1), (4, 4):
        for move in moves:
            game.play(move)
        for _ in moves:
            game.undo()
    again = gamecore.Game.read(game.texts()["saved"])
    for each in game, again:
        assert each.variations == [4, 5]
        each.redo()
        assert each.variations == [4, 1]
        each.redo()
        assert each.moves == [4, 4]


def test_variations_keep_their_order_at_the_end_of_an_earlier_one():
    """The one at whose end the game was saved came last."""
    game = gamecore.Game("connect-four")
    for move in (4, 3, 5):
        game.play(move)
        game.undo()
    game.play(3)
    again = gamecore.Game.read(game.texts()["saved"])
    assert again.moves == [3]
    for each in game, again:
        each.undo()
        assert each.variations == [4, 3, 5]


def test_redo_replays_what_undo_took_back_after_another_way_there():
    """It played 3, which undo had not taken back."""
    game = gamecore.Game("connect-four")
    game.play(4)
    first = game.here
    game.undo()
    game.play(3)
    game.go_to(first)
    game.undo()
    game.redo()
    assert game.moves == [4]


# Results.

SHUFFLE = ["18-14", "1-5", "14-18", "5-1"] * 2


def test_a_draw_of_checkers_has_its_reason():
    game = gamecore.Game("checkers", "W:WK18,K23:BK1")
    for move in SHUFFLE:
        game.play(move)
    assert game.verdict() == "a draw by repetition"
    with pytest.raises(MoveError, match="the game is over"):
        game.play("18-14")
    game, random = gamecore.Game("checkers", "W:WK18,K23:BK1"), Random(1)
    while game.result is None:                   # no position comes up three times, and no king is captured
        after = {move: game.position.play(move) for move in game.legal_moves()}
        last = game.position.clock == 79
        game.play(random.choice([move for move, position in after.items() if last or position.outcome is None
                                 and not any(reply.captured for reply in position.legal_moves())]))
    assert (len(game.moves), game.verdict()) == (80, "a draw by the 40-move rule")


def test_a_game_shows_its_state():
    game = gamecore.Game("checkers")
    assert repr(game) == "<Game of checkers, 0 moves: black to act>"
    game.play("11-15")
    game.resign()
    assert repr(game) == "<Game of checkers, 1 move: black wins by resignation>"
    assert game._repr_html_().startswith("<svg")


def test_a_game_of_three_is_refused():
    class Three(Nim):
        def mover(self):
            return 0

    with pytest.raises(GameError, match="max_n"):
        gamecore.Game(Three(5))


def test_players_may_resign_and_agree():
    game = gamecore.Game("checkers")
    game.play("11-15")
    game.resign()
    assert (game.result.winner, game.verdict()) == (0, "black wins by resignation")
    with pytest.raises(MoveError, match="not 'agreed': the game is over"):
        game.agree()
    with pytest.raises(GameOverError, match="no hint"):
        game.hint()
    game.undo()
    game.agree()
    assert game.verdict() == "a draw by agreement" and gamecore.Game.read(game.texts()["saved"]).result == game.result


def test_a_match_of_backgammon_goes_on_until_a_side_has_won_it():
    first = gamecore.Game("backgammon", match=3, seed=5,
                          players=[gamecore.level("backgammon", number, seed=number) for number in (5, 6)])
    scores = [(0, 0)]
    for game in first.games():
        assert game.match_score() == scores[-1] and game.match_winner is None
        game.advance()
        scores.append(game.match_score())
        assert sum(scores[-1]) - sum(scores[-2]) == game.result.points
    assert scores[-1][game.match_winner] >= 3 > scores[-1][1 - game.match_winner]
    assert (another := game.next_game()).match_score() == (0, 0)
    with pytest.raises(GameError, match="it goes on"):
        another.next_game()
    with pytest.raises(GameError, match="it goes on"):
        list(another.games())
    with pytest.raises(GameError, match="a match to 3 points is one of backgammon"):
        gamecore.Game("checkers", match=3)


def test_the_next_game_of_a_match_has_other_dice_and_the_same_names():
    """A seed made the same dice in every game."""
    def dice_of(game):
        return [point.step for point in game.line if point.kind == "chance"]

    game = gamecore.Game("backgammon", match=9, seed=1, names=("Ann", "Bob"))
    dice = []
    for _ in range(4):
        for _ in range(8):
            game.draw_outcomes()
            game.play(game.legal_moves()[0])
        dice.append(dice_of(game)[:8])
        game.resign()
        game = game.next_game()
        assert game.names == ("Ann", "Bob")
    assert all(dice[i] != dice[j] for i in range(4) for j in range(i))


@pytest.mark.parametrize("name, options", [("checkers", {}), ("backgammon", {}), ("backgammon", {"cube": True})])
def test_after_a_resignation_nothing_is_possible(name, options):
    """The cube went on, chance raised an error, and moves were listed that neither player could make."""
    game = gamecore.Game(name, **options)
    game.draw_outcomes()
    game.play(game.legal_moves()[0])
    game.resign()
    game.draw_outcomes()
    assert (game.legal_moves(), game.outcomes(), game.cube_actions()) == ([], [], [])
    for attempt in (lambda: game.use_cube("double"), game.play_outcome, lambda: game.play("8/5 6/5"), game.resign):
        with pytest.raises(MoveError):
            attempt()
    assert game.result.reason == "resigned" and game.advance() == game.result


def test_a_match_is_one_file():
    scores = [(0, 0)]
    for game in gamecore.Game("backgammon", match=5, names=("Ann", "Ben"), seed=5, players=[
            gamecore.level("backgammon", number, seed=number) for number in (5, 6)]).games():
        game.advance()
        scores.append(game.match_score())
    assert game.verdict().startswith(f"{game.names[game.match_winner]} wins ")
    games = list(read_mat(game.mat(), "the text"))
    assert len(games) == len(scores) - 1 > 1 and "; Ann\n; Ben\n\n 5 point match" in game.mat()
    assert {each.names for each in games} == {("Ann", "Ben")}
    numbers = range(1, len(games) + 1)
    assert [gamecore.Game.read(game.mat(), number).match_score() for number in numbers] == scores[1:]
    assert gamecore.Game.read(game.mat(), number=1).names == ("Ann", "Ben")
    assert [(each.score_at(each.turns[0]).white, each.score_at(each.turns[0]).black) for each in games] == scores[:-1]
    assert game.next_game().previous is None


def test_of_several_games_one_is_chosen():
    """The first was read without a word."""
    text = "1. 11-15 1-0\n\n1. 9-14 0-1\n"
    assert list(map(str, gamecore.Game.read(text, 2).moves)) == ["9-14"]
    positions = "\n".join(gamecore.Backgammon().xgid(cube=cube) for cube in (1, 2))
    assert gamecore.Game.read(positions, 2).stake.value == 2
    for each in text, positions:
        with pytest.raises(RecordError, match="one game was expected, not 2: say which, as number=1 to number=2"):
            gamecore.Game.read(each)
    with pytest.raises(RecordError, match="no game in ''"):       # it was one of connect four
        gamecore.Game.read("\n")
    for one in text[:12], "W:W18:B14", gamecore.Backgammon().xgid(), gamecore.Game("checkers").texts()["saved"]:
        with pytest.raises(LimitError, match="number must be an integer 1..1, not 2"):
            gamecore.Game.read(one, 2)


def test_the_file_of_a_match_begins_with_the_first_game_that_it_can_hold():
    """A game from another position stood in it as one from the first."""
    first = gamecore.Backgammon("yOeDAyDGzsgDQA").xgid(gamecore.MatchScore(0, 0, 5))
    game = gamecore.Game("backgammon", first, seed=1)
    game.resign()
    game = game.next_game()
    game.draw_outcomes()
    game.play(game.legal_moves()[0])
    read, = read_mat(game.mat())
    assert (read.score, len(read.turns)) == ((0, 1), 1)


def test_a_game_that_begins_with_a_double_has_no_mat():
    """Its file began with "Takes", in the other side's column, and could not be read."""
    game = gamecore.Game("backgammon", gamecore.Backgammon().xgid(doubled=True))
    game.use_cube("take")
    game.play_outcome("31")
    game.play("8/5 6/5")
    assert "mat" not in game.texts()


@pytest.mark.parametrize("dice", ["13", "1-3", (1, 3), "31"])
def test_dice_are_read_again_in_any_order(dice):
    """A game with the dice 13 could be saved, but not loaded."""
    game = gamecore.Game("backgammon", "sGfwATDgc/ABMA")
    assert game.play_outcome(dice) == (3, 1)
    assert gamecore.Game.read(game.texts()["saved"]).position == game.position


@pytest.mark.parametrize("dice, side", [("51", 0), ("15", 1), ("1-5", 1), ((5, 1), 0)])
def test_the_higher_die_begins_with_both(dice, side):
    """White began every game."""
    game = gamecore.Game("backgammon", names=("Ann", "Ben"))
    game.play_outcome(dice)
    assert (game.side, game.position.dice, game.position.turn) == (side, (5, 1), ("white", "black")[side])
    game.play("13/8 6/5")
    row, = (line for line in game.mat().splitlines() if "1)" in line)
    assert (row.index("51:") > 30) == side
    for text in (game.mat(), game.texts()["saved"]):
        again = gamecore.Game.read(text)
        assert (again.side, again.moves, again.names, again.mat()) == (1 - side, game.moves, game.names, game.mat())
    game.undo()
    assert game.side == side and game.variations == again.moves
    game.go_to(game.root)
    assert game.side == 0 and game.opens


def test_every_opening_roll_is_as_likely_and_none_a_double():
    game = gamecore.Game("backgammon")
    rolls = dict(game.outcomes())
    assert len(rolls) == 30 and set(rolls.values()) == {1 / 30} and rolls == {roll[::-1]: 1 / 30 for roll in rolls}
    with pytest.raises(MoveError, match="no outcome '33'"):
        game.play_outcome("33")
    begun = [gamecore.Game("backgammon", match=3, seed=seed) for seed in range(40)]
    for other in begun:
        other.play_outcome()
    assert {0, 1} == {other.side for other in begun} and {other.cube_actions() == [] for other in begun} == {True}


def test_the_side_that_begins_wins_its_own_points():
    game = gamecore.Game("backgammon", match=5)
    game.play_outcome("16")
    game.play("13/7 8/7")
    game.play_outcome("31")
    game.resign()                                # White, on roll
    assert game.match_score() == (0, 1) and read_mat(game.mat())[0].winner == 1
    following = game.next_game()
    following.play_outcome("61")
    following.play("13/7 8/7")
    assert [(each.score, each.turns[0].side) for each in read_mat(following.mat())] == [((0, 0), 1), ((0, 1), 0)]
    assert gamecore.Game.read(following.mat(), 1).match_score() == (0, 1)


def test_a_game_of_a_match_may_be_drawn():
    game = gamecore.Game("backgammon", match=3, seed=1)
    game.agree()
    assert game.match_score() == game.next_game().match_score() == (0, 0)


@pytest.mark.parametrize("position, accepts", [("B:WK18,K19,K20:BK1", False), ("B:WK18:BK1,K2,K3", True)])
def test_an_engine_accepts_a_draw_unless_it_is_ahead(position, accepts):
    game = gamecore.Game("checkers", position, players=(None, gamecore.level("checkers", 7)))
    assert game.offer_draw() is accepts and (game.result is not None) is accepts
    assert not gamecore.Game("checkers").offer_draw() and not gamecore.Game(
        "backgammon", players=(None, gamecore.level("backgammon", 7))).offer_draw()


def test_a_pdn_has_the_headers_of_its_game():
    game = gamecore.Game("checkers", names=("Ann", "Ben"))
    game.headers["Event"] = "Club"
    for text in game.pdn(), game.texts()["saved"]:
        again = gamecore.Game.read(text)             # lost them
        assert (again.names, again.headers["Event"], again.pdn()) == (("Ann", "Ben"), "Club", game.pdn())
    assert '[Event "Club"]' in game.pdn() and '[Black "Ann"]' in game.pdn() and '[White "Ben"]' in game.pdn()


@pytest.mark.parametrize("side", [0, 1, None])
def test_a_pdn_says_how_a_game_ended_that_could_go_on(side):
    game = gamecore.Game("checkers")
    game.play("11-15")
    game.agree() if side is None else game.resign(side)
    again = gamecore.Game.read(game.pdn())
    assert again.result == game.result and again.pdn() == game.pdn()


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("points", [1, 2, 3])
@pytest.mark.parametrize("actions", [(), ("double",), ("double", "take")])
def test_a_mat_says_who_resigned(side, points, actions):
    """A gammon or a backgammon that was resigned went on, and any game in which a double waited."""
    game = gamecore.Game("backgammon", match=5, seed=1)
    game.draw_outcomes()
    game.play(game.legal_moves()[0])
    for action in actions:
        game.use_cube(action)
    game.resign(side, points)
    for text in game.mat(), game.texts()["saved"]:
        again = gamecore.Game.read(text)
        assert again.result == game.result == (1 - side, points * max(len(actions), 1), "resigned")
        assert again.mat() == game.mat()


@pytest.mark.parametrize("game, points", [("checkers", 2), ("backgammon", 0), ("backgammon", 4), ("backgammon", 2.0)])
def test_no_resignation_is_worth_more_than_the_game(game, points):
    with pytest.raises(LimitError, match=f"points must be an integer 1..[13], not {points}"):
        gamecore.Game(game).resign(points=points)


@pytest.mark.parametrize("rules", [{}, {"jacoby": True}, {"beavers": True}, {"jacoby": True, "beavers": True}])
def test_a_mat_has_the_rules_of_its_session(rules):
    """That of beavers was lost, unless one was played."""
    game = gamecore.Game("backgammon", gamecore.Backgammon().xgid(**rules), cube=True, seed=1)
    game.draw_outcomes()
    game.play(game.legal_moves()[0])
    for each in game, gamecore.Game.read(game.mat(), cube=True):
        each.use_cube("double")
        assert each.cube_actions() == ["take", *["beaver"] * ("beavers" in rules), "pass"]
        assert each.stake.jacoby is ("jacoby" in rules)


def test_a_mat_brings_its_automatic_doubles_along():
    text = ("0 point match\n\n Game 1\n a : 0            b : 0\n  1) 31: 8/5 6/5                 Doubles => 4\n"
            "  2)  Takes                      42: 8/4 6/4\n                 Wins 4 points\n")
    assert gamecore.Game.read(text).result == (1, 4, "resigned")
    game = gamecore.Game.read(text.partition(" 2) ")[0])
    assert (game.stake.value, game.cube_actions()) == (2, ["take", "pass"])


def test_a_match_without_a_cube_is_read_saved_and_written_without_one():
    """Its players could double, and its file said nothing of that, so that missed doubles were counted."""
    score = gamecore.MatchScore(1, 2, 5)
    writer = MatWriter(score=score, cube=False)
    text = writer.head + writer.text_of(next(match("backgammon", "", "", 1, score=score)))
    game = gamecore.Game.read(text)
    for again in game, gamecore.Game.read(game.texts()["saved"]), game.next_game():
        assert not again.cube
    assert not read_mat(game.mat())[0].has_cube
    assert gamecore.Game.read(text, cube=True).cube


def test_a_mat_that_opens_with_a_double_is_no_game():
    text = " 0 point match\n\n Game 1\n a : 0                 b : 0\n  1) 33: 8/5(2) 6/3(2)\n"
    with pytest.raises(RecordError, match=r"line 5: \(3, 3\) is not an opening roll, whose dice decide who begins"):
        gamecore.Game.read(text)
    assert read_mat(text)[0].turns[0].dice == (3, 3)


def test_without_a_cube_neither_side_doubles():
    game = gamecore.Game("backgammon", "yOeDAyDGzsgDQA")
    assert game.cube_actions() == []
    with pytest.raises(MoveError, match="no 'double' of the cube in .*: possible are none"):
        game.use_cube("double")
    assert gamecore.Game("backgammon", "yOeDAyDGzsgDQA", cube=True).hint().move == "double"


@pytest.mark.parametrize("game", ["backgammon", Pig().play("roll")])
def test_before_chance_acts_there_is_no_hint(game):
    """After a second it was move=None."""
    with pytest.raises(MoveError, match="no hint in .*: chance acts first"):
        gamecore.Game(game).hint()


# Clocks.

@pytest.fixture
def now(monkeypatch):
    """The time of the clocks, in a list."""
    now = [100.0]
    monkeypatch.setattr("gamecore.playing.tree.monotonic", lambda: now[0])
    return now


def test_a_clock_counts_the_side_to_move_and_the_increment():
    game = gamecore.Game("connect-four", clock=(60, 2))
    for move, seconds in ((4, 10), (4, 5), (3, 1)):
        game.play(move, seconds)
    assert game.here.left == (60 - 10 + 2 - 1 + 2, 60 - 5 + 2)
    assert gamecore.Game.read(game.texts()["saved"]).here.left == game.here.left
    game.undo()
    assert game.here.left == (52, 57)
    game.play(3, 52)
    assert (game.result, game.moves) == ((1, 1, "out of time"), [4, 4])
    with pytest.raises(MoveError, match="the game is over"):
        game.play(3)


def test_the_flag_falls_without_a_move(now):
    game = gamecore.Game("connect-four", clock=(60, 2))
    now[0] += 59
    assert game.clocks == (1, 60) and game.time() == (1, 60, 2) and game.result is None
    now[0] += 1
    assert game.verdict() == "yellow wins on time"


@pytest.mark.parametrize("lose", [lambda game: game.play("22-18", seconds=400),
                                  lambda game: game.end("out of time", 1)])
def test_a_clock_that_ran_out_has_no_seconds_left(lose):
    """The loser kept those before the move."""
    game = gamecore.Game("checkers", clock=(300, 2))
    game.play("11-15", seconds=10)
    lose(game)
    assert game.clocks == gamecore.Game.read(game.texts()["saved"]).clocks == (292, 0)


def test_a_move_after_the_flag_fell_loses_the_game(now):
    """MoveError, also out of advance()."""
    class Slow(First):
        def choose(self, position):
            now[0] += 70
            return super().choose(position)

    game = gamecore.Game("checkers", clock=(60, 2), players=(Slow(), None))
    assert game.advance() == (1, 1, "out of time") and game.moves == []


def test_thinking_before_the_dice_takes_time(now):
    """The roll gave it back."""
    game = gamecore.Game("backgammon", cube=True, clock=(300, 2))
    game.play_outcome("31")
    game.play("8/5 6/5", seconds=5)
    now[0] += 100
    assert game.clocks == (297, 200)
    game.play_outcome("21")
    assert game.clocks == (297, 200)
    game.play(game.legal_moves()[0])
    assert game.clocks == (297, 202)


def test_a_move_that_is_played_again_in_another_time_returns_to_its_variation():
    game = gamecore.Game("checkers", clock=(300, 2))
    for move in ("11-15", "22-18"):
        game.play(move, seconds=4)
    for _ in "12":
        game.undo()
    game.play("11-15", seconds=5)
    assert list(map(str, game.variations)) == ["22-18"]
    game.redo()
    assert list(map(str, game.moves)) == ["11-15", "22-18"] and game.here.left == (298, 298)


@pytest.mark.parametrize("clock", [(0, 1), (60,), (60, -1), 60, (60, "x")])
def test_an_impossible_clock_is_quoted(clock):
    with pytest.raises(LimitError, match="a clock is"):
        gamecore.Game("connect-four", clock=clock)


def test_a_finished_game_stays_finished_whatever_the_clock_says(now):
    game = gamecore.Game("connect-four", "112233", clock=(60, 2))
    game.play(4)
    now[0] += 100
    assert game.verdict() == "red wins" and game.clocks == (62, 60)


# What an engine says.

@pytest.mark.parametrize("position, move, remark", [
    ("B:WK1:BK11,K15", "15-18", ""), ("B:WK1:BK11,K15", "11-16", "wins late; 15-18 is worth win"),
    ("B:WK27:BK19,K13", "19-23", "misses a win; 13-17 is worth win"),
    ("B:WK17:BK9,K6", "9-14", "throws a win away; 6-10 is worth win")])
def test_the_coach_judges_what_databases_know(position, move, remark):
    game = gamecore.Game("checkers", position)
    game.play(move)
    assert game.coach().remark() == remark


def test_the_coach_says_what_a_move_threw_away():
    game = gamecore.Game("connect-four", "112233")
    assert game.coach() is None
    game.play(7)
    judge = EnginePlayer(gamecore.Engine(hash_mb=1), {"depth": 4})
    verdict = game.coach(judge)
    assert (verdict.remark(), verdict.line) == ("misses a win in 1; 4 is worth win in 1", (4,))
    assert [verdict] == list(game.annotate(judge)) and game.hint(judge).move in game.legal_moves()


def test_a_game_is_judged_by_whether_its_positions_have_chance():
    game = gamecore.Game(TreePosition(tree([[3, 12], [2, 4]])))      # like a compiled class, this one does not tell
    game.play(1)
    verdict = game.coach()
    assert (verdict.best, verdict.best_score, verdict.score) == (0, 3, 2)


@pytest.mark.parametrize("options, first", [({"match": 3}, "31"), ({"cube": True}, "13")])
def test_a_game_is_annotated_as_its_mat(options, first):
    """Game.annotate had neither the luck nor the cube, which the command judges."""
    game = gamecore.Game("backgammon", seed=4, **options)
    game.play_outcome(first)
    for action in ("move", "double", "take", "move", "double", "pass"):
        if action == "move":
            game.draw_outcomes()
            game.play(game.legal_moves()[0])
        else:
            game.use_cube(action)
    engine = gamecore.Engine(hash_mb=1)
    verdicts = list(game.annotate(EnginePlayer(engine, {"depth": 0})))
    assert verdicts == [verdict for _, _, verdict in annotate(read_mat(game.mat()), engine, 0)]
    assert [verdict.move for verdict in verdicts if verdict.decision] == ["double", "take", "double", "pass"]
    assert [verdict.number for verdict in verdicts] == [1, 2, 2, 2, 3, 3]
    luck = [verdict.luck for verdict in verdicts if not verdict.decision]
    assert all(luck) and game.coach(EnginePlayer(engine, {"depth": 0})) == verdicts[3]


class OwnJudge:
    """Not an EnginePlayer, although it has an engine."""

    engine = gamecore.Engine(hash_mb=1)

    def compare(self, position, move, match=None, on_progress=None):
        return dict.fromkeys(position.legal_moves(), 0.5) | {move: 0.41}, ()


def begun(plies, text=None, **options):
    """A game of backgammon with its first moves."""
    game = gamecore.Game("backgammon", text, seed=5, **options)
    for _ in range(plies):
        game.draw_outcomes()
        game.play(game.legal_moves()[0])
    return game


def test_in_a_money_game_without_a_double_not_doubling_is_no_decision():
    """The Jacoby rule alone made decisions."""
    game = begun(12, "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:1:0:10", cube=True)
    judge = EnginePlayer(gamecore.Engine(hash_mb=1), {"depth": 0})
    assert game.stake.jacoby and list(game.annotate(judge)) == [
        verdict for _, _, verdict in annotate(read_mat(game.mat()), judge.engine, 0)]


def test_a_judge_with_a_limit_of_time_decides_the_cube_at_one_ply():
    """Three rolls took 16 seconds, whatever the limit."""
    scores = []
    for depth in 1, 30:
        game = begun(2, match=5)
        game.use_cube("double")
        game.use_cube("pass")
        judge = EnginePlayer(gamecore.Engine(hash_mb=1), {"depth": depth, "nodes": 1})
        scores.append([verdict.score for verdict in game.annotate(judge) if verdict.decision])
    assert len(scores[0]) == 2 and scores[0] == scores[1]


def test_a_judge_of_ones_own_may_have_an_engine():
    """An AttributeError at the score of a match."""
    verdicts = list(begun(2, match=5).annotate(OwnJudge()))
    assert [(verdict.loss, verdict.mark) for verdict in verdicts] == [(pytest.approx(.09), "blunder")] * 2


def test_a_loss_has_the_marks_of_points_in_backgammon_only():
    """A loss of .08 was a blunder in each game of chance."""
    assert Verdict(1, 0, "roll", .30, "hold", .39).mark is None
    assert Verdict(1, 0, "roll", .30, "hold", .39, in_points=True).mark == "blunder"


def test_only_a_resignation_has_points_in_a_saved_game():
    """An agreement on 2 points was a draw; in checkers a resignation of 2 was an error that load does not name."""
    checkers = gamecore.Game("checkers", seed=5)
    for game, end in (begun(2), "agreed 2"), (begun(2), "white out of time 3"), (checkers, "black resigned 2"):
        record = json.loads(game.texts()["saved"])
        record["steps"].append({"end": end})
        with pytest.raises(RecordError, match=f"not '{end}'"):
            gamecore.Game.read(json.dumps(record))


def test_a_game_that_begins_with_dice_has_no_luck_in_them():
    game = gamecore.Game(gamecore.Backgammon().roll(3, 1))
    game.play("8/5 6/5")
    (verdict,), tally = game.annotate(), Tally()
    tally.add(verdict)
    assert verdict.luck is None and (tally.luck, tally.plays) == (0, 1)


def test_a_level_slips_by_its_seed():
    seeds = [*range(9), *np.arange(9)]
    moves = [gamecore.level("checkers", 1, seed=seed).choose(gamecore.Checkers()) for seed in seeds]
    assert moves[:9] == moves[9:] and len(set(moves)) > 1
    with pytest.raises(LimitError, match="11"):
        gamecore.level("checkers", 11)


def test_the_page_of_the_levels_has_their_names_and_words():
    page = (Path(__file__).parents[2] / "docs" / "serve.md").read_text("utf-8")
    for number in range(1, 11):
        (name, *_), words = zip(*(gamecore.level(game, number).words
                                  for game in ("connect-four", "checkers", "backgammon")), strict=True)
        assert f"| {number} {name} | {' | '.join(words)} |\n" in page


@pytest.mark.parametrize("columns, moves", [("", [4]), ("4455", [3, 6]), ("52275", [5])])
def test_the_perfect_level_plays_a_best_move_and_heeds_its_clock(columns, moves):
    """It took seconds for each move after the book's, whatever its clock said."""
    hurried, position = gamecore.level("connect-four", 10, hash_mb=4), gamecore.ConnectFour(columns)
    result = hurried.reply(position, clock=(.01, 1, 0)).result                   # a millisecond
    assert result.stop == ("time" if columns == "52275" else "complete")
    assert gamecore.level("connect-four", 10, hash_mb=4).choose(position) in moves


class First:
    """A player of one's own."""

    def choose(self, position):
        return position.legal_moves()[0]


def test_a_player_of_ones_own_needs_only_choose():
    assert gamecore.Game("checkers", players=(First(), First())).advance() is not None
    assert gamecore.Game("checkers").hint(First()).move == gamecore.Checkers().legal_moves()[0]


@pytest.mark.parametrize("record, quoted", [
    ({"steps": [{"move": "9"}]}, "step 1: no move '9' in ''"),
    ({"steps": [{"end": "white resigned"}]}, "'white resigned'"),
    ({"steps": [{"move": "4", "seconds": "x"}]}, "a step is"),
    ({"names": ["Ann"]}, "expected names as a list of two texts, not ['Ann']"),
    ({"headers": {"Event": 3}}, "expected headers as texts by name, not {'Event': 3}"),
    ({"variations": 3}, "expected variations as a list, not 3"),
    ({"clock": [1]}, "a clock is"), ({"steps": [{"cube": "double"}]}, "no 'double' of the cube")])
def test_an_impossible_record_is_quoted(record, quoted):
    with pytest.raises(ValueError) as error:
        gamecore.Game.read(json.dumps({"format": "gamecore game 1", "game": "connect-four"} | record))
    assert quoted in str(error.value)


def test_a_game_that_began_after_other_positions_is_not_written_without_them():
    """Its text would lose the history and the clock: a draw came back as a game in progress."""
    position = gamecore.Checkers("W:WK18,K23:BK1")
    for move in ("18-14", "1-5", "14-18", "5-1", "18-14", "1-5", "14-18"):
        position = position.play(move)
    game = gamecore.Game(position)
    game.play("5-1")
    assert game.verdict() == "a draw by repetition"
    for written in (game.texts, game.pdn, gamecore.Game(position.mirrored()).pdn):       # with the clock alone
        with pytest.raises(RecordError, match="after other positions cannot be written"):
            written()
    assert gamecore.Game.read(gamecore.Game("checkers", "W:WK18,K23:BK1").pdn()).result is None
