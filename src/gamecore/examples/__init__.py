"""Games that use gamecore's public interface alone. In a checkout they are in games/, in a wheel here."""
from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[3] / "games")]
