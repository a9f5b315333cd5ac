"""Where shipped data lies, files that are read without waiting, and files that are written as a whole or not at all."""
import errno
import os
import stat
from contextlib import contextmanager, suppress

DATA = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data")        # what ships with the package


def checked_path(path):
    """The path as text.

    Raises
    ------
    OSError
        No file can have this name.
    """
    path = os.fsdecode(path)
    try:
        if b"\0" not in os.fsencode(path):
            return path
    except UnicodeEncodeError:
        pass
    raise OSError(errno.EINVAL, "No file can have this name", path)


def open_binary(path):
    """A file to read bytes from.

    Raises
    ------
    OSError
        It cannot be opened, or is a pipe or a device, on which a reader may wait for ever.
    """
    file = open(checked_path(path), "rb", opener=lambda name, flags: os.open(name, flags | os.O_NONBLOCK))
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, "Not a regular file", path)
    return file


@contextmanager
def whole_file(path, binary=False):
    """A file to write into, text or binary, which gets its name once it is complete; an error leaves the old file.

    Devices and pipes are written to directly.

    Raises
    ------
    OSError
        The file cannot be written; the error's `filename` is the path as it was given.
    """
    target = os.path.realpath(checked_path(path))
    # /dev/stdout may be a regular file in disguise, which must not be replaced.
    direct = os.path.abspath(path).startswith("/dev/") or (os.path.exists(target) and not os.path.isfile(target))
    temporary = path if direct else f"{target}.{os.getpid()}.part"
    with blaming(path):
        mode = "a" if direct else "x"
        file = open(temporary, mode + "b") if binary else open(temporary, mode, encoding="utf-8", newline="")
    try:
        yield file
        with blaming(path):
            file.close()
            if not direct:
                os.replace(temporary, target)
    except BaseException:
        with suppress(OSError):
            file.close()
        if not direct and os.path.exists(temporary):
            os.unlink(temporary)
        raise


def append_whole(path, text):
    """Adds a text to a file, as a whole or not at all: after an error, Ctrl-C included, the file has its old length.

    Raises
    ------
    OSError
        The file cannot be written; the error's `filename` is the path as it was given.
    """
    with blaming(path), open(checked_path(path), "ab", buffering=0) as file:
        length = file.tell() if file.seekable() else None
        data = memoryview(text.encode())
        try:
            while data:
                data = data[file.write(data):]
        except BaseException:
            if length is not None:
                with suppress(OSError):          # of a device, which has no length
                    file.truncate(length)
            raise


@contextmanager
def blaming(path):
    """Lets errors name the file as the user knows it."""
    try:
        yield
    except OSError as error:
        raise type(error)(error.errno, error.strerror, path) from error
