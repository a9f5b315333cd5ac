"""Writes a folder of students' searches, 12 right ones and 8 with a mistake: `python docs/tour/students.py FOLDER`.

The searches come from tests/data/searches, where each mistake is an edit of a correct search.
"""
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
RIGHT, MISTAKEN = 12, 8


def main(folder):
    sys.path.insert(0, str(ROOT))
    from tests import searches
    Path(folder).mkdir(exist_ok=True)
    chosen = [*searches.RIGHT[::len(searches.RIGHT) // RIGHT][:RIGHT],
              *searches.MISTAKEN[::len(searches.MISTAKEN) // MISTAKEN][:MISTAKEN]]
    for number, search in enumerate(chosen, 1):
        Path(folder, f"student_{number:02}.py").write_text(search.source, encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1])
