from typing import Any

class StopToken:
    """Ends the searches that received it, from any thread, even those that have not begun.

    Attributes
    ----------
    stopped : bool
        Whether `stop` was called. It cannot be reset: another search needs another token.
    """
    @property
    def stopped(self) -> bool: ...
    def stop(self) -> None:
        """Ends the running searches and all later ones."""

def token_or_none(token: Any) -> StopToken | None:
    """Returns a token, or None; raises ArgumentError for anything else."""

class Linked:
    """A block in which a token, if there is one, also stops another token."""
    def __init__(self, token: StopToken | None, other: StopToken) -> None: ...
    def __enter__(self) -> None: ...
    def __exit__(self, *error: object) -> None: ...
