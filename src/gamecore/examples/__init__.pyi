from typing import Any

def __getattr__(name: str) -> Any: ...               # in a checkout its modules are in games/
