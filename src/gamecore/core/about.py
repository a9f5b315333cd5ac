"""The version, the build and the machine, which are needed to compare figures."""
import os
import sys

VERSION = "1.0.0"                    # the only place where it is written

_known: dict[str, str] = {}


def about() -> dict[str, str]:
    """Describes the version, the build and the machine.

    Returns
    -------
    dict of str to str
        `version` and `commit` (of gamecore; a commit that ends in "-dirty" had changes), `compiler` and `flags` (of the
        compiled modules), `python`, `machine` (system and instruction set) and `cpu` (model). Unknown facts are
        "unknown".

    Examples
    --------
    >>> sorted(about())
    ['commit', 'compiler', 'cpu', 'flags', 'machine', 'python', 'version']
    """
    if not _known:
        compiler, flags = _build()
        python = f"{sys.implementation.name} {'.'.join(map(str, sys.version_info[:3]))}"
        _known.update(version=VERSION, commit=_commit(), compiler=compiler, flags=flags, python=python,
                      machine=_machine(), cpu=_cpu())
    return dict(_known)


def _commit():
    """Returns the commit of a checkout as git describes it, or the commit that setup.py recorded in a package."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    try:
        if not os.path.exists(os.path.join(package, "..", "..", ".git")):
            with open(os.path.join(package, "data", "commit.txt"), encoding="ascii") as file:
                return file.read().strip() or "unknown"
        import subprocess
        done = subprocess.run(["git", "-C", package, "describe", "--always", "--dirty", "--abbrev=12", "--exclude=*"],
                              capture_output=True, text=True)
        return done.stdout.strip() or "unknown"
    except (OSError, ValueError):
        return "unknown"


def _build():
    try:
        from gamecore.core.build import COMPILER, FLAGS
    except ImportError:
        return "unknown", "unknown"
    return COMPILER, FLAGS


def _machine():
    try:
        system = os.uname()
    except (AttributeError, OSError):
        return sys.platform
    if sys.platform != "emscripten":
        return f"{system.sysname} {system.machine}"
    from importlib.util import find_spec
    return f"{system.sysname} {system.machine}, without threads, processes{'' if find_spec('numpy') else ', numpy'}"


def _cpu():
    """Returns the processor's name on Linux, or the instruction set on other systems."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8", errors="replace") as lines:
            for line in lines:
                name, _, value = line.partition(":")
                if name.strip() in ("model name", "Model", "cpu model"):
                    return value.strip()
    except OSError:
        pass
    import platform
    return platform.processor() or platform.machine() or "unknown"
