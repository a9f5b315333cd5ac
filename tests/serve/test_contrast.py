"""Tests the contrast of every colour with its background by the formula of WCAG 2.2: at least 4.5 for text, and 3 for
signs and lines."""
import re
from pathlib import Path

import pytest

import gamecore
from gamecore.games.backgammon import picture as backgammon
from gamecore.games.connect_four import picture as connect_four
from gamecore.core.svg import DARK, LAST, LIGHT, PROPOSED, RIM

STYLE = (Path(gamecore.__file__).parent / "web" / "style.css").read_text(encoding="utf-8")
TEXT, SIGN = 4.5, 3
ON_PAGE = dict.fromkeys(("text", "dim", "accent", "other"), ("ground", "panel", "sunk"))


def luminance(colour):
    """The relative luminance of #rgb or #rrggbb."""
    digits = colour.removeprefix("#")
    pairs = [digit * 2 for digit in digits] if len(digits) == 3 else re.findall("..", digits)
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4
              for value in (int(pair, 16) / 255 for pair in pairs)]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


def contrast(one, other):
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def palettes():
    """The variables of style.css for a light page and for a dark one."""
    found = re.findall(r"--([a-z-]+): light-dark\((#\w+), (#\w+)\)", STYLE)
    return [{name: colours[dark] for name, *colours in found} for dark in (0, 1)]


def too_faint(pairs, least):
    return [(one, other, round(contrast(one, other), 2)) for one, other in pairs if contrast(one, other) < least]


def test_the_formula_is_that_of_the_standard():
    assert contrast("#000", "#ffffff") == 21 and round(contrast("#777", "#fff"), 2) == 4.48


def test_every_text_of_the_page_can_be_read():
    for colours in palettes():
        pairs = [(colours[text], colours[ground]) for text, grounds in ON_PAGE.items() for ground in grounds]
        pairs += [(colours["on-accent"], colours["accent"]), (colours["on-accent"], colours["other"]),
                  (colours["text"], colours["soft"]), (colours["accent"], colours["soft"]),
                  (colours["other"], colours["warm"]), (colours["text"], colours["warm"])]
        assert too_faint(pairs, TEXT) == []
        signs = [colours[name] for name in ("edge", "frame", "accent", "other")]
        assert too_faint([(sign, colours["ground"]) for sign in signs], SIGN) == []


@pytest.mark.parametrize("colours", [LIGHT, DARK], ids=["light", "dark"])
def test_every_sign_of_a_picture_can_be_seen(colours):
    assert too_faint([(colours.ink, colours.ground), (colours.faint, colours.ground)], TEXT) == []
    signs = [(colours.arrow, colours.ground), (colours.last, colours.ground), (colours.line, colours.ground),
             (colours.white, colours.black), (connect_four.FRAME, colours.ground)]
    red, yellow = connect_four.DISCS.values()
    signs += [red, yellow, (red[0], yellow[0])]                                # a disc and the ring in it
    assert too_faint(signs, SIGN) == []
    fields = {colours.light, colours.dark, backgammon.FIELD}
    for field in fields:                                                       # a checker, or its edge
        assert any(contrast(checker, field) >= SIGN for checker in (colours.white, colours.black))
        for arrow in (PROPOSED, LAST):                                         # an arrow, or its rim
            assert any(contrast(part, field) >= SIGN for part in (arrow, RIM))
