"""Estimators and tests for balance studies: arrays in, frozen dataclasses out.

numpy, scipy and statsmodels only; knows no game and no file. The seat is the unit, the deal with its rotations is the
independent sample. Each module's docstring says what it answers:

seats, verdict, stopping, power: is a seat favoured, and are the games enough to say so
paired, multiple: what does a variant change
ties, scores: shared wins, scores, margins, lengths
"""
