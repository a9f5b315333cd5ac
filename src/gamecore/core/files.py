"""Files: the folder of shipped data, reads that never wait, atomic writes, and locks."""
import errno
import os
import re
import stat
from _thread import RLock
from contextlib import contextmanager, suppress

try:
    import fcntl
except ImportError:                  # Windows
    fcntl = None

PACKAGE = os.path.dirname(os.path.dirname(__file__))
DATA = os.path.join(PACKAGE, "data")             # what ships with the package
WEB = os.path.join(PACKAGE, "web")               # the files of the page
PART = ".part"                       # the end of an incomplete file's name
NONBLOCK, NOFOLLOW = (getattr(os, name, 0) for name in ("O_NONBLOCK", "O_NOFOLLOW"))       # Windows has neither


def renew_loading():
    """Makes the lock, and makes a new one in a forked process, since a thread of the parent may hold the old one."""
    global loading
    loading = RLock()                # held by the thread that loads what all engines share


renew_loading()
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=renew_loading)


def checked_path(path):
    """Returns the path as text.

    Raises
    ------
    OSError
        If no file can have this name.
    """
    path = os.fsdecode(path)
    try:
        if b"\0" not in os.fsencode(path):
            return path
    except UnicodeEncodeError:
        pass
    raise OSError(errno.EINVAL, "No file can have this name", path)


def open_binary(path):
    """Opens a file for reading bytes.

    Raises
    ------
    OSError
        If it cannot be opened, or is a pipe or a device, on which a reader may wait for ever.
    """
    file = open(checked_path(path), "rb", opener=lambda name, flags: os.open(name, flags | NONBLOCK))
    check_regular(file, path)
    return file


def check_regular(file, path, refusal="Not a regular file"):
    """Closes an open file and raises OSError if it is a pipe or a device."""
    if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
        file.close()
        raise OSError(errno.EINVAL, refusal, path)


def read_text(path, refused):
    """Returns the text of a file without its byte-order mark.

    Raises `refused`, a class of errors, if it is not text, or OSError.
    """
    try:
        with open(checked_path(path), encoding="utf-8-sig") as file:
            return file.read()
    except UnicodeDecodeError as error:
        raise refused(f"{os.fspath(path)!r} is not text: {error.reason}") from error


def commented_lines(path, refused):
    """Yields the number, from 1, and the text of each line of a file that is not empty without its comment.

    A comment begins with # after a blank. The errors are those of read_text.
    """
    for number, line in enumerate(read_text(path, refused).splitlines(), 1):
        if text := re.split(r"(?:^|\s)#", line, maxsplit=1)[0].strip():         # a move such as Qh5# has no comment
            yield number, text


def read_data(name):
    """Returns the text of a file that ships with the package."""
    with open(os.path.join(DATA, name), encoding="utf-8") as file:
        return file.read()


@contextmanager
def atomic_file(path, binary=False):
    """Opens a file for writing. The file gets its name when it is complete; after an error the old file remains.

    Until then its name ends in .part, and it is locked. A part file left by a killed process is overwritten. The new
    file has the permissions of the old one, and is always writable by its owner. Devices and pipes are written to
    directly.

    Raises
    ------
    OSError
        If the file cannot be written, or another process is writing it; the error's `filename` is the path as given.
    """
    target = os.path.realpath(checked_path(path))
    direct = os.path.exists(path) and (not os.path.isfile(path) or is_descriptor(path))
    part = target + PART
    mode = {"mode": "ab"} if binary else {"mode": "a", "encoding": "utf-8", "newline": ""}
    file = None
    try:
        with blaming(path):
            file = open(path, **mode) if direct else open_part(part, mode)
            if not direct and os.path.exists(target):    # the new file keeps the old one's permissions
                os.chmod(part, stat.S_IMODE(os.stat(target).st_mode) | stat.S_IWUSR)
        yield file
        with blaming(path):
            if not direct:
                file.flush()
                os.fsync(file.fileno())
                if fcntl is None:                        # Windows cannot rename an open file
                    file.close()
                os.replace(part, target)
                sync_directory(os.path.dirname(target))
            file.close()
    except BaseException:
        if file is not None:
            with suppress(OSError):
                file.close()
        if not direct:                                   # a signal may arrive before `file` is assigned
            remove_part(part)
        raise


def write_atomically(path, data):
    """Writes a file of bytes as `atomic_file` does."""
    with atomic_file(path, binary=True) as file:
        file.write(data)


def open_part(path, mode):
    """Opens an empty file that no other process writes; it is new, or was left by a killed process. Pipes are
    refused."""
    while True:
        file = open(path, opener=lambda name, flags: os.open(     # reading as well, so that no pipe waits for a reader
            name, flags & ~os.O_WRONLY | os.O_RDWR | NOFOLLOW | NONBLOCK, 0o666), **mode)
        try:
            check_regular(file, path, f"The {PART} file beside it is not a regular file")
            lock(file.fileno(), path)
            if is_name_of(path, file):
                file.truncate(0)
                return file
        except BaseException:
            file.close()
            raise
        file.close()                                     # another writer has finished it meanwhile


def remove_part(path):
    """Removes an incomplete file, unless another process is writing it."""
    with suppress(OSError):
        if fcntl is None:                                # Windows cannot remove an open file
            os.unlink(path)
            return
        with open(path, "rb", opener=lambda name, flags: os.open(name, flags | NOFOLLOW | NONBLOCK)) as file:
            check_regular(file, path)
            lock(file.fileno(), path)
            if is_name_of(path, file):
                os.unlink(path)


def is_descriptor(path):
    """Whether a name, such as /dev/stdout, refers to an open file of a process. Such a file must not be replaced, even
    if it is a regular file."""
    folder, name = os.path.split(os.path.abspath(path))
    path = os.path.join(os.path.realpath(folder), name)
    return path.startswith(("/dev/fd/", "/proc/")) or (
        os.path.islink(path) and is_descriptor(os.path.join(os.path.dirname(path), os.readlink(path))))


def is_name_of(path, file):
    """Whether an open file still has this name."""
    try:
        return os.path.samestat(os.lstat(path), os.fstat(file.fileno()))
    except FileNotFoundError:
        return False


def sync_directory(path):
    """Makes a new name in the directory durable, if the file system supports this."""
    with suppress(OSError):
        descriptor = os.open(path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def lock(descriptor, path):
    """Locks an open file or directory until it is closed or its process ends.

    On systems and file systems without locks this function does nothing.

    Raises
    ------
    BlockingIOError
        If another writer has locked it.
    """
    if fcntl is None:
        return
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise BlockingIOError(errno.EAGAIN, "In use by another writer", path) from error
    except OSError:
        pass


@contextmanager
def locked(path):
    """Locks a directory or a file; the file is created if necessary. Devices and pipes are not locked.

    Raises
    ------
    OSError
        If it cannot be opened; a BlockingIOError if another writer has locked it.
    """
    path = checked_path(path)
    if fcntl is None or os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
        yield
        return
    descriptor = os.open(path, os.O_RDONLY | (0 if os.path.isdir(path) else os.O_CREAT), 0o666)
    try:
        lock(descriptor, path)
        yield
    finally:
        os.close(descriptor)


def append_atomically(path, text):
    """Appends a text to a file atomically; after an error, even Ctrl-C, the file has its old length.

    Raises
    ------
    OSError
        If the file cannot be written; the error's `filename` is the path as given.
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


def lines_and_rest(path):
    """Returns the lines of a file that grows by `append_atomically`, without their ends, and the text after the last
    line.

    A killed process may leave such a text; `remove_rest` removes it. If there is no regular file, both are empty.
    """
    if not os.path.isfile(checked_path(path)):
        return [], ""
    with open(path, "rb") as file:
        *lines, rest = file.read().decode(errors="replace").split("\n")
    return lines, rest


def remove_rest(path):
    """Removes the text after the last end of a line, if this is a regular file."""
    if os.path.isfile(path):
        with open(path, "rb") as file:
            length = file.read().rfind(b"\n") + 1
        os.truncate(path, length)


@contextmanager
def blaming(path):
    """Replaces the file name in errors by the name that the user gave."""
    try:
        yield
    except OSError as error:
        raise type(error)(error.errno, error.strerror, os.fspath(path)) from error
