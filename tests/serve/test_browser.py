"""Tests the views Play and Analyse in a browser, with whole games of each kind, by pointer and by keyboard."""
import sys
import time
from functools import partial
from pathlib import Path
from urllib.parse import quote

import pytest

from gamecore.laboratory.exercises import problems
from tests.browser import chromium, complaints, served

PATIENCE = 60                        # seconds for what takes a moment


@pytest.fixture(scope="module")
def address():
    with served("--game", "games.tic_tac_toe:TicTacToe", "--game", "tests.small_games:Wild",
                "--game", "tests.small_games:Slow") as address:
        yield address


@pytest.fixture(scope="module")
def browser():
    with chromium() as browser:
        yield browser


@pytest.fixture
def page(address, browser):
    """Opens a page at a place of its own, and afterwards looks whether it complained."""
    def page(path):
        browser.get("about:blank")
        browser.get(address + path)
        wait(lambda: settled(browser) and (said(browser) or not path))       # the first view says nothing
        return browser
    yield page
    assert complaints(browser) == []


def wait(condition):
    """Until it holds."""
    end = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)
    return found


def settled(browser):
    """Whether the page waits for no answer."""
    return browser.execute_script("return document.documentElement.dataset.pending === '0'")


def said(browser):
    return text(browser, "says")


def text(browser, name):
    """The visible text, in one step: an element that was found may be replaced before it is asked."""
    return browser.execute_script("""const found = document.getElementById(arguments[0]);
        return found?.checkVisibility() ? found.innerText.replace(/\\s*\\t\\s*/g, ' ').trim() : ''""", name)


def select(browser, name, value):
    browser.execute_script("const box = document.getElementById(arguments[0]); box.value = arguments[1];"
                           "box.dispatchEvent(new Event('change'))", name, value)
    wait(lambda: settled(browser))


def point(browser, place):
    """Points at a place of the board."""
    wait(lambda: settled(browser))
    click(browser, f"#board [data-at='{place}']")


def click(browser, selector):
    """A click that needs no place on the screen."""
    browser.execute_script("document.querySelector(arguments[0])"
                           ".dispatchEvent(new MouseEvent('click', {bubbles: true}))", selector)


def possible(browser):
    """The places that may be pointed at."""
    return browser.execute_script("return [...document.querySelectorAll('#board .can')].map(e => e.dataset.at)")


def state_of(browser):
    """What changes with every move: the words below the board, and what can be done."""
    return browser.execute_script("return [location.hash, document.getElementById('says').textContent,"
                                  "document.querySelectorAll('#board .entered').length,"
                                  "document.getElementById('end-play').textContent]")


def change(browser, act):
    """Acts, and waits for what comes of it."""
    before = state_of(browser)
    act(browser)
    wait(lambda: state_of(browser) != before)


def is_over(browser):
    return "The game is over" in said(browser)


def play_on(browser, act):
    """Acts whenever there is something to choose, until the game is over; returns how often."""
    count = 0
    while not is_over(browser):
        wait(lambda: possible(browser) or ending(browser) or is_over(browser))
        if is_over(browser):
            break
        change(browser, act)
        count += 1
        assert count < 400
    return count


def ending(browser):
    """The button that ends a play of backgammon, if it can be pressed."""
    button = browser.find_element("id", "end-play")
    return button if button.is_displayed() and button.is_enabled() else None


def by_pointer(browser):
    button = ending(browser)
    if button:
        button.click()
    else:
        point(browser, possible(browser)[0])


ENDINGS = {
    "connect-four": "game=connect-four",
    "checkers": "game=checkers&position=" + quote("B:W18,19,26,27,25,11:BK15,10,9,K30"),
    "backgammon": "game=backgammon&position=" + quote("XGID=-BBA-----------------b-bb-:0:0:1:00:0:0:0:0:10"),
    "tic-tac-toe": "game=games.tic_tac_toe:TicTacToe",
}


def test_an_xgid_brings_its_cube_along(page):
    stakes = quote("XGID=-aB--BC-B--AcD---e-e-a---A:1:1:1:00:2:4:0:7:10")
    browser = page(f"#analyse&game=backgammon&position={stakes}")
    wait(lambda: "Cube: double, pass" in text(browser, "figures"))
    browser = page(f"#play&game=backgammon&position={stakes}")
    assert text(browser, "stakes") == "Cube 2 owned by white; match to 7, white 2, black 4"
    click(browser, "#cube-double")
    wait(lambda: is_over(browser))
    assert "white wins 2, as the double was passed" in said(browser)


@pytest.mark.parametrize("game", ENDINGS)
def test_a_game_is_played_to_its_end_against_a_level(page, game):
    browser = page(f"#play&{ENDINGS[game]}")
    select(browser, "second", "2")
    assert play_on(browser, by_pointer) >= 2
    moves = browser.find_elements("css selector", "#moves button")
    assert len(moves) > 2
    browser.find_element("id", "more").click()
    browser.find_element("id", "to-review").click()
    wait(lambda: len(browser.find_elements("css selector", "#graph [data-ply]")) >= 3)
    click(browser, "#graph [data-ply]")
    wait(lambda: browser.find_element("id", "from-here").is_displayed())


def test_a_game_is_played_by_the_keyboard_alone(page):
    from selenium.webdriver import ActionChains, Keys
    browser = page("#play&game=checkers")
    keys = ActionChains(browser)
    browser.execute_script("document.querySelector('#board [tabindex=\"0\"]').focus()")
    focused = partial(browser.execute_script, "return document.activeElement.dataset?.at")
    assert focused() == "9" and "possible" in browser.execute_script("return document.activeElement.ariaLabel")
    keys.send_keys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT).perform()
    assert focused() == "11"
    keys.reset_actions()
    keys.send_keys(Keys.ENTER, Keys.ARROW_DOWN).perform()
    target = focused()
    assert target in ("15", "16")
    keys.reset_actions()
    keys.send_keys(" ").perform()
    wait(lambda: f"11-{target}" in text(browser, "moves"))


def test_hint_take_back_coach_and_two_engines(page):
    browser = page("#play&game=connect-four&moves=4;2;6;2;1;4;2;1")
    browser.find_element("id", "hint").click()
    wait(lambda: said(browser).startswith("Hint: "))
    point(browser, "3")                              # 5 wins in 3, and 3 loses in 2
    wait(lambda: "Column 3 gave the win away" in text(browser, "coach-says"))
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 10)
    browser.find_element("css selector", "#coach-says button").click()
    wait(lambda: said(browser).startswith("Better was"))
    browser.find_element("id", "from-here").click()
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 8)
    browser.find_element("id", "take-back").click()
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 6)
    select(browser, "first", "1")
    wait(lambda: is_over(browser))


def test_dice_come_from_a_hand_or_a_seed(page):
    browser = page("#analyse&game=backgammon")
    assert {"5-1, white begins", "5-1, black begins"} < set(text(browser, "outcome").splitlines())
    browser = page("#play&game=backgammon")
    select(browser, "second", "you")
    select(browser, "dice", "hand")
    moves = "return document.querySelectorAll('#moves button').length"
    wait(lambda: settled(browser))
    begun = browser.execute_script(moves)            # one if the engine began
    while not browser.find_element("id", "by-hand").is_displayed():
        change(browser, by_pointer)
    assert browser.execute_script(moves) == begun + 1
    select(browser, "outcome", "(6, 6)")
    browser.find_element("id", "roll").click()
    wait(lambda: "Rolled 6-6" in said(browser))
    select(browser, "dice", "seed")
    rolled = set()
    for _ in range(2):
        browser.find_element("id", "new").click()
        wait(lambda: said(browser).startswith("A new game. Rolled"))
        rolled.add(said(browser))
    assert len(rolled) == 1


def test_the_cube_is_offered_taken_and_passed(page):
    def press(action):
        wait(lambda: browser.find_elements("id", f"cube-{action}"))
        browser.find_element("id", f"cube-{action}").click()
        wait(lambda: settled(browser))

    browser = page("#play&game=backgammon&moves=" + quote("*(3, 1);8/5 6/5;!double"))
    select(browser, "second", "you")
    assert "Black doubles to 2" in said(browser) and browser.find_element("id", "cube").is_selected()
    press("take")
    wait(lambda: possible(browser) and "White takes. Rolled" in said(browser))
    assert ">2<" in browser.find_element("id", "board").get_attribute("innerHTML")
    while not browser.find_elements("id", "cube-double"):
        change(browser, by_pointer)
    browser.find_element("id", "hint").click()
    wait(lambda: said(browser).startswith("Hint: "))
    press("double")
    select(browser, "second", "3")                                       # an engine answers
    wait(lambda: "Black takes" in said(browser) or "Black passes" in said(browser))


def test_a_checker_is_taken_back_before_the_play_ends(page):
    browser = page("#play&game=backgammon&moves=" + quote("*(3, 1)"))
    for place in ("8", "5"):
        wait(lambda place=place: place in possible(browser))
        point(browser, place)
    wait(lambda: said(browser) == "1 moved.")
    browser.find_element("id", "undo-checker").click()
    wait(lambda: said(browser) == "0 moved.")
    for place in ("6", "5", "8", "5"):
        wait(lambda place=place: place in possible(browser))
        point(browser, place)
    wait(lambda: "8/5 6/5: press Play" in said(browser))


TAP = """document.querySelector(arguments[0]).dispatchEvent(
    new PointerEvent("click", {bubbles: true, pointerType: "touch"}))"""


def test_a_checker_that_is_tapped_plays_the_first_die_and_a_tap_swaps_the_dice(page):
    browser = page("#play&game=backgammon&moves=" + quote("*(3, 1)"))
    for selector, words in (("[data-at='24']", "1 moved"), (".die", "1 moved"), ("[data-at='24']", "24/23 24/21")):
        browser.execute_script(TAP, f"#board {selector}")
        wait(lambda words=words: words in said(browser) and settled(browser))
    browser.find_element("id", "undo-checker").click()
    wait(lambda: said(browser) == "1 moved.")
    browser.find_element("id", "undo-checker").click()
    wait(lambda: said(browser) == "0 moved.")
    browser.execute_script(TAP, "#board .die")
    for _ in range(2):                                 # a mouse selects it, and then plays the die
        point(browser, "8")
    wait(lambda: said(browser) == "1 moved." and settled(browser))
    assert "1 on 7" in browser.find_element("css selector", "#board svg").get_attribute("aria-label")


def test_an_analysis_deepens_until_it_is_stopped(page):
    browser = page("#analyse&game=checkers")
    wait(lambda: "depth 1" in text(browser, "depth") and text(browser, "figures"))
    assert len(browser.find_elements("css selector", "#lines-table .play")) == 3
    browser.find_element("id", "think").click()
    wait(lambda: not text(browser, "depth"))
    time.sleep(0.7)
    assert not text(browser, "depth")


def test_connect_four_shows_the_exact_result_of_each_column(page):
    browser = page("#analyse&game=connect-four&moves=4;4;5;5")
    results = partial(browser.execute_script, "return [...document.querySelectorAll('#results li')]"
                                              ".map(e => e.textContent).filter(Boolean)")
    wait(lambda: len(results()) == 7)
    assert results()[2] == "wins 2" and results()[5] == "wins 2"
    wait(lambda: said(browser) == "Red wins in 2 moves.")


def test_a_rollout_goes_on_until_the_page_is_left(page):
    browser = page("#analyse&game=backgammon&moves=" + quote("*(3, 1)"))
    wait(lambda: "8/5 6/5" in text(browser, "lines-table") and "%" in text(browser, "lines-table"))
    browser.find_element("id", "rollout").click()
    wait(lambda: "games of each play" in text(browser, "depth") and "8/5 6/5" in text(browser, "lines-table"))


def test_what_is_pasted_stands_on_the_board(page):
    rows = "......./......./......./......./ooo..../xxx...."              # were taken apart into moves
    pasted = {"4455": "4455", rows: rows, "B:W18,19:BK1": "B:W18,19:BK1",
              "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10": "4HPwATDgc/ABMA 31",
              "4HPwATDgc/ABMA:QYkqASAAIAAA": "4HPwATDgc/ABMA 52", "1. 11-15 22-18 *": "B:W18,21"}
    browser = page("#analyse&game=connect-four")
    for words, position in pasted.items():
        browser.execute_script("document.getElementById('open').click()")
        box = browser.find_element("id", "text")
        box.clear()
        box.send_keys(words)
        browser.find_element("id", "read").click()
        wait(lambda start=position: browser.find_element("id", "position").get_attribute("value").startswith(start))
        if words == "4455":                          # a game, which can be reviewed
            assert len(browser.find_elements("css selector", "#moves button")) == 4
    browser.execute_script("document.getElementById('open').click()")
    box.clear()
    box.send_keys("nonsense")
    browser.find_element("id", "read").click()
    wait(lambda: "'nonsense'" in text(browser, "box-says"))
    box.clear()
    browser.find_element("id", "read").click()
    wait(lambda: text(browser, "box-says") == "The text is empty.")
    assert browser.find_element("id", "position").get_attribute("value").startswith("B:W18,21")


def test_a_position_is_set_up_by_hand(page):
    browser = page("#analyse&game=checkers")
    click(browser, "#edit")
    wait(lambda: not browser.find_element("id", "editor").get_attribute("hidden"))
    click(browser, "#clear")
    value = partial(browser.find_element("id", "position").get_attribute, "value")
    wait(lambda: value() == "B:W29:B1")
    select(browser, "piece", "white king")
    point(browser, "10")
    wait(lambda: value() == "B:WK10,29:B1")
    select(browser, "mover", "white")
    wait(lambda: value() == "W:WK10,29:B1")
    click(browser, "#clear")
    wait(lambda: value() == "B:W29:B1")
    assert browser.find_element("id", "mover").get_property("value") == "black"
    click(browser, "#edit")
    wait(lambda: text(browser, "depth"))


def test_checkers_of_backgammon_are_set_up_by_hand(page):
    browser = page("#analyse&game=backgammon&position=" + quote("XGID=-b----E-C---eE---c-e----B-:1:1:1:31:2:4:0:7:10"))
    click(browser, "#edit")
    wait(lambda: not browser.find_element("id", "editor").get_attribute("hidden"))
    assert browser.execute_script("return document.getElementById('mover').closest('label').hidden")
    click(browser, "#clear")
    wait(lambda: "position=XGID" in browser.current_url)
    board = partial(browser.execute_script, "return document.querySelector('#board svg').getAttribute('aria-label')")
    for place, piece, words in (("6", "white", "white 1 on 1, 1 on 6, 13 off"), ("20", "black", "black 1 on 1, 1 on 5"),
                                ("bar", "black", "1 on the bar"), ("6", "nothing", "white 1 on 1, 14 off")):
        select(browser, "piece", piece)
        point(browser, place)
        wait(lambda words=words: words in board())
    assert text(browser, "stakes") == "Cube 2 owned by white; match to 7, white 2, black 4"


def test_two_orders_are_watched_as_they_prune(page):
    from selenium.webdriver import Keys
    browser = page("#pruning&game=connect-four&moves=4;4&orders=perfect,worst&depth=6")
    wait(lambda: "exponent" in said(browser))
    assert "times fewer leaves; the exponent is ." in said(browser)
    assert len(browser.find_elements("css selector", "#rows tr")) == 7
    for kind, looked in (("one", "looked at: 7, 13,"), ("other", "looked at: 7, ")):
        assert looked in browser.find_element("css selector", f".{kind} .rings svg").get_attribute("aria-label")
    assert len(browser.find_elements("css selector", "#plot .one circle")) == 6
    browser.execute_script("document.getElementById('slider').value = 80;"
                           "document.getElementById('slider').dispatchEvent(new Event('input'))")
    frames = "return [...document.querySelectorAll('.one .film > g')].filter(e => e.style.display === '').length"
    assert browser.execute_script(frames) == 80 and text(browser, "at") == "4.0 s"
    click(browser, "#run")                           # the film goes on to its end
    wait(lambda: browser.execute_script(frames) == 160 and text(browser, "at") == "8 s")
    browser.execute_script("document.getElementById('setting').open = true")
    box = browser.find_element("id", "position")
    box.clear()
    box.send_keys("443322", Keys.ENTER)
    wait(lambda: "moves=" not in browser.current_url and "position=443322" in browser.current_url)
    wait(lambda: said(browser).startswith("Both orders look at as many leaves"))         # a win in one
    box.clear()
    box.send_keys("nonsense", Keys.ENTER)
    wait(lambda: "'nonsense'" in said(browser))


def test_a_link_opens_a_problem_by_its_seed_and_its_answer_is_marked(page):
    browser = page("#exercise&kind=cuts&seed=7")
    (problem,), (other,) = (problems(seed, "cuts") for seed in (7, 8))
    assert said(browser) == problem.question and browser.find_elements("css selector", "#drawing svg")
    for answer, verdict in ((other.answer, f"No: {problem.answer}."), (problem.answer, "Right.")):
        box = browser.find_element("id", "answer")
        box.clear()
        box.send_keys(answer, "\n")
        wait(lambda verdict=verdict: text(browser, "verdict") == verdict)
    click(browser, "#another")
    wait(lambda: "seed=8" in browser.current_url and text(browser, "verdict") == "")


def test_watching_ends_when_it_is_stopped(page):
    browser = page("#pruning&game=checkers&orders=minimax,worst&depth=12")
    wait(lambda: "at depth" in said(browser))
    click(browser, "#go")
    wait(lambda: browser.find_element("id", "go").get_attribute("textContent") == "Search"
         and said(browser) == "Stopped.")


def test_a_move_is_taken_back_after_a_side_has_moved_twice(page):
    browser = page("#play&game=tests.small_games:Slow")
    click(browser, "#choices button")
    wait(lambda: browser.execute_script("return location.hash").endswith("moves=on%3Bon%3Bon"))
    wait(lambda: "First to move" in said(browser))
    browser.find_element("id", "take-back").click()
    wait(lambda: "Taken back" in said(browser) and settled(browser))
    assert "moves" not in browser.execute_script("return location.hash")


def test_moves_that_the_board_cannot_tell_apart_are_buttons(page):
    browser = page("#play&game=tests.small_games:Wild")
    select(browser, "second", "you")

    point(browser, "0,1")                              # with either sign
    browser.find_elements("css selector", "#choices button")[3].click()
    wait(lambda: "Second to move" in said(browser))
    assert browser.execute_script("return location.hash").endswith("moves=o1")
    browser.find_elements("css selector", "#choices button")[2].click()
    wait(lambda: browser.execute_script("return location.hash").endswith("moves=o1%3Bpass"))


def test_pacman_is_watched_step_by_step_and_steered(page):
    from selenium.webdriver import ActionChains, Keys

    def at(step, words):
        wait(lambda: text(browser, "at") == f"step {step}" and words in said(browser))

    browser = page("#pacman&maze=trap&pacman=alpha-beta&rounds=2")
    for step, words in ((1, "Pacman: "), (2, "The ghosts: "), (3, "Pacman: ")):
        browser.find_element("id", "forward").click()
        at(step, words)
    browser.find_element("id", "back").click()
    at(2, "The ghosts: ")
    browser.find_element("id", "run").click()
    wait(lambda: "won" in said(browser) or "lost" in said(browser))
    browser = page("#pacman&maze=corridor&pacman=you")
    ActionChains(browser).send_keys(Keys.ARROW_UP, Keys.ARROW_RIGHT).perform()       # a wall, then the way
    at(2, "The ghosts: west")
    browser.find_element("css selector", "#choices button").click()
    at(4, "The ghosts: west")


def test_a_new_game_of_pacman_waits_for_its_beginning_although_another_request_ends(page):
    browser = page("#pacman&maze=trap&pacman=alpha-beta")
    wait(lambda: text(browser, "at") == "step 0")
    assert browser.execute_async_script("""
        const [done] = arguments, form = document.getElementById("form");
        let asked = 0;                             // requests, which only an abortion ends
        window.fetch = (_, {signal}) => new Promise((_, refuse) => {
          asked++;
          signal.addEventListener("abort", () => refuse(new DOMException("", "AbortError")));
        });
        form.requestSubmit();
        form.requestSubmit();
        setTimeout(() => { document.getElementById("forward").click(); done(asked); }, 100);""") == 2


NAMELESS = """return [...document.querySelectorAll("button, select, input, textarea, [role=button]")].filter(e =>
    !(e.textContent.trim() && e.tagName !== "SELECT" || e.ariaLabel || e.labels?.length)).map(e => e.outerHTML)"""


VIEWS = ["", *(f"#play&game={name}" for name in ("connect-four", "checkers", "backgammon")), "#tree", "#pruning",
         *(f"#analyse&game={name}" for name in ("connect-four", "checkers", "backgammon")),
         "#review&game=connect-four&moves=4;4;4;4;4;2", "#pacman&maze=large&pacman=you", "#exercise&kind=cuts&seed=7"]

# What of a level's words, or of the sentence on the game, is cut or lies under the foot of the page.
HIDDEN = """const foot = document.querySelector("nav").getBoundingClientRect().top;
return [...document.querySelectorAll("#says, .who .dim")].filter(e =>
    e.scrollWidth > e.clientWidth || e.getBoundingClientRect().bottom > foot).map(e => e.outerHTML)"""


def test_a_page_fits_a_narrow_screen_and_everything_that_can_be_operated_has_a_name(address):
    with chromium("--window-size=500,800") as browser:
        for path in VIEWS:
            browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                                    {"width": 360, "height": 740, "deviceScaleFactor": 1, "mobile": True})
            browser.get("about:blank")
            browser.get(address + path)
            wait(lambda path=path: not path or said(browser))
            if path == "#pruning":
                wait(lambda: "leaves" in said(browser) and browser.find_elements("css selector", ".rings"))
            assert browser.execute_script("return document.documentElement.scrollWidth") <= 360, path
            assert browser.execute_script(NAMELESS) == [], path
            assert browser.find_element("tag name", "h1") and complaints(browser) == [], path
            if path.startswith("#play"):
                assert browser.execute_script(HIDDEN) == [], path


@pytest.fixture(scope="module")
def axe():
    """The script of axe-core, which finds faults of accessibility."""
    script = Path(sys.prefix, "axe", "node_modules", "axe-core", "axe.min.js")
    if not script.exists():
        pytest.skip("axe-core is from npm: `make testable` installs it where there are npm and a network")
    return script.read_text(encoding="utf-8")


OPENED = """for (const part of document.querySelectorAll("details")) part.open = true;
document.getElementById("text-box")?.showModal()"""
FAULTS = """const [done] = arguments;
axe.run().then(({violations}) => done(violations.flatMap(({id, nodes}) => nodes.map(node => `${id}: ${node.html}`))))"""


@pytest.mark.parametrize("path", VIEWS)
def test_axe_finds_no_fault_in_a_view(page, axe, path):
    browser = page(path)
    browser.execute_script(axe)
    try:
        for width, theme, act in ((1280, "light", ""), (1280, "dark", ""), (360, "light", ""), (360, "dark", OPENED)):
            emulate(browser, width, theme)
            browser.execute_script(act)
            assert browser.execute_async_script(FAULTS) == [], (width, theme, act)
    finally:
        emulate(browser)


def emulate(browser, width=0, theme=""):
    """Shows the page at a width and in a theme; by default again as the window and the system have it."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride",
                            {"width": width, "height": 740 if width else 0, "deviceScaleFactor": 0, "mobile": False})
    still = "reduce" if theme else ""                       # a colour on its way to another is no fault
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [
        {"name": "prefers-color-scheme", "value": theme}, {"name": "prefers-reduced-motion", "value": still}]})


# Clicks and places

HELD = """
const selector = arguments[0];
window.pressed = 0; window.clicks = 0; window.replaced = []; window.under = null;
addEventListener("pointerdown", event => { under = event.target; pressed += Boolean(under.closest(selector)); }, true);
addEventListener("pointerup", () => { under = null; }, true);
new MutationObserver(changes => {
  for (const {removedNodes} of changes)
    for (const node of removedNodes) if (under && node.contains(under)) replaced.push(node.outerHTML);
}).observe(document.body, {childList: true, subtree: true});
addEventListener("click", event => {
  clicks += Boolean(event.target.closest(selector));
  event.stopPropagation();                      // the position stays
}, true);
"""


AIMS = [("#board [data-at='11']", "#board [data-at]"), ("#lines-table > :nth-child(2) .play", "#lines-table .play")]


def held(browser, aimed, selector, count):
    """Returns how many of `count` presses of 50 to 300 ms hit, how many of these clicked, and the nodes replaced."""
    from selenium.webdriver.common.actions.action_builder import ActionBuilder
    wait(lambda: browser.find_elements("css selector", "#lines-table button"))
    browser.execute_script(HELD, selector)
    for i in range(count):
        x, y = browser.execute_script("const box = document.querySelector(arguments[0]).getBoundingClientRect();"
                                      "return [box.x + box.width / 2, box.y + box.height / 2]", aimed)
        hand = ActionBuilder(browser, duration=0)
        hand.pointer_action.move_to_location(int(x), int(y)).pointer_down().pause(.05 + i % 6 * .05).pointer_up()
        hand.perform()
    return browser.execute_script("return [pressed, clicks, replaced]")


@pytest.mark.parametrize("aimed, selector", AIMS)
def test_no_click_is_lost_while_the_board_is_analysed(page, aimed, selector):
    """The piece that an arrow lies on, and a line whose row is updated; a pointer is held for 50 to 300 ms."""
    browser = page("#analyse&game=checkers&position=B:W21-32:B1-12")
    pressed, clicks, replaced = held(browser, aimed, selector, 50)
    assert pressed > 40 and (clicks, replaced) == (pressed, [])             # a row may move before it is pressed


SIZES = [(360, 740), (900, 700), (1366, 650)]


def scrolled(browser):
    """Returns the pixels by which ten moves of two persons scroll the page."""
    for name in ("first", "second"):
        select(browser, name, "you")
    browser.execute_script("document.getElementById('board').scrollIntoView()")
    before = browser.execute_script("return scrollY")
    for column in "4444445555":
        point(browser, column)
        wait(lambda: settled(browser))
    assert len(browser.find_elements("css selector", "#moves button")) == 10
    return browser.execute_script("return scrollY") - before


@pytest.mark.parametrize("width, height", SIZES)
def test_a_move_scrolls_the_list_of_moves_alone(page, browser, width, height):
    size = browser.get_window_size()
    browser.set_window_size(width, height)
    try:
        assert scrolled(page("#play&game=connect-four")) == 0
    finally:
        browser.set_window_size(size["width"], size["height"])


def test_a_reload_while_looking_back_keeps_the_game_and_the_players(page):
    browser = page("#play&game=connect-four&moves=4;4;5;5")
    select(browser, "first", "you")
    select(browser, "second", "you")
    browser.find_element("id", "back").click()
    wait(lambda: browser.execute_script("return location.hash").endswith("moves=4%3B4%3B5"))
    wait(lambda: settled(browser))
    browser.refresh()
    wait(lambda: settled(browser) and len(browser.find_elements("css selector", "#moves button")) == 4)
    assert browser.find_element("id", "second").get_property("value") == "you"
    assert browser.execute_script("return document.querySelector('#moves [aria-current]').dataset.ply") == "3"


def test_a_move_while_looking_back_begins_a_variation_that_can_be_left(page):
    browser = page("#play&game=connect-four&moves=4;4;5;5")
    select(browser, "second", "you")
    for button in "back", "back":
        browser.find_element("id", button).click()
        wait(lambda: settled(browser))
    point(browser, "1")
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 3)
    browser.find_element("id", "main-line").click()
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 4)
    assert not browser.find_element("id", "main-line").is_displayed()


def test_a_view_keeps_its_game_while_another_is_shown(page):
    browser = page("#play&game=connect-four&moves=4;4")
    select(browser, "second", "you")
    browser.find_element("css selector", "nav a[href='#tree']").click()
    wait(lambda: browser.find_elements("css selector", "#drawing svg"))
    browser.find_element("css selector", "nav a[href='#play']").click()
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 2)
    assert browser.find_element("id", "second").get_property("value") == "you"


def test_the_first_view_is_a_board_on_which_a_move_is_answered(page):
    browser = page("#play")
    browser.get(browser.current_url.split("#")[0] + "#")
    wait(lambda: possible(browser))
    assert len(browser.find_elements("css selector", ".doors a")) == 4
    point(browser, "4")
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) == 2)
    assert browser.execute_script("return location.hash").startswith("#play&game=connect-four&moves=4%3B")


def test_a_server_that_has_gone_is_reported_in_a_sentence_with_a_button(browser):
    with served() as address:
        browser.get("about:blank")
        browser.get(address + "#play")
        wait(lambda: possible(browser))
    point(browser, "4")
    wait(lambda: "does not answer" in text(browser, "lost"))
    assert browser.find_element("css selector", "#lost button").text == "Try again"
    browser.get_log("browser")                         # of the request that failed


def test_a_hidden_page_pauses_its_analysis_and_goes_on_when_it_is_seen(page):
    browser = page("#analyse&game=checkers")
    wait(lambda: "depth" in text(browser, "depth"))
    see = ("Object.defineProperty(document, 'hidden', {value: arguments[0], configurable: true});"
           "document.dispatchEvent(new Event('visibilitychange'))")
    browser.execute_script(see, True)
    assert text(browser, "depth") == "paused"
    time.sleep(0.7)
    assert text(browser, "depth") == "paused"
    browser.execute_script(see, False)
    wait(lambda: "depth" in text(browser, "depth"))


def test_two_engines_that_are_paused_make_single_moves(page):
    browser = page("#play&game=connect-four")
    select(browser, "second", "1")
    select(browser, "first", "1")
    wait(lambda: len(browser.find_elements("css selector", "#moves button")) >= 2)
    click(browser, "#go")
    wait(lambda: settled(browser))
    for _ in range(2):
        before = len(browser.find_elements("css selector", "#moves button"))
        click(browser, "#forward")
        wait(lambda before=before: len(browser.find_elements("css selector", "#moves button")) == before + 1)
        wait(lambda: settled(browser))


SHIFT = """window.shift = 0;
new PerformanceObserver(list => { for (const {value} of list.getEntries()) shift += value; })
  .observe({type: "layout-shift", buffered: true})"""


@pytest.mark.parametrize("view", ["", "#play", "#analyse&game=checkers", "#analyse&game=connect-four", "#tree",
                                  "#pruning&depth=6"])
@pytest.mark.parametrize("width, height", [(360, 740), (1366, 650)])
def test_what_arrives_moves_nothing(address, browser, width, height, view):
    size = browser.get_window_size()
    browser.set_window_size(width, height)
    try:
        browser.get("about:blank")
        browser.get(address + view)
        wait(lambda: settled(browser) and browser.find_elements("css selector", ".ready"))
        time.sleep(1)
        browser.execute_script(SHIFT)
        time.sleep(0.3)
        assert browser.execute_script("return shift") < .05
    finally:
        browser.set_window_size(size["width"], size["height"])


@pytest.mark.parametrize("view", ["#play&game=connect-four&moves=9", "#analyse&game=checkers&position=x",
                                  "#tree&tree=x", "#pruning&game=connect-four&position=9"])
def test_a_bad_address_is_reported_on_a_page_that_can_be_seen(address, browser, view):
    browser.get("about:blank")
    browser.get(address + view)
    wait(lambda: settled(browser) and (said(browser) or text(browser, "error")))
    wait(lambda: browser.find_elements("css selector", ".ready"))
    assert browser.find_element("css selector", "#main summary").is_displayed()
    complaints(browser)
