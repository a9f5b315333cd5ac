"""The fixture of `pytest benchmarks`, whose times are comparable only with each other."""
import pytest

from gamecore.core.about import about


@pytest.fixture
def measure(benchmark):
    """Times a call and records the nodes that it visited, the build and the machine."""

    def run(function, nodes, setup=None, rounds=5):
        benchmark.extra_info.update(about())
        answer = benchmark.pedantic(function, setup=setup, rounds=rounds, warmup_rounds=0 if setup else 1)
        if benchmark.stats is not None:                      # not under --benchmark-disable
            benchmark.extra_info["nodes"] = nodes
            benchmark.extra_info["nps"] = nodes / benchmark.stats.stats.min
        return answer

    return run
