"""Draws the plots of the pages: `python docs/plots.py [--all]`. A plot with today's stamp is not redrawn.

docs/images/plots.json holds each plot's stamp: the signature and the weights with which it was measured
(docs/samples.py), and a checksum of the function that drew it.
"""
import json
import subprocess
import sys
from hashlib import blake2b
from inspect import getsource
from pathlib import Path

from gamecore.laboratory.plots import draw_chance, draw_dice, draw_growth

import samples

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "images"
STAMPS = FOLDER / "plots.json"
ALL = "perfect,full+table,full,static,random,none,worst,minimax"
COMMANDS = {
    "uniform-independent.png": "pruning uniform --branching 4 --max-depth 10 --measure leaves "
                               "--orders perfect,random,none,worst,minimax",
    "uniform-nested.png": "pruning uniform --branching 4 --leaves nested --max-depth 9 --measure leaves "
                          "--orders perfect,full,random,none,worst,minimax",
    "connect-four.png": f"pruning connect-four --max-depth 12 --orders {ALL}",
    "checkers.png": f"pruning checkers --max-depth 12 --orders {ALL}",
    "chance.png": "chance --layers 2",
    "backgammon.png": "chance backgammon --layers 2",
}


def stamp(name):
    """Returns a stamp of everything on which a plot depends."""
    draw = draw_growth if "pruning" in COMMANDS[name] else draw_dice if "backgammon" in COMMANDS[name] else draw_chance
    code = blake2b(getsource(draw).encode(), digest_size=4).hexdigest()
    return f"{samples.stamp(COMMANDS[name]).strip('<!-> ')}, code {code}"


def main(arguments):
    stamps = json.loads(STAMPS.read_text(encoding="utf-8")) if STAMPS.exists() else {}
    for name, command in COMMANDS.items():
        if "--all" in arguments or stamps.get(name) != stamp(name):
            print(f"gamecore {command} --plot docs/images/{name}", flush=True)
            subprocess.run([sys.executable, "-m", "gamecore", *command.split(), "--plot", FOLDER / name], cwd=ROOT,
                           check=True, stdout=subprocess.DEVNULL)
            stamps[name] = stamp(name)
            STAMPS.write_text(json.dumps(stamps, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
