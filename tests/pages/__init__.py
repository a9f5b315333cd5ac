"""Tests of the pages, which use the modules of docs/ that make them."""
import sys
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parents[2] / "docs"))
import page_tables  # noqa: F401
