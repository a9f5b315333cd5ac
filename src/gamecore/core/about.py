"""Which build of gamecore this is, and on which machine it runs."""
import platform


def about():
    """Version, build and machine, as every JSON line carries them."""
    from gamecore import __version__
    return {"version": __version__, "compiler": None, "flags": None, "python": platform.python_version(),
            "machine": platform.machine(), "cpu": None}
