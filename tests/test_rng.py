"""Random streams: bit-equal to NumPy's SFC64, unbiased, and independent of one another."""

import numpy as np
import pytest
from numpy.random import SFC64
from scipy import stats

from simkit import rng


def numpy_stream(purpose: int, seed: int, deal: int, number: int) -> SFC64:
    """NumPy's generator in the state that three seed words and twelve rounds lead to."""
    generator = SFC64()
    state = generator.state
    state["state"]["state"] = np.array([seed, deal, (purpose << 32) | number, 1], np.uint64)
    state["has_uint32"] = 0
    generator.state = state
    generator.random_raw(rng.WARM_UP)
    return generator


@pytest.mark.parametrize("key", [(0, 0, 0, 0), (1, 2**62, 5, 7), (3, 20261130, 2**40, 1003)])
def test_a_stream_equals_numpys_sfc64_bit_for_bit(key: tuple[int, int, int, int]) -> None:
    streams = np.zeros((2, 4), np.uint64)
    rng.seed_stream(streams, 1, *key)
    expected = numpy_stream(*key)
    ours = [int(rng._next64(streams, 1)) for _ in range(1000)]
    assert ours == [int(word) for word in expected.random_raw(1000)]
    assert not streams[0].any()


def test_compiled_and_plain_bodies_agree() -> None:
    a, b = np.zeros((1, 4), np.uint64), np.zeros((1, 4), np.uint64)
    rng.seed_stream(a, 0, 0, 12345, 6, 7)
    rng.seed_stream(b, 0, 0, 12345, 6, 7)
    for number in range(1000):
        assert int(rng._next64_compiled(a, 0)) == rng._next64_plain(b, 0)
        assert int(rng._mix_compiled(a[0, 0], number)) == rng._mix_plain(b[0, 0], number)


def test_below_is_uniform() -> None:
    """Chi-square of 70,000 draws over 7 values: a fixed seed, and a bound that one seed in 1,000 would exceed."""
    streams = np.zeros((1, 4), np.uint64)
    rng.seed_stream(streams, 0, 0, 1, 2, 3)
    draws = [rng.below(streams, 0, 7) for _ in range(70_000)]
    counts = np.bincount(draws, minlength=7)
    assert counts.sum() == 70_000
    assert stats.chisquare(counts).pvalue > 0.001


def test_uniform_has_mean_one_half() -> None:
    """The mean of 50,000 draws lies within 4 standard errors (1/sqrt(12 n)) of 1/2."""
    streams = np.zeros((1, 4), np.uint64)
    rng.seed_stream(streams, 0, 0, 9, 9, 9)
    draws = np.array([rng.uniform(streams, 0) for _ in range(50_000)])
    assert ((draws >= 0) & (draws < 1)).all()
    assert abs(draws.mean() - 0.5) < 4 / np.sqrt(12 * draws.size)


def test_weighted_pick_follows_the_weights() -> None:
    streams = np.zeros((1, 4), np.uint64)
    rng.seed_stream(streams, 0, 0, 4, 4, 4)
    weights = np.array([1.0, 0.0, 3.0, 6.0])
    counts = np.bincount([rng.weighted(streams, 0, weights, 4) for _ in range(20_000)], minlength=4)
    assert counts[1] == 0
    assert stats.chisquare(counts[[0, 2, 3]], [2_000, 6_000, 12_000]).pvalue > 0.001


def test_shuffle_is_uniform_over_orders() -> None:
    streams = np.zeros((1, 4), np.uint64)
    rng.seed_stream(streams, 0, 0, 5, 5, 5)
    seen: dict[tuple[int, ...], int] = {}
    for _ in range(12_000):
        items = np.arange(4)
        rng.shuffle(streams, 0, items, 4)
        order = tuple(int(item) for item in items)
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 24
    assert stats.chisquare(list(seen.values())).pvalue > 0.001


def ordered(deal: int, pieces: list[tuple[int, int]]) -> list[tuple[int, int]]:
    streams = np.zeros((1, 4), np.uint64)
    rng.seed_stream(streams, 0, 0, 77, deal, 0)
    keys = np.array([rng.piece_key(streams, 0, kind, copy) for kind, copy in pieces])
    items = np.arange(len(pieces))
    rng.sort_by_key(keys, items, len(pieces))
    assert (np.diff(keys) > 0).all()
    return [pieces[item] for item in items]


def test_removing_a_piece_keeps_the_order_of_the_others() -> None:
    pieces = [(kind, copy) for kind in range(5) for copy in range(12)]
    for deal in range(50):
        order = ordered(deal, pieces)
        fewer = ordered(deal, pieces[:-3])
        assert fewer == [piece for piece in order if piece in pieces[:-3]]


def test_ordering_by_keys_puts_every_piece_first_equally_often() -> None:
    pieces = [(kind, 0) for kind in range(6)]
    first = np.bincount([ordered(deal, pieces)[0][0] for deal in range(6_000)], minlength=6)
    assert stats.chisquare(first).pvalue > 0.001


def test_streams_of_neighbouring_keys_are_uncorrelated() -> None:
    """First outputs of neighbouring deals, seeds and numbers: |r| < 4 / sqrt(n)."""
    n = 5_000
    streams = np.zeros((1, 4), np.uint64)

    def firsts(keys: list[tuple[int, int, int, int]]) -> np.ndarray:
        values = []
        for key in keys:
            rng.seed_stream(streams, 0, *key)
            values.append(rng.uniform(streams, 0))
        return np.array(values)

    base = firsts([(0, 1, deal, 0) for deal in range(n)])
    for other in (
        firsts([(0, 1, deal + 1, 0) for deal in range(n)]),
        firsts([(0, 2, deal, 0) for deal in range(n)]),
        firsts([(0, 1, deal, 1) for deal in range(n)]),
        firsts([(1, 1, deal, 0) for deal in range(n)]),
    ):
        assert abs(np.corrcoef(base, other)[0, 1]) < 4 / np.sqrt(n)


def test_rekey_depends_on_the_key_alone() -> None:
    a, b = np.zeros((3, 4), np.uint64), np.ones((3, 4), np.uint64)
    rng.rekey(a, 5)
    rng.rekey(b, 5)
    assert np.array_equal(a, b)
    rng.rekey(b, 6)
    assert not np.array_equal(a, b)
