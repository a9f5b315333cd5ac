"""JSON lines: a program asks with one object a line, and gets objects, one a line. docs/protocols.md has their keys."""
import json
from math import inf, isfinite

from gamecore.commands.complaints import explain, explain_foreign, one_line
from gamecore.commands.game import check_unfinished, position_of
from gamecore.commands.history import list_outcomes
from gamecore.commands.search import iteration_record, result_record
from gamecore.commands.thinking import GRACE, Thinking
from gamecore.commands.tokens import turn_of, word_of, word_of_outcome
from gamecore.commands.wire import MAX_LINE, TOO_LONG
from gamecore.errors import GamecoreError, ProtocolError
from gamecore.result import plain

SHOWN = 200                          # characters of a line that is quoted

PLACE = ("do", "id", "position", "moves")
LIMITS = ("depth", "nodes", "seconds", "multipv", "switches", "order", "seed")
KEYS = {"position": PLACE, "evaluate": PLACE, "search": PLACE + LIMITS, "stop": ("do", "id")}


class Server:
    """One engine for one program that writes JSON.

    Parameters
    ----------
    game : commands.game.Game
    write : callable
        Takes a line, from any thread.
    engine : Engine
        Whose table is kept from search to search.
    grace : float
        GRACE.
    """

    def __init__(self, game, write, engine, grace=GRACE):
        self.game, self.write, self.engine, self.grace = game, write, engine, grace
        self.thinking = None             # the latest search
        self.tasks = {"position": self.tell_position, "evaluate": self.evaluate, "search": self.search,
                      "stop": self.stop}

    def serve(self, lines):
        """Obeys until there are no more lines. A search that is still running is ended, and answers."""
        grace = 0.0
        try:
            for line in lines:
                if line:
                    self.obey(line)
            grace = self.grace
        finally:
            if self.thinking:
                self.thinking.end(grace)

    def obey(self, line):
        """Does what a line says, or says why not."""
        request = {}
        try:
            request = read_request(line)
            self.tasks[request["do"]](request)
        except Exception as error:       # a user's game may raise anything, and the process lives on
            self.complain(request, error)

    def answer(self, request, record):
        self.write(json.dumps(({"id": request["id"]} if "id" in request else {}) | record, allow_nan=False))

    def complain(self, request, error):
        expected = isinstance(error, (GamecoreError, MemoryError, OSError))
        told = one_line(explain(error) if expected else explain_foreign(error))
        self.answer(request, {"type": "error", "error": told})

    # What can be asked for.

    def position_of(self, request):
        """The position of a request after its moves."""
        turn = turn_of(position_of(self.game, request.get("position")))
        for move in request.get("moves", ()):
            turn = turn.after(word_of(move))
        return turn.position

    def tell_position(self, request):
        position = self.position_of(request)
        over = position.outcome is not None
        score = position.final_score() if over else inf
        chance = [] if over else [[word_of_outcome(outcome), chance] for outcome, chance in list_outcomes(position)]
        moves = [] if over or chance else [plain(move) for move in position.legal_moves()]
        self.answer(request, {"type": "position", "position": str(position), "turn": plain(position.turn),
                              "moves": moves, "chance": chance, "outcome": position.outcome,
                              "score": score if isfinite(score) else None})

    def evaluate(self, request):
        self.check_idle(request)
        position = self.position_of(request)
        self.answer(request, {"type": "evaluation", "position": str(position), "score": self.engine.evaluate(position)})

    def search(self, request):
        self.check_idle(request)
        position = self.position_of(request)
        check_unfinished(position)
        limits = {key: request[key] for key in LIMITS if key in request}
        about_search = {"game": self.game.name, "position": str(position)}

        def report(iteration):
            if iteration.finished:
                self.answer(request, iteration_record(iteration))

        def conclude(result, error):
            if error is not None:
                self.complain(request, error)
                return
            self.answer(request, result_record(result, about_search, limits.get("multipv", 1)))

        self.thinking = Thinking(self.engine, position, limits, report, conclude)

    def stop(self, request):
        """Ends a running search, which writes its result."""
        if self.thinking:
            self.thinking.stop()

    def check_idle(self, request):
        if self.thinking and not self.thinking.over.is_set():
            raise ProtocolError(f"{request['do']!r} while a search is running: stop it first, or wait for its result")
        if self.thinking:
            self.thinking.join()         # its result is not written yet, perhaps


def read_request(line):
    """The object in a line, with the keys that its task knows."""
    if line is TOO_LONG:
        raise ProtocolError(f"a line has more than {MAX_LINE} bytes")
    try:
        request = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise ProtocolError(f"{line[:SHOWN]!r} is no JSON: {error}") from error
    if not isinstance(request, dict) or not isinstance(request.get("do"), str) or request["do"] not in KEYS:
        raise ProtocolError(f"{line[:SHOWN]!r} asks for nothing: expected an object whose \"do\" is one of "
                            f"{', '.join(KEYS)}")
    strange = [key for key in request if key not in KEYS[request["do"]]]
    if strange:
        raise ProtocolError(f"unknown key {strange[0]!r}; {request['do']!r} knows {', '.join(KEYS[request['do']])}")
    if not isinstance(request.get("position", ""), str) or not isinstance(request.get("moves", []), list):
        raise ProtocolError(f"{line[:SHOWN]!r}: position must be a text, moves a list")
    return request
