"""The games that come with simkit, one line each."""

from simkit.games import mangrovia as mangrovia
from simkit.games import mare_balticum as mare_balticum
