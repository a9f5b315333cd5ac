"""Self-play and the fitting of weights to its games."""
