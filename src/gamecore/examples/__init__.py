"""Games that use gamecore's public interface alone. In a checkout these games are in games/, and in a wheel they are
here."""
from pathlib import Path
from typing import TYPE_CHECKING, Any

__path__ = [str(Path(__file__).resolve().parents[3] / "games")]

if TYPE_CHECKING:
    def __getattr__(name: str) -> Any: ...
