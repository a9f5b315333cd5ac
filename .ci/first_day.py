"""Plays a developer's first day as the pages describe it: `python .ci/first_day.py FOLDER`.

The program clones this checkout into FOLDER, and runs there the commands of the first day in docs/contributing.md. Then
it writes the two changes of docs/first-changes.md into the clone, builds it, and runs the exactness tests. With --apply
it only writes the changes, into the current checkout.
"""
import os
import re
import resource
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[1]
BLOCK = re.compile(r"^(?:`(?P<file>[\w/.]+)`:\n\n)?```(?P<language>\w+)\n(?P<text>.*?)^```$", re.M | re.S)
EXACTNESS = ["tests/laws/test_contract.py", "tests/laws/test_law.py", "tests/search"]


def apply_changes() -> None:
    """Writes the files and the differences of docs/first-changes.md into the current checkout."""
    page = Path("docs/first-changes.md").read_text()
    differences = []
    for block in BLOCK.finditer(page):
        if block["language"] == "diff":
            differences.append(block["text"])
        elif block["file"]:
            path = Path(block["file"])
            path.parent.mkdir(exist_ok=True)
            path.write_text(block["text"])
            if path.suffix == ".pxd":
                for module in "__init__.py", "__init__.pxd":
                    path.with_name(module).touch()
    subprocess.run(["git", "apply", "-C1", "-"], input="".join(differences), text=True, check=True)


def play(folder: Path) -> None:
    def run(commands: str) -> None:
        print(commands, flush=True)
        subprocess.run(["bash", "-euc", commands], cwd=clone if clone.exists() else folder, env=env, check=True,
                       input="quit\n", text=True)
        spent = resource.getrusage(resource.RUSAGE_CHILDREN)
        print(f"-- {spent.ru_utime + spent.ru_stime:.0f} s of CPU so far", flush=True)

    clone = folder / "gamecore"
    env = {**os.environ, "GIT_EDITOR": "echo 'Mend a sentence' >", "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@b",
           "GIT_COMMITTER_NAME": "A", "GIT_COMMITTER_EMAIL": "a@b"}
    begin, change = (block["text"] for block in
                     list(BLOCK.finditer((CHECKOUT / "docs/contributing.md").read_text()))[:2])
    run(begin.replace("ADDRESS", str(CHECKOUT)))
    run("echo >> docs/index.md; git add docs/index.md")
    run(change)
    run("python3 .ci/first_day.py --apply; make build; .venv/bin/gamecore bench")
    run(f".venv/bin/python -m pytest -q --numprocesses logical {' '.join(EXACTNESS)}")


if __name__ == "__main__":
    if sys.argv[1] == "--apply":
        apply_changes()
    else:
        play(Path(sys.argv[1]))
