"""Positions of backgammon as text: as a GNU Backgammon position ID, perhaps with its match ID, as a FIBS board line, as
an XGID, or as a board.

A side is a list of 26 counts from its own player's view: 0 is for checkers borne off, 1..24 are the points, and 25 is
the bar.
"""
import binascii
import re

from gamecore.errors import PositionError
from gamecore.games.backgammon.cube import CENTRED, MAX_CUBE, OPPONENT, PLAYER, check_money_rules, check_owner, cube_at

OFF, BAR = 0, 25
CHECKERS = 15
ID_LENGTH = 14
ID_BITS = 80
MATCH_ID, MATCH_BYTES = "[A-Za-z0-9+/]{12}", 9
MATCH_BITS = 4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15, 1      # widths of the fields of a match ID
CENTRED_BITS, PLAYING = 3, 1         # a cube without an owner; a game in progress
XGID_BOARD = "[-a-o][-A-Oa-o]{24}[-A-O]"     # the bar of the player at the top, the points, the bar of the other
XGID_DICE = "00|D|[1-6][1-6]"        # not rolled, doubled, or the dice
XGID_RANGES = {"cube": (0, 12), "owner of the cube": (-1, 1), "player on roll": (-1, 1), "dice": None,
               "points": (0, 9999), "points of the other": (0, 9999), "rules": (0, 3), "length": (0, 9999)}

# The fields of a FIBS board line; it has 53.
FIBS_FIELDS = 53
UNLIMITED = 9999                     # the match length of money games
BOARD, TURN, DICE, OTHER_DICE, COLOUR, DIRECTION, HOME, ON_HOME, ON_BAR = 6, 32, 33, 35, 41, 42, 43, 45, 47


def check(own, other, text):
    """Raises PositionError, which quotes the text, for impossible checkers."""
    for name, side in (("the player on roll", own), ("the opponent", other)):
        if len(side) != 26 or any(not 0 <= count <= CHECKERS for count in side) or sum(side) != CHECKERS:
            found = sum(count for count in side if count > 0)
            raise PositionError(f"{text!r} is not a position: {name} has {found} checkers, counted {list(side)!r}; "
                                f"each side has {CHECKERS}")
    for point in range(1, 25):
        if own[point] and other[25 - point]:
            raise PositionError(f"{text!r} is not a position: both sides have checkers on the {point} point "
                                f"of the player on roll")
    if own[OFF] == other[OFF] == CHECKERS:
        raise PositionError(f"{text!r} is not a position: both sides have borne off all their checkers")
    if own[BAR] and other[BAR] and all(side[point] >= 2 for side in (own, other) for point in range(1, 7)):
        raise PositionError(f"{text!r} is not a position: both sides have a checker on the bar and a closed home, "
                            f"so neither side can ever move")


def read(text):
    """Returns (own, other, dice or None) from a text in any of these forms. Dice may follow a position ID."""
    if text.strip().startswith("board:"):
        return read_fibs(text)
    if text.strip().startswith("XGID="):
        return read_xgid(text.strip())
    name, *dice = text.split() or [""]
    name, colon, _ = name.partition(":")
    if colon:
        read_stakes(text)
        return *read_id(name), rolled(stake_fields(text)[3])
    if len(dice) > 1:
        raise PositionError(f"{text!r} is not a position: expected a position ID, and perhaps the dice, "
                            f"such as '4HPwATDgc/ABMA 31'")
    return *read_id(name), read_dice(dice[0]) if dice else None


def rolled(dice):
    """Returns the dice in an XGID's field, or None before the roll."""
    return None if dice in ("00", "D") else (int(dice[0]), int(dice[1]))


def read_dice(text):
    """Returns the dice in a text such as "31", "1-3" or "3,1", in this order."""
    digits = [word for word in text if word not in "-, "]
    if len(digits) != 2 or not set(digits) <= set("123456"):
        raise PositionError(f"{text!r} are not dice: expected two numbers 1..6, such as 31, 3-1 or 3,1")
    return int(digits[0]), int(digits[1])


# GNU Backgammon's position ID

def read_id(text):
    """Returns (own, other) from a position ID.

    The ID contains the opponent's 25 counts, from its first point to the bar, and then those of the player on roll.
    Each count is written as this number of 1s, followed by a 0. This makes 80 bits, from the lowest bit of the first
    byte on, which are written in base 64.
    """
    try:
        if len(text) != ID_LENGTH:
            raise ValueError
        bits = int.from_bytes(binascii.a2b_base64(text + "==", strict_mode=True), "little")
    except ValueError:
        raise PositionError(
            f"{text!r} is not a position: expected a position ID of {ID_LENGTH} characters, such as '4HPwATDgc/ABMA', "
            "a FIBS line that begins with 'board:', an XGID, or nothing") from None
    counts = [len(ones) for ones in f"{bits:0{ID_BITS}b}"[::-1].split("0")]
    if any(counts[50:]):
        raise PositionError(f"{text!r} is not a position: it has checkers behind the last bar")
    other, own = ([CHECKERS - sum(side), *side] for side in (counts[:25], counts[25:50]))
    check(own, other, text)
    return own, other


def write_id(own, other):
    bits = "".join("1" * count + "0" for side in (other, own) for count in side[1:])
    data = int(bits.ljust(ID_BITS, "0")[::-1], 2).to_bytes(ID_BITS // 8, "little")
    return binascii.b2a_base64(data, newline=False).decode("ascii").rstrip("=")


# GNU Backgammon's match ID

def match_fields(name, text):
    """Returns the fields that follow the board in an XGID, with the player on roll at the bottom, from a match ID.

    Its bits, from the lowest of the first byte, are the cube's power of 2, its owner, the player on roll, Crawford, the
    state of the game, the player who decides, a double, a resignation, the dice, the length of the match, the points of
    players 0 and 1, and for money whether the Jacoby rule does not hold.
    """
    try:
        if not re.fullmatch(MATCH_ID, name):
            raise ValueError
        bits, values = int.from_bytes(binascii.a2b_base64(name), "little"), []
        for width in MATCH_BITS:
            values.append(bits & (1 << width) - 1)
            bits >>= width
        cube, owner, mover, crawford, state, _, doubled, resigned, high, low, length, first, second, plain = values
        if state > PLAYING or resigned or not re.fullmatch(XGID_DICE, dice := f"{high}{low}"):
            raise ValueError
        owner = {CENTRED_BITS: 0, mover: 1, 1 - mover: -1}[owner]
    except (ValueError, KeyError):
        raise PositionError(f"no match ID {name!r} in {text!r}: expected that of a game in progress, of 12 characters, "
                            "such as 'QYkqASAAIAAA'") from None
    points = (second, first) if mover else (first, second)
    return [*map(str, (cube, owner, 1, "D" if doubled else dice, *points, crawford if length else 1 - plain, length))]


def write_match_id(xgid):
    """Returns the match ID for an XGID in which the player on roll, player 1, is at the bottom. A match ID cannot
    express beavers."""
    cube, owner, _, dice, own, other, rules, length = xgid.split(":")[1:9]
    doubled, length, rules, key = dice == "D", int(length), int(rules), 0
    values = [cube, {"1": 1, "-1": 0}.get(owner, CENTRED_BITS), 1, length and rules, PLAYING, not doubled, doubled, 0,
              *("00" if doubled else dice), length, other, own, not (length or rules & 1)]
    for value, width in zip(reversed(values), reversed(MATCH_BITS)):
        key = key << width | int(value)
    return binascii.b2a_base64(key.to_bytes(MATCH_BYTES, "little"), newline=False).decode("ascii")


# The FIBS board line

def read_fibs(text):
    """Returns (own, other, dice or None) from a line "board:You:Opponent:...", where own is the side to move."""
    numbers = fibs_numbers(text)
    if numbers[COLOUR] not in (1, -1) or numbers[DIRECTION] not in (1, -1) or numbers[TURN] not in (1, -1):
        raise PositionError(f"{text!r} is not a position: colour {numbers[COLOUR]}, direction {numbers[DIRECTION]} "
                            f"and turn {numbers[TURN]} must each be 1 or -1")
    player = fibs_side(numbers, numbers[COLOUR], numbers[DIRECTION], 0)
    opponent = fibs_side(numbers, -numbers[COLOUR], -numbers[DIRECTION], 1)
    for side, i in ((player, 0), (opponent, 1)):
        if side[BAR] != numbers[ON_BAR + i]:
            raise PositionError(f"{text!r} is not a position: {side[BAR]} checkers on the bar of the board, "
                                f"and {numbers[ON_BAR + i]} said to be there")
    on_roll = numbers[TURN] == numbers[COLOUR]
    own, other = (player, opponent) if on_roll else (opponent, player)
    check(own, other, text)
    dice = tuple(numbers[DICE:DICE + 2] if on_roll else numbers[OTHER_DICE:OTHER_DICE + 2])
    return own, other, None if dice == (0, 0) else dice


def fibs_numbers(text):
    """Returns the fields of a line, with 0 for the first three, which are names."""
    fields = [field.strip() for field in text.strip().split(":")]
    if (len(fields) != FIBS_FIELDS or fields[0] != "board"
            or not all(re.fullmatch("-?[0-9]{1,9}", field) for field in fields[3:])):
        raise PositionError(f"{text!r} is not a position: a FIBS line has {FIBS_FIELDS} fields joined by ':', "
                            f"the first 'board', the fourth and all after it numbers")
    return [0, 0, 0, *map(int, fields[3:])]


def fibs_side(numbers, colour, direction, i):
    """Returns the counts of the side whose checkers have this sign."""
    counts = [max(0, colour * count) for count in numbers[BOARD:BOARD + 26]]
    if direction > 0:                    # from 1 to 24
        counts.reverse()
    if counts[OFF]:                      # the far bar belongs to the other side
        counts[OFF] = -1
    else:
        counts[OFF] = numbers[ON_HOME + i]
    return counts


def write_fibs(own, other, dice):
    """Returns the line for the player on roll, O, who moves from 24 to 1, in an unlimited match, in which gammons
    count."""
    board = [-other[BAR], *(own[point] - other[25 - point] for point in range(1, 25)), own[BAR]]
    fields = [UNLIMITED, 0, 0, *board, 1, *(dice or (0, 0)), 0, 0, 1, 1, 1, 0, 1, -1, 0, 25, own[OFF], other[OFF],
              own[BAR], other[BAR], 0, 0, 0, 0]
    return ":".join(["board", "You", "Opponent", *map(str, fields)])


# eXtreme Gammon's XGID

def read_xgid(text):
    """Returns (own, other, dice or None) from a text "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10".

    The text contains the bar of the player at the top, the points as the player at the bottom numbers them, and the bar
    of the latter. A is one checker of the player at the bottom, and a is one of the other player. The cube, its owner,
    the player on roll (1 at the bottom) and the dice follow, and then the fields of read_stakes.
    """
    board, *fields = text.removeprefix("XGID=").split(":")
    bottom = [ord(letter) - 64 if "A" <= letter <= "O" else 0 for letter in board]
    top = [ord(letter) - 96 if "a" <= letter <= "o" else 0 for letter in reversed(board)]
    if not re.fullmatch(XGID_BOARD, board) or len(fields) < 8 or fields[2] not in ("1", "-1"):
        raise PositionError(f"{text!r} is not a position: expected 26 letters for bars and points, small ones on the "
                            "first bar and capitals on the last, the cube, its owner, the turn, the dice, and four "
                            "fields of the match, such as 'XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10'")
    dice = fields[3]
    if not re.fullmatch(XGID_DICE, dice):
        raise PositionError(f"no dice {dice!r} in {text!r}: expected two numbers 1..6, 00 before the roll, or D for a "
                            "double that waits for its answer")
    read_stakes(text)
    for side in (bottom, top):
        side[OFF] = CHECKERS - sum(side[1:])
    own, other = (bottom, top) if fields[2] == "1" else (top, bottom)
    check(own, other, text)
    return own, other, rolled(dice)


def stake_fields(text):
    """Returns the fields that follow the board in an XGID, or those of a match ID in the same form, or none."""
    if text.startswith("XGID="):
        return text.split(":")[1:9]
    _, colon, match = text.partition(":")
    return match_fields(match, text) if colon and not text.startswith("board:") else []


def read_stakes(text):
    """Returns the fields of an XGID or a match ID besides the position: as options of `gamecore search`, and whether
    the player on roll has doubled. Returns {} for any other text.

    The fields are the cube as a power of 2, before a double, its owner and the player on roll (1 at the bottom, -1 at
    the top), the dice, the points of both, Crawford or for money 1 for the Jacoby rule and 2 for beavers, and the
    match's length.
    """
    fields = stake_fields(text.strip())
    if len(fields) < 8:
        return {}
    for field, (name, ends) in zip(fields, XGID_RANGES.items()):
        if ends and not (re.fullmatch("-?[0-9]{1,4}", field) and ends[0] <= int(field) <= ends[1]):
            raise PositionError(f"no {name} {field!r} in {text!r}: expected {ends[0]}..{ends[1]}"
                                + ", a power of 2" * (name == "cube"))
    cube, owner, turn, _, bottom, top, rules, length = (int(field) if i != 3 else 0 for i, field in enumerate(fields))
    if length and rules > (length - 1 in (bottom, top)):
        raise PositionError(f"no rules {fields[6]!r} in {text!r}: expected 0, or 1 in the Crawford game, in which a "
                            "player is one point away")
    doubled = fields[3] == "D"
    if doubled and (owner == -turn or 1 << cube == MAX_CUBE or length and rules):
        raise PositionError(f"no double {fields[3]!r} in {text!r}: the player on roll may not double")
    stakes = {"cube": 1 << cube, "owner": {turn: PLAYER, -turn: OPPONENT}.get(owner, CENTRED), "doubled": doubled}
    if length == 0:
        return stakes | {"jacoby": bool(rules & 1), "beavers": bool(rules & 2)}
    points = (bottom, top) if turn == 1 else (top, bottom)
    post = length - 1 in points and not rules
    return stakes | {"score": "{}-{}/{}".format(*points, length) + " post" * post}


def write_xgid(own, other, dice, score=None, black=False, cube=None, owner=CENTRED, jacoby=False, beavers=False,
               doubled=False):
    """Returns the XGID with the player on roll, who is Black in the score or White, at the bottom."""
    cube = cube_at(score, cube)
    check_owner(owner)
    check_money_rules(score, jacoby, beavers)
    if doubled and (dice or owner == OPPONENT or cube == MAX_CUBE or score is not None and score.crawford):
        raise PositionError(f"no double of cube {cube!r}, owner {owner!r}, with dice {dice!r} at the score "
                            f"{str(score)!r}: the player on roll may not double")
    points = [0, 0, jacoby + 2 * beavers, 0] if score is None else [
        *(score.white, score.black)[::-1 if black else 1], int(score.crawford), score.length]
    letters = "".join(chr(64 + own[point]) if own[point] else chr(96 + other[25 - point]) if other[25 - point] else "-"
                      for point in range(1, 25))
    bars = [chr(base + side[BAR]) if side[BAR] else "-" for base, side in ((96, other), (64, own))]
    fields = [cube.bit_length() - 1, {PLAYER: 1, OPPONENT: -1}.get(owner, 0), 1,
              "D" if doubled else "{}{}".format(*dice or (0, 0)), *points, 10]
    return ":".join([f"XGID={bars[0]}{letters}{bars[1]}", *map(str, fields)])


# The picture

def draw(own, other, dice, on_roll="x"):
    """Returns the board as the player of `own` sees it, with his checkers as x and the opponent's as o."""
    def cell(point, depth):
        count, sign = (own[point], "x") if own[point] else (other[25 - point], "o")
        if depth == 4 and count > 5:
            return f"{count:2} "
        return f" {sign} " if count > depth else "   "

    def row(points, depth, bar, off):
        left, right = ("".join(cell(point, depth) for point in half) for half in (points[:6], points[6:]))
        return f"|{left}|{bar}|{right}| {off}".rstrip()

    top, bottom = list(range(13, 25)), list(range(12, 0, -1))
    middle = f" on roll: {on_roll}{', ' + '{}-{}'.format(*dice) if dice else ''}"
    lines = ["+13-14-15-16-17-18-+---+19-20-21-22-23-24-+"]
    lines += [row(top, depth, f"{other[BAR]}o " if other[BAR] and depth == 0 else "   ",
                  f"o off {other[OFF]}" if depth == 0 else "") for depth in range(5)]
    lines += [f"|                  |BAR|                  |{middle}"]
    lines += [row(bottom, depth, f"{own[BAR]}x " if own[BAR] and depth == 0 else "   ",
                  f"x off {own[OFF]}" if depth == 0 else "")
              for depth in reversed(range(5))]
    return "\n".join([*lines, "+12-11-10--9--8--7-+---+-6--5--4--3--2--1-+"])
