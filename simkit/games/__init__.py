"""The games that come with simkit, one line each."""

from simkit.games import kaivai as kaivai
from simkit.games import maldivia as maldivia
from simkit.games import mangrovia as mangrovia
from simkit.games import maori as maori
from simkit.games import mare_balticum as mare_balticum
