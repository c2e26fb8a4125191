"""Estimators and tests for balance studies: arrays in, frozen dataclasses out.

numpy and scipy only; knows no game and no file. The seat is the unit, the deal with its rotations is the
independent sample. Each module's docstring says what it answers:

seats, verdict, stopping, sequence, power: is a seat favoured, are the games enough to say so, also while one watches
paired, multiple: what does a variant change, among many comparisons
ties, scores, flow: shared wins, scores, margins, lengths; leads, comebacks, snowballs, options without a choice
logit, components, pool: who wins given seat, policy and circumstance; cards and tokens; styles against each other
neighbours: who sits beside whom
handicap, luck: points that would even the seats; what chance explains
layouts, sensitivity, stability: boards and numbers that nobody knows for sure; does a finding hold across settings
arrays, moments, intervals: what the others share
"""
