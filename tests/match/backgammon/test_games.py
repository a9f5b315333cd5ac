"""Tests matches of backgammon: the dice, the games, their points, and the command."""
import json
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import sqrt
from types import SimpleNamespace

import pytest
from tests.games.backgammon import reference
from tests.processes import interrupted

import gamecore
from gamecore.commands.cli import main
from gamecore.errors import LimitError, MoveError, PositionError, SettingsError
from gamecore.games.backgammon.stake import Stake
from gamecore.match.backgammon.games import BackgammonPlayer, Dice, play_game, play_match, use_cube
from gamecore.match.backgammon.mat_reader import read_mat
from gamecore.match.backgammon.points import Points
from gamecore.match.backgammon.rollout import rollout
from gamecore.match.settings import Settings, parse

LINEAR = "hash-mb=1,evaluation=linear,plies=0"
# looks at nothing: the first play in generator order
BLIND = "hash-mb=1,switches=pruning,evaluation=linear,plies=0"
NOBODY = 24 * [0]
COMMAND = "match backgammon"


def games(count, a=LINEAR, b=LINEAR, **options):
    return list(play_match(count, *[BackgammonPlayer(parse(text)) for text in (a, b)], **options))


def script(*rolls):
    """Dice given in advance."""
    roll = partial(next, iter(rolls))
    return SimpleNamespace(roll=roll, opening=roll)


# The dice

def test_a_number_of_the_dice_comes_up_once_in_six_and_pairs_once_in_36():
    dice = Dice(7, 1)
    counts = Counter(dice.roll() for _ in range(36000))
    assert set(counts) == {(a, b) for a in range(1, 7) for b in range(1, 7)}
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts.values())
    assert 10 < chi_square < 70                          # 35 degrees of freedom: outside less than once in a thousand


def test_the_dice_hang_on_seed_and_number_alone():
    def rolls(seed, number):
        dice = Dice(seed, number)
        return [dice.roll() for _ in range(20)]
    assert rolls(1, 2) == rolls(1, 2)
    assert len({tuple(rolls(seed, number)) for seed in range(5) for number in range(5)}) == 25


def test_the_opening_roll_is_no_double_and_its_larger_die_begins():
    begun = Counter()
    for record in games(200, BLIND, BLIND, max_plies=1):
        first, second = Dice(0, record.pair).opening()
        assert first != second
        assert record.rolls == ((max(first, second), min(first, second)),)
        assert record.a_first == (first > second)
        begun[record.a_first] += 1
    assert 70 < begun[True] < 130


def test_later_rolls_may_be_doubles():
    rolls = [roll for record in games(20) for roll in record.rolls[1:]]
    assert abs(sum(a == b for a, b in rolls) / len(rolls) - 1 / 6) < 3 * sqrt(5 / 36 / len(rolls))


# The games

def points_by_the_rules(winner, loser):
    """What a game counts, by the checkers of both, 26 counts each: borne off, points, bar."""
    assert winner[0] == 15
    if loser[0] > 0:
        return 1
    return 3 if loser[25] or any(loser[19:25]) else 2


def test_a_record_is_a_game_by_the_rules_and_its_points_are_those_of_its_end():
    kinds = Counter()
    for record in games(40, LINEAR, BLIND, seed=3):
        board, a_moves = (reference.START, reference.START), record.a_first
        for roll, move in zip(record.rolls, record.moves, strict=True):
            # reads the text: another way than the match's
            position = gamecore.Backgammon.from_counts(*board).roll(*roll).play(str(move))
            assert (position.own, position.other) in reference.finals(*board, *roll)
            board, a_moves = (position.own, position.other), not a_moves
        # the player on roll has lost
        points = points_by_the_rules(board[1], board[0])
        assert record.points == (-points if a_moves else points)
        kinds[abs(record.points)] += 1
    assert set(kinds) == {1, 2, 3}


@pytest.mark.parametrize("loser, points", [
    ([1, 14, *NOBODY[1:], 0], 1), ([0, 15, *NOBODY[:-1], 0], 2), ([0, 14, *NOBODY[:-2], 1, 0], 3),
    ([0, 14, *NOBODY[:-1], 1], 3)])
def test_a_game_of_one_roll_by_hand(loser, points):
    """The winner's last checker lies on his point 2; the loser has borne one off, or none, or has besides one in the
    winner's home, or on the bar."""
    winner = [14, 0, 1, *NOBODY[2:], 0]
    position = gamecore.Backgammon.from_counts(winner, loser)
    a, b = (BackgammonPlayer(parse(LINEAR)) for _ in range(2))
    opening_winner, rolls, moves, won, _ = play_game(position, (a, b), script((6, 3)))
    assert (opening_winner, rolls, [str(move) for move in moves], won) == (0, ((6, 3),), ["2/off"], points)
    # now the second player begins, and wins
    opening_winner, rolls, moves, won, _ = play_game(position, (a, b), script((3, 6)))
    assert (opening_winner, rolls, [str(move) for move in moves], won) == (1, ((6, 3),), ["2/off"], -points)


def test_a_game_of_three_rolls_by_hand():
    """Both have two checkers left, on 6 and on 1: a 2-1 of each side leaves one, and any roll then ends the game."""
    side = [13, 1, 0, 0, 0, 0, 1, *NOBODY[6:], 0]
    players = [BackgammonPlayer(parse(LINEAR)) for _ in range(2)]
    opening_winner, rolls, moves, won, _ = play_game(gamecore.Backgammon.from_counts(side, side), players,
                                                  script((1, 2), (2, 1), (6, 4)))
    assert (opening_winner, rolls, won) == (1, ((2, 1), (2, 1), (6, 4)), -1)
    assert len(moves) == 3


# shared facts: of the last roll 19 of 36 win. In the second position 27 of 36 do, and more if the opponent fails.
@pytest.mark.parametrize("own, other, taken, actions", [
    ([13, 0, 1, 0, 0, 1, 0], [14, 1, 0, 0, 0, 0, 0], True, [("double", 2), ("take", 2)]),
    ([14, 0, 0, 0, 0, 0, 1], [13, 0, 0, 0, 0, 2, 0], False, [("double", 2), ("drop", 1)])])
def test_the_cube_is_turned_and_answered(own, other, taken, actions):
    position = gamecore.Backgammon.from_counts(own + [0] * 19, other + [0] * 19)
    stake, player = Stake(), BackgammonPlayer(parse("hash-mb=1,plies=0"))
    assert use_cube(stake, position, 0, (player, player)) == actions
    assert (stake.winner, stake.value, stake.owner) == ((None, 2, 1) if taken else (0, 1, None))


def test_a_game_with_a_cube_counts_its_stake_and_only_the_owner_doubles_again():
    played = list(play_match(60, *(BackgammonPlayer(parse("hash-mb=1,plies=0")) for _ in range(2)), seed=4,
                             stake=Stake()))
    assert {record.cube for record in played} >= {1, 2, 4}
    for record in played:
        doubles = [plays for plays, action, _ in record.actions if action == "double"]
        assert all((later - earlier) % 2 for earlier, later in pairwise(doubles))
        assert record.points % record.cube == 0 and 1 <= abs(record.points) // record.cube <= 3
        if record.actions and record.actions[-1][1] == "drop":
            doubler_is_a = record.a_first == (record.actions[-1][0] % 2 == 0)
            assert record.points == (record.cube if doubler_is_a else -record.cube)


def doubler(no_double, double_take):
    """A player with a fixed decision."""
    decision = gamecore.Cube((0.5, 0, 0, 0, 0)).decide()._replace(
        action="double, beaver" if double_take < 0 else "double, take", no_double=no_double, double_take=double_take)
    return SimpleNamespace(decide=lambda *arguments: decision)


def test_a_beaver_keeps_the_cube_and_jacoby_counts_no_gammon_before_a_double():
    stake = Stake(jacoby=True, beavers=True)
    assert [stake.points(points) for points in (-3, 2, 1)] == [-1, 1, 1]
    assert use_cube(stake, gamecore.Backgammon(), 0, 2 * (doubler(-0.5, -0.2),)) == [("double", 2), ("beaver", 4)]
    assert (stake.value, stake.owner, stake.counted(-3)) == (4, 1, -3)
    assert use_cube(stake, gamecore.Backgammon(), 0, 2 * (doubler(0, 1),)) == [] and stake.value == 4


@pytest.mark.parametrize("rounding", [0, 2e-16, -2e-16])
def test_a_double_that_may_be_taken_or_passed_is_taken(rounding):
    stake = Stake()
    assert use_cube(stake, gamecore.Backgammon(), 0, 2 * (doubler(1, 1 + rounding),)) == [("double", 2), ("take", 2)]


@pytest.mark.parametrize("stake, play", [(1, "8/2 6/2"), (2, "24/14")])
def test_plays_and_the_cube_know_the_stake_of_the_game(stake, play):
    """At two away each a gammon wins the match before a double, and nothing more than a game afterwards."""
    score = gamecore.MatchScore(5, 5, 7)
    player = BackgammonPlayer(replace(parse("hash-mb=1,plies=1"), engine={"hash_mb": 1, "match": score}))
    engine = gamecore.Engine(hash_mb=1, match=replace(score, cube=stake))
    assert player.decide(gamecore.Backgammon(), Stake(value=stake), 0) == engine.decide(gamecore.Backgammon(), 1, stake)
    player.settings = parse("plies=0")
    *_, (move,), _, _ = play_game(gamecore.Backgammon(), (player, player), script((6, 4), (1, 1)), 1,
                                  stake=Stake(value=stake))
    assert str(move) == play


def test_a_match_with_a_cube_by_the_command(capsys, tmp_path):
    arguments = ["match", "backgammon", "--a", "", "--b", "", "--games", "12", "--seed", "2", "--cube"]
    assert main([*arguments, "--json", "--mat", str(tmp_path / "games.mat")]) == 0
    *games, summary = map(json.loads, capsys.readouterr().out.splitlines())
    assert summary["points_per_game"] == sum(game["points"] for game in games) / 12 and summary["cube"]
    assert summary["rates"]["a"]["win"] == sum(game["points"] > 0 for game in games) / 12
    read = read_mat((tmp_path / "games.mat").read_text())
    assert not read[0].jacoby
    assert main([*arguments, "--games", "1", "--jacoby", "--mat", str(tmp_path / "jacoby.mat")]) == 0
    assert capsys.readouterr() and read_mat((tmp_path / "jacoby.mat").read_text())[0].jacoby
    assert [(1 - 2 * game.winner) * game.points for game in read] == [game["points"] for game in games]
    for more in [], ["--money", "b"]:                                            # the Crawford game
        assert main([*arguments, "--score", "2-0/3", *more, "--json", "--mat", str(tmp_path / f"{len(more)}.mat")]) == 0
        assert {json.loads(line)["cube"] for line in capsys.readouterr().out.splitlines()[:-1]} == {1}
        assert "ouble" not in (tmp_path / f"{len(more)}.mat").read_text()
    assert main([*arguments[:-1], "--jacoby"]) == 2 and "jacoby is a rule of the cube" in capsys.readouterr().err
    assert main(["match", "checkers", "--a", "depth=1", "--b", "depth=1", "--cube"]) == 2
    assert "--cube is for backgammon, not for 'checkers'" in capsys.readouterr().err


def test_the_limit_of_plies_ends_a_game_without_points():
    record, = games(1, max_plies=7)
    assert (record.points, record.complete, len(record.moves)) == (0, False, 7)


@pytest.mark.parametrize("wrong",
                         [{"games": 0}, {"games": "3"}, {"games": 3, "duplicate": True}, {"games": 2, "max_plies": 0},
                          {"games": 2, "seed": 3.0}])
def test_numbers_that_cannot_be_are_quoted(wrong):
    with pytest.raises(LimitError, match=repr([*wrong.values()][-1 if "max_plies" in wrong or "seed" in wrong else 0])):
        games(wrong.pop("games"), **wrong)


# Duplicate dice

def test_with_duplicate_dice_equal_sides_win_nothing_at_all():
    records = games(40, duplicate=True)
    points = Points(duplicate=True)
    for first, second in zip(records[::2], records[1::2], strict=True):
        assert (first.pair, first.number, second.pair, second.number) == (first.pair, 1, first.pair, 2)
        assert ((first.rolls, first.moves, first.a_first, first.points)
                == (second.rolls, second.moves, not second.a_first, -second.points))
        points.add(first.points)
        points.add(second.points)
    assert (points.points_per_game, points.standard_error) == (0, 0)
    assert any(record.points for record in records)


def test_the_trailer_doubles_in_both_games_of_a_pair():
    """After the Crawford game a, who is side 0 of the stake, doubles at once; b could win nothing by it."""
    score = gamecore.MatchScore.read("2-4/5 post")
    players = [BackgammonPlayer(Settings("", {"hash_mb": 1, "match": score}, {"depth": 0})) for _ in "ab"]
    for record in play_match(4, *players, duplicate=True, stake=Stake(score)):
        (plays, action, cube), *_ = record.actions
        assert (plays, action, cube) == (2 if record.a_first else 1, "double", 2)


def test_a_stake_at_a_score_needs_an_engine_that_plays_for_it():
    stake, players = Stake(gamecore.MatchScore.read("2-4/5")), [BackgammonPlayer(parse(LINEAR)) for _ in "ab"]
    for play in (lambda: play_match(2, *players, stake=stake),
                  lambda: next(rollout(gamecore.Backgammon(), 2, gamecore.Engine(hash_mb=1), stake=stake))):
        with pytest.raises(SettingsError, match="a stake at '2-4/5' needs an engine"):
            play()


def test_duplicate_dice_are_those_of_the_single_games():
    single, double = games(10, LINEAR, BLIND, seed=4), games(20, LINEAR, BLIND, seed=4, duplicate=True)
    assert single == double[::2]


def test_equal_sides_are_equal_within_their_error():
    points = Points()
    for record in games(600, seed=1):
        points.add(record.points)
    assert 0 < abs(points.points_per_game) < 3 * points.standard_error
    assert 0.03 < points.standard_error < 0.1


def test_who_looks_beats_who_does_not():
    records = games(100, LINEAR, BLIND, duplicate=True)
    assert sum(record.points for record in records) > 100
    assert (sum(record.points for record in games(100, BLIND, LINEAR, duplicate=True))
            == -sum(record.points for record in records))


# What the results say

def test_points_by_hand():
    points = Points()
    for won in (1, -2, 3, 2, -1, 3):
        points.add(won)
    assert (points.games, points.points_per_game) == (6, 1)
    assert points.standard_error == pytest.approx(sqrt((0 + 9 + 4 + 1 + 4 + 4) / (6 * 5)))
    assert points.rates(1) == {"win": 4 / 6, "gammon": 3 / 6, "backgammon": 2 / 6}
    assert points.rates(-1) == {"win": 2 / 6, "gammon": 1 / 6, "backgammon": 0}


def test_points_of_pairs_by_hand():
    points = Points(duplicate=True)
    for won in (1, -2, 3, 2, -1, -1, 2):                 # pair means -1/2, 5/2, -1; the last game waits
        points.add(won)
    assert (points.games, points.points_per_game) == (7, pytest.approx(4 / 7))
    mean = (-0.5 + 2.5 - 1) / 3
    assert points.standard_error == pytest.approx(sqrt(sum((x - mean) ** 2 for x in (-0.5, 2.5, -1)) / (3 * 2)))


def test_one_result_has_no_error_and_none_has_no_mean():
    points = Points()
    assert (points.games, points.points_per_game, points.standard_error, points.rates(1)) == (0, None, None, None)
    points.add(2)
    assert (points.points_per_game, points.standard_error) == (2, None)


def test_the_worth_of_points_has_an_error_of_its_own():
    """Gammons win the match, losses lose it."""
    points, worth = Points(duplicate=True), {2: 1.0, 1: 0.5, -1: 0.0, -2: 0.0}.__getitem__
    for won in (1, -2, 2, 1, -1, -1):                    # pair means 1/4, 3/4, 0
        points.add(won)
    assert points.mean_of(worth) == pytest.approx(1 / 3)
    squares = sum((x - 1 / 3) ** 2 for x in (0.25, 0.75, 0))
    assert points.error_of(worth) == pytest.approx(sqrt(squares / (3 * 2)))


# The command

def test_a_side_that_plays_for_money_does_not_know_the_score(records):
    """Two sides that know the same split every pair of games; where one plays for money some games differ."""
    arguments = "--a", "", "--b", "", "--games", "40", "--duplicate", "--score", "6-6/7"
    *_, both = records(*arguments)
    assert (both["money"], both["match_chance"], both["match_chance_error"]) == (None, 0.5, 0)
    results = [records(*arguments, "--money", side)[-1] for side in "ab"]
    assert [result["money"] for result in results] == ["a", "b"]
    assert results[0]["match_chance"] == pytest.approx(1 - results[1]["match_chance"])       # who is a and who is b
    assert 0 < results[0]["match_chance_error"] == pytest.approx(results[1]["match_chance_error"])


def test_the_result_counts_points_and_leaves(records):
    *records_played, result = records("--a", "evaluation=linear,plies=1", "--b", "evaluation=linear", "--games", "6",
                                      "--duplicate")
    assert ([(record["pair"], record["number"]) for record in records_played]
            == [(pair, number) for pair in (1, 2, 3) for number in (1, 2)])
    assert (result["games"], result["limited"], result["stop"]) == (6, 0, "games")
    assert result["points_per_game"] == pytest.approx(sum(record["points"] for record in records_played) / 6)
    assert set(result["rates"]["a"]) == {"win", "gammon", "backgammon"}
    assert result["rates"]["a"]["win"] + result["rates"]["b"]["win"] == 1
    assert result["leaves"]["a"] > 10 * result["leaves"]["b"] > 10
    assert result["b"] == "evaluation=linear,depth=0"


def test_the_same_command_plays_the_same_games(records):
    def games_of(*more):
        return [{name: value for name, value in line.items() if name != "about"} for line in
                records("--a", "evaluation=linear", "--b", "order=none,evaluation=linear", "--games", "10", *more)[:-1]]
    assert games_of("--seed", "5") == games_of("--seed", "5") != games_of("--seed", "6")


def test_a_person_reads_a_table(shown):
    out = shown("--a evaluation=linear --b evaluation=linear --games 20 --duplicate")
    assert "20 games, all dice twice" in out and "a +0.000 points a game" in out      # nothing varied


def test_ctrl_c_prints_the_games_so_far():
    _, lines = interrupted(*f"-m gamecore match backgammon --a {LINEAR} --b {LINEAR} --games 1000000 --json".split())
    last = json.loads(lines[-1])
    assert last["stop"] == "interrupt" and 1 <= last["games"] < 1000000


# Plays whose notation is found when it is asked for

def test_a_play_has_no_other_attributes_and_no_other_numbers():
    position = gamecore.Backgammon().roll(3, 1)
    with pytest.raises(AttributeError, match="'colour'"):
        _ = position.legal_moves()[0].colour
    with pytest.raises(MoveError, match="16"):
        position.notate([len(position.legal_moves())])


@pytest.mark.parametrize("options, error, quoted", [
    ({"owner": "centred"}, SettingsError, "'centred'"), ({"value": 3}, PositionError, "3"),
    ({"score": gamecore.MatchScore(1, 2, 5), "jacoby": True}, SettingsError, "1-2/5")])
def test_an_impossible_stake_is_quoted(options, error, quoted):
    """With the name of an owner no player could double."""
    with pytest.raises(error, match=quoted):
        Stake(**options)
