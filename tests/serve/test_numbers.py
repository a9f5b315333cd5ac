"""Tests that every number on the page is the engine's number, including its sign."""
from itertools import accumulate
from types import SimpleNamespace

import numpy as np
import pytest

from gamecore import Backgammon, Checkers, ConnectFour, Engine, MatchScore
from gamecore.core.branching import ebf
from gamecore.games.connect_four.solver import Solver
from gamecore.games.outside.game import OUTSIDE
from gamecore.serve import api, thinking
from gamecore.serve.game_state import GameState
from tests import small_games
from tests.serve.endpoints import GAMES, answer_of, events_of

ROLLED = [{"chance": "(3, 1)"}]
POSITIONS = [("checkers", [], Checkers()), ("checkers", [{"move": "11-15"}], Checkers().play("11-15")),
             ("backgammon", ROLLED, Backgammon().roll(3, 1))]


def moves(*texts):
    return [{"move": text} for text in texts]


def text_of(score):
    """A score in the words of the page."""
    if isinstance(score, float):
        return f"{score:+.3f}"
    if abs(score) > 29000:
        return f"{'win' if score > 0 else 'loss'} in {30000 - abs(score)}"
    return f"{score:+d}" if score else "0"


def sign(score):
    return (score > 0) - (score < 0)


def ahead(sentence):
    """1 where a sentence is good for the side that begins, -1 for the other, 0 for an even position."""
    first, second = (any(sentence.startswith(name) for name in names) for names in
                     (("red", "black", "white is"), ("yellow", "white")))
    return sign(first - second)


# Analysis

@pytest.mark.parametrize("game, steps, position", POSITIONS)
@pytest.mark.parametrize("lines", [1, 3])
def test_an_analysis_shows_what_the_search_counts(monkeypatch, game, steps, position, lines):
    monkeypatch.setattr(thinking, "NODES", 20_000)
    *events, last = events_of(thinking.analyse, {"game": game, "steps": steps, "lines": lines})
    result = Engine(hash_mb=thinking.HASH_MB, switches="play").search(position, depth=thinking.DEEPEST, multipv=lines,
                                                                      nodes=20_000)
    first = {event["depth"]: event for event in reversed(events)}
    totals, growth = accumulate(iteration.nodes for iteration in result.iterations), {}
    for iteration, total in zip(result.iterations, totals, strict=True):
        event, growth[iteration.depth] = first[iteration.depth], iteration.nodes
        assert (event["nodes"], event["ebf"]) == (total, ebf(growth))
        begins = -1 if position.turn == "white" and game == "checkers" else 1
        assert ahead(event["score"]) in (0, begins * sign(iteration.score)), event["score"]
        assert [(line["value"], line["score"], line["moves"]) for line in event["lines"]] == [
            (score, text_of(score), list(map(str, line[:30]))) for score, line in iteration.lines]
        if iteration.cuts:
            assert event["first_cuts"] == iteration.first_cuts / iteration.cuts
    assert len(last["lines"]) == lines and last["done"] and last["stop"] == result.stop
    assert (last["nodes"], last["depth"]) == (result.nodes, result.depth)
    assert [event["nodes"] for event in events] == sorted(event["nodes"] for event in events)
    for event in (*events, last):
        assert event["seconds"] > 0 and event["nps"] == event["nodes"] / event["seconds"]


def test_a_report_inside_an_iteration_counts_all_nodes_and_has_the_depth_before():
    shown = thinking.AnalysisProgress(GameState(GAMES, {"game": "checkers"}), {})
    for nodes, depth, finished in (10, 1, True), (30, 2, True), (55, 3, False), (90, 3, False), (70, 3, True):
        event = shown.event(SimpleNamespace(finished=finished, depth=depth, nodes=nodes, seconds=2.0, score=depth,
                                            lines=[], pv=(), cuts=4, first_cuts=depth))
        expected = {10: (10, 1, .25), 30: (40, 2, .5), 55: (55, 2, .5), 90: (90, 2, .5), 70: (110, 3, .75)}[nodes]
        assert (event["nodes"], event["depth"], event["first_cuts"]) == expected
        assert event["nps"] == expected[0] / 2


def test_the_chances_of_a_play_are_those_of_the_side_that_makes_it(monkeypatch):
    monkeypatch.setattr(thinking, "NODES", 2_000)
    for text in "4HPwATDgc/ABMA 31", "AQAAAAEAAAAAAA 64":                # the second: a bear-off
        position = GAMES["backgammon"].from_text(text)
        *_, last = events_of(thinking.analyse, {"game": "backgammon", "position": text})
        for line in last["lines"]:
            after = position.play(line["moves"][0])
            if after.is_over():
                assert line["chances"] is None
                continue
            won, gammon, _, gammon_lost, _ = Engine(hash_mb=1).probabilities(after)
            assert line["chances"] == {"win": 1 - won, "gammon": gammon_lost, "lost": gammon}


def moves_of_the_winner(child, score):
    """The winner's moves to the end before a move that leads to `child`, which has this score."""
    if child.is_over():
        return 1
    plies = 1 + Solver(hash_mb=8).solve(child).plies_to_end
    return (plies + 1) // 2 if score > 0 else plies // 2


@pytest.mark.parametrize("text", [
    "4444432226", "632446213163741574", "725446634334421462", "5362443726116275556431"])
def test_connect_four_is_reported_in_the_solvers_results_everywhere(text):
    """Columns, lines, hint, coach and graph tell what the solver finds."""
    record = {"game": "connect-four", "position": text}
    *_, last = events_of(thinking.analyse, record | {"lines": 7})
    position, solver = ConnectFour(text), Solver(hash_mb=8)
    children = {move: position.play(move) for move in position.legal_moves()}
    scores = {move: 22 - (child.ply + 1) // 2 if child.is_over() else -solver.solve(child).score
              for move, child in children.items()}
    words = {move: ("draw", f"wins {moves_of_the_winner(children[move], score)}" if score else "",
                    f"loses {moves_of_the_winner(children[move], score)}" if score else "")[sign(score)]
             for move, score in scores.items()}
    assert last["done"] and dict(sorted(last["results"].items())) == words
    assert {line["moves"][0]: line["score"] for line in last["lines"]} == {str(move): words[move] for move in words}
    best = max(scores.values())
    assert last["best"] == [move for move, score in scores.items() if sign(score) == sign(best)]
    hint = events_of(thinking.move, record | {"level": 10})[-1]
    assert scores[int(hint["move"])] == best and f"olumn {hint['move']}" in hint["remark"].replace("column", "olumn")
    *points, _ = events_of(thinking.graph, record | {"steps": []})
    first = -1 if position.turn == "o" else 1
    assert [sign(point["value"]) for point in points] == [first * sign(best)]
    for move, score in scores.items():
        judged = events_of(thinking.coach, record | {"steps": moves(str(move))})[-1]
        expected = "" if score == best else "?!" if sign(score) == sign(best) else "??" if score < 0 < best else "?"
        assert judged["mark"] == expected, judged
        assert [scores[int(column)] for column in judged["line"]] == [best] * bool(expected)


# The graph

@pytest.mark.parametrize("game, played", [("connect-four", "4141427"),
                                         ("checkers", "11-15 23-19 8-11 22-17 11-16".split())])
def test_a_graph_shows_curve_and_label_from_one_side(game, played):
    """The label of every second position had the other side's sign."""
    points = events_of(thinking.graph, {"game": game, "steps": moves(*played)})[:-1]
    assert len(points) == len(played) + 1
    for point in points:
        sign_read = ahead(point["score"]) or point["score"].startswith("+") - point["score"].startswith("-")
        assert sign_read == sign(point["value"]), point


def test_a_graph_of_a_match_knows_the_stake_of_each_position():
    """At 5-5 of 7 a double decides the match: gammons count before it and not afterwards."""
    start = Backgammon().xgid(MatchScore(5, 5, 7))
    steps = [{"chance": "(6, 4)"}, {"move": "8/2 6/2"}, {"chance": "(3, 1)"}, {"move": "8/5 6/5"}, {"cube": "double"},
             {"cube": "take"}, {"chance": "(6, 4)"}, {"move": "24/14"}, {"chance": "(2, 1)"}]
    points = events_of(thinking.graph, {"game": "backgammon", "position": start, "steps": steps})[:-1]
    position, found = Backgammon(), []
    for ply, (dice, move) in enumerate([((6, 4), "8/2 6/2"), ((3, 1), "8/5 6/5"), ((6, 4), "24/14"), ((2, 1), None)]):
        rolled = position.roll(*dice)
        engine = Engine(hash_mb=1, match=MatchScore(5, 5, 7, cube=2 if ply >= 2 else 1))
        found.append(engine.search(rolled, depth=0).score * (-1) ** ply)
        position = move and rolled.play(move)
    assert [point["value"] for point in points] == [score / 2 for score in found]
    assert [point["score"] for point in points] == [f"{score:+.3f}" for score in found]


def test_a_review_of_backgammon_has_the_luck_and_the_cube():
    """It judged the plays alone, beside the command `annotate`."""
    steps = [{"chance": "(6, 4)"}, {"move": "8/2 6/2"}, {"chance": "(3, 1)"}, {"move": "8/5 6/5"}, {"cube": "double"},
             {"cube": "pass"}]
    record = {"game": "backgammon", "steps": steps}
    points = events_of(thinking.graph, record | {"marks": True})[:-1]
    verdicts = list(GameState(GAMES, record).annotate())
    made, cube = verdicts[:2], verdicts[2:]
    assert [(point["luck"], point["lost"]) for point in points] == [(verdict.luck, verdict.loss) for verdict in made]
    assert points[0]["cube"] == [] and points[1]["cube"] == [
        {"side": verdict.side, "remark": f"{verdict.move} {verdict.remark()}", "mark": "??", "lost": verdict.loss}
        for verdict in cube]
    assert [(verdict.move, verdict.best) for verdict in cube] == [("double", "no double"), ("pass", "take")]


class Counts(small_games.Nim):
    """A game whose moves and final score are numpy's."""

    def legal_moves(self):
        return np.array(super().legal_moves())

    def final_score(self):
        return np.float64(super().final_score())


@pytest.mark.parametrize("before, played, remark", [
    ("14123553233651363", "4", "column 4 wins 2 moves later than column 7"),          # a win in 5 plies
    ("2471243726334545", "6", "column 6 gave the win away: it loses in 1 move, column 2 wins in 1 move"),
])
def test_the_coach_judges_a_move_beside_a_win_in_one(before, played, remark):
    verdict = events_of(thinking.coach, {"game": "connect-four", "steps": moves(*before, played)})[-1]
    assert verdict["remark"] == remark


def test_the_coach_judges_a_move_by_its_own_depth(monkeypatch):
    """A win in one ends the search at depth 1, which shows nothing of the other moves."""
    monkeypatch.setattr("gamecore.playing.game.QUICK", {"nodes": 20_000})
    events = events_of(thinking.coach, {"game": "checkers", "position": "B:W14,32:B9,1", "steps": moves("9x18")})
    assert "error" not in events[-1]


def test_a_game_with_numpys_numbers_has_a_graph_and_a_coach():
    games = {"counts": OUTSIDE._replace(name="counts", position=Counts)}
    points = events_of(thinking.graph, {"game": "counts", "steps": moves(*"22111")}, games)[:-1]
    assert [point["value"] for point in points] == [1, -1, -1, -1, 1, 1]
    assert events_of(thinking.coach, {"game": "counts", "steps": moves("2")}, games)[-1]["done"]


# Sides

@pytest.mark.parametrize("game, position, steps, name", [
    ("connect-four", None, [], "red"), ("connect-four", None, moves("4"), "yellow"),
    ("connect-four", "444", [], "yellow"), ("connect-four", "444", moves("1"), "red"),
    ("checkers", None, [], "black"), ("checkers", None, moves("11-15"), "white"),
    ("checkers", "W:W18:B3", [], "white"), ("checkers", "W:W18:B3", moves("18-15"), "black"),
    ("backgammon", None, ROLLED, "white"), ("backgammon", None, ROLLED + moves("8/5 6/5"), "black"),
    ("games.kalah:Kalah", None, [], "first")])
def test_the_side_to_move_has_its_own_name(game, position, steps, name):
    answer = answer_of(api.state, {"game": game, "position": position, "steps": steps})
    assert answer["names"][answer["side"]] == name


@pytest.mark.parametrize("game, position, verdict", [
    ("connect-four", "1212121", "red wins"), ("connect-four", "12121272", "yellow wins"),
    ("checkers", "W:W5:B1,2", "black wins"),
    ("backgammon", "AQAAAAAAAAAAAA", "white wins 1"), ("backgammon", "AAAAAAABAAAAAA", "black wins 1")])
def test_the_winner_has_its_own_name(game, position, verdict):
    assert answer_of(api.state, {"game": game, "position": position})["over"] == verdict


# The graph

@pytest.mark.parametrize("game, position, line, winner", [
    ("connect-four", None, ["4", "1", "5", "1", "6", "1", "7"], 1),          # red, who began, wins
    ("connect-four", None, ["1", "4", "1", "5", "2", "6", "2", "7"], -1),
    ("connect-four", "1", ["4", "1", "5", "2", "6", "2", "7"], -1)])          # yellow begins: red stays above
def test_the_graph_is_above_for_the_first_side(monkeypatch, game, position, line, winner):
    monkeypatch.setattr(thinking, "EQUAL", {"nodes": 2_000})
    *points, last = events_of(thinking.graph, {"game": game, "position": position, "steps": moves(*line)})
    assert last == {"done": True} and [point["ply"] for point in points] == list(range(len(line) + 1))
    assert [point["move"] for point in points] == [None, *line]
    assert points[-1]["value"] == winner
