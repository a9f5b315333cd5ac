"""The JSON-lines protocol: one object per line in both directions, with the keys in docs/protocols.md."""
from math import inf, isfinite

from gamecore.playing.names import check_unfinished
from gamecore.protocols.records import iteration_record, result_record
from gamecore.protocols.server import ProtocolServer, SearchTask
from gamecore.errors import ProtocolError
from gamecore.core.text import QUOTED, read_object
from gamecore.screen.text import dump
from gamecore.games.outside.turns import legal_moves, list_outcomes, word_of, word_of_outcome
from gamecore.playing.players import engine_for
from gamecore.playing.tree import GameTree
from gamecore.search.iteration import plain

PLACE = ("do", "id", "position", "moves")
LIMITS = ("depth", "nodes", "seconds", "multipv", "switches", "order", "seed", "root_moves", "clock")
KEYS = {"position": PLACE, "evaluate": PLACE, "search": PLACE + LIMITS,
        **dict.fromkeys(("ready", "stop", "quit"), ("do", "id"))}


class JsonServer(ProtocolServer):
    """A server of one engine for one program that sends JSON."""

    def __init__(self, *arguments, **options):
        super().__init__(*arguments, **options)
        self.tasks = {"position": self.report_position, "evaluate": self.evaluate, "search": self.search,
                      "ready": self.get_ready, "stop": self.stop, "quit": self.quit}

    def execute(self, line):
        request = read_request(line)
        self.attempt(self.start_task, request, line[:QUOTED], about=request)

    def start_task(self, request, shown):
        check(request, shown)
        self.tasks[request["do"]](request)

    def answer(self, request, record):
        self.write(dump(({"id": request["id"]} if "id" in request else {}) | record))

    def complain(self, message, about):
        self.answer(about or {}, {"type": "error", "error": message})

    # The requests.

    def tree_of(self, request):
        tree = GameTree(self.game, request.get("position"))
        for move in request.get("moves", ()):
            tree.act(text_of(move))
        return tree

    def report_position(self, request):
        position = self.tree_of(request).position
        score = inf if position.outcome is None else position.final_score()
        chance = [[word_of_outcome(outcome), chance] for outcome, chance in list_outcomes(position)]
        moves = [] if chance else list(map(plain, legal_moves(position)))
        self.answer(request, {"type": "position", "position": str(position), "turn": plain(position.turn),
                              "moves": moves, "chance": chance, "outcome": position.outcome,
                              "score": score if isfinite(score) else None})

    def ready_at(self, request):
        """Returns the position of a request, with the engine ready to play for its stakes."""
        self.check_idle(request["do"])
        tree = self.tree_of(request)
        self.engine = engine_for(self.engine, tree.stake.match)
        return tree.position

    def evaluate(self, request):
        position = self.ready_at(request)
        self.answer(request, {"type": "evaluation", "position": str(position), "score": self.engine.evaluate(position)})

    def get_ready(self, request):
        self.check_idle(request["do"])
        self.engine.prepare(self.game.start())
        self.answer(request, {"type": "ready"})

    def search(self, request):
        position = self.ready_at(request)
        check_unfinished(position)
        limits = {key: request[key] for key in LIMITS if key in request}
        if "root_moves" in limits:
            limits["root_moves"] = [position.read_move(text_of(move)) for move in limits["root_moves"]]
        about_search = {"game": self.game.name, "position": str(position)}

        def report(iteration):
            if iteration.finished:
                self.answer(request, iteration_record(iteration))

        def conclude(result):
            self.answer(request, result_record(result, about_search, limits.get("multipv", 1)))

        self.think(SearchTask(report, conclude, about=request), position, limits)


def text_of(move):
    """Returns a move of a request as text; a text is returned in full."""
    return move if isinstance(move, str) else word_of(move)


def read_request(line):
    """Returns the object in a line; raises an error unless an answer can repeat its id."""
    request = read_object(line, ProtocolError)
    name = request.get("id")
    if not (name is None or isinstance(name, str | int) or isinstance(name, float) and isfinite(name)):
        raise ProtocolError(f"{line[:QUOTED]!r}: id must be a text, a finite number or null")
    return request


def check(request, shown):
    """Raises an error that quotes the beginning of an invalid request."""
    do = request.get("do")
    if not isinstance(do, str) or do not in KEYS:
        raise ProtocolError(f"{shown!r} asks for nothing: expected an object whose \"do\" is one of {', '.join(KEYS)}")
    strange = [key for key in request if key not in KEYS[do]]
    if strange:
        raise ProtocolError(f"unknown key {strange[0]!r}; {do!r} knows {', '.join(KEYS[do])}")
    if not (isinstance(request.get("position", ""), str) and isinstance(request.get("moves", []), list)
            and isinstance(request.get("root_moves", []), list)):
        raise ProtocolError(f"{shown!r}: position must be a text, moves and root_moves lists")
