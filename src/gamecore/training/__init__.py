"""Self-play, and the fitting of weights to what it shows."""
