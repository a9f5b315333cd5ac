"""Takes screenshots of the page for the README: `make pages ONLY=screens`, with Chromium.

`--all FOLDER` takes a screenshot of every page, wide and narrow, light and dark, for inspection.
"""
import sys
import time
from argparse import ArgumentParser
from pathlib import Path
from urllib.parse import quote

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from browser import chromium, served            # noqa: E402

GAME = "games.tic_tac_toe:TicTacToe"
WIDE, HIGH = 1280, 800
CHECKERS = "11-15;23-19;8-11;22-17;9-13;17-14;10x17;21x14;15-18;19-15;4-8;24-19;13-17"

# The screenshots: name -> (address, the elements to click, the condition for taking it).
SHOWN = {
    "page-connect-four": ("#analyse&game=connect-four&moves=4;4;4;4;4;2", None,
                          "document.querySelectorAll('#lines-table .play').length === 3"),
    "page-backgammon": ("#analyse&game=backgammon&moves=" + quote("*(3, 1);8/5 6/5;*(6, 4)"), None,
                        "/%/.test(document.getElementById('lines-table').textContent)"),
    "page-pruning": ("#pruning&game=connect-four&orders=perfect,random&depth=8", None,
                     "/exponent/.test(document.getElementById('says').textContent)"),
}
OTHERS = {
    "home": ("", None, "document.querySelector('#board .can')"),
    "play": ("#play&game=connect-four&moves=4;4;3;5;3;3;2;1;1;4;4;5;1;7;1;1", "#hint",
             "/Hint:/.test(document.getElementById('says').textContent)"),
    "play-checkers": (f"#play&game=checkers&moves={CHECKERS}", None, "document.querySelector('#board .can')"),
    "play-backgammon": ("#play&game=backgammon", None, "document.querySelector('#board .can')"),
    "play-cube": ("#play&game=backgammon&moves=" + quote("*(3, 1);8/5 6/5;!double"), None,
                  "document.getElementById('cube-take')"),
    "play-tic-tac-toe": (f"#play&game={GAME}&moves=5;1", None, "document.querySelector('#board .can')"),
    "analyse-checkers": (f"#analyse&game=checkers&moves={CHECKERS}", "#scores",
                         "document.querySelectorAll('#graph [data-ply]').length > 12"),
    "review": ("#review&game=connect-four&moves=4;3;4;4;5;6;5;3;3;2;4;2;6;5;5;4;3;4;5;3;6;6;2;3;6;2;6", None,
               "/of/.test(document.getElementById('which').textContent) && document.querySelector('#counts td')"),
    "tree": ("#tree", "#forward", "document.getElementById('at').textContent"),
    "pacman": ("#pacman&maze=large&ghosts=minimax", "#forward",
               "/Pacman:/.test(document.getElementById('says').textContent)"),
    "pruning-checkers": ("#pruning&game=checkers&orders=static,worst&depth=8", None,
                         "/exponent/.test(document.getElementById('says').textContent)"),
}


def take(browser, address, page, width, dark, file, height=None):
    """Takes one screenshot of the whole page, or of a given height."""
    path, click, ready = page
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": HIGH, "deviceScaleFactor": 1, "mobile": width < 600})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {
        "features": [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]})
    browser.execute_cdp_cmd("Emulation.setScrollbarsHidden", {"hidden": True})
    browser.get("about:blank")
    browser.get(address + path)
    wait(browser, "document.documentElement.dataset.pending !== '1'")
    if click:
        wait(browser, f"document.querySelector('{click}')")
        browser.execute_script(f"document.querySelector('{click}').click()")
    wait(browser, ready)
    time.sleep(1)
    height = height or browser.execute_script("return document.documentElement.scrollHeight")
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600})
    browser.save_screenshot(str(file))
    print(file, f"{width} x {height}")


def wait(browser, condition, seconds=60):
    end = time.monotonic() + seconds
    while not browser.execute_script(f"return {condition}"):
        if time.monotonic() > end:
            sys.exit(f"{browser.current_url}: never came to {condition}")
        time.sleep(0.1)


def main():
    parser = ArgumentParser(description="Screenshots of the page.")
    parser.add_argument("--all", type=Path, metavar="FOLDER", help="every page, wide and narrow, light and dark")
    parser.add_argument("--only", default="", help="pages whose names contain this")
    args = parser.parse_args()
    with served("--game", GAME) as address, chromium() as browser:
        if not args.all:
            for name, page in SHOWN.items():
                if args.only in name:
                    take(browser, address, page, WIDE, False, ROOT / "docs" / "images" / f"{name}.png", HIGH)
            return
        args.all.mkdir(parents=True, exist_ok=True)
        for name, page in (SHOWN | OTHERS).items():
            for width in (WIDE, 360):
                for dark in (False, True):
                    if args.only in name:
                        take(browser, address, page, width, dark,
                             args.all / f"{name}-{width}-{'dark' if dark else 'light'}.png")


if __name__ == "__main__":
    main()
