"""Makes a notebook of each page of the tour: `python docs/notebooks.py FOLDER`, from a checkout.

The cells are the snippets of the page, with the outputs that it shows. After the exercises, a cell checks answers.
"""
import json
import re
import sys
from doctest import DocTestParser
from pathlib import Path
from shutil import copy

from gamecore.laboratory.tour import EXERCISES

TOUR = Path(__file__).resolve().parent / "tour"
SNIPPET = re.compile(r"^```python\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
CHECK = "from gamecore.laboratory.tour import is_right\nis_right({number!r}, 'your answer')"
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
          "language_info": {"name": "python"}}


def notebook_of(page):
    """Returns the notebook of a page, as nbformat 4.5 has it."""
    cells = []
    for i, part in enumerate(SNIPPET.split(page.read_text(encoding="utf-8"))):
        cells += code_cells(part) if i % 2 else markdown_cells(part, page)
    for number, cell in enumerate(cells):
        cell["id"] = f"cell-{number}"
    return {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}


def code_cells(snippet):
    """Returns cells that end where the snippet shows an output."""
    cells, source = [], ""
    for example in DocTestParser().get_examples(snippet):
        source += example.source
        if example.want:
            cells.append(code_cell(source, example.want, ["raises-exception"] if example.exc_msg else []))
            source = ""
    return [*cells, code_cell(source)] if source else cells


def code_cell(source, output="", tags=()):
    shown = {"name": "stdout", "output_type": "stream", "text": output.splitlines(keepends=True)}
    return {"cell_type": "code", "execution_count": None, "metadata": {"tags": list(tags)} if tags else {},
            "outputs": [shown] if output else [], "source": source.rstrip("\n").splitlines(keepends=True)}


def markdown_cells(text, page):
    """Returns the text, with a cell for answers before those of the page."""
    text = re.sub(r"<iframe.*?</iframe>\n|<!--.*?-->\n|</details>\n", "", text)
    text = re.sub(r"^(?!    ).*", lambda line: line[0].replace("$", r"\$"), text, flags=re.MULTILINE)      # no formula
    text = text.replace("](../images/", "](images/").replace("](../", "](../../docs/")
    text = text.replace("](coverage.md", "](../../docs/tour/coverage.md")
    text = re.sub(r"\]\((\d\d-[\w-]+)\.md", r"](\1.ipynb", text)
    before, answers, after = text.partition("<details>\n<summary>Answers</summary>\n")
    cells = [{"cell_type": "markdown", "metadata": {}, "source": part.strip("\n").splitlines(keepends=True)}
             for part in (before, "## Answers\n" * bool(answers) + after) if part.strip()]
    number = next((number for number in EXERCISES if number.startswith(f"{int(page.name[:2])}.")), None)
    if answers and number:
        cells.insert(1, code_cell(CHECK.format(number=number)))
    return cells


def main(folder):
    images = Path(folder, "images")
    images.mkdir(parents=True, exist_ok=True)
    for page in sorted(TOUR.glob("[0-9]*.md")):
        text = json.dumps(notebook_of(page), indent=1, ensure_ascii=False)
        Path(folder, f"{page.stem}.ipynb").write_text(text + "\n", encoding="utf-8")
        for name in re.findall(r"\]\(images/([\w.-]+)\)", text):
            copy(TOUR.parent / "images" / name, images)


if __name__ == "__main__":
    main(sys.argv[1])
