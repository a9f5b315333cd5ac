"""A plugin of pytest for Pyodide: what needs a package, thread or process that is not there is skipped, and says so."""
from errno import ENOSYS

import pytest

LACKS = {"can't start new thread": "there are no threads",
         "emscripten does not support processes.": "there are no processes",
         "stack switching not supported in this JavaScript runtime": "asyncio.run needs a Node that can suspend a call"}


def reason(error):
    """Returns why a test cannot run here, or None for a failure."""
    while error is not None:
        if isinstance(error, OSError) and error.errno == ENOSYS:
            return f"the system has no such call: {error}"
        if isinstance(error, ModuleNotFoundError) and not error.name.startswith("gamecore"):
            return f"there is no {error.name}"
        for text, why in LACKS.items():
            if str(error).endswith(text):
                return why
        error = error.__cause__ or error.__context__
    return None


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
