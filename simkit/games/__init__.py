"""The games that come with simkit, one line each."""

from simkit.games import kaivai

__all__ = ["kaivai"]
