"""simkit: Monte Carlo simulation and balance analysis of board games."""
