"""Builds the compiled games of this folder against the installed gamecore, with its flags."""
from Cython.Build import cythonize
import gamecore
from gamecore.core.about import about
from setuptools import Extension, setup

FLAGS = [*about()["flags"].split(), "-Wno-unused-function", "-O1"]       # the games' speed does not matter, gcc's does
extensions = [Extension(name, [f"{name}.pyx"], include_dirs=[gamecore.get_include()], extra_compile_args=FLAGS,
                        extra_link_args=FLAGS)
              for name in ("four", "dice", "misfits", "tables", "kalah", "rings")]
DIRECTIVES = {"language_level": 3, "cdivision": True, "binding": True}
setup(name="outside", ext_modules=cythonize(extensions, compiler_directives=DIRECTIVES))
