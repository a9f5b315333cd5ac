"""What an examination finds."""
from typing import NamedTuple

from gamecore.laboratory.asked_tree import ProbeTree


class Finding(NamedTuple):
    """The verdict of a check ("right", "wrong" or "note"), a text, and the smallest probe that fails, or None."""

    check: str
    verdict: str
    text: str
    probe: ProbeTree | None = None


class Report(NamedTuple):
    """All findings, and the mistakes that would explain them as pairs (name, reason)."""

    findings: list
    mistakes: list
    weighted: bool = False           # whether the trees had different probabilities

    @property
    def faults(self):
        return [finding for finding in self.findings if finding.verdict == "wrong"]
