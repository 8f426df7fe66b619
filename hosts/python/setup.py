"""Builds the libraries with make and copies them into the package, with the libraries that they need."""

import os
import re
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py
from wheel.bdist_wheel import bdist_wheel

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.environ.get("TAKEAWAY_ROOT") or os.path.dirname(os.path.dirname(HERE))
BUILD = os.path.join(ROOT, "build")
LIBRARIES = ["libtakeaway.so.0", "libtakeaway-host.so.0"]


def make(*arguments):
    subprocess.check_call(["make", "--no-print-directory", "-C", ROOT, *arguments])


def needed(library):
    """The dependencies of a library besides the C library: Lua and libffi."""
    listed = subprocess.check_output(["ldd", library], text=True)
    return re.findall(r"=> (\S*/(?:liblua|libffi)[^/\s]*)", listed)


class Build(build_py):
    def run(self):
        super().run()
        make("all", "python-stubs")
        package = os.path.join(self.build_lib, "takeaway")
        inside = os.path.join(package, "lib")
        os.makedirs(inside, exist_ok=True)
        for name in LIBRARIES:
            library = os.path.join(BUILD, name)
            for path in [library, *needed(library)]:
                shutil.copyfile(path, os.path.join(inside, os.path.basename(path)))
        for name in ["__init__.pyi", "_docs.py"]:
            shutil.copyfile(os.path.join(BUILD, "python", "stubs", name), os.path.join(package, name))


class Wheel(bdist_wheel):
    """No extension module: one wheel for every Python 3 on this kind of machine."""

    def get_tag(self):
        return "py3", "none", super().get_tag()[2]


class Binary(Distribution):
    def has_ext_modules(self):
        return True


def version():
    with open(os.path.join(ROOT, "Makefile"), encoding="utf-8") as makefile:
        return re.search(r"^VERSION\s*=\s*(\S+)", makefile.read(), re.M).group(1)


setup(version=version(), cmdclass={"build_py": Build, "bdist_wheel": Wheel}, distclass=Binary)
