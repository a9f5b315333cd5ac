"""Makes again what the pages show: `python docs/pages.py [NAME ...]`, from a checkout.

Without names everything is made but the screenshots, which need Chromium; look at those.
"""
import subprocess
import sys
from pathlib import Path

DOCS = Path(__file__).resolve().parent
# A name: what is made, and the script with its arguments.
MADE = {
    "samples": ("outputs, tables and figures in README.md and the pages", "samples.py"),
    "boards": ("docs/images/board-*.svg", "pictures.py"),
    "plots": ("docs/images/*.png of growth and of chance", "plots.py"),
    "charts": ("docs/images/chart-*.svg, from tables of the pages", "charts.py"),
    "tour": ("docs/images/tour-*.svg and utility-curves.svg", "tour/pictures.py"),
    "notebooks": ("build/notebooks, for students and teachers", "notebooks.py", "build/notebooks"),
    "screens": ("docs/images/page-*.png", "screens.py"),
}


def main(names):
    if unknown := set(names) - MADE.keys():
        sys.exit(f"unknown: {', '.join(unknown)}; known are {', '.join(MADE)}")
    for name in names or [name for name in MADE if name != "screens"]:
        made, script, *arguments = MADE[name]
        print(f"{name}: {made}", flush=True)
        subprocess.run([sys.executable, DOCS / script, *arguments], cwd=DOCS.parent, check=True)


if __name__ == "__main__":
    main(sys.argv[1:])
