"""The methods text: the formulas that simkit.stats used for this page."""

from __future__ import annotations

from importlib.metadata import version
from typing import NamedTuple

from markupsafe import Markup

from simkit.report import words
from simkit.report.study import Study

LIBRARIES = ("numpy", "scipy", "pandas", "matplotlib")


class Method(NamedTuple):
    """A method with its formula as HTML; ``needs`` names the part of a study without which it is left out."""

    heading: str
    body: str
    needs: str = ""


METHODS = (
    Method(
        "Unit",
        "The deal is the independent unit: all its rotations share their luck. W<sub>b</sub> is the vector "
        "of the "
        "seats' win shares of deal b, averaged over its rotations; a win shared by k seats gives each 1/k, "
        "so the "
        "shares of a deal sum to 1. p = mean of W<sub>b</sub> over B deals, S = their covariance (divisor B "
        "− 1).",
    ),
    Method(
        "Intervals",
        "p<sub>s</sub> ± t √(S<sub>ss</sub>/B), Student's t with B − 1 degrees of freedom; Wilson's "
        "interval where "
        "fewer than 10 wins or losses were seen. For all seats at once t is replaced by the 95 % quantile "
        "of the "
        "largest |t| of the seats, jointly normal with the correlations of S (131,072 draws of a fixed "
        "seed).",
    ),
    Method(
        "Test of equal seats",
        "Wald: B d′ S⁺ d with d = p − 1/k, against chi-square with k − 1 degrees of freedom (Hotelling's F "
        "below "
        "1,000 deals). Effect size: Cohen's w = √(k Σ d²), less its mean under noise alone.",
    ),
    Method(
        "Verdict",
        "With the margin of {margin} pp: advantage (disadvantage) where the 95 % interval for all seats at "
        "once lies "
        "above (below) the margin around 1/k; balanced where the 90 % interval lies within it (two "
        "one-sided tests "
        "of 5 %); else undecided. More games needed: deals until the nearer of the two would be decided with "
        "probability 0.9 if the truth is the share found, ((critical value + z<sub>0.9</sub>) SD / "
        "distance)².",
    ),
    Method(
        "Handicap",
        "The points c, given to all other seats, at which the seat's share in the stored scores (with their "
        "tie keys) "
        "crosses 1/k, read linearly between half points; its interval holds every c at which the 95 % "
        "interval of the "
        "share holds 1/k.",
    ),
    Method(
        "Stalled games",
        "A deal in which a game was ended by a cap leaves the shares with all its rotations and paired "
        "arms. The "
        "range is that of the shares if all stalled games had gone against, or for, a seat; where the "
        "verdict "
        "changes within it, the seat is undecided.",
    ),
    Method(
        "Means and quantiles",
        "Scores, counters and lengths: mean over deals ± t SE; quantiles over games. Columns “winner” weigh "
        "each "
        "seat by its win share. Rates of games: Wilson's interval, with "
        "the deals as n.",
    ),
    Method(
        "Leader",
        "After each tenth of the rounds the seat with the highest standing leads (the score if the game "
        "ended "
        "there, open choices at their expectation); level seats share. A lead change is a finished round "
        "after "
        "which the set of leaders differs from that before.",
    ),
    Method(
        "Variants",
        "D<sub>b</sub> = W<sub>b</sub>(variant) − W<sub>b</sub>(base) on the same deal; mean ± t SD(D)/√B. "
        "For all seats, "
        "variants and settings at once: t is the 95 % quantile of the largest |t| of a setting's differences, at a "
        "level that shares the 5 % out between the settings. Variance "
        "saved = 1 − Var(D) / (Var(base) + Var(variant)); negative where pairing cost precision.",
        "variants",
    ),
    Method(
        "Layouts",
        "Layouts are the unit: verdicts as for seats from the L layouts' shares, t with L − 1 degrees of "
        "freedom, "
        "SE² = S²/L + C; C is the error that the layouts share by playing the same deals, from the "
        "covariance between "
        "layouts over the first deals. Spread σ² = S² − (mean SE² − C); next layout: mean ± t √(σ² + S²/L + "
        "C). Robust: "
        "on at most 5 % of the layouts, drawn to their mean by the games' noise, a seat lies on another "
        "side of the "
        "margin than on average.",
        "layouts",
    ),
    Method(
        "Policies",
        "Win share of a seat that a policy plays, averaged within each deal over its seats and rotations; "
        "intervals "
        "over deals.",
        "mixed",
    ),
    Method(
        "Styles",
        "Payoff of two styles: mean win share of a seat of the one less that of the other, in games where both sit; "
        "errors by deal. Ratings: P(seat s wins) ∝ exp(a<sub>s</sub> + b<sub>style(s)</sub>) (conditional logit, "
        "shared wins as fractions, sandwich errors by deal); Elo: the same for whole rankings (Plackett-Luce), 400/ln "
        "10 points a log-odds unit. Seat × style: Wald test of a<sub>s,style</sub> against a<sub>s</sub> + "
        "b<sub>style</sub>. "
        "Dominated: below another style's payoff against every style (largest one-sided p, Holm over pairs). Nash "
        "averaging (Balduzzi et al. 2018): the most even equilibrium of the log-odds; alpha-rank (Omidshafiei et al. "
        "2019): stationary law of evolution in a population of 50. Cyclic share: squared log-odds that no strength per "
        "style explains (Hodge), noise taken off.",
        "strategies",
    ),
    Method(
        "Neighbours",
        "Win share of the seat-games in which a policy has a given neighbour at a given place, averaged within each "
        "deal, less the policy's own mean over all seatings of the deal; ± t SE over deals (Wilson's interval of the "
        "share, less the mean, where it rests on fewer than 10 wins or losses). A neighbour's effect is "
        "the mean of these over the players who may have it there. For all differences of a table at once t is "
        "replaced by the 95 % quantile of their largest |t|. Raises (lowers): that interval lies beyond the margin; "
        "within the margin: the 90 % interval lies inside it.",
        "neighbours",
    ),
    Method(
        "Components",
        "Win shares over seat-games in which it was taken at least once, and in which it was offered and "
        "never "
        "taken. Difference: within each seat and policy, pooled with weights n n′ / (n + n′) (Mantel and "
        "Haenszel), "
        "± z SE, widened by √(k/(k − 1)) since seats of one game win at each other's cost, and by "
        "the root of the variance of a deal's mean share over that of as many single games since its games share "
        "luck. Shrunk: drawn to "
        "the mean "
        "of all components by their noise (normal-normal empirical Bayes).",
        "components",
    ),
    Method(
        "Components, adjusted",
        "For each component, the takings at which it was on offer: P(win) = 1/(1 + e<sup>−u</sup>), u = a + b "
        "taken + c lead + d progress + e lead × progress, an a for each seat and policy: the conditional logit of the "
        "seat that decides against the rest of its table. Difference: b × mean of P(1 − P); sandwich errors by deal. "
        "Shrunk as above; false discovery rate by Benjamini and Hochberg.",
        "components",
    ),
    Method(
        "Sweep",
        "Every point meets the deals of the base; its change is the mean difference over deals. Grid: a level's "
        "change is the mean over its points, ± t SE over deals of that same mean; p: Wald's test that a factor's "
        "levels are equal. "
        "Other designs: factors fitted together by least squares (numbers with many values in four bins), ± t on the "
        "residual spread and the error of the mean change, which all points share with the base. Screening "
        "by SALib: Morris' mean absolute elementary effects and their SD; Sobol' first "
        "and total indices without second order. A point that stalls in more than 10 % of its deals is left out.",
        "sweep",
    ),
    Method(
        "Components taken away",
        "For each component and place the deals are played again with that place's policy banned from it. Effect: mean "
        "of the base less the mean of the banned place, on the same deals and averaged over places; for win shares the "
        "former is 1/k. ± t SE over deals; all at once by the largest |t|; q after Benjamini and Hochberg; shrunk as "
        "above.",
        "ablation",
    ),
    Method(
        "Luck",
        "Pick-freeze: game j with all chance from set A, from set B, and from A with one source from B. Per source, "
        "first order: mean f<sub>B</sub>(f<sub>AB</sub> − f<sub>A</sub>) / V (Saltelli et al. 2010); total: mean "
        "(f<sub>A</sub> − f<sub>AB</sub>)² / 2V (Jansen 1999), summed over seats (Gamboa et al. 2014); intervals by "
        "bootstrap over deals. Parts of a result's variance: that of the means between seats (and policies, where each "
        "sits everywhere), less their noise; the first-order part of each source; the rest together. Spread over "
        "set-ups: σ² = variance of the set-ups' means − variance of their replays / replays.",
        "luck",
    ),
    Method(
        "Fair points",
        "Whole points, one number a seat, that bring the stored shares (with their tie keys) nearest to 1/k in "
        "squares, found by steps of one point; then played on fresh deals, which give the shares printed as played.",
        "replay",
    ),
    Method(
        "Ladder of players",
        "Along the rungs a seat's effect d = p − 1/k is fitted by weighted least squares on the number of the rung, "
        "with weights 1/SE². The effect changes sign where two rungs lie on different sides of 0, each by Holm's test "
        "at 5 %; else it grows or shrinks where the slope's 95 % interval leaves out 0 and no two rungs differ the "
        "other way (Holm over all pairs, 5 %); else it is uneven where rungs differ, or where a chi-square test at 5 % "
        "says that they do not lie on a line; else stable where the 90 % intervals of all differences of two rungs lie "
        "within ±{margin} pp, and undecided where they do not. The change from the first rung to the last is the "
        "difference of the two, not the line's. The luck of the "
        "set-up is (S²<sub>between</sub> − S²<sub>within</sub>/2) over the variance of one seat's result, from pairs "
        "of games with one set-up, summed over the seats; a pair is one independent unit. A step is one seat of a "
        "rung, rotated over all seats, against copies of the rung below.",
        needs="ladder",
    ),
    Method(
        "Looking ahead",
        "Up to 16 moves that the player's weights like best are tried. A playout draws anew all that the deciding seat "
        "cannot know and all later chance, plays the move, and lets the same weights play every seat to the end. The "
        "playouts of a decision are spread by successive halving (Karnin, Koren and Somekh 2013); the i-th playouts of "
        "all moves share their chance. The move that the weights like best always goes on, and another takes its place "
        "only where it leads by more than one standard error (the root of the wins of both).",
        needs="lookahead",
    ),
)


def formulas(study: Study) -> list[tuple[str, Markup]]:
    """Heading and text of each method that this page draws on."""
    present = {
        "": True,
        "variants": bool(study.variants),
        "layouts": bool(study.layouts),
        "mixed": bool(study.mixed),
        "strategies": bool(study.strategies),
        "neighbours": any(arm.data.sums.neighbours is not None for arm in study.main),
        "components": bool(study.game.components),
        **dict.fromkeys(("sweep", "ablation", "luck", "replay"), False),
        **{arm.role: True for arm in study.run.arms},
        "ladder": bool(study.ladder),
        "lookahead": any(policy.playouts for policy in study.policies.values()),
    }
    margin = words.number(100 * study.margin, 1)
    found = [
        (method.heading, Markup(method.body.replace("{margin}", margin)))
        for method in METHODS
        if present[method.needs]
    ]
    versions = ", ".join(f"{name} {version(name)}" for name in LIBRARIES)
    rounding = "Two significant digits of an interval decide rounding; the CSV tables have full precision."
    return [*found, ("Rounding and software", Markup(f"{rounding} {versions}."))]
