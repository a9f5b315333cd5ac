"""Tests of the training of backgammon's races."""
from training.backgammon import races


def test_a_seed_makes_the_weights_interrupted_or_not(tmp_path):
    whole = list(races.train(tmp_path / "whole", 40, 1, jobs=1))
    run = races.train(tmp_path / "parts", 40, 1, jobs=2)
    next(run), next(run), next(run)
    run.close()
    assert len(list(races.train(tmp_path / "parts", 40, 1, jobs=3))) == len(whole) - 3
    assert (tmp_path / "whole" / "races.bin").read_bytes() == (tmp_path / "parts" / "races.bin").read_bytes()
    assert [record["type"] for record in whole] == ["fit"] * 4 + ["result"]
