"""Tests that training with the same seed gives the same weights, interrupted or not, and names obstacles."""
import json
import os
from _thread import interrupt_main

import numpy
import pytest

import gamecore
from gamecore.core.about import VERSION
from gamecore.errors import EvaluationError, LimitError, PositionError
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.patterns import CheckersPatterns
from training.backgammon import races, recipe as backgammon
from training.checkers import fit, recipe
from training.checkers.games import SAMPLE, play_game, play_pair, study_game
from training.checkers.net_fit import fit_net
from training.checkers.player import Player
from training.command import main
from training.run import Run, TrainingError

GAMES = 12


@pytest.fixture(autouse=True)
def short_games(monkeypatch):
    """Makes runs take seconds, with few nodes per move and files of two games."""
    monkeypatch.setattr(recipe, "GENERATIONS", tuple(recipe.Generation(3, 60, study) for study in (0, 0, 1, 1)))
    monkeypatch.setattr(recipe, "CHUNK", 2)
    monkeypatch.setattr(recipe, "MATCH_NODES", 60)


def train(out, seed=1, **options):
    return list(recipe.train(out, GAMES, seed, **options))


def facts(records):
    """Returns the records without the fields that differ between runs."""
    return [{name: value for name, value in record.items() if name not in ("seconds", "weights", "check")}
            for record in records]


def test_a_seed_makes_the_weights(tmp_path):
    first, second = train(tmp_path / "a", jobs=1), train(tmp_path / "b", jobs=3)
    other = train(tmp_path / "c", seed=2)
    assert facts(first) == facts(second) != facts(other)
    weights = [(tmp_path / run / "weights.bin").read_bytes() for run in "abc"]
    assert weights[0] == weights[1] != weights[2]
    assert [record["type"] for record in first].count("fit") == 4 and first[-1]["type"] == "result"


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path, jobs):
    whole = train(tmp_path / "whole", jobs=1)
    parts = []
    while not parts or parts[-1]["type"] != "result":
        run = recipe.train(tmp_path / "parts", GAMES, 1, jobs=jobs)
        for _, record in zip(range(1 + len(parts) % 3), run):
            parts.append(record)
        run.close()
    assert facts(parts) == facts(whole)
    assert (tmp_path / "parts" / "weights.bin").read_bytes() == (tmp_path / "whole" / "weights.bin").read_bytes()
    assert facts(map(json.loads, (tmp_path / "parts" / "log.jsonl").read_text().splitlines())) == facts(whole)


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_in_the_middle_of_a_file_loses_no_more_than_the_file(tmp_path, monkeypatch, jobs):
    """Ctrl-C comes during the second file's first game."""
    played = []

    def play_until_interrupted(player, seed, game, databases):
        played.append(game)
        if game == 2 and played.count(2) == 1:
            interrupt_main()
        return play_game(player, seed, game, databases)

    monkeypatch.setattr(recipe, "play_game", play_until_interrupted)
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "parts", jobs=jobs)
    train(tmp_path / "parts", jobs=jobs)
    train(tmp_path / "whole")
    assert (tmp_path / "parts" / "weights.bin").read_bytes() == (tmp_path / "whole" / "weights.bin").read_bytes()


def test_a_game_that_fails_in_a_thread_fails_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(recipe, "play_game", lambda *game: {}[game[2]])
    for jobs in (1, 2):
        with pytest.raises(KeyError, match="^0$"):
            train(tmp_path, jobs=jobs)
    with pytest.raises(LimitError, match="jobs must be an integer from 1 on, not 0"):
        train(tmp_path / "none", jobs=0)
    assert not (tmp_path / "none").exists()


def test_a_game_lost_with_its_record_is_played_again(tmp_path):
    run = recipe.train(tmp_path, GAMES, 1)
    next(run), next(run)
    run.close()
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text().splitlines()[0] + "\n")
    assert facts(recipe.train(tmp_path, GAMES, 1)) == facts(train(tmp_path / "other"))[1:]


def test_another_run_in_the_directory_is_named(tmp_path):
    train(tmp_path)
    with pytest.raises(TrainingError, match='"seed": 1.*"seed": 2'):
        train(tmp_path, seed=2)


def test_two_processes_do_not_share_a_directory(tmp_path):
    run = recipe.train(tmp_path, GAMES, 1)
    next(run)
    with pytest.raises(BlockingIOError, match="In use by another writer"):
        train(tmp_path)
    run.close()


def begun(path, records=2, databases=None):
    """Returns a run that was interrupted after `count` records."""
    run = recipe.train(path, GAMES, 1, databases)
    for _ in range(records):
        next(run)
    run.close()


@pytest.mark.parametrize("name, damage", [
    *[("games-0-0000.samples' is damaged", damage) for damage in (
        lambda data: b"", lambda data: data[:-1], lambda data: data + b"x", lambda data: b"\x93NUMPY\x01\x00",
        lambda data: data[:200] + bytes([data[200] ^ 1]) + data[201:],               # one bit of a position
        lambda data: data[:50] + bytes([data[50] ^ 64]) + data[51:])],               # ... and of the array's header
    *[("log.jsonl' is damaged in line", damage) for damage in (
        lambda text: text[:-1], lambda text: text[:-30], lambda text: b"no log\n", lambda text: text + b"[]\n",
        lambda text: text.replace(b"games", b"gamez", 1), lambda text: text[text.index(b"\n") + 1:],
        lambda text: text.replace(b'"positions": ', b'"positions": 1', 1), lambda text: b"{}\n")],
])
def test_a_damaged_file_is_named(tmp_path, name, damage, capsys):
    begun(tmp_path, databases=Databases())
    path = tmp_path / name.partition("'")[0]
    path.write_bytes(damage(path.read_bytes()))
    assert main(["checkers", "--games", str(GAMES), "--seed", "1", "--out", str(tmp_path)]) == 2
    printed = capsys.readouterr().err
    assert printed.count("\n") == 1 and name in printed


def test_samples_that_are_missing_or_foreign_are_named(tmp_path):
    begun(tmp_path)
    run = Run(tmp_path, json.loads((tmp_path / "settings.json").read_text()))
    run.write_array("games-0-0000.samples", numpy.zeros(3))
    with pytest.raises(TrainingError, match="games-0-0000.samples.*float64"):
        run.read_array("games-0-0000.samples", SAMPLE, None)
    run.lock.close()
    (tmp_path / "games-0-0000.samples").unlink()
    with pytest.raises(TrainingError, match="games-0-0000.samples.*No such file"):
        list(recipe.train(tmp_path, GAMES, 1))


@pytest.mark.parametrize("field, value", [
    ("own", 1 << 60), ("own", 1 << 8), ("other", 0), ("kings", 1 << 40), ("own", 1 << 31), ("result", 5),
])
def test_impossible_samples_are_refused_before_they_are_learnt_from(tmp_path, field, value):
    """A wrong array is refused even with the right checksum."""
    begun(tmp_path)
    run = Run(tmp_path, json.loads((tmp_path / "settings.json").read_text()))
    samples = run.read_array("games-0-0000.samples", SAMPLE, None)
    samples[0]["kings"] = 0
    samples[0][field] = value
    run.write_array("games-0-0000.samples", samples)
    run.lock.close()
    with pytest.raises(TrainingError, match="games-0-0000.samples.*impossible"):
        list(recipe.train(tmp_path, GAMES, 1))
    with pytest.raises(PositionError, match="impossible position"):
        fit.fit(samples)


def test_damaged_settings_are_another_run_s(tmp_path):
    begun(tmp_path)
    (tmp_path / "settings.json").write_bytes(b"\xff\x00")
    with pytest.raises(TrainingError, match="holds another run"):
        list(recipe.train(tmp_path, GAMES, 1))


def test_a_run_of_another_version_is_refused_with_both_versions(tmp_path):
    begun(tmp_path)
    settings = tmp_path / "settings.json"
    for wrong, quoted in [('"version": "0.0.9"', "0.0.9"), ('"versions": 1', "of an unknown version")]:
        settings.write_text(settings.read_text().replace(f'"version": "{VERSION}"', wrong))
        with pytest.raises(TrainingError, match=f"a run of gamecore {quoted}; this is gamecore {VERSION}"):
            list(recipe.train(tmp_path, GAMES, 1))
        settings.write_text(settings.read_text().replace(wrong, f'"version": "{VERSION}"'))


def test_a_damaged_file_of_weights_is_named(tmp_path):
    whole = train(tmp_path)
    at = [record["type"] for record in whole].index("fit")
    begun(tmp_path / "part", at + 1)
    weights = tmp_path / "part" / "weights-0.bin"
    weights.write_bytes(weights.read_bytes()[:-1])
    with pytest.raises(EvaluationError, match="weights-0.bin.*damaged"):
        list(recipe.train(tmp_path / "part", GAMES, 1))


def test_damaged_weights_of_a_finished_run_are_named(tmp_path):
    train(tmp_path)
    (tmp_path / "weights.bin").write_bytes(b"random bytes")
    with pytest.raises(EvaluationError, match="weights.bin.*random bytes"):
        train(tmp_path)


def test_what_a_killed_process_left_half_written_is_removed(tmp_path):
    begun(tmp_path)
    (tmp_path / "log.jsonl.part").write_bytes(b"half")
    train(tmp_path)
    assert not list(tmp_path.glob("*.part"))


def test_a_file_is_on_the_disk_before_the_log_says_so(tmp_path, monkeypatch):
    """A file is synced before it gets its name, and the log's record comes after it."""
    done, sync, replace = [], os.fsync, os.replace
    monkeypatch.setattr(os, "fsync", lambda number: (done.append("sync"), sync(number)))
    monkeypatch.setattr(os, "replace", lambda old, new: (done.append(os.path.basename(new)), replace(old, new)))
    begun(tmp_path, 1)
    names = [name for name in done if name != "sync"]
    assert names == ["settings.json", "games-0-0000.samples", "log.jsonl"]
    assert done == [word for name in names for word in ("sync", name, "sync")]


def test_no_two_seeds_play_the_same_games():
    seeds = [recipe.seed_of(seed + multiple * 2**28, generation, game) for seed in (0, 1, 7) for generation in (0, 6)
             for game in (0, 1, 56249) for multiple in (0, 1, 2, 2**35 - 1)]
    assert len(set(seeds)) == len(seeds)


@pytest.mark.parametrize("seed", [-5, 10**25, 2**63, 0.5])
@pytest.mark.parametrize("trainer, games", [(recipe, GAMES), (backgammon, 1000), (races, 40)])
def test_seeds_out_of_range_are_refused(tmp_path, trainer, games, seed):
    with pytest.raises(LimitError, match=f"the seed must be an integer 0.*, not {seed!r}"):
        list(trainer.train(tmp_path / "run", games, seed))
    assert not (tmp_path / "run").exists()


def test_the_command_refuses_bad_numbers_in_one_line(tmp_path, capsys):
    for words in (["checkers", "--seed", "-5"], ["backgammon", "--seed", "1" * 25], ["checkers", "--games", "2"],
                  ["backgammon-races", "--games", "1"]):
        assert main([*words, "--out", str(tmp_path / "run")]) == 2
        assert capsys.readouterr().err.count("\n") == 1


def test_the_fewest_games_of_checkers_have_some_in_each_generation(tmp_path, monkeypatch):
    counts = (1, 2, 3, 2, 2)
    monkeypatch.setattr(recipe, "GENERATIONS",
                        tuple(recipe.Generation(games, 30, number > 2) for number, games in enumerate(counts)))
    with pytest.raises(LimitError, match="from 10 on, not 5"):
        list(recipe.train(tmp_path, 5))
    assert list(recipe.train(tmp_path, 10))[-1]["type"] == "result"


@pytest.mark.parametrize("games", [0, -5, "many"])
def test_too_few_games_are_refused(tmp_path, games):
    with pytest.raises(LimitError, match=repr(games)):
        list(recipe.train(tmp_path, games))


def test_samples_are_quiet_positions_of_the_side_to_move():
    samples = numpy.concatenate([play_game(Player("linear", nodes=100), game, game) for game in range(10)])
    assert samples.dtype == SAMPLE and len(samples) > 200
    assert not (samples["own"] & samples["other"]).any()
    assert not (samples["kings"] & ~(samples["own"] | samples["other"])).any()
    assert set(samples["result"].tolist()) == {-1, 0, 1} and samples["plies"].min() >= 3
    for sample in samples[::7]:
        position = gamecore.Checkers(text_of(sample))
        assert all("x" not in str(move) for move in position.legal_moves())


def test_samples_of_study_are_quiet_and_even_and_have_many_pieces():
    player = Player("linear", nodes=100)
    samples = numpy.concatenate([study_game(player, game, game) for game in range(30)])
    assert samples.dtype == SAMPLE and len(samples) > 300 and not samples["result"].any()
    counts = numpy.bitwise_count(samples["own"] | samples["other"])
    assert counts.min() >= 10 and samples["plies"].min() >= 3 and abs(samples["score"]).max() <= 500
    assert {22, 24} <= set(counts.tolist())
    for sample in samples[::20]:
        assert all("x" not in str(move) for move in gamecore.Checkers(text_of(sample)).legal_moves())
    assert (study_game(player, 3, 3) == samples[samples["game"] == 3]).all()


def test_a_fit_of_the_network_learns_what_the_patterns_lack():
    player, patterns = Player("linear", nodes=100), fit.empty_patterns()
    samples = numpy.concatenate([study_game(player, game, game) for game in range(60)])
    losses = []
    net = fit_net(patterns, [(samples, 60, 0.01), (samples[:500], 1, 0.001)],
                  on_epoch=lambda *facts: losses.append(facts))
    assert [facts[:2] for facts in losses] == [(0, epoch) for epoch in range(1, 61)] + [(1, 1)]
    assert losses[59][2] < 0.5 * losses[0][2]
    # rounding to integers is all that divides the model that was fitted from the network that is searched with
    for some in samples[samples["kings"] == 0], samples[samples["kings"] != 0]:
        scores = numpy.array([net.evaluate(gamecore.Checkers(text_of(sample))) for sample in some[:300]])
        assert numpy.corrcoef(scores, some["score"][:300])[0, 1] > 0.7


def test_the_network_learns_endings_from_self_play(tmp_path):
    records = train(tmp_path)
    with Run(tmp_path, {"game": "checkers", "games": GAMES, "seed": 1, "pieces": 0}) as run:
        samples = recipe.endings(run, 2)
    assert len(samples) > 0 and numpy.bitwise_count(samples["own"] | samples["other"]).max() < 10
    studied = sum(record["positions"] for record in records if record["type"] == "games" and record["generation"] > 1)
    assert [record["positions"] for record in records if record["type"] == "fit"][-1] == studied + len(samples)


def text_of(sample):
    """Returns a sample as text, with Black to move."""
    def squares(bits):
        return [("K" if sample["kings"] >> i & 1 else "") + str(i - i // 9 + 1) for i in range(35)
                if int(bits) >> i & 1]
    sample = {name: int(sample[name]) for name in ("own", "other", "kings")}
    return f"B:W{','.join(squares(sample['other']))}:B{','.join(squares(sample['own']))}"


def test_the_winner_is_the_one_who_won():
    """A side far ahead did not lose, whichever side a sample is seen from."""
    samples = numpy.concatenate([play_game(Player("linear", nodes=300), game, game) for game in range(20)])
    clear = samples[abs(samples["score"]) > 400]
    assert len(clear) > 50 and (numpy.sign(clear["score"]) != -clear["result"]).mean() > 0.95


def test_databases_end_games():
    without, ended = ([play_game(Player("linear", nodes=60), game, game, databases) for game in range(20)]
                      for databases in (None, Databases()))
    fewest = min(int(pieces).bit_count() for game in ended for pieces in game["own"] | game["other"])
    assert fewest > 4 and sum(map(len, ended)) < sum(map(len, without))


def test_a_pair_of_games_is_fair():
    one, same = Player("linear", nodes=200), Player("linear", nodes=200)
    assert all(a == -b for a, b in (play_pair(one, same, seed) for seed in range(5)))
    strong = Player("linear", nodes=2000)
    points = numpy.array([play_pair(strong, Player({"men": 10, "kings": 10}, nodes=100), seed) for seed in range(6)])
    assert recipe.strength(points)["score"] > 0.8


def test_the_fit_learns_and_counts_what_is_evaluated():
    samples = numpy.concatenate([play_game(Player("linear", nodes=100), game, game) for game in range(60)])
    losses = []
    weights = fit.fit(samples, on_epoch=lambda epoch, *loss: losses.append(loss))
    assert losses[-1][0] < losses[0][0] < 0.5
    position = gamecore.Checkers("B:W21,22:B1,2,3,4")
    assert weights.evaluate(position) > 50
    # rounding to integers is all that divides the model that was fitted from the weights that are searched with
    predicted = [weights.evaluate(gamecore.Checkers(text_of(sample))) for sample in samples[:200]]
    targets = fit.targets_of(samples[:200])
    assert numpy.corrcoef(1 / (1 + numpy.exp(-numpy.array(predicted) / 100)), targets)[0, 1] > 0.9


def test_tempo_is_shared_out_among_blocks():
    arrays = {name: array.copy() for name, array in fit.empty_patterns().arrays().items()}
    tempo = fit.tempo_of_entries()
    arrays["entries"][:len(tempo)] = numpy.rint(16 * tempo)[:, None]
    weights = CheckersPatterns(**arrays)
    # a man two rows forward against one at home: 16 quarters a row
    assert weights.evaluate(gamecore.Checkers("B:W32:B9")) == 8
    assert weights.evaluate(gamecore.Checkers("W:W18:B9,10,11,12")) == 4 * (3 - 4 * 2)


def test_the_command_trains(tmp_path, capsys):
    assert main(["checkers", "--games", "12", "--seed", "3", "--out", str(tmp_path), "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["type"] == "result" and last["games"] == 12 and last["seconds"] >= 0 and 0 <= last["score"] <= 1
    assert main(["checkers", "--games", "12", "--out", str(tmp_path)]) == 2
    assert "another run" in capsys.readouterr().err
    assert main(["chess", "--out", str(tmp_path)]) == 2
