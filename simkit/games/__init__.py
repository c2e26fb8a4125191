"""The games that come with simkit, one line each."""

from simkit.games import maldivia as maldivia
