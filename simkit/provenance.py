"""Where results come from: versions, sources, components and the machine, for the manifest."""

import hashlib
import os
import platform
from importlib import metadata
from pathlib import Path
from typing import Any

from simkit.contract import Game
from simkit.kernel import CORE_SOURCES, source_hash
from simkit.tuned import NAME as TUNED

LIBRARIES = (
    "numpy",
    "numba",
    "llvmlite",
    "pyarrow",
    "pandas",
    "scipy",
    "matplotlib",
    "pydantic",
)


def kernel_hash(game: Game) -> str:
    """Stands for all code that decides a game: the core's kernels and the game's."""
    here = Path(__file__).parent
    core = source_hash([here / name for name in CORE_SOURCES])
    assert game.STATE.names is not None
    return f"{core}-{game.STATE.names[-1].rpartition('_')[2]}"


def package_hash() -> str:
    """SHA-256 of every Python source of the package: 64 hexadecimal digits."""
    digest = hashlib.sha256()
    here = Path(__file__).parent
    for file in sorted(here.rglob("*.py")):
        digest.update(file.relative_to(here).as_posix().encode() + b"\0" + file.read_bytes() + b"\0")
    return digest.hexdigest()


def component_hashes(game: Game) -> dict[str, str]:
    """SHA-256 of the data files beside the game's board module, by name; players' weights are no components."""
    file = getattr(game.board, "__file__", None)
    folder = Path(file).parent if file else None
    files = [path for path in sorted(folder.glob("*.toml")) if path.name != TUNED] if folder else []
    return {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in files}


def versions() -> dict[str, str]:
    """Python and the libraries that take part."""
    found = {"python": platform.python_version()}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    return found


def package_version() -> str:
    """simkit's own version."""
    try:
        return metadata.version("simkit")
    except metadata.PackageNotFoundError:
        return "not installed"


def machine() -> dict[str, Any]:
    """The computer in a few words."""
    return {
        "cpu": _cpu(),
        "cores": cores(),
        "system": f"{platform.system()} {platform.release()}",
        "architecture": platform.machine(),
    }


def cores() -> int:
    """Processor cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _cpu() -> str:
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
