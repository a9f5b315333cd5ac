"""Tests Pacman: its rules, the scores of the course, the search against a reference, the course's examples, and the
commands."""
import io
import json
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ElementTree
from dataclasses import replace
from math import fsum
from pathlib import Path
from random import Random

import pytest
from tests.data.facts.pacman import BEST_FIRST_MOVES, LINE_DEPTHS
from gamecore import Engine
from gamecore.errors import LimitError, PositionError, SwitchError
from games.pacman.__main__ import first_moves, main, screen_of
from games.pacman.drawing import animation, frame, painted
from games.pacman.evaluations import careful, closer, points, seeking
from games.pacman.experiments import EXPERIMENTS, summary
from games.pacman.game import positions
from games.pacman.ghosts import DirectionalGhosts, MinimaxGhosts, MixedGhosts, RandomGhosts, SeparateGhosts
from games.pacman.journal import Journal, JournalError
from games.pacman.line import food_and_distance, food_left
from games.pacman.maze import MAZES, named
from games.pacman.players import Player
from games.pacman.rules import ChancePacman, Pacman
from games.pacman.statistics import share_interval
from tests import DATA
from tests.refusals import refusals

GHOSTS = [RandomGhosts(), DirectionalGhosts(), MinimaxGhosts(1), MixedGhosts(MinimaxGhosts(1), 0.8)]
ROOT = Path(__file__).resolve().parents[2]


def play(position, *moves):
    for move in moves:
        position = position.play(move)
    return position


# Mazes

@pytest.mark.parametrize("text, words", [
    ("", "not a maze"), ("#####/#. G#/#####", "one Pacman"), ("#####/#PP.#/#####", "one Pacman"),
    ("#####/#P  #/#####", "food"), ("#####/#P.X#/#####", "'X'"), ("#####/#P. /#####", "4 columns"),
    ("#####/#P.  /#####", "a wall is missing in column 5"),
    ("## ##/#P. #/#####", "a wall is missing in column 3"), ("######/#P#. #/######", "cannot reach the '.'"),
    ("#######/#P.#G #/#######", "cannot reach the 'G'"), ("########/#P.GGGGG/########", "a wall is missing"),
    ("#########/#P.GGGGG#/#########", "up to 4"),
])
def test_what_is_no_maze_is_shown_with_its_place(text, words):
    with pytest.raises(PositionError) as error:
        Pacman(text)
    assert words in str(error.value)


@pytest.mark.parametrize("name", MAZES)
def test_a_maze_is_read_again_from_its_picture(name):
    assert Pacman(str(Pacman(name))).picture() == Pacman(name).picture() == list(named(name).rows)


@pytest.mark.parametrize("name", MAZES)
def test_distances_are_those_of_floyd_and_warshall(name):
    maze = named(name)
    squares = range(len(maze.places))
    near = [[maze.step[way][a] for way in maze.exits[a]] for a in squares]
    ways = [[0 if a == b else 1 if b in near[a] else 10**6 for b in squares] for a in squares]
    for c in squares:
        for a in squares:
            for b in squares:
                ways[a][b] = min(ways[a][b], ways[a][c] + ways[c][b])
    assert [[steps if steps < 10**6 else -1 for steps in row] for row in ways] == maze.distance


# Rules and scores

def test_a_step_costs_1_food_is_worth_10_and_the_last_one_500():
    start = Pacman("#######/#P..  #/#######")
    assert play(start, "stop").points == -1
    assert play(start, "east").points == 9 and not play(start, "east").is_over()
    end = play(start, "east", "east")
    assert end.points == -2 + 20 + 500 and end.is_over() and end.legal_moves() == []


def test_a_meeting_costs_500_whichever_agent_moves():
    start = Pacman("#######/#.P G #/#######")
    assert play(start, "east", ("west",)).points == -1 - 500
    assert play(start, "east", ("east",), "east", ("west",)).points == -2 - 500
    last = play(Pacman("#######/#.PG  #/#######"), "east")
    assert last.points == -501 and last.is_over() and last.final_score() == 501      # it would be the ghosts' turn


@pytest.mark.parametrize("maze", ["######/#  P.#/######", "#######/#. P .#/#######", "#####/#P .#/# # #/#.  #/#####"])
@pytest.mark.parametrize("plies", [1, 2, 3, 6])
def test_without_ghosts_pacman_makes_every_move(maze, plies):
    alone, chance = (Engine(hash_mb=1).search(game(maze), depth=depth)
                     for game, depth in ((Pacman, plies), (ChancePacman, plies - 1)))     # the root is no layer
    assert chance.score == minimax(Pacman(maze), plies)
    assert alone.score * Pacman.unit == pytest.approx(chance.score, abs=Pacman.unit / 2)      # it is rounded


def test_a_maze_holds_no_more_points_than_a_search_counts():
    def maze(food):
        return "/".join(["#" * 502, "#P" + "." * food + " " * (499 - food) + "#", "#" * 502])

    assert Pacman(maze(449)).legal_moves() == ["east", "stop"]
    for game in (Pacman, ChancePacman):
        with pytest.raises(PositionError, match="^a maze of up to 5000 points is not a maze: a search counts to 5000$"):
            game(maze(450))


def test_a_win_comes_before_a_meeting():
    assert play(Pacman("#######/# P.  #/#######"), "east").points == 509


def test_a_scared_ghost_is_worth_200_and_starts_again_unscared():
    start = Pacman("#########/#.Po G  #/#########")
    scared = play(start, "east")
    assert [ghost.scared for ghost in scared.ghosts] == [40]
    eaten = play(scared, ("west",), "east")
    assert eaten.points == -2 + 200 and not eaten.is_over()
    assert eaten.ghosts[0] == (start.ghosts[0].square, "", 0)


def test_a_scared_ghost_moves_at_every_other_turn():
    position, moved = play(Pacman("###########/#.Po     G#/###########"), "east"), []
    for _ in range(6):
        moved.append(position.legal_moves() != [("stop",)])
        position = play(position, position.legal_moves()[0], "stop")
    assert moved == [True, False] * 3


def test_a_ghost_turns_back_only_in_a_dead_end():
    position = play(Pacman("########/#P . G #/########"), "stop", ("east",), "stop")
    assert position.legal_moves() == [("west",)]
    position = play(position, ("west",), "stop")
    assert position.legal_moves() == [("west",)]


def test_two_ghosts_make_one_joint_move():
    position = play(Pacman("pincer"), "stop")
    assert position.legal_moves() == [(a, b) for a in ("east", "south") for b in ("south", "west")]
    assert play(position, ("south", "west")).ghosts_turn is False


@pytest.mark.parametrize("name", MAZES)
@pytest.mark.parametrize("ghosts", GHOSTS, ids=lambda ghosts: type(ghosts).__name__)
def test_probabilities_of_ghosts_sum_to_1_over_legal_moves(name, ghosts):
    random, position = Random(1), Pacman(name)
    for _ in range(20):
        if position.is_over():
            break
        if position.ghosts_turn:
            shares = ghosts(position)
            assert sum(share for _, share in shares) == pytest.approx(1)
            assert {moves for moves, share in shares if share} <= set(position.legal_moves())
        position = position.play(random.choice(position.legal_moves()))


def test_a_directional_ghost_runs_to_him_and_a_scared_one_away():
    assert dict(DirectionalGhosts(1.0)(play(Pacman("#######/#P. G #/#######"), "stop"))) == {("east",): 0, ("west",): 1}
    scared = play(Pacman("########/#.Po G #/########"), "east")
    assert dict(DirectionalGhosts(1.0)(scared)) == {("east",): 1, ("west",): 0}


# The search against a slow reference

def minimax(position, plies):
    """Pacman's points, by the textbook."""
    if position.is_over() or plies == 0:
        return position.worth()
    best = min if position.ghosts_turn else max
    return best(minimax(position.play(move), plies - 1) for move in position.legal_moves())


def mean(position, plies, belief):
    """The same where the ghosts are chance."""
    if position.is_over() or plies == 0:
        return position.worth()
    if position.ghosts_turn:
        return sum(share * mean(position.play(move), plies - 1, belief) for move, share in belief(position))
    return max(mean(position.play(move), plies - 1, belief) for move in position.legal_moves())


def somewhere(name, seed, evaluation=careful):
    """A position of a random game in which Pacman is to move."""
    random, position = Random(seed), Pacman(name, evaluation)
    here = position
    for _ in range(random.randint(0, 30)):
        position = position.play(random.choice(position.legal_moves()))
        if position.is_over():
            break
        here = here if position.ghosts_turn else position
    return here


@pytest.mark.parametrize("name", ["corridor", "trap", "pincer", "open"])
@pytest.mark.parametrize("search", ["minimax", "alpha-beta"])
@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_minimax_pacman_is_the_textbooks(name, search, plies):
    for seed in range(6):
        position = somewhere(name, seed)
        scores = {move: minimax(position.play(move), plies - 1) for move in position.legal_moves()}
        lines = Player(search, plies).lines(position)
        # scores are rounded to units
        assert {line[0]: score for score, line in lines} == pytest.approx(scores, abs=Pacman.unit / 2)


@pytest.mark.parametrize("name", ["corridor", "trap", "pincer", "open"])
@pytest.mark.parametrize("belief", GHOSTS, ids=lambda ghosts: type(ghosts).__name__)
@pytest.mark.parametrize("plies", [1, 2, 3, 4])
def test_expectimax_pacman_is_the_textbooks(name, belief, plies):
    for seed in range(3):
        position = somewhere(name, seed)
        scores = {move: mean(position.play(move), plies - 1, belief) for move in position.legal_moves()}
        lines = Player("expectimax", plies, belief=belief).lines(position)
        assert {line[0]: score for score, line in lines} == pytest.approx(scores)


@pytest.mark.parametrize("seed", range(10))
def test_a_minimax_ghost_plays_the_best_of_the_textbook(seed):
    position = somewhere("open", seed, seeking).play("stop")
    if position.is_over():
        return
    scores = {moves: minimax(position.play(moves), 3) for moves in position.legal_moves()}
    best = [moves for moves, score in scores.items() if score == min(scores.values())]
    assert sorted(MinimaxGhosts(2)(position)) == sorted((moves, 1 / len(best)) for moves in best)


def test_all_best_moves_of_a_tie_are_reported():
    assert Player("expectimax", 1, points).best(Pacman("#######/#  P .#/#######")) == ["east", "west", "stop"]
    assert Player("expectimax", 2, points).best(Pacman("#######/#  P .#/#######")) == ["east"]


def test_equal_positions_have_equal_keys_and_others_have_not():
    start = Pacman("open")
    assert play(start, "north" if "north" in start.legal_moves() else "east").key() != start.key()
    again = play(start, "stop")
    assert again.key() == play(start, "stop").key() != start.key()


# The course's examples

@pytest.mark.parametrize("depth", LINE_DEPTHS)
@pytest.mark.parametrize("name, evaluation", [("F1", food_left), ("F2", food_and_distance)])
def test_the_best_first_moves_on_the_line(name, evaluation, depth):
    assert first_moves(evaluation, depth) == BEST_FIRST_MOVES[name][depth - 1]


def test_food_out_of_sight_attracts_only_a_pacman_that_counts_the_distance():
    maze = named("starving")
    assert Player("expectimax", 2, points).best(Pacman(maze)) == ["east", "stop"]
    assert Player("expectimax", 2, closer).best(Pacman(maze)) == ["east"]


def test_a_player_made_from_another_thinks_for_himself():
    position = Pacman("starving")
    player, ghosts = Player("expectimax", 2, points), MinimaxGhosts(1)
    turn = Pacman("trap").play("stop")
    assert player.best(position) == ["east", "stop"] and len(ghosts(turn)) == len(MinimaxGhosts(1)(turn))
    assert replace(player, evaluation=closer).best(position) == ["east"]
    assert replace(ghosts, evaluation=points)(turn) == MinimaxGhosts(1, points)(turn) != ghosts(turn)
    with pytest.raises(AttributeError, match="evaluation"):
        player.evaluation = closer


def test_two_ghosts_trap_him_as_one_of_them_cannot():
    experiment = EXPERIMENTS["pincer"]()
    results = {name: [experiment.game((name, i), 1)["won"] for i in range(5)] for name in experiment.pairings}
    assert results == {"the western": [True] * 5, "the eastern": [True] * 5, "both": [False] * 5}


def test_ghosts_that_search_apart_trap_him_where_straight_runners_do_not():
    experiment = EXPERIMENTS["split"]()
    won = {name: sum(experiment.game((name, i), 1)["won"] for i in range(5)) for name in experiment.pairings}
    assert won["run straight"] == 5 and won["search apart"] <= 1 and won["one search"] == 0


def test_in_a_trap_minimax_runs_to_its_death_and_expectimax_tries_its_luck():
    experiment = EXPERIMENTS["trapped"]()
    games = {name: [experiment.game((name, i), 1) for i in range(20)] for name in experiment.pairings}
    assert {(game["points"], game["steps"]) for game in games["minimax"]} == {(-501, 1)}
    assert 5 <= sum(game["won"] for game in games["expectimax"]) <= 15


def test_ghosts_that_search_apart_break_ties_apart():
    position = play(Pacman("split"), "stop")
    joint, apart = MinimaxGhosts(1)(position), SeparateGhosts(MinimaxGhosts(1))(position)
    assert {moves for moves, _ in joint} <= {moves for moves, _ in apart}
    assert fsum(share for _, share in apart) == pytest.approx(1)
    for i in (0, 1):
        shares = [{way: fsum(share for moves, share in rule if moves[i] == way) for way in ("north", "east", "south",
                                                                                           "west")}
                  for rule in (joint, apart)]
        assert shares[0] == pytest.approx(shares[1])


def test_minimax_is_safe_and_expectimax_is_good_against_chance_alone():
    """The published order, 5 games a cell: minimax 5/5 and 483, 5/5 and 493; expectimax 1/5 and -303, 5/5 and 503."""
    experiment = EXPERIMENTS["table"]()
    games = {name: [experiment.game((name, i), 1) for i in range(5)] for name in experiment.pairings}
    won = {name: sum(game["won"] for game in rows) for name, rows in games.items()}
    assert won["minimax adversary"] == won["minimax random"] == won["expectimax random"] == 5
    assert won["expectimax adversary"] <= 1


# Games, pictures and commands

def test_equal_seeds_play_equal_games():
    def game(seed):
        played = positions(named("open"), Player("alpha-beta", 4), MinimaxGhosts(1), Random(seed), 20)
        return [str(position) for position, _ in played]

    assert game(3) == game(3) != game(4)


def test_every_move_of_a_game_is_legal():
    for seed in range(3):
        last = None
        for position, move in positions(named("pincer"), Player("expectimax", 4), RandomGhosts(), Random(seed), 30):
            assert last is None or move in last.legal_moves() and last.play(move).picture() == position.picture()
            last = position


def test_the_picture_moves_and_can_be_read_as_xml():
    game = list(positions(named("open"), Player("alpha-beta", 4), MinimaxGhosts(1), Random(1), 20))
    root = ElementTree.fromstring(animation(game))
    moving = [element for element in root.iter() if element.tag.endswith(("animate", "animateTransform"))]
    assert moving
    for element in moving:
        assert element.get("values").count(";") == element.get("keyTimes").count(";")
    assert "points" in frame(game[-1][0]) and frame(game[0][0]).startswith("#")


def test_a_share_of_all_games_has_an_interval_below_1():
    assert share_interval(5, 5) == pytest.approx((0.5655, 1), abs=1e-3)      # Wilson's, by any table
    assert share_interval(0, 15)[0] == 0                 # it was below, and a table had -0
    assert summary([{"won": True, "points": 500, "steps": 10}] * 5)[:3] == ("5", "5", "57..100")


def test_rows_are_kept_and_an_interrupted_experiment_goes_on(tmp_path, capsys):
    file = tmp_path / "rows.jsonl"
    arguments = ["starving", "--jobs", "1", "--keep", str(file)]
    assert main([*arguments, "--games", "2"]) == 0
    file.write_text(file.read_text() + '{"name": ["points", 2], "won"')      # torn by a kill
    assert main([*arguments, "--games", "3"]) == 0
    resumed = capsys.readouterr().out.splitlines()[-2]
    rows = [json.loads(line) for line in file.read_text().splitlines()]
    assert len(rows) == 1 + 6 and main(["starving", "--jobs", "1", "--games", "3"]) == 0
    assert capsys.readouterr().out.splitlines()[-2] == resumed
    with pytest.raises(JournalError, match="starving"):
        Journal(file, {"experiment": "table", "seed": 1})


def test_the_commands_print_their_tables(capsys, tmp_path):
    assert main(["line"]) == 0 and main(["bags"]) == 0
    out = capsys.readouterr().out
    assert "east or west" in out and "1/91" in out and "54.5" in out
    assert main(["watch", "--maze", "corridor", "--limit", "3", "--svg", str(tmp_path / "game.svg")]) == 0
    assert (tmp_path / "game.svg").read_text().startswith("<svg")


@pytest.mark.parametrize("arguments, quoted", [
    (["watch", "--maze", "#####/#P.G /#####"], "a wall is missing"), (["watch", "--maze", "nowhere"], "'nowhere'"),
    (["table", "--keep", "/nowhere/rows", "--games", "1", "--jobs", "1"], "/nowhere/rows"),
])
def test_bad_input_is_one_line(arguments, quoted, capsys):
    assert main(arguments) == 2
    _out, err = capsys.readouterr()
    assert err.count("\n") == 1 and quoted in err


@pytest.fixture
def own(tmp_path, monkeypatch):
    shutil.copy(DATA / "my_agents.py", tmp_path)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield
    sys.modules.pop("my_agents", None)


@pytest.mark.parametrize("option, name", [("--pacman", "Careful"), ("--pacman", "first"), ("--ghosts", "Chaser"),
                                          ("--ghosts", "even"), ("--evaluation", "far")])
def test_pacman_ghosts_and_evaluation_may_be_ones_own(option, name, own, capsys):
    cast = [option, f"my_agents:{name}", "--maze", "trap", "--rounds", "1"]
    assert main(["watch", *cast, "--limit", "2"]) == 0 and capsys.readouterr().out.count("points") >= 4
    assert main(["games", *cast, "--games", "3", "--limit", "20"]) == 0
    head, row = capsys.readouterr().out.splitlines()
    assert head.split()[:4] == ["Pacman", "ghosts", "games", "won"] and row.split()[2] == "3"


@pytest.mark.parametrize("name, words", [
    ("my_agents:nothing", "returns None in '#####"), ("my_agents:fails", "ZeroDivisionError: division by zero (my_age"),
    ("my_agents:number", "but 5"), ("my_agents:Nobody", "no attribute 'Nobody'"), ("no_module:f", "No module named"),
    ("guess", "unknown")])
@pytest.mark.parametrize("option", ["--pacman", "--ghosts", "--evaluation"])
def test_a_bad_one_is_one_line(option, name, words, own, capsys):
    assert main(["watch", option, name, "--maze", "trap", "--rounds", "1"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1 and words in error and repr(name) in error


def test_a_game_is_in_colour_on_a_terminal_unless_none_are_wanted(monkeypatch):
    pytest.importorskip("rich", reason="colours are rich's, of the extra [cli]")
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    screen_of()(*painted(Pacman("corridor")))
    assert sys.stdout.getvalue() == frame(Pacman("corridor")) + "\n"
    for colours, escapes in ((None, True), ("1", False)):
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
        monkeypatch.setenv("TERM", "xterm-256color")
        monkeypatch.setenv("NO_COLOR", "1") if colours else monkeypatch.delenv("NO_COLOR", raising=False)
        screen_of()(*painted(Pacman("corridor")))
        assert ("\033[38;5;" in sys.stdout.getvalue()) == escapes


test_what_cannot_be_is_refused = refusals(
    (SwitchError, "'guess'", Player, "guess"), (LimitError, "0", lambda: Player(plies=0)),
    (LimitError, "1.5", lambda: DirectionalGhosts(1.5)), (LimitError, "-1", lambda: MixedGhosts(RandomGhosts(), -1)),
    (PositionError, "'nowhere'.*corridor", named, "nowhere"))


def test_the_module_is_a_command():
    run = subprocess.run([sys.executable, "-m", "games.pacman", "line"], cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0 and run.stdout.startswith("depth")
