"""Games written only on gamecore's public interface. In a checkout they are the files of games/, beside src/; a wheel
contains those files here."""
from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[3] / "games")]
