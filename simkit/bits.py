"""Sets of places as bits of an int64: lowest member, size. Each has a compiled and a plain body.

A set holds at most 62 places a word, so no operation ever touches the sign bit. The loop over a set is

    rest = places
    while rest:
        place = lowest(rest)
        rest &= rest - 1
"""

from typing import Any

import numba
from numba.core import types
from numba.extending import intrinsic, overload

MAX_PLACES = 62
"""Places a word can hold."""


def lowest(places: int) -> int:
    """The smallest member of a non-empty set."""
    places = int(places)
    return (places & -places).bit_length() - 1


def popcount(places: int) -> int:
    """The number of members."""
    return int(places).bit_count()


@intrinsic
def _cttz(typingctx: Any, value: Any) -> Any:
    """Count of trailing zero bits: one machine instruction (a loop of shifts halves a game's speed)."""

    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], context.get_constant(types.boolean, False))

    return types.int64(types.int64), codegen


@intrinsic
def _ctpop(typingctx: Any, value: Any) -> Any:
    def codegen(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.ctpop(args[0])

    return types.int64(types.int64), codegen


@overload(lowest, inline="always")
def _lowest(places):  # type: ignore[no-untyped-def]
    return lambda places: _cttz(numba.int64(places))  # type: ignore[call-arg]


@overload(popcount, inline="always")
def _popcount(places):  # type: ignore[no-untyped-def]
    return lambda places: _ctpop(numba.int64(places))  # type: ignore[call-arg]
