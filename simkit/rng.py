"""Named random streams: SFC64 (Chris Doty-Humphrey, PractRand), bit-equal to NumPy's.

A stream is four uint64 words in a row of a record's field ``streams``: shape (number of streams, 4), dtype uint64. Its
key (purpose, study seed, deal, stream) is all that decides what it yields, so any game can be replayed alone and two
variants of a game meet the same chance. uint64 arithmetic happens in this module only; what leaves it is int64 or
float64. Each function has a compiled body and a plain one (NUMBA_DISABLE_JIT=1) with the same results.
"""

from typing import Any

import numpy as np

from simkit.kernel import DISABLED, kernel

PLAY, TUNE, LOOKAHEAD, LAYOUT = 0, 1, 2, 3
"""Purposes: they keep reported games, tuning, look-ahead and random layouts on separate streams."""

WARM_UP = 12
_MASK = (1 << 64) - 1

_U3, _U11, _U24, _U40, _U32 = np.uint64(3), np.uint64(11), np.uint64(24), np.uint64(40), np.uint64(32)
_ONE, _LOW32 = np.uint64(1), np.uint64(0xFFFFFFFF)
_U27, _U30, _U31 = np.uint64(27), np.uint64(30), np.uint64(31)
_MIX1, _MIX2 = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@kernel
def _next64_compiled(streams: Any, which: int) -> Any:
    a = streams[which, 0]
    b = streams[which, 1]
    c = streams[which, 2]
    d = streams[which, 3]
    out = a + b + d
    streams[which, 0] = b ^ (b >> _U11)
    streams[which, 1] = c + (c << _U3)
    streams[which, 2] = ((c << _U24) | (c >> _U40)) + out
    streams[which, 3] = d + _ONE
    return out


def _next64_plain(streams: Any, which: int) -> Any:
    a, b, c, d = (int(word) for word in streams[which])
    out = (a + b + d) & _MASK
    streams[which, 0] = b ^ (b >> 11)
    streams[which, 1] = (c + (c << 3)) & _MASK
    streams[which, 2] = ((((c << 24) | (c >> 40)) & _MASK) + out) & _MASK
    streams[which, 3] = (d + 1) & _MASK
    return out


@kernel
def _mix_compiled(key: Any, number: int) -> Any:
    z = key + np.uint64(number) * _GOLDEN
    z = (z ^ (z >> _U30)) * _MIX1
    z = (z ^ (z >> _U27)) * _MIX2
    return z ^ (z >> _U31)


def _mix_plain(key: Any, number: int) -> Any:
    z = (int(key) + (int(number) & _MASK) * int(_GOLDEN)) & _MASK
    z = ((z ^ (z >> 30)) * int(_MIX1)) & _MASK
    z = ((z ^ (z >> 27)) * int(_MIX2)) & _MASK
    return z ^ (z >> 31)


_next64: Any = _next64_plain if DISABLED else _next64_compiled
_mix: Any = _mix_plain if DISABLED else _mix_compiled  # SplitMix64's finaliser (Steele, Lea, Flood 2014)


@kernel
def seed_stream(streams: Any, which: int, purpose: int, seed: int, deal: int, number: int) -> None:
    """Start ``streams[which]`` from the key (purpose, seed, deal, number): three words, 12 rounds, as SFC64 does.

    seed, deal: int64 >= 0; purpose, number: small int64 >= 0. Changes the row in place.
    """
    streams[which, 0] = np.uint64(seed)
    streams[which, 1] = np.uint64(deal)
    streams[which, 2] = (np.uint64(purpose) << _U32) | np.uint64(number)
    streams[which, 3] = _ONE
    for _ in range(WARM_UP):
        _next64(streams, which)


@kernel
def rekey(streams: Any, key: int) -> None:
    """Replace every stream of a copied state by fresh ones that depend on ``key`` (int64 >= 0) alone."""
    for which in range(streams.shape[0]):
        seed_stream(streams, which, LOOKAHEAD, key, 0, which)


@kernel
def below(streams: Any, which: int, n: int) -> Any:
    """A uniform int64 in [0, n), 1 <= n < 2**32, without bias (Lemire 2019, arXiv 1805.10941)."""
    bound = np.uint64(n)
    product = (np.uint64(_next64(streams, which)) >> _U32) * bound
    if (product & _LOW32) < bound:
        threshold = ((_ONE << _U32) - bound) % bound
        while (product & _LOW32) < threshold:
            product = (np.uint64(_next64(streams, which)) >> _U32) * bound
    return np.int64(product >> _U32)


@kernel
def uniform(streams: Any, which: int) -> float:
    """A uniform float64 in [0, 1) with 53 random bits."""
    return np.float64(np.uint64(_next64(streams, which)) >> _U11) * (1.0 / 9007199254740992.0)


@kernel
def shuffle(streams: Any, which: int, items: Any, n: int) -> None:
    """Shuffle ``items[:n]`` in place (Fisher-Yates)."""
    for i in range(n - 1, 0, -1):
        j = below(streams, which, i + 1)
        kept = items[i]
        items[i] = items[j]
        items[j] = kept


@kernel
def weighted(streams: Any, which: int, weights: Any, n: int) -> int:
    """An index in [0, n) with probability proportional to ``weights[:n]`` (float64, not negative, sum > 0)."""
    total = 0.0
    for i in range(n):
        total += weights[i]
    rest = uniform(streams, which) * total
    for i in range(n - 1):
        rest -= weights[i]
        if rest < 0.0:
            return i
    return n - 1


@kernel
def piece_key(streams: Any, which: int, kind: int, copy: int) -> Any:
    """The sorting key of a physical piece: int64 in [0, 2**62), a function of the stream's present words and the piece.

    The stream is not advanced. Ordering a bag by these keys is a uniform shuffle in which adding or removing a piece
    leaves the order of the others as it was. kind, copy: int64 in [0, 1000).
    """
    return np.int64(np.uint64(_mix(streams[which, 0], 1 + kind * 1000 + copy)) >> np.uint64(2))


@kernel
def sort_by_key(keys: Any, items: Any, n: int) -> None:
    """Sort ``keys[:n]`` ascending and ``items[:n]`` along with them, in place (Shell's gaps; bags are small)."""
    gap = 1
    while gap < n // 3:
        gap = 3 * gap + 1
    while gap > 0:
        for i in range(gap, n):
            key = keys[i]
            item = items[i]
            j = i
            while j >= gap and keys[j - gap] > key:
                keys[j] = keys[j - gap]
                items[j] = items[j - gap]
                j -= gap
            keys[j] = key
            items[j] = item
        gap //= 3
