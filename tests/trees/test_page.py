"""Tests the page that steps through a tree: its steps are those of gamecore.trees, and it needs no other file."""
import json
import re

import pytest

from tests.browser import chromium, complaints, served
from gamecore.commands.cli import main
from gamecore.trees import alpha_beta, is_leaf, parse, replay, star1, star2, tree, walk
from gamecore.trees.page import finished_branches

EXAMPLE = "[[3,12,8],[2,4,6],[14,5,2]]"
BALLARD = "[5,[[4,9,9],[4,9,9],[4,9,9]]]"
LONG = "[[[[3,9],[5,1]],[[2,7],[8,4]]],[[[6,2],[9,5]],[[4,3],[7,1]]],[[[5,8],[2,6]],[[1,9],[3,7]]]]"
CHANCE = ["--layers", "max,chance,min", "--bounds", "0,10"]


# On a phone the tree lies on its side: whether its root is left of all below it, and nothing is cut off at the right.
LIES = """const box = document.getElementById("drawing"), [root, ...below] = [...box.querySelectorAll(".shape")]
    .map(shape => shape.getBoundingClientRect());
return [below.every(({x}) => x > root.x), box.scrollWidth <= box.clientWidth]"""


@pytest.fixture
def page(tmp_path, capsys):
    """Writes the page of a tree, and gives the file."""
    def page(*words):
        assert main(["tree", *words, "--html", str(tmp_path / "t.html")]) == 0
        capsys.readouterr()
        return tmp_path / "t.html"
    return page


def read(file):
    """The data inside a page."""
    found = re.search(r'<script type="application/json" id="searches">(.*?)</script>', file.read_text("utf-8"), re.S)
    return json.loads(found[1])


def test_the_example_has_twelve_steps_and_two_cuts(page):
    for name, steps in read(page(EXAMPLE))["searches"].items():
        assert len(steps) - 1 == 12
        counters = {"alpha-beta": (7, 2, 2), "minimax": (9, 0, 0)}[name]
        assert tuple(steps[-1][key] for key in ("leaves", "cuts", "skipped")) == counters
        assert sum(bool(step["question"]) for step in steps) == {"alpha-beta": 5, "minimax": 0}[name]


@pytest.mark.parametrize("words", [["5"], [EXAMPLE, "--depth", "0"]])
def test_a_leaf_alone_is_looked_at(page, words):
    for steps in read(page(*words))["searches"].values():
        assert [(step["leaves"], "1 leaf visited" in step["says"]) for step in steps] == [(1, True)]


@pytest.mark.parametrize("words, names", [
    ([EXAMPLE], ["alpha-beta", "minimax"]),
    ([EXAMPLE, "--search", "minimax"], ["minimax", "alpha-beta"]),
    ([EXAMPLE, "--depth", "1"], ["depth-limited"]),
    (["[[3,9],[2]]", "--layers", "max,chance"], ["expectiminimax", "expectimax", "star1", "star2"]),
    ([BALLARD, *CHANCE], ["expectiminimax", "star1", "star2"]),
    (["[[(1,6),(7,1)],[(6,1),(7,2)]]", "--layers", "0,1"], ["max-n"]),
    (["5"], ["alpha-beta", "minimax"]),
])
def test_a_page_has_every_search_that_suits_its_tree(page, words, names):
    assert list(read(page(*words))["searches"]) == names


# The steps of replay are those on the page and the entering of nodes; a cut is one step there, and one a branch here.
@pytest.mark.parametrize("text", [EXAMPLE, LONG, "[[10,8],[4,50]]", "[1,[2,3]]"])
def test_the_steps_of_alpha_beta_are_those_of_the_replay(text):
    trace = alpha_beta(tree(parse(text)))
    branches = []
    for step in replay(trace):
        branches += [(step.path + (step.child,), step.value)] * (step.child is not None)
        branches += [(path, None) for path in step.pruned]
    assert [(step.path, step.visit and step.visit.value) for step in finished_branches(trace)] == branches


@pytest.mark.parametrize("search", [star1, star2])
@pytest.mark.parametrize("layers", ["max chance", "max chance min", "chance max", "max min chance"])
@pytest.mark.parametrize("text", [BALLARD, LONG])
def test_steps_of_the_star_searches_count_what_the_traces_count(search, layers, text):
    trace = search(tree(parse(text), layers=layers), 0, 10)
    steps = finished_branches(trace)
    leaf_paths = {path for path, node in walk(trace.root) if is_leaf(node)}
    assert sum(step.visit is not None and step.path in leaf_paths for step in steps) == trace.leaves
    assert sum(step.visit is not None and step.visit.how == "probed" for step in steps) == trace.probes
    assert sorted(step.path for step in steps if step.visit is None) == sorted(trace.pruned)
    assert {step.path: step.visit for step in steps if step.visit} == {
        path: visit for path, visit in trace.visits.items() if path}


@pytest.mark.parametrize("text, layers", [("[[1]]", "max,chance"), ("[[1],[1,1]]", "max,chance"),
                                          ("[[[1]]]", "chance")])
def test_a_node_may_be_cut_before_anything_below_is_visited(page, text, layers):
    assert "cut, as it no longer matters" in str(read(page(text, "--layers", layers, "--bounds", "1,1")))


def test_the_last_words_are_the_result(page):
    values = {"star2": "value 5, action 0; 4 looks at leaves, 6 pruned, 3 probes",
              "star1": "value 5, action 0; 8 looks at leaves, 2 pruned",
              "expectiminimax": "value 5, action 0; 10 leaves visited"}
    for name, steps in read(page(BALLARD, *CHANCE))["searches"].items():
        assert steps[-1]["says"].endswith(values[name])


def test_a_page_needs_nothing_but_itself(page):
    text = page('{"</script><b>": [3, 4], "http": [1, 2]}').read_text("utf-8")
    assert text.count("</script>") == 2 and "<b>" not in text
    assert "default-src 'none'" in text
    assert not re.findall(r"https?://(?!www\.w3\.org/2000/svg)|\bimport\b|<link|\bsrc=|url\(", text)


def test_no_page_is_left_of_a_tree_that_is_refused(tmp_path, capsys):
    assert main(["tree", "[[3,4],[5,(1,2)]]", "--html", str(tmp_path / "t.html")]) == 2
    assert not list(tmp_path.iterdir())


def test_a_browser_steps_through_and_guesses(page):
    def element(name):
        return browser.find_element("id", name)

    def key(key):
        browser.execute_script("dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0]}))", key)

    def cuts():
        return len(browser.find_elements("css selector", ".stepper .shape.pruned"))

    file = page(EXAMPLE)
    with chromium() as browser:
        browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                {"width": 360, "height": 700, "deviceScaleFactor": 1, "mobile": False})
        browser.get(file.as_uri())
        assert browser.execute_script("return document.documentElement.scrollWidth") <= 360
        assert browser.execute_script(LIES) == [True, True]
        for step in range(12):
            assert element("at").text == f"{step} of 12"
            assert cuts() == max(0, min(2, step - 5))
            (element("forward").click if step % 2 else lambda: key("ArrowRight"))()
        assert not element("forward").is_enabled() and element("says").text.endswith("2 pruned.")
        key("ArrowLeft")
        assert element("at").text == "11 of 12" and cuts() == 2
        key("Home")
        assert cuts() == 0
        element("guess").click()
        for _ in range(5):
            key(" ")                         # asked at step 2 and at step 3
            if element("answers").is_displayed():
                key("c")
                assert element("says").text.startswith("No.")
        assert "guessed right: 0 of 2" in element("counters").text and element("at").text == "5 of 12"
        key(" ")
        assert cuts() == 0 and element("says").text.endswith("searched, or cut?")
        element("cut").click()
        assert cuts() == 1 and element("says").text.startswith("Right.")
        assert "guessed right: 1 of 3" in element("counters").text
        browser.find_element("css selector", "[data-search=minimax]").click()
        key("End")
        assert cuts() == 0 and "Leaves: 9 looked at" in element("counters").text
        assert complaints(browser) == []


def test_the_served_page_shows_the_tree_that_is_typed_in():
    def wait(condition):
        WebDriverWait(browser, 60).until(lambda _: condition())

    with served() as address, chromium() as browser:
        from selenium.webdriver import Keys
        from selenium.webdriver.support.wait import WebDriverWait
        browser.get(address + "#tree&tree=[[10,10],[9,100]]&layers=max,chance")
        wait(lambda: browser.find_elements("css selector", "#end:not(:disabled)"))
        browser.find_element("id", "end").click()
        assert "value 54.5, action 1" in browser.find_element("id", "says").text
        names = [button.get_attribute("data-search") for button in browser.find_elements("css selector", "#search *")]
        assert names == ["expectiminimax", "expectimax", "star1", "star2"]
        field = browser.find_element("id", "text")
        leaves = browser.find_elements("css selector", "#drawing [data-leaf]")
        assert [leaf.get_attribute("aria-label") for leaf in leaves] == [
            "leaf 1, 10: edit", "leaf 2, 10: edit", "leaf 3, 9: edit", "leaf 4, 100: edit"]
        leaves[3].send_keys(Keys.ENTER)                      # selects the number, which is then typed over
        browser.switch_to.active_element.send_keys("-3")
        wait(lambda: "value 10, action 0" in browser.find_element("id", "says").text)
        assert field.get_attribute("value") == "[[10,10],[9,-3]]" and "-3" in browser.current_url
        assert browser.find_element("id", "at").text == "6 of 6"
        for text, complaint in (("[[3,x]]", "character 5 of '[[3,x]]'"), (f"[{'1,' * 600}1]", "602 nodes")):
            browser.execute_script("arguments[0].value = arguments[1]; arguments[0].form.requestSubmit()", field, text)
            wait(lambda complaint=complaint: complaint in browser.find_element("id", "error").text)
        assert browser.find_element("id", "at").text == "6 of 6"
        assert complaints(browser) == []
