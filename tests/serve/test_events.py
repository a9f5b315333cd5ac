"""Tests the page's events in an unusual order: answers that come late, and buttons that are pressed during another
action."""
import json
import time
from functools import partial
from random import Random
from urllib.parse import quote

import pytest

from tests.serve.test_browser import (address as address, browser as browser, click, page as page, point, possible,
                                      said, select, settled, text, wait)
from tests.serve.test_serve import post

# Answers of the server are held back until a test releases one, or all.
HOLD = """
const fetched = window.fetch;
window.held = [];
window.fetch = (path, options) => arguments_.some(name => path.endsWith(name)) ? new Promise((done, failed) => {
  options.signal?.addEventListener("abort", () => failed(new DOMException("left", "AbortError")));
  held.push(() => fetched(path, options).then(done, failed));
}) : fetched(path, options);
""".replace("arguments_", "arguments[0]")
# The discs on the board, then those of each picture.
DISCS = """
const hosts = arguments[0].map(picture => Object.assign(document.createElement("div"), {innerHTML: picture}));
return [document.getElementById("board"), ...hosts].map(host => [...host.querySelectorAll("circle")].map(
  one => ["cx", "cy", "fill"].map(name => one.getAttribute(name)).join()).join(" "));
"""
RELEASE = "held.splice(arguments[0], 1)[0]()"
ROLLED = "game=backgammon&moves=" + quote("*(3, 1)")
LATE = 0.5                           # seconds in which an answer that is on its way arrives


def hold(browser, *paths):
    browser.execute_script(HOLD, [f"api/{path}" for path in paths])


def held(browser):
    return browser.execute_script("return held.length")


def release(browser, which=0):
    browser.execute_script(RELEASE, which)


def number_of_moves(browser):
    return browser.execute_script("return document.querySelectorAll('#moves button').length")


def press(browser, selector):
    """A click that a disabled or a missing button does not notice."""
    browser.execute_script("document.querySelector(arguments[0])?.click()", selector)


LEAVE = {"a new game": lambda browser: click(browser, "#new"),
         "a move taken back": lambda browser: click(browser, "#take-back"),
         "another game": lambda browser: select(browser, "game", "checkers"),
         "a game that is read": lambda browser: (browser.execute_script("document.getElementById('text').value = '3'"),
                                                 click(browser, "#read"))}


@pytest.mark.parametrize("leave", LEAVE.values(), ids=LEAVE)
@pytest.mark.parametrize("path, shown", [("coach", "coach-says"), ("graph", "graph")])
def test_a_late_answer_about_a_game_does_not_reach_another(page, leave, path, shown):
    browser = page("#play&game=connect-four&moves=4;4;5;5")
    select(browser, "second", "you")
    hold(browser, path)
    point(browser, "1")
    click(browser, "#scores")
    wait(lambda: held(browser) and number_of_moves(browser) == 5 and settled(browser))
    leave(browser)
    wait(lambda: number_of_moves(browser) < 5 and settled(browser))
    release(browser)
    time.sleep(LATE)
    assert browser.execute_script("return document.getElementById(arguments[0]).innerHTML", shown) == ""


DOUBLE = {"a move": ("#play&game=connect-four", "#board [data-at='4']"),
          "a play": (f"#play&{ROLLED}", "#end-play"),
          "the first line": ("#analyse&game=connect-four", "#lines-table .play"),
          "a cube": ("#play&game=backgammon&moves=" + quote("*(3, 1);8/5 6/5;!double"), "#cube-take")}


@pytest.mark.parametrize("place, selector", DOUBLE.values(), ids=DOUBLE)
def test_a_second_click_before_the_answer_is_none(page, place, selector):
    browser = page(place)
    if browser.find_elements("id", "second"):
        select(browser, "second", "you")
    if selector == "#end-play":
        for point_of_play in "8", "5", "6", "5":
            point(browser, point_of_play)
    there = "const found = document.querySelector(arguments[0]); return Boolean(found) && !found.disabled"
    wait(lambda: browser.execute_script(there, selector) and settled(browser))
    hold(browser, "state")
    for _ in range(2):
        click(browser, selector)
    while held(browser) or not settled(browser):
        if held(browser):
            release(browser)
    assert number_of_moves(browser) == 1 and "no move" not in said(browser) and "no '" not in said(browser)


def test_what_was_shown_about_a_game_goes_with_it(page):
    browser = page("#play&game=connect-four&moves=4;2;6;2;1;4;2;1")
    select(browser, "second", "you")
    point(browser, "3")
    click(browser, "#scores")
    click(browser, "#write")
    wait(lambda: "Column 3 gave the win away" in text(browser, "coach-says"))
    wait(lambda: len(browser.find_elements("css selector", "#graph [data-ply]")) == 10)
    wait(lambda: browser.find_elements("css selector", "#copies button"))
    click(browser, "#take-back")
    wait(lambda: number_of_moves(browser) == 8 and settled(browser))
    assert [text(browser, name) for name in ("coach-says", "copies")] == ["", ""]
    assert not browser.find_elements("css selector", "#graph [data-ply]")


def test_a_game_of_two_engines_goes_on_whatever_is_pressed(page):
    browser = page("#play&game=connect-four")
    select(browser, "second", "9")
    select(browser, "first", "9")
    for button in "hint", "scores", "flip", "theme", "hint":
        before = number_of_moves(browser)
        press(browser, f"#{button}")
        wait(lambda before=before: number_of_moves(browser) > before)
    assert not browser.find_element("id", "hint").is_enabled()
    click(browser, "#go")
    wait(lambda: browser.find_element("id", "hint").is_enabled())
    click(browser, "#hint")
    wait(lambda: said(browser).startswith("Hint: "))
    before = number_of_moves(browser)
    click(browser, "#go")
    wait(lambda: number_of_moves(browser) > before)


def test_a_double_waits_for_its_answer_without_the_box_for_doubling(page):
    browser = page("#play&game=backgammon&moves=" + quote("*(3, 1);8/5 6/5;!double"))
    select(browser, "second", "you")
    click(browser, "#cube")
    wait(lambda: settled(browser))
    assert not browser.find_element("id", "cube").is_selected()
    click(browser, "#cube-take")
    wait(lambda: "White takes. Rolled" in said(browser))


def test_an_analysis_goes_on_while_a_play_is_entered(page):
    browser = page(f"#analyse&{ROLLED}")
    wait(lambda: text(browser, "figures"))
    for place in "8", "5":
        point(browser, place)
    wait(lambda: said(browser) == "1 moved.")
    before, picture = text(browser, "figures"), "return document.getElementById('board').innerHTML"
    entered = browser.execute_script(picture)
    wait(lambda: text(browser, "figures") != before)
    assert said(browser) == "1 moved."
    assert browser.find_element("id", "think").accessible_name == "Stop" and browser.execute_script(picture) == entered
    click(browser, "#undo-checker")
    wait(lambda: "#0b4552" in browser.execute_script(picture))          # the colour of arrows


def test_colours_that_setting_up_exchanges_are_named(page):
    browser = page("#analyse&game=backgammon&moves=" + quote("*(3, 1);8/5 6/5"))
    wait(lambda: "black on roll" in text(browser, "set-as"))
    click(browser, "#edit")
    wait(lambda: "the colours are exchanged. White on roll" in said(browser))


@pytest.mark.parametrize("seed", range(3))
def test_answers_in_any_order_leave_the_game_that_the_address_names(page, address, seed):
    """Buttons are pressed while answers are held back, which then come in any order."""
    browser, random = page("#play&game=connect-four"), Random(seed)
    select(browser, "second", "you")
    hold(browser, "state", "coach", "graph")

    def move():
        if places := possible(browser):
            click(browser, f"#board [data-at='{random.choice(places)}']")

    def pick():
        number = random.randrange(number_of_moves(browser) + 1)
        press(browser, f"#moves [data-ply='{number}']" if number else "#start")

    acts = [move] * 8 + [pick, *(lambda button=button: press(browser, f"#{button}:not([hidden])")
                                 for button in ("flip", "from-here", "scores"))]
    for _ in range(60):
        random.choice(acts)() if random.random() < .5 else None
        if count := held(browser):
            release(browser, random.randrange(count))
        if random.random() < .5:
            wait(lambda: settled(browser) or held(browser))
    while held(browser) or not settled(browser):
        if count := held(browser):
            release(browser, random.randrange(count))
    time.sleep(LATE)
    moves = browser.execute_script("return new URLSearchParams(location.hash.slice(1)).get('moves') ?? ''")
    steps = [{"move": move} for move in moves.split(";") if move]
    record = {"game": "connect-four", "steps": steps}
    pictures = [json.loads(post(address, "state", record | {"turned": turned})[1])["picture"]
                for turned in (False, True)]
    shown, *expected = browser.execute_script(DISCS, pictures)
    assert shown in expected, steps
    current = browser.execute_script("return Number(document.querySelector('#moves [aria-current]')"
                                     "?.dataset.ply ?? 0)")
    assert current == len(steps)
    for circle in browser.find_elements("css selector", "#graph [data-ply]"):
        assert int(circle.get_attribute("data-ply")) <= number_of_moves(browser)


def test_a_review_counts_mistakes_by_side_where_it_is_opened_at_an_early_move(page):
    """Yellow began, and its blunder counted as Red's."""
    browser = page("#play&game=checkers")
    browser.execute_script("location.hash = 'review&game=connect-four&position=53624437261162755564311&moves=4;3;1'")
    judged = partial(browser.find_elements, "css selector", "#moves sup")
    wait(lambda: judged() and settled(browser))
    click(browser, "#moves [data-ply='1']")
    wait(lambda: settled(browser))
    browser.refresh()
    wait(lambda: judged() and settled(browser))
    wait(lambda: "\n0 blunders ?? 1" in text(browser, "counts"))          # the moves are judged one after the other


def test_a_review_of_backgammon_counts_the_cube_and_the_luck(page):
    """It counted the plays alone."""
    browser, steps = page("#play&game=checkers"), quote("*(6, 4);8/2 6/2;*(3, 1);8/5 6/5;!double;!pass")
    browser.execute_script(f"location.hash = 'review&game=backgammon&moves={steps}'")
    wait(lambda: "\n1 blunders ?? 1" in text(browser, "counts") and settled(browser))
    assert "luck" in text(browser, "counts")
    click(browser, "#moves [data-ply='1']")
    wait(lambda: "pass gives" in text(browser, "coach-says"))
    assert text(browser, "which") == "1 of 1"


def test_pieces_that_a_position_lacks_were_not_captured(page):
    """Each side had captured eleven."""
    assert "aptured" not in text(page("#play&game=checkers&position=W:W30:B3"), "near")


@pytest.mark.parametrize("mover, shown", [("W", ""), ("B", "win")])
def test_the_score_in_blacks_part_of_the_bar_is_blacks(page, mover, shown):
    """With White to move it was "loss", where Black wins."""
    browser = page(f"#analyse&game=checkers&position={mover}:W30:BK3,K18")
    wait(lambda: text(browser, "figures") and "Black wins" in said(browser))
    assert browser.execute_script("return document.getElementById('bar').innerText").strip() == shown


def test_a_review_of_a_variation_that_is_left_judges_the_game(page):
    """It showed the mistakes of the variation beside the game."""
    browser = page("#play&game=connect-four&position=53624437261162755564311&moves=4;3;1")
    select(browser, "second", "you")
    for _ in "ab":
        click(browser, "#back")
        wait(lambda: settled(browser))
    point(browser, "1")
    wait(lambda: number_of_moves(browser) == 2 and settled(browser))
    click(browser, "#to-review")
    wait(lambda: "\n0 blunders ?? 0" in text(browser, "counts") and settled(browser))
    click(browser, "#main-line")
    wait(lambda: "\n0 blunders ?? 1" in text(browser, "counts"))
    assert text(browser, "result") == "3 moves"


def test_a_link_to_a_tree_is_searched_in_its_own_layers(page):
    """It was searched in those of the tree before it."""
    def value():
        press(browser, "#end")
        return said(browser).partition("Result: value ")[2][:1]
    browser = page("#tree&tree=[[1,9],[3]]&layers=max,chance")
    wait(lambda: value() == "5")
    browser.execute_script("location.hash = 'tree&tree=[[1,9],[3]]'")
    wait(lambda: value() == "3")


def test_a_use_of_the_cube_is_taken_back_before_the_move_before_it(page):
    """The move was taken back, too."""
    browser = page("#play&game=backgammon")
    select(browser, "second", "you")
    browser.execute_script("location.hash = arguments[0]",
                           "play&game=backgammon&moves=" + quote("*(3, 1);8/5 6/5;!double;!take"))
    wait(lambda: number_of_moves(browser) == 1 and settled(browser))
    for button in "#cube-take", "#cube-double":
        click(browser, "#take-back")
        wait(lambda button=button: browser.find_elements("css selector", button) and settled(browser))
    assert number_of_moves(browser) == 1
    click(browser, "#take-back")
    wait(lambda: number_of_moves(browser) == 0)
