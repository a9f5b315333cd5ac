"""Tests the table that `make benchmarks` prints about its last two runs."""
import json
import os

import pytest

from benchmarks import saved


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.setattr(saved, "ROOT", tmp_path)
    (tmp_path / ".benchmarks" / "machine").mkdir(parents=True)
    return tmp_path / ".benchmarks" / "machine"


def save(folder, number, nodes, rate):
    row = {"fullname": "benchmarks/suites/test_orders.py::test_an_order[checkers-full]",
           "extra_info": {"nodes": nodes, "nodes_per_cpu_second": rate, "leaves": 3, "ebf": 2.5, "cpu": "any"}}
    path = folder / f"{number}.json"
    path.write_text(json.dumps({"benchmarks": [row]}))
    os.utime(path, (number, number))


def test_the_last_run_stands_beside_the_one_before(folder, capsys):
    save(folder, 1, 100, 1e6)
    saved.main([])
    assert capsys.readouterr().out.splitlines()[1].split()[-4:] == ["100", "1.000", "2.50", "nodes"]
    save(folder, 2, 120, 3e6)
    saved.main([])
    assert capsys.readouterr().out.splitlines()[1].split()[-8:] == [
        "120", "3.000", "2.50", "3.00", "nodes", "!", "100", "before"]


def test_without_a_run_there_is_nothing_to_print(folder):
    with pytest.raises(SystemExit, match="make benchmarks"):
        saved.main([])
