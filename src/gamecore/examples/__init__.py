"""Games on gamecore's public interface alone, which are the files of games/ in a checkout, and here in a wheel."""
from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[3] / "games")]
