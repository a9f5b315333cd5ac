"""Tests that the training of the backgammon network learns, can be repeated, and survives interruptions."""
import os
from itertools import islice

import numpy
import pytest

from gamecore import Backgammon
from gamecore.errors import LimitError, PositionError
from gamecore.games.backgammon.net import SHAPES, BackgammonNet
from gamecore.laboratory import plots
from training.backgammon import recipe
from training.backgammon.curve import draw_learning
from training.backgammon.learner import Learner, match
from training.backgammon.starts import KINDS, erring_positions, kinds
from training.backgammon.study import luck, rollouts, study
from training.command import main
from training.run import TrainingError

GAMES = 400
OPENING = [{24: 2, 13: 5, 8: 3, 6: 5}.get(point, 0) for point in range(26)]        # a side's counts
SMALL = {"PARTS": 40, "CHECKPOINT_PARTS": 4, "MEASURE_PARTS": 8, "MEAN_PARTS": 8,      # a run of ten checkpoints
         "STUDY_PARTS": 3, "STUDY_SHARE": 50, "TASK": 2, "BATCH": 300}                 # and eight games a round


@pytest.fixture(scope="module", autouse=True)
def small():
    """Makes runs take a second or two without waiting for the disk, since each writes half a gigabyte.
    test_checkers.py holds that files are synced."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "fsync", lambda number: None)
        for name, value in SMALL.items():
            patch.setattr(recipe, name, value)
        yield


@pytest.fixture(scope="module")
def whole(tmp_path_factory, small):
    """An uninterrupted run of one thread, and its records."""
    path = tmp_path_factory.mktemp("whole")
    return path, list(recipe.train(path, GAMES, 3, jobs=1))


def test_a_run_tells_what_it_does(whole):
    path, records = whole
    kinds = [record["type"] for record in records]
    assert kinds.count("games") == 10 and kinds.count("match") == 8 and kinds[-1] == "result"
    assert kinds.count("study") == 9 and kinds.count("fit") == 3
    assert records[-1]["games"] == GAMES and records[-1]["weights"] == str(path / "net.bin")
    assert [record["games"] for record in records if record["type"] == "games"] == list(range(40, GAMES + 1, 40))
    assert ([record["games"] for record in records if record["type"] == "study"]
            == [GAMES + games for games in (2, 5, 8, 10, 13, 16, 18, 21, 24)])
    assert sorted(name.name for name in path.glob("study*")) == []
    assert (BackgammonNet.read(path / "net.bin").digest.hex()
            == [r for r in records if r["type"] == "match"][-1]["digest"])


def test_an_interrupted_run_of_two_threads_ends_with_the_same_weights(whole, tmp_path):
    path, records = whole
    seen = []
    for stop in (1, 3, 4, 8, 1, 2, 3, 1):
        run = recipe.train(tmp_path, GAMES, 3, jobs=2)
        seen += [next(run) for _ in range(stop)]
        run.close()
    seen += recipe.train(tmp_path, GAMES, 3, jobs=2)
    assert (tmp_path / "net.bin").read_bytes() == (path / "net.bin").read_bytes()
    def lines_of(some):
        return [{name: value for name, value in record.items()
                 if name not in ("seconds", "weights", "games_per_second")} for record in some]
    assert lines_of(seen) == lines_of(records)
    assert list(recipe.train(tmp_path, GAMES, 3)) == []


def test_a_checkpoint_that_was_not_reached_is_made_up_for(whole, tmp_path):
    """Ctrl-C between the log's line and the checkpoint repeats the part, to the same weights."""
    run, checkpoint = recipe.train(tmp_path, GAMES, 3), tmp_path / "checkpoint.bin"
    first = next(run)
    before = checkpoint.read_bytes()
    next(run)
    run.close()
    checkpoint.write_bytes(before)
    assert first["part"] == 4
    assert digests_of(recipe.train(tmp_path, GAMES, 3), 2) == digests_of(whole[1], 2)


def digests_of(records, count):
    """Returns the first weights that were measured."""
    return [record["digest"] for record in islice((record for record in records if record["type"] == "match"), count)]


def begun(path, last="games"):
    """Runs until the first record of a type."""
    run = recipe.train(path, GAMES, 3)
    while next(run)["type"] != last:
        pass
    run.close()


def test_a_damaged_checkpoint_is_refused_by_name(tmp_path):
    begun(tmp_path)
    data = (tmp_path / "checkpoint.bin").read_bytes()
    for damaged in (data[:-1], data[:1000] + bytes([data[1000] ^ 1]) + data[1001:], b""):
        (tmp_path / "checkpoint.bin").write_bytes(damaged)
        with pytest.raises(TrainingError, match="checkpoint.bin.*damaged"):
            next(recipe.train(tmp_path, GAMES, 3))


def test_a_damaged_file_of_study_is_refused_by_name(whole, tmp_path):
    begun(tmp_path, "study")
    name = tmp_path / "study-1-01.positions"
    whole_file = name.read_bytes()
    one_bit = whole_file[:300] + bytes([whole_file[300] ^ 1]) + whole_file[301:]
    for damaged in (b"", whole_file[:-1], b"no array at all", one_bit):
        name.write_bytes(damaged)
        with pytest.raises(TrainingError, match="study-1-01.positions.*damaged"):
            list(recipe.train(tmp_path, GAMES, 3))
    name.write_bytes(whole_file)
    studied = [record["digest"] for record in whole[1] if record["type"] == "match"][5]
    assert digests_of(recipe.train(tmp_path, GAMES, 3), 1) == [studied]


@pytest.mark.parametrize("word, bits", [(0, 1 << 63), (1, 1 << 50), (2, 15), (3, 0)])
def test_impossible_positions_are_not_learnt_from(word, bits):
    learner = Learner(1)
    positions, targets = study(net_of(learner), 4, 0, 1, 0.0, 0.0)
    order = numpy.arange(len(positions))
    for wrong in ([-1], [len(positions)], [2**40]):
        with pytest.raises(PositionError, match=f"{wrong[0]} is not the index of a possible position with contact"):
            learner.fit(positions, targets, numpy.array(wrong), 0.1, 0.0)
    positions[1, word] = bits if bits else positions[1, word] + 1
    with pytest.raises(PositionError, match="1 is not the index of a possible position with contact"):
        learner.fit(positions, targets, order, 0.1, 0.0)


def test_another_run_is_not_gone_on_with(tmp_path):
    begun(tmp_path)
    with pytest.raises(TrainingError, match="holds another run"):
        next(recipe.train(tmp_path, GAMES, 4))


@pytest.mark.parametrize("games", [39, 0, -1, 1e6, "many"])
def test_too_few_games_are_refused(tmp_path, games):
    with pytest.raises(LimitError, match="games must be an integer from 40 on, not"):
        next(recipe.train(tmp_path, games))


def net_of(learner):
    return BackgammonNet.from_floats(learner.arrays)


def test_the_network_learns():
    """After 1,500 games it beats its beginnings by more than two standard errors."""
    learner = Learner(1)
    beginner = net_of(learner)
    learner.play(1, 0, 1500, 0.1, 0.7)
    points = match(net_of(learner), beginner, 7, 100)
    assert points.mean() > 0.5 + 2 * points.std() / 10


def test_a_match_against_itself_is_even():
    net = net_of(Learner(2))
    assert (match(net, net, 5, 20) == 0).all()


def test_whole_numbers_play_like_the_floats_they_came_from():
    learner = Learner(1)
    learner.play(1, 0, 500, 0.1, 0.7)
    net, own, other, same, plays = net_of(learner), OPENING, OPENING, 0, 0
    dice = numpy.random.default_rng(1)
    for _ in range(300):
        a, b = dice.integers(1, 7, 2)
        after = learner.best_play(own, other, a, b)
        same += after == net.best_play(own, other, a, b)
        plays += 1
        if after[0][0] == 15:
            break
        other, own = after
    assert same >= 0.95 * plays


def test_probabilities_of_floats_and_whole_numbers_agree():
    learner = Learner(1)
    learner.play(1, 0, 500, 0.1, 0.7)
    five = net_of(learner).evaluate(numpy.array([[OPENING, OPENING]]))[0]
    # int16 weights against floats
    assert learner.probabilities(OPENING, OPENING) == pytest.approx(five.tolist(), abs=0.01)


def test_arrays_have_the_shapes_of_the_file():
    assert [len(array) for array in Learner().arrays] == [int(numpy.prod(size)) for _, size, _ in SHAPES]


def unpacked(words):
    """Returns a position of `study` as the counts of the side on roll and of the other."""
    own, other = (sum(int(word) << 64 * i for i, word in enumerate(side)) for side in (words[:2], words[2:]))
    return [own >> 4 * p & 15 for p in range(26)], [other >> 4 * p & 15 for p in range(26)]


def slow_backup(net, own, other):
    """Returns the mean probabilities of the best replies to all rolls for the side not on roll, by public functions."""
    sums = numpy.zeros(5)
    for a in range(1, 7):
        for b in range(1, 7):
            mine, theirs = net.best_play(own, other, a, b)
            sums += net.evaluate(numpy.array([[theirs, mine]]))[0]      # the other side is on roll then
    return sums / 36


def test_targets_without_a_trace_are_the_mean_over_all_rolls():
    net = net_of(trained())
    positions, targets = study(net, 4, 0, 2, 0.0, 0.2)
    assert len(positions) == len(targets) > 40
    for words, target in list(zip(positions, targets))[::9]:
        # sums of 36 float32
        assert target == pytest.approx(slow_backup(net, *unpacked(words)), abs=1e-5)


def test_a_trace_carries_back_what_was_wrong_further_on():
    """G(s) - B(s) = lambda (G(s') - V(s')) in every position of a game that never leaves the best play."""
    net = net_of(trained())
    positions, targets = study(net, 4, 0, 1, 0.6, 0.0)
    same, backups = study(net, 4, 0, 1, 0.0, 0.0)
    assert (positions == same).all()
    for i in range(len(positions) - 1):
        own, other = unpacked(positions[i + 1])
        win, gammon, backgammon, lost, worse = targets[i + 1] - seen_by_the_player(net, own, other)
        expected = backups[i] + 0.6 * numpy.array([-win, lost, worse, gammon, backgammon])
        # sums of 36 float32
        assert targets[i] == pytest.approx(expected, abs=1e-5)
    assert targets[-1] == pytest.approx(backups[-1])


def seen_by_the_player(net, own, other):
    """Returns the probabilities of a position for the side that is not on roll."""
    win, gammon, backgammon, lost, worse = net.evaluate(numpy.array([[own, other]]))[0]
    return numpy.array([1 - win, lost, worse, gammon, backgammon])


def trained(games=300):
    learner = Learner(1)
    learner.play(1, 0, games, 0.1, 0.7)
    return learner


@pytest.mark.parametrize("kind, own, other", [
    ("plain", {24: 2, 13: 5, 8: 3, 6: 5}, {24: 2, 13: 5, 8: 3, 6: 5}),
    ("blitz", {25: 1, 24: 1, 13: 5, 8: 3, 6: 5}, {13: 4, 8: 3, 6: 4, 5: 2, 4: 2}),
    ("plain", {25: 1, 20: 2, 13: 4, 8: 3, 6: 5}, {13: 4, 8: 3, 6: 4, 4: 2, 3: 2}),          # an anchor
    ("back game", {24: 2, 22: 2, 13: 4, 8: 3, 6: 4}, {13: 4, 8: 4, 6: 4, 5: 3}),
    ("primes", {24: 1, 13: 2, 7: 3, 6: 3, 5: 3, 4: 3}, {24: 1, 13: 2, 7: 3, 6: 3, 5: 3, 4: 3}),
    ("plain", {20: 1, 13: 2, 7: 3, 6: 3, 5: 3, 4: 3}, {15: 1, 13: 2, 7: 3, 6: 3, 5: 3, 4: 3}),      # past one of them
    ("crashed", {24: 2, 13: 2, 6: 2, 5: 2, 3: 3, 2: 2, 1: 2}, {13: 4, 8: 4, 6: 4, 5: 3}),
    ("bear-off", {20: 2, 13: 5, 6: 5, 4: 3}, {6: 5, 4: 5, 2: 3, 0: 2}),
    ("containment", {13: 5, 6: 5, 4: 5}, {25: 1, 4: 2, 0: 12}),
])
def test_positions_have_the_kind_that_players_would_name(kind, own, other):
    """Either side may be the one on roll."""
    own, other = ([side.get(point, 0) for point in range(26)] for side in (own, other))
    assert sum(own) == sum(other) == 15
    for sides in ((own, other), (other, own)):
        words = [sum(count << 4 * point for point, count in enumerate(side)) for side in sides]
        bits = [[word >> 64 * i & 2**64 - 1 for word in words for i in range(2)]]
        assert KINDS[kinds(numpy.array(bits, numpy.uint64))[0]] == kind


def test_every_second_game_begins_in_a_kind_of_its_own():
    """Such starts are found if enough games are searched for one."""
    begun = [KINDS[kinds(study(BackgammonNet.shipped(), 1, game, 1, 0, 0)[0])[0]] for game in range(17, 33)]
    assert begun[1::2] == ["plain"] * 8
    wanted = ["back game", "primes", "blitz", "back game", "crashed", "primes", "blitz", "containment"]
    assert sum(found == kind for found, kind in zip(begun[::2], wanted)) >= 6


def test_games_with_errors_reach_every_kind():
    games = [erring_positions(BackgammonNet.shipped(), 3, game) for game in range(150)]
    assert (games[7] == erring_positions(BackgammonNet.shipped(), 3, 7)).all() and (games[7][0] != games[8][0]).any()
    assert set(kinds(numpy.concatenate(games)).tolist()) == set(range(len(KINDS)))
    for own, other in map(unpacked, games[7]):
        assert not Backgammon.from_counts(own, other).is_over()


def test_games_that_go_astray_are_others_from_the_same_beginning():
    net = net_of(trained())
    best, tried = (study(net, 9, 0, 5, 0.8, explore)[0] for explore in (0.0, 1.0))
    assert (best[0] == tried[0]).all()
    assert len({tuple(row) for row in tried.tolist()} - {tuple(row) for row in best.tolist()}) > 100
    assert study(net, 9, 0, 0, 0.8, 0.5)[0].shape == (0, 4)


def test_the_luck_of_all_rolls_together_is_none():
    """The luck of a roll is the value after it minus the mean."""
    net, own, other = net_of(trained()), [0] * 26, [0] * 26
    own[25], own[20], own[13], own[6], other[24], other[8], other[6] = 1, 2, 7, 5, 1, 9, 5
    found = {(a, b): luck(net, own, other, a, b) for a in range(1, 7) for b in range(1, 7)}
    # 36 float32
    assert sum(found.values()) == pytest.approx(0, abs=1e-4) and max(found.values()) > 0.02
    assert found[2, 5] == found[5, 2]
    mine, theirs = net.best_play(own, other, 5, 2)
    points = numpy.array([2, 1, 1, -1, -1])
    after = seen_by_the_player(net, theirs, mine) @ points - 1
    mean = 1 - slow_backup(net, own, other) @ points                 # as the side on roll sees it
    assert found[5, 2] == pytest.approx(after - mean, abs=1e-5)


def test_rollouts_take_the_luck_off():
    """Nothing remains of a game that the next roll ends, and less than the dice decide of others."""
    net, own, other = BackgammonNet.shipped(), [14, 1] + [0] * 24, [14] + [0] * 24 + [1]
    assert rollouts(net, own, other, 1, 3).tolist() == [1, 1, 1]
    points, same, other = (rollouts(net, OPENING, OPENING, seed, 20) for seed in (1, 1, 2))
    assert abs(points.mean() - 0.07) < 0.2 and points.std() < 0.5
    assert (points == same).all() and (points != other).all()


@pytest.mark.parametrize("points, each", [(0, 1), (4, 0.1), (4, 0)])
def test_a_fit_in_points_or_in_probabilities_lessens_the_error(points, each):
    learner = trained()
    positions, targets = study(net_of(learner), 2, 0, 10, 0.8, 0.1)
    order = numpy.arange(len(positions))
    errors = [learner.fit(positions, targets, order, 0.02, 0.05, points, each) for _ in range(4)]
    assert errors[-1] < 0.8 * errors[0]


def test_a_fit_comes_closer_to_its_targets():
    learner = trained()
    positions, targets = study(net_of(learner), 2, 0, 20, 0.8, 0.1)
    order = numpy.arange(len(positions))
    before = learner.fit(positions, targets, order, 0.0, 0.0)
    assert before == learner.fit(positions, targets, order, 0.0, 0.0)
    assert all((squares == 0).all() for squares in learner.squares)
    for _ in range(5):
        learner.fit(positions, targets, order, 0.02, 0.05)
    assert learner.fit(positions, targets, order, 0.0, 0.0) < 0.8 * before
    assert any((squares > 0).any() for squares in learner.squares)


def test_the_command_draws_what_was_learnt(whole, tmp_path, capsys):
    """The log has the matches before and after the study, each at its number of games."""
    pytest.importorskip("matplotlib")
    path, records = whole
    assert main(["backgammon", "--games", str(GAMES), "--seed", "3", "--out", str(path),
                 "--plot", str(tmp_path / "a.svg")]) == 0
    assert (tmp_path / "a.svg").read_bytes() == plots.image(draw_learning(records, "400 games, seed 3"), "svg")
    figure = draw_learning(records, "title")
    axes, = figure.axes
    drawn = [point for container in axes.containers for point in zip(*container.lines[0].get_data())]
    assert (drawn
            == [(record["games"] / 1000, record["points_per_game"]) for record in records if record["type"] == "match"])
    assert [text.get_text() for text in figure.legends[0].get_texts()] == [r"TD($\lambda$)", "after study"]
    assert [len(container.lines[0].get_xdata()) for container in axes.containers] == [5, 3]
    assert axes.get_ylabel() == "points a game against the shipped network" and capsys.readouterr().err == ""


def test_the_command_tells_what_was_studied(whole, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(recipe, "train", lambda *arguments: iter(whole[1]))
    assert main(["backgammon", "--games", str(GAMES), "--seed", "3", "--out", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    assert "round 1: " in printed
    assert "round 3: " in printed
    assert "positions studied; errors from" in printed
    assert "net.bin" in printed


@pytest.mark.parametrize("words, quoted", [
    (["checkers", "--plot", "curve.svg"], "'curve.svg'"), (["backgammon", "--plot", "curve.doc"], "'curve.doc'"),
])
def test_a_plot_that_cannot_be_is_refused_before_the_work_begins(words, quoted, tmp_path, capsys):
    assert main([*words, "--out", str(tmp_path / "run")]) == 2
    printed = capsys.readouterr().err
    assert quoted in printed and printed.count("\n") == 1 and not (tmp_path / "run").exists()
