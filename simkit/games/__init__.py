"""The games that come with simkit, one line each."""

from simkit.games import maori as maori
from simkit.games import mare_balticum as mare_balticum
from simkit.games import mangrovia as mangrovia
