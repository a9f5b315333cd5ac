"""Training: the same seed gives the same weights, interrupted or not; and what is in the way is named."""
import json

import numpy
import pytest

import gamecore
from gamecore.commands.cli import main
from gamecore.errors import LimitError, TrainingError
from gamecore.games.checkers.endgames.databases import Databases
from gamecore.games.checkers.patterns import CheckersPatterns
from gamecore.training import checkers, checkers_fit
from gamecore.training.checkers_games import SAMPLE, play_game, play_pair
from gamecore.training.checkers_player import Player

GAMES = 12


@pytest.fixture(autouse=True)
def short_games(monkeypatch):
    """A run of seconds: hardly any nodes a move, files of two games."""
    monkeypatch.setattr(checkers, "GENERATIONS", tuple(checkers.Generation(share, 60) for share in (0.3, 0.3, 0.4)))
    monkeypatch.setattr(checkers, "CHUNK", 2)
    monkeypatch.setattr(checkers, "MATCH_NODES", 60)


def train(out, seed=1, **options):
    return list(checkers.train(out, GAMES, seed, **options))


def facts(records):
    """The records without what differs from run to run."""
    return [{name: value for name, value in record.items() if name not in ("seconds", "weights")} for record in records]


def test_a_seed_makes_the_weights(tmp_path):
    first, second, other = train(tmp_path / "a"), train(tmp_path / "b"), train(tmp_path / "c", seed=2)
    assert facts(first) == facts(second) != facts(other)
    weights = [(tmp_path / run / "weights.bin").read_bytes() for run in "abc"]
    assert weights[0] == weights[1] != weights[2]
    assert [record["type"] for record in first].count("fit") == 3 and first[-1]["type"] == "result"


def test_an_interrupted_run_goes_on_where_it_stopped(tmp_path):
    whole = train(tmp_path / "whole")
    parts = []
    while not parts or parts[-1]["type"] != "result":
        run = checkers.train(tmp_path / "parts", GAMES, 1)
        for _, record in zip(range(1 + len(parts) % 3), run):
            parts.append(record)
        run.close()
    assert facts(parts) == facts(whole)
    assert (tmp_path / "parts" / "weights.bin").read_bytes() == (tmp_path / "whole" / "weights.bin").read_bytes()
    assert facts(map(json.loads, (tmp_path / "parts" / "log.jsonl").read_text().splitlines())) == facts(whole)


def test_a_game_lost_with_its_record_is_played_again(tmp_path):
    run = checkers.train(tmp_path, GAMES, 1)
    next(run), next(run)
    run.close()
    log = tmp_path / "log.jsonl"
    log.write_text(log.read_text().splitlines()[0] + "\n")
    assert facts(checkers.train(tmp_path, GAMES, 1)) == facts(train(tmp_path / "other"))[1:]


def test_another_run_in_the_directory_is_named(tmp_path):
    train(tmp_path)
    with pytest.raises(TrainingError, match='"seed": 1.*"seed": 2'):
        train(tmp_path, seed=2)


def test_two_processes_do_not_share_a_directory(tmp_path):
    run = checkers.train(tmp_path, GAMES, 1)
    next(run)
    with pytest.raises(TrainingError, match="another process"):
        train(tmp_path)
    run.close()


def test_damaged_samples_are_named(tmp_path):
    run = checkers.train(tmp_path, GAMES, 1)
    next(run), next(run)
    run.close()
    (tmp_path / "games-0-0000.npy").write_bytes(b"\x93NUMPY\x01\x00")
    with pytest.raises(TrainingError, match="games-0-0000.npy"):
        list(checkers.train(tmp_path, GAMES, 1))
    numpy.save(tmp_path / "games-0-0000.npy", numpy.zeros(3))
    with pytest.raises(TrainingError, match="float64"):
        list(checkers.train(tmp_path, GAMES, 1))


@pytest.mark.parametrize("games", [0, -5, "many"])
def test_too_few_games_are_refused(tmp_path, games):
    with pytest.raises(LimitError, match=repr(games)):
        list(checkers.train(tmp_path, games))


def test_samples_are_quiet_positions_of_the_side_to_move():
    samples = numpy.concatenate([play_game(Player("linear", nodes=100), game, game) for game in range(10)])
    assert samples.dtype == SAMPLE and len(samples) > 200
    assert not (samples["own"] & samples["other"]).any()
    assert not (samples["kings"] & ~(samples["own"] | samples["other"])).any()
    assert set(samples["result"].tolist()) == {-1, 0, 1} and samples["plies"].min() >= 3
    for sample in samples[::7]:
        position = gamecore.Checkers(text_of(sample))
        assert all("x" not in str(move) for move in position.legal_moves())


def text_of(sample):
    """A sample as text: Black is to move."""
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
    assert checkers.strength(points)["score"] > 0.8


def test_the_fit_learns_and_counts_what_is_evaluated():
    samples = numpy.concatenate([play_game(Player("linear", nodes=100), game, game) for game in range(60)])
    losses = []
    weights = checkers_fit.fit(samples, on_epoch=lambda epoch, *loss: losses.append(loss))
    assert losses[-1][0] < losses[0][0] < 0.5
    position = gamecore.Checkers("B:W21,22:B1,2,3,4")
    assert weights.evaluate(position) > 50
    # rounding to integers is all that divides the model that was fitted from the weights that are searched with
    predicted = [weights.evaluate(gamecore.Checkers(text_of(sample))) for sample in samples[:200]]
    targets = checkers_fit.targets_of(samples[:200], checkers_fit.RESULT_SHARE)
    assert numpy.corrcoef(1 / (1 + numpy.exp(-numpy.array(predicted) / 100)), targets)[0, 1] > 0.9


def test_tempo_is_shared_out_among_blocks():
    arrays = checkers_fit.empty_patterns().arrays()
    tempo = checkers_fit.tempo_of_cells()
    arrays["cells"][:len(tempo)] = numpy.rint(16 * tempo)[:, None]
    weights = CheckersPatterns(**arrays)
    # a man two rows forward against one at home: 16 quarters a row
    assert weights.evaluate(gamecore.Checkers("B:W32:B9")) == 8
    assert weights.evaluate(gamecore.Checkers("W:W18:B9,10,11,12")) == 4 * (3 - 4 * 2)


def test_a_player_needs_a_limit():
    with pytest.raises(LimitError):
        Player("linear")


def test_the_command_trains(tmp_path, capsys):
    assert main(["train", "checkers", "--games", "12", "--seed", "3", "--out", str(tmp_path), "--json"]) == 0
    last = json.loads(capsys.readouterr().out.splitlines()[-1])
    assert last["type"] == "result" and last["games"] == 12 and last["seconds"] >= 0 and 0 <= last["score"] <= 1
    assert main(["train", "checkers", "--games", "12", "--out", str(tmp_path)]) == 2
    assert "another run" in capsys.readouterr().err
    assert main(["train", "chess", "--out", str(tmp_path)]) == 2
