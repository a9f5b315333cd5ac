"""The endpoints as functions, without a server."""
import asyncio

from gamecore.playing.names import load
from gamecore.games.all import GAMES as BUILT_IN
from gamecore.serve.wire import State

GAMES = BUILT_IN | {name: load(name) for name in ("games.tic_tac_toe:TicTacToe", "games.kalah:Kalah")}


def answer_of(endpoint, record, games=GAMES):
    """The record that an endpoint returns."""
    return endpoint(State(games), record)


def events_of(endpoint, record, games=GAMES):
    """The events of an endpoint that streams."""
    async def collect():
        return [event async for event in endpoint(State(games), record)]
    return asyncio.run(collect())
