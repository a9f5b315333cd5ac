"""Makes notebooks of the tour's pages: `python docs/notebooks.py FOLDER`, from a checkout.

FOLDER/students contains the text, the programs with their outputs, and the pages that step through a search. Each
exercise has a cell to fill in and a cell that checks it. Some pages also ask for a search to be written in a file,
which `gamecore check-search` examines. FOLDER/teachers contains the same notebooks with everything filled in, and the
answers of the page.
"""
import ast
import json
import re
import shlex
import subprocess
import sys
from doctest import DocTestParser
from pathlib import Path
from shutil import copy

from gamecore.laboratory.exercises import listed
from gamecore.laboratory.tour import EXERCISES

DOCS = Path(__file__).resolve().parent
TOUR = DOCS / "tour"
SNIPPET = re.compile(r"^```python\n(.*?)^```\n|^(    (?:gamecore|python) .* steps-\S+\.html\n\n<iframe.*?</iframe>\n)",
                     re.MULTILINE | re.DOTALL)
# The answers that are not lists of values, namely trees and functions, for the teacher's version.
EXAMPLES = {"3.2": "[[2, 7], [2, 100]]", "4.3": "[[10, 10], [100, 9]]", "17.3": "centre_first", "17.4": "threats"}
SOLUTIONS = (TOUR / "solutions.py").read_text(encoding="utf-8")
SEARCHES = {4: "minimax", 5: "alpha_beta", 7: "depth_limited", 9: "expectimax", 11: "expectiminimax", 12: "max_n"}
KERNEL = {"kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
          "language_info": {"name": "python"}}


def notebook_of(page, key=False):
    """Returns the notebook of a page in the form of nbformat 4.5; with `key` it is the teacher's version."""
    prose, _, rest = page.read_text(encoding="utf-8").partition("## Exercises\n")
    questions, _, rest = rest.partition("<details>\n<summary>Answers</summary>\n")
    answers, _, after = rest.partition("</details>\n")
    number = int(page.name[:2])
    cells = [*mixed(prose), markdown("## Exercises"), *exercises(number, questions, key), *search(number, key),
             *(mixed(f"## Answers\n{answers}") if key else ()), markdown(after)]
    for place, cell in enumerate(cells):
        cell["id"] = f"cell-{place}"
    return {"cells": cells, "metadata": KERNEL, "nbformat": 4, "nbformat_minor": 5}


def mixed(text):
    """Yields the cells of text with snippets and with pages that step."""
    end = 0
    for match in SNIPPET.finditer(text):
        if text[end:match.start()].strip():
            yield markdown(text[end:match.start()])
        yield from code_cells(match[1]) if match[1] else [frame(match[2])]
        end = match.end()
    if text[end:].strip():
        yield markdown(text[end:])


def code_cells(snippet):
    """Yields cells that end where the snippet shows an output."""
    source = ""
    for example in DocTestParser().get_examples(snippet):
        source += example.source
        if example.want:
            yield code(source, example.want, ["raises-exception"] if example.exc_msg else [])
            source = ""
    if source:
        yield code(source)


def frame(text):
    """Returns a cell that shows the page which a command writes."""
    file, height = re.search(r'src="(\S+)"', text)[1], "960" if "style" in text else "620"
    return code(f'%%html\n<iframe src="{file}" width="100%" height="{height}"></iframe>')


def exercises(number, questions, key):
    """Yields, for each exercise, its question, a cell for the answer, and a cell that checks the answer."""
    for place, question in re.findall(r"^(\d+)\. (.*?)(?=^\d+\. |\Z)", questions, re.MULTILINE | re.DOTALL):
        name = f"{number}.{place}"
        yield markdown(f"### Exercise {name}\n\n{re.sub(r'^   ', '', question, flags=re.MULTILINE)}")
        if name not in EXERCISES:
            yield markdown("*Your answer in words:*")
            continue
        yield code(answered(name) if key else blank(name), tags=["solution"])
        yield code(f"from gamecore.laboratory.tour import checked\nprint(checked({name!r}, answer))",
                   f"{name}: {'right' if key else 'no answer yet'}\n")


def blank(name):
    """Returns an empty answer: a function where the exercise accepts one."""
    what, _, signature = EXERCISES[name].asks.partition("; f(")
    names = [re.match(r"\*?\w*", part.strip())[0] for part in signature.replace("tree", "nested").split(",")]
    if not signature:
        return f"answer = ...                         # {what}"
    return (f'def answer({", ".join(names)}):\n    """Returns {what}. Values will do, too: answer = 7"""\n'
            "    raise NotImplementedError")


def answered(name):
    exercise = EXERCISES[name]
    return f"answer = {EXAMPLES.get(name) or repr(listed(exercise.answer(*exercise.cases[0])))}"


def search(number, key):
    """Yields the cells for a search of one's own, if the page has one."""
    if number not in SEARCHES:
        return
    name = SEARCHES[number]
    yield markdown(f"## Your own search\n\nWrite `{name}`. A node is a list of its children, a leaf a number"
                   f"{' or a tuple' * (name == 'max_n')}. The first cell writes the file that you hand in, the second "
                   "examines it on hundreds of small trees.")
    yield code(f"%%writefile {name}.py\n{own_search(name, key)}", tags=["solution"])
    yield code(f"!gamecore check-search {name}.py:{name}")


def own_search(name, key=False):
    """Returns the file of a search, whose body is still to be written, or with it."""
    function = next(node for node in ast.parse(SOLUTIONS).body if getattr(node, "name", "") == name)
    lines = SOLUTIONS.splitlines()[function.lineno - 1:function.end_lineno]
    return "\n".join(["from math import inf\n\n", *(lines if key else [*lines[:2], "    raise NotImplementedError"])])


def code(source, output="", tags=()):
    shown = {"name": "stdout", "output_type": "stream", "text": output.splitlines(keepends=True)}
    return {"cell_type": "code", "execution_count": None, "metadata": {"tags": list(tags)} if tags else {},
            "outputs": [shown] if output else [], "source": source.rstrip("\n").splitlines(keepends=True)}


def markdown(text):
    text = re.sub(r"<!--.*?-->\n", "", text)
    text = re.sub(r"^(?!    ).*", lambda line: line[0].replace("$", r"\$"), text, flags=re.MULTILINE)      # no formula
    text = text.replace("](../images/", "](images/").replace("](../", "](../../../docs/")
    text = text.replace("](coverage.md", "](../../../docs/tour/coverage.md")
    text = re.sub(r"\]\((\d\d-[\w-]+)\.md", r"](\1.ipynb", text)
    return {"cell_type": "markdown", "metadata": {}, "source": text.strip("\n").splitlines(keepends=True)}


def main(folder):
    """Writes both folders: notebooks, their images, and the pages that step."""
    for name in ("students", "teachers"):
        here = Path(folder, name)
        (here / "images").mkdir(parents=True, exist_ok=True)
        for page in sorted(TOUR.glob("[0-9]*.md")):
            text = json.dumps(notebook_of(page, name == "teachers"), indent=1, ensure_ascii=False)
            (here / f"{page.stem}.ipynb").write_text(text + "\n", encoding="utf-8")
            for image in re.findall(r"\]\(images/([\w.-]+)\)", text):
                copy(DOCS / "images" / image, here / "images")
            write_steps(page, here)


def write_steps(page, folder):
    """Writes the pages that a page of the tour embeds, each by the command before it."""
    for command in re.findall(r"^    (.* steps-\S+\.html)$", page.read_text(encoding="utf-8"), re.MULTILINE):
        words = shlex.split(command.replace("docs/", f"{DOCS}/"))
        words[0:1] = ["-m", "gamecore"] if words[0] == "gamecore" else []
        subprocess.run([sys.executable, *words], check=True, cwd=folder, stdout=subprocess.DEVNULL)


if __name__ == "__main__":
    main(sys.argv[1])
