"""The page without a server: plain files in a browser, as `make site` has left them."""
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
DRIVER = ROOT / "build/wasm/node_modules/puppeteer-core"
SERVER = [sys.executable, "-u", "-m", "http.server", "0", "--bind", "127.0.0.1", "--directory", ROOT / "build/site"]


@pytest.mark.parametrize("kind, names", [("chromium", ("chromium", "google-chrome")),
                                         ("firefox", ("firefox-esr", "firefox"))])
def test_a_plain_server_is_enough_to_play_and_analyse_and_no_other_is_asked(kind, names):
    binary = next(filter(None, map(shutil.which, names)), None)
    needed = {f"a browser: {kind}": binary, "node": shutil.which("node"), "npm's puppeteer-core": DRIVER.exists(),
              "build/site, which make site builds": (ROOT / "build/site").exists()}
    if missing := [name for name, found in needed.items() if not found]:
        pytest.skip(f"the site is tested in a browser; there is no {', no '.join(missing)}")
    signature = (ROOT / "benchmarks/signature.txt").read_text(encoding="ascii").strip()
    with subprocess.Popen(SERVER, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        try:
            address = re.search(r"http://[^)]*", server.stdout.readline())[0]
            done = subprocess.run(["node", ".ci/site_test.mjs", kind, address, signature, binary], cwd=ROOT,
                                  capture_output=True, text=True)
        finally:
            server.terminate()
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
