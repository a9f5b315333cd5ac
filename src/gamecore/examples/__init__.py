"""Games that use gamecore's public interface alone. In a checkout they are in games/, in a wheel here."""
from pathlib import Path
from typing import TYPE_CHECKING, Any

__path__ = [str(Path(__file__).resolve().parents[3] / "games")]

if TYPE_CHECKING:
    def __getattr__(name: str) -> Any: ...
