"""Tests that each form of the functions in core/bits.h gives the same results: the form for this machine, the plain
one, and those for other systems for which a cross compiler and an emulator are installed."""
import re
import shutil
import subprocess
from pathlib import Path

import pytest

import gamecore

FORMS = {
    "plain": (["cc", "-U__SIZEOF_INT128__", "-DGC_NO_VECTORS"], []),
    "clang": (["clang"], []),
    "musl": (["musl-gcc", "-static"], []),
    "big endian": (["s390x-linux-gnu-gcc", "-static"], ["qemu-s390x-static"]),
    "mingw": (["x86_64-w64-mingw32-gcc", "-D_WIN32_WINNT=0x0602"], ["wine64"]),
    "words of MSVC": (["x86_64-w64-mingw32-gcc", "-D_WIN32_WINNT=0x0602", "-DGC_MSVC", "-fms-extensions"], ["wine64"]),
}
FOUND = {name: form for name, form in FORMS.items() if all(map(shutil.which, [form[0][0], *form[1]]))}


def answers(compiler, emulator, folder):
    program = folder / "words.exe"
    subprocess.run([*compiler, "-O2", "-D_GNU_SOURCE", "-I", gamecore.get_include(), "-o", program,
                    Path(__file__).with_name("words.c")], check=True)
    return subprocess.run([*emulator, program], check=True, capture_output=True, text=True).stdout.split("\n")


def test_every_word_is_asked():
    declared = Path(gamecore.get_include(), "gamecore", "core", "bits.pxd").read_text(encoding="utf-8")
    program = Path(__file__).with_name("words.c").read_text(encoding="utf-8")
    words = set(re.findall(r'"(gc_\w+)"\(', declared))
    assert len(words) > 25 and words - set(re.findall(r"gc_\w+", program)) == set()


@pytest.mark.parametrize("name", FOUND)
def test_every_form_answers_alike(name, tmp_path):
    expected = answers(["cc"], [], tmp_path)
    assert expected[:2] == ["4 1 0", "4 60 32 64"]
    assert answers(*FOUND[name], tmp_path) == expected
