"""The games that come with simkit, one line each."""
