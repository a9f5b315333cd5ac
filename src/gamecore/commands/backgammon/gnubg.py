"""An external player for GNU Backgammon, which sends FIBS board lines and gets plays and cube decisions."""
import socketserver
import threading
from contextlib import suppress
from functools import lru_cache
from typing import NamedTuple

from gamecore.commands.backgammon.stakes import add_rules
from gamecore.screen.complaints import explain
from gamecore.screen.options import add_engine, add_number, add_shared, within
from gamecore.protocols.server import MAX_LINE, TOO_LONG, read_lines
from gamecore import Engine
from gamecore.core.text import one_line
from gamecore.errors import EvaluationError, GamecoreError, ProtocolError
from gamecore.games.backgammon.cube import CENTRED, OPPONENT, PLAYER
from gamecore.games.backgammon.match_score import MatchScore
from gamecore.games.backgammon.position import Backgammon
from gamecore.games.backgammon.stake import advice
from gamecore.games.backgammon.text import (BOARD, CHECKERS, COLOUR, DIRECTION, ON_BAR, ON_HOME, TURN, UNLIMITED,
                                            fibs_numbers)

PORT = 4321                          # GNU Backgammon's own example
PLIES = 2
OPPONENTS = 16                       # served at the same time, each by an engine

# The fields of the cube: its value, whether player 1 and player 0 may double, and whether a double is offered.
LENGTH, CUBE, MAY, DOUBLED, NO_CRAWFORD = 3, 37, 38, 40, 51
NO_RULES = {}
TAKE_POINT = -0.5                    # the equity without a cube at which a take and a pass are equal


def configure(parser):
    add_number(parser, "--port", "of localhost; 0 takes a free one", PORT, type=within(0, 65535))
    add_number(parser, "--plies", "rolls to look ahead", PLIES)
    parser.add_argument("--switches", metavar="LIST", default="play",
                        help="the switches that are on: play (the default), exact, or names")
    add_rules(parser)
    parser.add_argument("--once", action="store_true", help="end when the opponent leaves")
    add_shared(parser, "--evaluation")
    add_engine(parser)


def run(args, console):
    settings = {"hash_mb": args.hash_mb, "threads": args.threads, "switches": args.switches,
                "evaluation": args.evaluation}
    rules = {"jacoby": args.jacoby, "beavers": args.beavers}
    GnubgPlayer(settings, args.plies).check()
    with GnubgServer(args.port, settings, args.plies, args.once, rules) as server:
        console.print(f"listening at localhost:{server.server_address[1]}")
        server.serve_forever(poll_interval=0.1)


class GnubgPlayer:
    """The player that answers the lines of one opponent."""

    def __init__(self, settings, plies, rules=NO_RULES):
        self.plies, self.rules = plies, rules
        self.engine = lru_cache(1)(lambda score=None: Engine(**settings, match=score))

    def check(self):
        """Raises the errors of a search with these settings, and reads the tables."""
        engine = self.engine()
        engine.search(Backgammon().roll(3, 1), self.plies, on_iteration=lambda iteration: engine.stop())

    def answer(self, line):
        """Returns the answer to a line: a play such as 8/5 6/5, roll, double, accept, beaver, reject, or an error
        message."""
        try:
            if line is TOO_LONG:
                raise ProtocolError(f"a line has more than {MAX_LINE} bytes")
            request = read(line)
            if request.position.dice:
                return str(self.engine(request.score).search(request.position, self.plies).move)
            return self.turn_cube(request)
        except (GamecoreError, MemoryError, OSError) as error:
            return f"Error: {one_line(explain(error), 400)}"

    def turn_cube(self, request):
        """Returns whether to double; if the opponent has doubled and is to roll, returns whether to take."""
        engine = self.engine(request.score)
        try:
            found = engine.decide(request.position, self.plies, request.cube, request.owner,
                                  **NO_RULES if request.score else self.rules)
        except EvaluationError:              # no probabilities
            taken = request.doubled and -engine.search(request.position, self.plies).score > TAKE_POINT
            return "accept" if taken else "reject" if request.doubled else "roll"
        action, _ = advice(found, request.doubled)
        return {"take": "accept", "pass": "reject"}.get(action, action)


class BoardLine(NamedTuple):
    """The contents of a board line for the player on roll; an opponent on roll has doubled."""

    position: Backgammon
    doubled: bool
    cube: int                        # before a double
    owner: str                       # as for Engine.decide
    score: MatchScore | None         # White's points are those of the player on roll; None for money


def read(line):
    """Returns the BoardLine in a text.

    The field `turn` is the seat, 1 or -1, of the player on roll, who owns the dice. The two fields that tell which
    player may double are ordered by seat. The points of the player on roll come first if this player has seat -1, or
    after a double seat 1. The numbers of checkers off and on the bar follow from the board.
    """
    numbers = fibs_numbers(line)
    doubled, seat = numbers[DOUBLED] != 0, numbers[TURN]
    may = numbers[MAY:MAY + 2][::-1 if seat < 0 else 1]
    length, *points = numbers[LENGTH:LENGTH + 3]
    score = None
    if length not in (0, UNLIMITED):
        own, other = points if doubled == (seat == 1) else points[::-1]
        post = length - 1 in points and any(numbers[NO_CRAWFORD:])
        score = MatchScore(own, other, length, post, max(numbers[CUBE], 1))
    numbers[TURN] = numbers[COLOUR]
    board, bars = numbers[BOARD:BOARD + 26], (25, 0) if numbers[DIRECTION] < 0 else (0, 25)
    for i, colour in enumerate((numbers[COLOUR], -numbers[COLOUR])):
        numbers[ON_BAR + i] = max(0, colour * board[bars[i]])
        numbers[ON_HOME + i] = CHECKERS - sum(max(0, colour * count) for count in board)
    owner = CENTRED if may[0] == may[1] else PLAYER if may[0] else OPPONENT
    position = Backgammon(":".join(["board", "You", "Opponent", *map(str, numbers[3:])]))
    return BoardLine(position, doubled, max(numbers[CUBE], 1), owner, score)


class GnubgServer(socketserver.ThreadingTCPServer):
    """A server on a port of localhost that gives each opponent a GnubgPlayer of these settings, plies and rules.

    With `once` it stops listening when an opponent has left.
    """

    allow_reuse_address = daemon_threads = True

    def __init__(self, port, settings, plies, once=False, rules=NO_RULES):
        self.player, self.once = (settings, plies, rules), once
        self.places = threading.Semaphore(OPPONENTS)
        super().__init__(("localhost", port), Handler)


class Handler(socketserver.StreamRequestHandler):
    def handle(self):
        if not self.server.places.acquire(blocking=False):
            self.send(f"Error: {OPPONENTS} opponents are being served: come again later")
            return
        try:
            self.serve(GnubgPlayer(*self.server.player))
        finally:
            self.server.places.release()
        if self.server.once:
            threading.Thread(target=self.server.shutdown).start()

    def serve(self, player):
        """Answers lines until the opponent disconnects or the connection fails."""
        with suppress(OSError):
            for line in read_lines(self.rfile):
                if line is TOO_LONG or (line := line.strip(" \0\r")):    # GNU Backgammon ends its lines with "\n\0"
                    self.send(player.answer(line))

    def send(self, line):
        with suppress(OSError):
            self.wfile.write(f"{line}\n".encode())
