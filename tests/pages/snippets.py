"""The snippets of README and docs, page by page. As a script it runs all snippets against an installed wheel
(.ci/run)."""
import doctest
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
PARSER = doctest.DocTestParser()


def page_tests():
    """Each page with snippets, as one doctest: a snippet may use what those before it have defined."""
    for page in [ROOT / "README.md", *sorted(ROOT.glob("docs/**/*.md"))]:
        lines = page.read_text(encoding="utf-8").splitlines()
        text = "".join("\n" if line.startswith("```") else f"{line}\n" for line in lines)
        if ">>>" in text:
            yield PARSER.get_doctest(text, {"__name__": "__main__"}, str(page.relative_to(ROOT)), str(page), 0)


def main():
    runner = doctest.DocTestRunner(optionflags=FLAGS)
    for test in page_tests():
        runner.run(test)
    print(f"{runner.tries} snippets, {runner.failures} failed")
    return bool(runner.failures or not runner.tries)


if __name__ == "__main__":
    sys.exit(main())
