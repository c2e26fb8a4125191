"""Place sets: compiled and plain bodies agree with Python's own arithmetic."""

from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.bits import MAX_PLACES, lowest, popcount
from simkit.kernel import kernel

SETS = st.integers(1, (1 << MAX_PLACES) - 1)


@kernel
def compiled_lowest(places: int) -> int:
    return lowest(places)


@kernel
def compiled_popcount(places: int) -> int:
    return popcount(places)


@settings(deadline=None)  # the first call compiles
@given(SETS)
def test_lowest_is_the_smallest_member(places: int) -> None:
    members = [i for i in range(MAX_PLACES) if places >> i & 1]
    assert lowest(places) == compiled_lowest(places) == members[0]
    assert popcount(places) == compiled_popcount(places) == len(members)
