"""Opens the page for tests: a server for each test, and a headless Chromium."""
import shutil
import subprocess
import sys
from contextlib import contextmanager
from tempfile import TemporaryDirectory

import pytest

FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
         "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage", "--force-color-profile=srgb")


@contextmanager
def served(*options, stderr=None):
    """The address of `gamecore serve`, run as a process of its own."""
    pytest.importorskip("starlette", reason="the page needs the extra [serve]")
    pytest.importorskip("uvicorn", reason="the page needs the extra [serve]")
    command = [sys.executable, "-m", "gamecore", "serve", "--port", "0", *options]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=stderr, text=True) as server:
        try:
            yield server.stdout.readline().split()[0]
        finally:
            server.terminate()


@contextmanager
def chromium(*flags):
    """A browser without a screen; a skip where there is none."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="the page is tested by selenium, of the extra [test]")
    binary = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if not (binary and driver):
        pytest.skip("the page is tested in Chromium: there is no chromium or no chromedriver on the path")
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        options = webdriver.ChromeOptions()
        options.binary_location = binary
        for flag in (*FLAGS, f"--user-data-dir={folder}", *flags):
            options.add_argument(flag)
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        browser = webdriver.Chrome(options, webdriver.ChromeService(driver))
        try:
            browser.set_window_size(1200, 900)
            yield browser
        finally:
            browser.quit()


def complaints(browser):
    """Returns the errors in the page's console, except refused requests, which the page shows."""
    return [entry["message"] for entry in browser.get_log("browser")
            if entry["level"] == "SEVERE" and "400 (Bad Request)" not in entry["message"]]
