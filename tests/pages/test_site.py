"""The documentation site, without building it: every page is in a table of contents, every link leads somewhere.
`make docs` builds it, and takes a warning for an error."""
import json
import re
from pathlib import Path

import gamecore.trees
import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGES = [*sorted(DOCS.glob("**/*.md")), *sorted(DOCS.glob("*.ipynb"))]
FENCED = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
every_page = pytest.mark.parametrize("page", [DOCS.parent / "README.md", *PAGES],
                                     ids=lambda page: str(page.relative_to(DOCS.parent)))


def text_of(page):
    text = page.read_text(encoding="utf-8")
    if page.suffix == ".ipynb":
        cells = json.loads(text)["cells"]
        text = "\n\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    return text


def anchors(page):
    """What the headings of a page are called in links."""
    headings = re.findall(r"^#+ (.+)$", FENCED.sub("", text_of(page)), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def test_every_page_is_in_a_table_of_contents():
    listed = {DOCS / "index"}
    for page in PAGES:
        for entries in re.findall(r"^```\{toctree\}\n(.*?)^```$", text_of(page), re.MULTILINE | re.DOTALL):
            listed |= {page.parent / entry for entry in entries.split("\n") if entry and not entry.startswith(":")}
    assert listed == {page.with_suffix("") for page in PAGES}


def test_no_page_has_the_name_of_one_that_sphinx_makes():
    assert not {page.stem for page in DOCS.glob("*.*")} & {"search", "genindex", "py-modindex"}


@every_page
def test_links_lead_somewhere(page):
    text = FENCED.sub("", text_of(page))
    for path, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", text):
        target = (page.parent / path).resolve() if path else page
        assert target.exists(), path
        assert target.suffix != ".png" or target.read_bytes()[:4] == b"\x89PNG"
        assert not anchor or anchor in anchors(target), f"{path}#{anchor}"


@pytest.mark.parametrize("module", [gamecore, gamecore.trees], ids=lambda module: module.__name__)
def test_every_public_name_is_in_the_reference(module):
    documented = {name for page in DOCS.glob("reference/*.md")
                  for name in re.findall(rf":: {module.__name__}\.(\w+)(?:\(\))?$", text_of(page), re.MULTILINE)}
    constants = {name for name in module.__all__ if not callable(getattr(module, name))}
    assert set(module.__all__) - constants - documented == set()
