"""Tests matches: the ballots, the games, the strength that follows from their results, and the command."""
import json
from io import FileIO
from math import inf
from random import Random

import pytest
import gamecore
from gamecore.commands import match as match_command
from gamecore.playing.names import load
from gamecore.core.files import append_atomically
from gamecore.errors import BallotError, GameError, GameOverError, LimitError, SettingsError
from gamecore.games.checkers import pdn
from gamecore.match import ballots as decks
from gamecore.match.elo import Score, Sprt, elo_of, likeliest, score_of, verdict_of
from gamecore.match.games import MatchPlayer, play_match
from gamecore.match.records import text_of
from gamecore.match.settings import parse
from games.tic_tac_toe import TicTacToe
from tests.small_games import Chase, Coins, MisereNim, Nim
from tests.refusals import refusals
from tests.processes import interrupted

CHECKERS, CONNECT_FOUR = load("checkers"), load("connect-four")
TICTACTOE = load("games.tic_tac_toe:TicTacToe")


def records_of(ballots, a, b, **options):
    players = [MatchPlayer(parse(f"hash-mb=1,{text}")) for text in (a, b)]
    return list(play_match(ballots, *players, **options))


def ballots_in(file, text, game=CHECKERS):
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return decks.read(str(file), game)


# The ballots of checkers

def ends_of_lines(position, plies, movable=range(1, 33)):
    """The positions after this number of plies by men that began on certain squares."""
    if plies == 0:
        return {position}
    return {end for move in position.legal_moves() if move.start in movable
            for end in ends_of_lines(position.play(move), plies - 1, movable)}


def test_the_decks_are_legal_and_distinct_and_have_the_published_numbers():
    # refuses what is not legal or not distinct
    sizes = {deck: len(decks.read(deck, CHECKERS)) for deck in decks.DECKS}
    assert sizes == {"three-move": 156, "three-move-barred": 18, "eleven-man": 2253}


def test_the_three_move_decks_together_are_the_openings_in_which_neither_side_loses_a_man():
    engine = gamecore.Engine(hash_mb=1, evaluation="linear")

    def stays_even(position):
        for move in engine.search(position, depth=6).pv:
            position = position.play(move)
        return len(position.pieces["B"]) == len(position.pieces["W"])

    together = {ballot.position for deck in ("three-move", "three-move-barred")
                for ballot in decks.read(deck, CHECKERS)}
    assert together == {position for position in ends_of_lines(gamecore.Checkers(), 3) if stays_even(position)}


def test_the_eleven_man_deck_is_made_by_the_rule_in_its_head():
    made = set()
    for black, white in [(black, white) for black in range(5, 13) for white in range(21, 29)]:
        lists = [",".join(str(man) for man in men if man not in (black, white))
                 for men in (range(21, 33), range(1, 13))]
        made |= ends_of_lines(gamecore.Checkers(f"B:W{lists[0]}:B{lists[1]}"), 2, movable=range(5, 29))
    assert len(made) == 2500
    assert {ballot.position for ballot in decks.read("eleven-man", CHECKERS)} < made


# Ballots from files, and without

def test_a_ballot_is_moves_or_a_position_or_both(tmp_path):
    moves, both, position = ballots_in(tmp_path / "ballots", """
        9-13 21-17      # a comment
        # another
        position B:W21-27,29-32:B1-10,12 moves 8-11 24-19

        position W:W18,21-25:B9-12
    """)
    assert moves.position == gamecore.Checkers().play("9-13").play("21-17") and moves.start == gamecore.Checkers()
    assert both.position == both.start.play("8-11").play("24-19") and len(both.moves) == 2
    assert position.position == position.start == gamecore.Checkers("W:W18,21-25:B9-12")


def test_ballots_serve_every_game(tmp_path):
    assert str(ballots_in(tmp_path / "a", "4 4 5", CONNECT_FOUR)[0].position) == "445"
    assert str(ballots_in(tmp_path / "b", "position x../.o./... moves 9", TICTACTOE)[0].position) == "x../.o./..x"


@pytest.mark.parametrize("text, quoted", [
    ("", "holds no ballot"), ("# nothing", "holds no ballot"), (b"\xff\xfe9-13", "is not text"),
    ("9-13 9-14", "'9-14'"),
    ("9-13\n9-13 21-17\n\n9-12", "line 4"),
    ("fly", "'fly'"),
    ("position", "'position'"),
    ("position X:W1:B2", "'X:W1:B2'"),
    ("position B:W21:B1 moves 1-30", "'1-30'"),
    ("position B:W32:B", "the game is over"),
    ("9-13 21-17 11-15\n11-15 21-17 9-13", "the same position as '9-13 21-17 11-15'"),
])
def test_a_malformed_ballot_is_quoted(tmp_path, text, quoted):
    with pytest.raises(BallotError, match=quoted.replace(".", r"\.")):
        ballots_in(tmp_path / "ballots", text)


def test_without_a_deck_the_openings_are_all_positions_after_the_fewest_plies_that_give_enough():
    start = gamecore.ConnectFour()
    assert [len(decks.openings(start, wanted)) for wanted in (1, 2, 7, 8, 49, 50)] == [1, 7, 7, 49, 49, 238]
    assert {ballot.text for ballot in decks.openings(start, 7)} == set("1234567")
    assert [len(ballot.moves) for ballot in decks.standard(CHECKERS, 5)] == [3] * 156


def test_openings_of_a_small_game_are_as_many_as_there_are():
    assert [ballot.position.coins for ballot in decks.openings(Nim(5), 100)] == [3, 2, 1]
    assert len(decks.openings(Coins((1, 2, 3)), 100)) == 4             # no keys: every line of play is an opening


def test_the_seed_draws_the_order_and_all_are_used_before_any_comes_again():
    ballots = decks.openings(gamecore.ConnectFour(), 7)
    assert decks.deal(ballots, 7, 1) == decks.deal(ballots, 7, 1) != decks.deal(ballots, 7, 2)
    dealt = [ballot.text for ballot in decks.deal(ballots, 14, 1)]
    assert sorted(dealt[:7]) == sorted(dealt[7:]) == list("1234567")


# Settings

def test_settings_are_the_engines_and_a_budget():
    settings = parse(" switches = pruning+evaluation, order=none,hash-mb=2 ,seconds=0.5,seed=7")
    assert settings.engine == {"switches": "pruning,evaluation", "order": "none", "hash_mb": 2, "seed": 7}
    assert settings.budget == {"seconds": 0.5}
    assert settings.new_engine().hash_mb == 2


def test_a_setting_of_switches_may_remove_one():
    assert "forward-pruning" in parse("switches=play").new_engine().switches
    assert "forward-pruning" not in parse("switches=play+-forward-pruning").new_engine().switches


def test_a_common_budget_is_for_those_who_name_none():
    assert parse("depth=3").or_budget({"nodes": 5}).budget == {"depth": 3}
    settings = parse("order=none").or_budget({"nodes": 5})
    assert (settings.budget, settings.text) == ({"nodes": 5}, "order=none,nodes=5")


def test_only_a_clock_or_threads_make_games_that_do_not_repeat():
    assert parse("nodes=5").repeatable and parse("depth=5,threads=1").repeatable
    assert not parse("seconds=1,depth=5").repeatable and not parse("depth=5,threads=2").repeatable


@pytest.mark.parametrize("text, quoted", [
    ("play", "'play'"), ("switches=", "'switches='"), ("=5", "''"), ("speed=5", "'speed'"),
    ("nodes=5,nodes=6", "'nodes' is set twice"),
    ("nodes=5k", "nodes must be an integer, not '5k'"), ("seconds=x", "seconds must be a number, not 'x'"),
    ("depth=1.5", "'1.5'"),
])
def test_malformed_settings_are_quoted(text, quoted):
    with pytest.raises(SettingsError, match=quoted):
        parse(text)


# Games

def test_an_engine_against_itself_scores_half_with_mirrored_pairs():
    for ballots in (decks.openings(gamecore.ConnectFour(), 7), decks.read("three-move", CHECKERS)[::40]):
        records = records_of(ballots, "nodes=500", "nodes=500")
        assert scored(*(record.points for record in records)).pairs == [0, 0, len(ballots), 0, 0]
        for first, second in zip(records[::2], records[1::2]):
            assert first.moves == second.moves and (first.a_first, second.a_first) == (True, False)


@pytest.mark.parametrize("ballots", [decks.deal(decks.openings(gamecore.ConnectFour(), 49), 10, 0),
                                     decks.deal(decks.read("three-move", CHECKERS), 6, 0)],
                                     ids=["connect four", "checkers"])
def test_a_deeper_search_beats_a_shallower_one(ballots):
    score, other = (scored(*(record.points for record in records_of(ballots, f"depth={a}", f"depth={7 - a}")))
                    for a in (6, 1))
    assert score.score > 0.6 and other.pairs == score.pairs[::-1]


def test_records_replay_to_the_end_of_the_game():
    for record in records_of(decks.read("eleven-man", CHECKERS)[::700], "nodes=300", "depth=2"):
        position = record.ballot.position
        for move in record.moves:
            assert not position.is_over()
            position = position.play(move)
        assert record.complete and position.is_over()
        first_lost = position.turn == record.ballot.position.turn
        assert record.points == (0.5 if position.outcome == "draw" else first_lost != record.a_first)


def test_the_players_count_what_they_use():
    a, b = MatchPlayer(parse("hash-mb=1,nodes=200")), MatchPlayer(parse("hash-mb=1,nodes=100"))
    assert a.per_search("nodes") == a.per_search("seconds") == 0
    list(play_match(decks.openings(gamecore.ConnectFour(), 2)[:2], a, b))
    assert 0 < b.per_search("nodes") <= 100 < a.per_search("nodes") <= 200
    assert a.per_search("seconds") > 0 and a.used["searches"] > 10


def test_a_single_legal_move_is_played_without_a_search():
    player = MatchPlayer(parse("hash-mb=1,depth=3"))
    assert player.choose(Nim(1), [1]) == 1 and not player.used


@pytest.mark.parametrize("start, winner", [(Nim(1), 1), (Nim(2), 1), (Nim(3), 0), (MisereNim(1), 0), (MisereNim(2), 1),
                                           (Coins((1, 3)), 1), (Coins((2, 2)), 0.5)])
def test_the_score_of_the_last_position_is_for_the_side_to_move(start, winner):
    ballot = decks.openings(start, 1)
    assert [record.points for record in records_of(ballot, "depth=4", "depth=4")] == [winner, 1 - winner]


def test_an_endless_game_is_a_draw_by_the_limit_of_plies():
    records = records_of(decks.openings(Chase(0, 3), 1), "depth=1", "depth=1,order=none", max_plies=9)
    assert [(len(record.moves), record.points, record.complete) for record in records] == [(9, 0.5, False)] * 2


def test_a_game_that_ends_with_the_limit_of_plies_is_no_draw():
    plies = len(records_of(decks.openings(Nim(8), 1), "depth=9", "depth=9")[0].moves)
    record = records_of(decks.openings(Nim(8), 1), "depth=9", "depth=9", max_plies=plies)[0]
    assert record.complete and record.points == 1


test_what_a_search_would_refuse_is_refused_before_the_first_game = refusals(
    (LimitError, "seed must be an integer from 0 on, not -1", decks.deal, [1], 1, -1),       # the order of seed 1
    (LimitError, "not 0", lambda: records_of(decks.openings(Nim(8), 1), "depth=9", "depth=9", max_plies=0)),
    (GameError, "a game of chance", MatchPlayer(parse("hash-mb=1,depth=1")).check,
     load("games.oopsy_nim:OopsyNim").start()),
    (LimitError, "needs a limit", MatchPlayer(parse("hash-mb=1")).check, TicTacToe()),
    (GameOverError, "", MatchPlayer(parse("hash-mb=1,depth=1")).check, Nim(0)),
)


# What the results say. The literals were computed by hand from the formulas of docs/match.md.

@pytest.mark.parametrize("score, elo", [(0.5, 0), (0.75, 190.85), (0.76, 200.24), (10 / 11, 400), (1 / 11, -400),
                                        (1, inf), (0, -inf)])
def test_elo_is_logistic(score, elo):
    assert elo_of(score) == pytest.approx(elo, abs=0.005)       # two decimals of Elo,
    assert score_of(elo) == pytest.approx(score, abs=1e-4)      # at most 1e-4 of a score


def scored(*points):
    score = Score()
    for game in points:
        score.add(game)
    return score


def test_games_are_counted_one_by_one_and_in_pairs():
    score = scored(1, 1, 1, 0.5, 0, 1, 0.5, 0, 0, 0, 1)
    assert (score.games, score.wins, score.draws, score.losses) == (11, 5, 2, 4)
    assert score.pairs == [1, 1, 1, 1, 1]                       # the eleventh game waits for its other half
    assert score.score == 6 / 11


def test_the_error_is_that_of_independent_pairs_and_half_a_pair_won_and_lost():
    score = scored(0, 0.5, 1, 0, 0.5, 0.5, 1, 0.5)              # pairs worth 1/4, 1/2, 1/2, 3/4
    assert (score.elo, score.pairs) == (0, [0, 1, 2, 1, 0])
    # Variance (1/16 + 1/16 + 1/8 + 1/8) / 5 = 0.075; standard error sqrt(0.075 / 4) = 0.13693; times 1.95996 = 0.26838;
    # Elo of 0.76838 is 208.32.
    assert score.interval == pytest.approx((0.23162, 0.76838), abs=5e-6)        # decimals of the literals
    assert score.elo_error == pytest.approx(208.32, abs=0.01)          # Elo from those five decimals
    assert score.elo_interval == pytest.approx((-208.32, 208.32), abs=0.01)      # the same


@pytest.mark.parametrize("points, error",
                         [((0.5,) * 4, 381.8), ((1, 0) * 2, 381.8), ((1, 0) * 10, 65.7), ((0.5,) * 200, 6.8)])
def test_results_that_are_all_alike_are_not_certain(points, error):
    # n pairs worth 1/2: variance 1/4 / (n + 1), of the mean 1/4 / (n (n + 1)); n = 2: 0.20412, times 1.95996 = 0.40007;
    # Elo of 0.90007 is 381.8.
    assert scored(*points).elo == 0 and scored(*points).elo_error == pytest.approx(error, abs=0.1)


@pytest.mark.parametrize("points, low", [((1, 1), -inf), ((1,) * 4, -133.5), ((1,) * 40, 400.6)])
def test_a_side_that_wins_all_is_stronger_by_at_least_so_much(points, low):
    # n pairs won: mean (n + 1/2) / (n + 1), variance of the mean (n + 1/2) / 2 / (n + 1)^2 / n; n = 2: 5/6 - 1.95996 *
    # 0.26352 = 0.31684.
    assert scored(*points).elo == inf and scored(*points).elo_error is None
    assert scored(*points).elo_interval == pytest.approx((low, inf), abs=0.1)          # one decimal
    assert scored(*[1 - point for point in points]).elo_interval == pytest.approx((-inf, -low), abs=0.1)      # the same


@pytest.mark.parametrize("elo, draws, ballot, pairs",
                         [(0, 0.9, 0, 2), (0, 0, 0, 10), (100, 0.5, 200, 3), (300, 0, 0, 5), (0, 0.99, 0, 50)])
def test_the_interval_holds_the_truth_nineteen_times_in_twenty(elo, draws, ballot, pairs):
    random, held = Random(7), 0
    means = [score_of(elo + ballot), score_of(elo - ballot)]
    shares = [draws * 4 * mean * (1 - mean) for mean in means]
    truth = sum(means) / 2
    for _ in range(400):
        score = Score()
        for _ in range(pairs):
            for mean, share in zip(means, shares):
                score.add(random.choices((1, 0.5, 0), (mean - share / 2, share, 1 - mean - share / 2))[0])
        low, high = score.interval
        held += low <= truth <= high
    assert held >= 0.92 * 400


@pytest.mark.parametrize("points", [(), (1,)])
def test_before_the_first_pair_no_error_is_known(points):
    score = scored(*points)
    assert score.interval is score.elo_interval is score.elo_error is None
    assert (score.score is None) == (points == ())


def test_the_likeliest_distribution_has_its_mean_and_needs_no_change_where_the_counts_have_it():
    for mean in (0.1, 0.4, 0.5, 0.93):
        found = likeliest([3, 1, 4, 1, 5], mean)
        assert sum(found) == pytest.approx(1) and min(found) > 0
        assert found[1] / 4 + found[2] / 2 + found[3] * 3 / 4 + found[4] == pytest.approx(mean)
    assert likeliest([1, 2, 4, 2, 1], 0.5) == pytest.approx([0.1, 0.2, 0.4, 0.2, 0.1])


@pytest.mark.parametrize("high, pairs, ratio, rounded", [
    # Source: montytest.muzhen.org/tests/stats/69d3c8dc7c5b3724e29d2712, "Logistic (exact)"
    (2.716, [13, 37, 50, 25, 3], -0.53772, 2e-4),
    # 300 log(10/11 / (1/2)) + 100 log(1/11 / (1/2)) = 8.876
    (400, [100, 0, 0, 0, 300], 8.876, 0.05)])
def test_the_likelihood_ratio_is_that_of_fishtest_and_without_draws_walds(high, pairs, ratio, rounded):
    # as the source rounds
    assert Sprt(0, high).llr(pairs) == pytest.approx(ratio, abs=rounded)


def test_a_test_decides_at_2_94():
    assert [verdict_of(llr) for llr in (-2.95, -2.94, 0, 2.94, 2.95)] == ["H0", None, None, None, "H1"]
    assert Sprt(0, 10).llr([0] * 5) == 0


@pytest.mark.parametrize("elo, expected", [(0, "H0"), (60, "H1"), (-100, "H0"), (200, "H1")])
def test_the_sequential_test_errs_one_time_in_twenty_at_most(elo, expected):
    random, sprt = Random(elo), Sprt(0, 60)
    win = score_of(elo) - 0.2                                   # and 40 % draws

    def verdict():
        pairs = [0] * 5
        while not verdict_of(sprt.llr(pairs)):
            pairs[sum(random.choices((2, 1, 0), (win, 0.4, 0.6 - win), k=2))] += 1
        return verdict_of(sprt.llr(pairs))

    assert sum(verdict() != expected for _ in range(60)) <= 6   # three are expected, in the two hardest cases


test_points_and_bounds_that_cannot_be_are_refused = refusals(
    *((LimitError, f"not {points}", Score().add, points) for points in (-1, 2)),        # of backgammon
    *((LimitError, "two numbers", Sprt, *bounds) for bounds in (
        (0, 0), (5, -5), (0, inf), (float("nan"), 1), (0, 4001), (-1e6, 0))))


# Records

def test_the_pdn_of_a_match_reads_back():
    records = records_of([decks.read("three-move", CHECKERS)[2], decks.read("eleven-man", CHECKERS)[0]], "nodes=300",
                         "depth=2")
    games = pdn.read("".join(text_of(record, "a: nodes=300", 'b: "quoted"') for record in records))
    assert [game.headers["Round"] for game in games] == ["1.1", "1.2", "2.1", "2.2"]
    assert ["FEN" in game.headers for game in games] == [False, False, True, True]
    for game, record in zip(games, records):
        assert game.moves == [*record.ballot.moves, *record.moves]
        black, white = game.headers["Black"], game.headers["White"]
        assert {black, white} == {"a: nodes=300", 'b: "quoted"'}
        won_by_a = game.headers.get(str(game.winner).capitalize())
        assert record.points == (0.5 if won_by_a is None else won_by_a.startswith("a"))


def test_the_record_of_another_game_could_serve_as_a_ballot(tmp_path):
    record = records_of(decks.openings(gamecore.ConnectFour(), 2)[:1], "depth=2", "depth=1", max_plies=5)[1]
    line = text_of(record, "a", "b")
    assert "# game 1.2, b begins: a draw, drawn by the limit of plies" in line
    assert ballots_in(tmp_path / "record", line, CONNECT_FOUR)[0].moves == (1, *record.moves)
    assert line.endswith("; moves of the opening: 1\n")


class Pairs(Nim):
    """Nim whose moves have blanks."""

    def legal_moves(self):
        return [("take", n) for n in super().legal_moves()]

    def play(self, move):
        return type(self)(self.coins - move[1])


class Marks(Pairs):
    """Nim whose moves have the mark of a comment: "t" takes 1, "t#" and "t##" more."""

    def legal_moves(self):
        return ["t" + "#" * (n - 1) for n in Nim.legal_moves(self)]

    def play(self, move):
        return super().play(("", len(move)))


@pytest.mark.parametrize("kind", [Pairs, Marks])
def test_the_record_of_a_game_whose_moves_have_blanks_or_marks_could_serve_as_a_ballot(kind, tmp_path):
    record = records_of(decks.openings(kind(9), 2)[1:], "depth=2", "depth=1", max_plies=3)[1]
    game = type("game", (), {"start": lambda: kind(9)})
    assert ballots_in(tmp_path / "record", text_of(record, "a", "b"), game)[0].moves == (
        *record.ballot.moves, *record.moves)


def test_what_cannot_be_added_as_a_whole_is_not_added(tmp_path, monkeypatch):
    file = tmp_path / "games"
    append_atomically(file, "first\n")

    class Broken(FileIO):
        def write(self, data):
            if len(data) < 7:
                raise KeyboardInterrupt
            return super().write(data[:3])

    monkeypatch.setattr("gamecore.core.files.open", lambda path, mode, buffering: Broken(path, mode), raising=False)
    with pytest.raises(KeyboardInterrupt):
        append_atomically(file, "second\n")
    assert file.read_text() == "first\n"


# The command

def test_the_result_counts_games_pairs_and_nodes(records):
    last = records("match connect-four --a depth=4 --b depth=2 --games 20 --sprt=-5,5")[-1]
    assert last["games"] == last["wins"] + last["draws"] + last["losses"] == 2 * sum(last["pairs"]) == 20
    assert last["sprt"].keys() == {"low", "high", "llr", "bound", "accepted"} and last["stop"] == "games"
    assert last["nodes"]["a"] > last["nodes"]["b"] > 0 < last["seconds"]["a"]


def test_a_line_for_each_game_comes_before_the_result(records):
    lines = records("match games.nim:Nim", "--a", "", "--b", "order=none", "--depth", "20", "--games", "2")
    assert [line["type"] for line in lines] == ["game", "game", "result"]
    assert [line["first"] for line in lines[:2]] == ["a", "b"]
    assert lines[2]["elo"] == 0 and lines[2]["elo_error"] is None and lines[2]["elo_interval"] == [None, None]


def test_a_person_reads_how_little_four_draws_say(run):
    out = run("match connect-four", "--a", "depth=4", "--b", "depth=4", "--games", "4")[1]
    assert "Elo +0.0 +- 381.8 (95 %)" in out


def test_a_person_reads_one_end_of_an_interval_that_has_no_other(run):
    out = run("match games.tic_tac_toe:TicTacToe --a depth=9 --b depth=1,order=worst --games 100")[1]
    assert "(95 %)" in out and "beyond measure" not in out
    assert match_command.elo_text(scored(*[1] * 40)) == "above +400.6 (95 %)"
    assert match_command.elo_text(scored(*[0] * 40)) == "below -400.6 (95 %)"
    assert match_command.elo_text(scored(1)) == "beyond measure"


def test_a_sequential_test_ends_the_match_early(records):
    last = records("match games.tic_tac_toe:TicTacToe --a depth=9 --b depth=1 --games 100 --sprt 0,400")[-1]
    assert (last["stop"], last["sprt"]["accepted"]) == ("sprt", "H1")
    assert last["games"] < 100 and last["games"] % 2 == 0 and last["sprt"]["llr"] >= last["sprt"]["bound"]


def test_a_person_gets_a_table(shown):
    out = shown("match checkers --a switches=play --b evaluation=linear --nodes 200 --games 4 --sprt 0,10 "
                "--max-plies 30")
    words = ["switches=play,nodes=200", "4 games", "limit of 30 plies", "score", "Elo", "pairs", "nothing is decided"]
    assert all(text in out for text in words)


def test_games_are_added_to_the_file(run, tmp_path):
    file = tmp_path / "games.pdn"
    for _ in range(2):
        assert run("match checkers", "--a", "depth=1", "--b", "depth=2", "--games", "2", "--pdn", str(file))[0] == 0
    games = pdn.read(file.read_text())
    assert len(games) == 4 and games[0].moves == games[2].moves


def test_ctrl_c_prints_the_score_so_far_and_exits_130(tmp_path):
    file = tmp_path / "games.pdn"
    command = "-m gamecore match checkers --a nodes=500 --b nodes=500 --json --games 300 --pdn"
    _, lines = interrupted(*command.split(), str(file))
    last = json.loads(lines[-1])
    assert last["stop"] == "interrupt"
    assert 1 <= last["games"] < 300 and last["games"] <= len(pdn.read(file.read_text())) <= last["games"] + 1
