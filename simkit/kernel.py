"""The one decorator for compiled code, and the folder its cache lives in.

Two kinds of compiled function exist. A *kernel* is called from other kernels only; its machine code becomes part of
its callers, so it needs no cache of its own. An *entry* is called from Python; it is cached on disk with everything it
calls.

numba decides whether a cached entry is still valid by looking at the entry's own file alone. Two measures make up for
that: the cache folder is named by a hash of the core's kernel sources (this module and its siblings), the library
versions and the compiler flags; and each game's STATE record carries a field named by the hash of that game's sources
(see :func:`simkit.contract.state_dtype`), so an edited game has another type and is compiled again, alone.
"""

import hashlib
import os
import tempfile
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba.core.types import unliteral

F = TypeVar("F", bound=Callable[..., Any])

CORE_SOURCES = (
    "kernel.py",
    "bits.py",
    "rng.py",
    "contract.py",
    "policy.py",
    "rows.py",
    "engine.py",
    "position.py",
    "checking.py",
    "lookahead.py",
    "general.py",
)

_SETTINGS: Any = numba.config

DISABLED = bool(_SETTINGS.DISABLE_JIT)
"""True where NUMBA_DISABLE_JIT=1: every kernel then runs as plain Python."""


def source_hash(files: list[Path]) -> str:
    """Hash of the names and contents of source files: 12 hexadecimal digits."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()[:12]


def _flags() -> str:
    names = ("OPT", "BOUNDSCHECK", "CPU_NAME", "CPU_FEATURES", "DEBUGINFO")
    return repr([(name, getattr(_SETTINGS, name, None)) for name in names])


def _user_cache() -> Path:
    if chosen := os.environ.get("NUMBA_CACHE_DIR"):
        return Path(chosen)
    if base := os.environ.get("XDG_CACHE_HOME"):
        return Path(base)
    return Path.home() / ".cache"


def _writable(folder: Path) -> bool:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def _cache_folder() -> Path:
    """The cache folder of this version of the core; a temporary one, with one warning, where none can be written."""
    here = Path(__file__).parent
    core = source_hash([here / name for name in CORE_SOURCES if (here / name).exists()])
    text = "|".join((core, numba.__version__, np.__version__, _flags()))
    name = hashlib.sha256(text.encode()).hexdigest()[:16]
    try:
        folder = _user_cache() / "simkit" / name
    except RuntimeError:  # no home folder is known
        folder = None
    if folder is not None and _writable(folder):
        return folder
    temporary = Path(tempfile.mkdtemp(prefix="simkit-cache-"))
    warnings.warn(
        f"the cache folder {folder} cannot be written: kernels are compiled again in every process "
        f"(set NUMBA_CACHE_DIR to a writable folder)",
        RuntimeWarning,
        stacklevel=2,
    )
    return temporary


CACHE_FOLDER = _cache_folder()


def kernel(function: F) -> F:
    """Compile a function that other kernels call. It releases no lock and has no cache of its own."""
    compiled = numba.njit(function)
    return cast(F, compiled if DISABLED else _of_plain_numbers(compiled))


def _of_plain_numbers(compiled: Any) -> Any:
    """Let constants in a call, such as ``f(state, 0)``, count as plain numbers.

    numba types them as literals and compiles a copy of the function, and of all it hands them on to, for each.
    """
    resolve = compiled.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        plain: Any = unliteral
        return resolve(tuple(plain(kind) for kind in args), {name: plain(kind) for name, kind in kws.items()})

    compiled.get_call_template = get_call_template
    return compiled


def first_class(function: Callable[..., Any], records: tuple[np.dtype[Any], ...]) -> Any:
    """Compile ``function(*records, int64) -> int64`` to a fixed signature, so that it can be handed on as a value.

    numba warns that such functions are experimental; they are tested here, so that one warning is switched off.
    """
    if DISABLED:
        return function
    warnings.filterwarnings("ignore", "First-class function type feature is experimental")
    arguments = [numba.from_dtype(record) for record in records]
    return numba.njit(numba.int64(*arguments, numba.int64))(function)


def entry(function: F) -> F:
    """Compile a function that Python calls: cached on disk, runs without the interpreter lock.

    numba reads its cache folder while it decorates; the setting is put back at once, so other packages keep theirs.
    """
    before = _SETTINGS.CACHE_DIR
    _SETTINGS.CACHE_DIR = str(CACHE_FOLDER)
    try:
        return cast(F, numba.njit(cache=True, nogil=True)(function))
    finally:
        _SETTINGS.CACHE_DIR = before
