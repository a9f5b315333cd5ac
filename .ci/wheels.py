"""Builds wheels for this CPython on other systems, by the C compiler of PyPI's ziglang: wheels.py OUT [TARGET ...].

The wheels for Linux are for glibc 2.17 and newer (manylinux2014); auditwheel checks and names them. The wheels for
macOS and Windows are experimental: if the headers of such a Python are missing, those of this Python are used, and
nothing is run.
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

TAG = f"cp{sys.version_info.major}{sys.version_info.minor}"
# The platform of setuptools, and the ending of an extension's file.
TARGETS = {
    "x86_64-linux-gnu.2.17": ("linux-x86_64", f".cpython-{TAG[2:]}-x86_64-linux-gnu.so"),
    "aarch64-linux-gnu.2.17": ("linux-aarch64", f".cpython-{TAG[2:]}-aarch64-linux-gnu.so"),
    "x86_64-macos": ("macosx-11.0-x86_64", f".cpython-{TAG[2:]}-darwin.so"),
    "aarch64-macos": ("macosx-11.0-arm64", f".cpython-{TAG[2:]}-darwin.so"),
    "x86_64-windows-gnu": ("win-amd64", f".{TAG}-win_amd64.pyd"),
}


def build(target, out):
    """Builds the wheel of a target in the current directory, whose C files serve every target; returns its path."""
    platform, suffix = TARGETS[target]
    compiler = f"{sys.executable} -m ziglang cc -target {target} -Wno-unknown-warning-option"
    shared = "-undefined dynamic_lookup -dynamiclib" if "macos" in target else "-shared"
    # Without -O the linker would add ziglang's complete library of sanitizers and arithmetic to each module.
    environment = {**os.environ, "CC": compiler, "LDSHARED": f"{compiler} {shared} -O2", "LDFLAGS": "", "CFLAGS": "",
                   "_PYTHON_HOST_PLATFORM": platform, "SETUPTOOLS_EXT_SUFFIX": suffix}
    base = Path("build", "wheels", target)
    subprocess.run([sys.executable, "setup.py", "-q", "build", "--build-base", base, "bdist_wheel",
                    "--plat-name", platform, "--dist-dir", base], check=True, env=environment)
    wheel, = base.glob("*.whl")
    if "linux" not in target:
        return Path(shutil.copy(wheel, out))
    # auditwheel accepts the names of its own machine's platforms only.
    subprocess.run([sys.executable, "-m", "auditwheel", "repair", "--plat", "auto", "--wheel-dir", base, wheel],
                   check=True)
    wheel, = base.glob("*manylinux2014*.whl")
    return Path(shutil.copy(wheel, out))


def main(out, *targets):
    out = Path(out).resolve()
    out.mkdir(parents=True, exist_ok=True)
    for target in targets or list(TARGETS)[:2]:
        wheel = build(target, out)
        subprocess.run([sys.executable, ".ci/check_wheel.py", ".", wheel], check=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
