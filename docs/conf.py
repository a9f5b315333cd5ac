"""The documentation site: `make docs` builds it into build/docs. Its pages are the Markdown files of this folder; its
reference is made from docstrings, with the signatures of the stubs for compiled modules."""
import ast
import json
import re
import sys
from copy import deepcopy
from functools import cache
from pathlib import Path

from myst_parser.parsers.sphinx_ import MystParser

from gamecore import __version__

project = "gamecore"
author = "The gamecore developers"
copyright = "the gamecore developers"
release = version = __version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "numpydoc"]
root_doc = "index"
html_theme = "furo"
html_title = "gamecore"
html_static_path, html_css_files = ["site.css"], ["site.css"]
COLOURS = {"background-primary": ("#f7f3ec", "#1c1916"), "background-secondary": ("#ece5d9", "#26221e"),
           "foreground-primary": ("#25201b", "#f0e9df"), "foreground-secondary": ("#62594e", "#b9ad9e"),
           "background-border": ("#d8cdbc", "#4a423a"), "brand-primary": ("#12606f", "#82c8d3"),
           "brand-content": ("#12606f", "#82c8d3")}                # those of the page, web/style.css
html_theme_options = {"navigation_with_keys": True} | {
    f"{theme}_css_variables": {f"--color-{name}": colours[dark] for name, colours in COLOURS.items()}
    for dark, theme in enumerate(("light", "dark"))}
pygments_style, pygments_dark_style = "friendly", "monokai"
maximum_signature_line_length = 80

myst_heading_anchors = 4
default_role = "literal"
autodoc_member_order = "bysource"
autodoc_default_options = {"members": True, "inherited-members": False}
numpydoc_show_class_members = False
numpydoc_xref_param_type = False


class NotebookParser(MystParser):
    """A parser that turns a notebook into its Markdown, with code and outputs as blocks."""

    supported = ("notebook",)

    def parse(self, inputstring, document):
        super().parse("\n\n".join(map(as_markdown, json.loads(inputstring)["cells"])), document)


def as_markdown(cell):
    text = "".join(cell["source"])
    if cell["cell_type"] == "markdown":
        return text
    printed = "".join("".join(output.get("text", "")) for output in cell["outputs"]).rstrip()
    pictures = ["".join(output["data"]["image/svg+xml"]) for output in cell["outputs"] if "data" in output]
    blocks = [f"```python\n{text}\n```", *[f"```text\n{printed}\n```"] * bool(printed),
              *(f"```{{raw}} html\n{picture}\n```" for picture in pictures)]
    return "\n\n".join(blocks)


def without_last_blank(app, name, source):
    """Removes the blank line between an example's output and its fence, which only doctest needs."""
    source[0] = re.sub(r"\n\n```$", "\n```", source[0], flags=re.MULTILINE)


@cache
def stub_of(module):
    """Returns the stub of a compiled module as a syntax tree, or None."""
    path = Path(getattr(sys.modules[module], "__file__", None) or "built-in.py")
    stub = path.with_name(path.name.partition(".")[0] + ".pyi")
    return ast.parse(stub.read_text(encoding="utf-8")) if path.suffix == ".so" and stub.exists() else None


def definition(tree, names):
    """Returns a stub's definition of a dotted name, or None."""
    for name in names:
        tree = next((node for node in getattr(tree, "body", ()) if getattr(node, "name", None) == name), None)
    return tree


def sign(app, what, name, thing, options, signature, returns):
    """Returns the stub's signature of a compiled name."""
    module = getattr(thing, "__module__", None)
    tree = stub_of(module) if module in sys.modules else None
    found = tree and definition(tree, getattr(thing, "__qualname__", "").split("."))
    if isinstance(found, ast.ClassDef):
        found = definition(found, ["__init__"]) or definition(found, ["__new__"])
    if not isinstance(found, ast.FunctionDef):
        return None
    arguments = deepcopy(found.args)
    for positional in (arguments.posonlyargs, arguments.args):
        if positional and positional[0].arg in ("self", "cls"):
            del positional[0]
    returned = ast.unparse(found.returns) if found.returns and what != "class" else None
    return f"({ast.unparse(arguments)})", returned


def write_embedded(app, error):
    """Writes the pages that the tour embeds, each by the command before it."""
    sys.path.insert(0, str(app.srcdir))                 # no path: the import system passes over it
    from notebooks import write_steps
    for page in Path(app.srcdir, "tour").glob("*.md") if not error and app.builder.format == "html" else ():
        write_steps(page, Path(app.outdir, "tour"))


def setup(app):
    app.add_source_suffix(".ipynb", "notebook")
    app.add_source_parser(NotebookParser)
    app.connect("source-read", without_last_blank)
    app.connect("autodoc-process-signature", sign, priority=400)      # before numpydoc, which reads no stubs
    app.connect("build-finished", write_embedded)
