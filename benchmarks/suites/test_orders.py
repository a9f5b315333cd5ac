"""Compares ordered with unordered alpha-beta on the same positions; each order has the switches of the laboratory."""
import pytest

from gamecore.laboratory.pruning import ORDERS


@pytest.mark.parametrize("name", ["full+table", "full", "static", "random", "none"])
def test_an_order(measure_cases, benchmark, suite, name):
    switches, order = ORDERS[name]
    benchmark.group = f"{suite[0]}, orders"
    measure_cases(switches.split(","), order)
