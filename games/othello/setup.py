from Cython.Build import cythonize
import gamecore
from setuptools import Extension, setup

othello = Extension("othello", ["othello.pyx"], include_dirs=[gamecore.get_include()],
                    extra_compile_args=["-O3", "-Wno-unused-function"])
setup(ext_modules=cythonize([othello], compiler_directives={"language_level": 3, "cdivision": True, "binding": True}))
