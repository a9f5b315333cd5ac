"""Measures the full search without each switch, and plain alpha-beta with each switch, in one group per game."""
import pytest

from gamecore.laboratory.ablation import settings


@pytest.mark.parametrize("name, switches", [pytest.param(name, switches, id=name) for name, switches, _ in settings()])
def test_a_set_of_switches(measure_cases, benchmark, suite, name, switches):
    benchmark.group = f"{suite[0]}, {name.split()[0]}"
    measure_cases(switches)
