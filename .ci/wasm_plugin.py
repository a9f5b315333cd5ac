"""A plugin of pytest for Pyodide. It skips tests that need a package, thread or process that does not exist, and
reports the reason."""
from errno import ENOSYS

import pytest
from gamecore.errors import BatchError, ExtraError

# The exceptions that Python itself raises in a test that creates a thread or a process, or calls asyncio.run.
LACKS = {"can't start new thread": "there are no threads",
         "emscripten does not support processes.": "there are no processes",
         "WebAssembly stack switching not supported in this JavaScript runtime": "asyncio.run suspends a call"}
PACKAGES = {"numpy", "scipy", "starlette", "uvicorn", "matplotlib", "pettingzoo", "selenium", "_multiprocessing"}


def reason(error):
    """Returns why a test cannot run here, or None for a failure.

    Only the exception that ended the test counts, or the one that pytest or a batch wraps; exceptions that were handled
    before do not count.
    """
    while isinstance(error, (BatchError, pytest.Collector.CollectError)):
        error = error.__cause__
    if isinstance(error, ExtraError):
        return str(error)
    if isinstance(error, OSError) and error.errno == ENOSYS:
        return f"the system has no such call: {error}"
    if isinstance(error, ModuleNotFoundError) and error.name.partition(".")[0] in PACKAGES:
        return f"there is no {error.name}"
    return LACKS.get(getattr(error, "strerror", None) or str(error)) if type(error) in (RuntimeError, OSError) else None


def skipped(call, report, path):
    """Returns the report of a test or file, as a skip with its reason if it cannot run here."""
    why = reason(call.excinfo.value) if call.excinfo else None
    if why:
        report.outcome, report.longrepr = "skipped", (str(path), 0, why)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    return skipped(call, (yield), item.path)


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector):
    report = yield
    return skipped(report.call, report, collector.path) if hasattr(report, "call") else report
