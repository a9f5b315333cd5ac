from pathlib import Path

DATA = Path(__file__).parent / "data"          # files that tests read, and programs as users write them
