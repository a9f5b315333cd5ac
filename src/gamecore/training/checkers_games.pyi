import numpy

from gamecore.knowledge.endgames import Databases
from gamecore.training.player import Player

SAMPLE: numpy.dtype

def play_game(player: Player, seed: int, number: int, databases: Databases | None = None) -> numpy.ndarray: ...
def play_pair(a: Player, b: Player, seed: int) -> tuple[int, int]: ...
