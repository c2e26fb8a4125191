"""A variant against its base on the same deals (common random numbers): everything from the deals' differences."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from simkit.stats.arrays import CHUNK, Bools, Floats, as_matrix, check_level, check_positive
from simkit.stats.intervals import max_t_quantile, mean_interval, t_quantile
from simkit.stats.moments import Moments, merge, moments


@dataclass(frozen=True)
class PairedResult:
    """Variant minus base, by column (seat or metric). Arrays float64 (columns,), intervals (columns, 2).

    base, variant: the two means. difference, se: of the mean difference. interval: 95 % for one column.
    simultaneous: 95 % for all columns (of all variants, where they were compared together). equivalence: 90 %.
    p: two-sided paired t-test (1 where all differences are 0, 0 where they are all the same other number).
    correlation: between the arms over deals (nan where an arm does not vary). variance_ratio: Var(D) / (Var base +
    Var variant), the variance against unpaired arms of the same size; saved = 1 - ratio. hurt: ratio above 1, common
    random numbers cost precision here.
    """

    deals: int
    base: Floats
    variant: Floats
    difference: Floats
    se: Floats
    interval: Floats
    simultaneous: Floats
    equivalence: Floats
    critical: float
    p: Floats
    correlation: Floats
    variance_ratio: Floats
    hurt: Bools

    @property
    def saved(self) -> Floats:
        """Share of the unpaired variance that pairing saved, (columns,); nan where nothing varies."""
        return 1 - self.variance_ratio

    def equivalent(self, margin: float) -> Bools:
        """Whether each column's 90 % interval lies inside -+ margin: two one-sided tests of 5 %."""
        check_positive(margin, "margin")
        return (self.equivalence[:, 0] > -margin) & (self.equivalence[:, 1] < margin)

    def equivalence_p(self, margin: float) -> Floats:
        """p-value (columns,) of the two one-sided paired t-tests of |difference| >= margin (Schuirmann 1987)."""
        check_positive(margin, "margin")
        scale = np.where(self.se > 0, self.se, np.finfo(np.float64).tiny)
        closer = (margin - np.abs(self.difference)) / scale
        return np.asarray(stats.t.sf(np.clip(closer, -1e6, 1e6), self.deals - 1), dtype=np.float64)


def paired(variant: ArrayLike, base: ArrayLike, level: float = 0.95) -> PairedResult:
    """Compare one variant with its base; both (deals,) or (deals, columns) with the same deals in the same order.

    ValueError for different shapes, fewer than two deals, or values that are not finite.
    """
    return compare_variants(base, {"variant": variant}, level)["variant"]


def compare_variants(
    base: ArrayLike, variants: Mapping[str, ArrayLike], level: float = 0.95
) -> dict[str, PairedResult]:
    """Compare several variants with one base, with bands simultaneous over all variants and columns (max-|t|).

    base and each variant: (deals,) or (deals, columns), paired row by row. ValueError as ``paired``, or for none.
    """
    check_level(level)
    if not variants:
        raise ValueError("no variants to compare")
    first = as_matrix(base, "base")
    others = {name: as_matrix(rows, name) for name, rows in variants.items()}
    for name, rows in others.items():
        if rows.shape != first.shape:
            raise ValueError(f"{name} has shape {rows.shape}; expected that of the base, {first.shape}")
    if first.shape[0] < 2:
        raise ValueError("a paired comparison needs at least 2 deals")
    return compare_prefixes(first, others, level)


def compare_prefixes(
    base: Floats, variants: Mapping[str, Floats], level: float = 0.95, families: int = 1
) -> dict[str, PairedResult]:
    """As ``compare_variants`` where arms may end after different numbers of deals, at least 2 each.

    Each variant is compared over the first deals that it and the base have; the correlations behind ``simultaneous``
    come from those that all have. families: comparisons of this kind made together, between which the error of
    ``simultaneous`` is shared out (Bonferroni).
    """
    common = min(len(base), *(len(rows) for rows in variants.values()))
    joint = _differences(base[:common], [rows[:common] for rows in variants.values()])
    critical = max_t_quantile(joint.covariance, 1 - (1 - level) / families, common)
    results = {}
    for name, rows in variants.items():
        before, after = base[: len(rows)], rows[: len(base)]
        own = _differences(before, [after])
        results[name] = _result(moments(before), moments(after), own, critical, level)
    return results


def _differences(base: Floats, variants: list[Floats]) -> Moments:
    """Joint moments of all differences, without holding them all at once."""
    total: Moments | None = None
    for start in range(0, base.shape[0], CHUNK):
        part = slice(start, start + CHUNK)
        own = moments(np.hstack([rows[part] - base[part] for rows in variants]))
        total = own if total is None else merge(total, own)
    assert total is not None
    return total


def _result(before: Moments, after: Moments, D: Moments, critical: float, level: float) -> PairedResult:
    both = before.sd**2 + after.sd**2
    product = before.sd * after.sd
    covariance = (both - D.sd**2) / 2
    nothing = np.full(D.columns, np.nan)
    ratio = np.divide(D.sd**2, both, out=nothing.copy(), where=both > 0)
    t = np.divide(np.abs(D.mean), D.se, out=np.where(D.mean == 0, 0.0, np.inf), where=D.se > 0)
    return PairedResult(
        deals=D.deals,
        base=before.mean,
        variant=after.mean,
        difference=D.mean,
        se=D.se,
        interval=mean_interval(D, t_quantile(level, D.deals)),
        simultaneous=mean_interval(D, critical),
        equivalence=mean_interval(D, t_quantile(2 * level - 1, D.deals)),
        critical=critical,
        p=np.asarray(2 * stats.t.sf(t, D.deals - 1), dtype=np.float64),
        correlation=np.divide(covariance, product, out=nothing, where=product > 0),
        variance_ratio=ratio,
        hurt=np.nan_to_num(ratio) > 1,
    )
