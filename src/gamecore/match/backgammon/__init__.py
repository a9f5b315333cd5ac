"""Matches of backgammon: games, records of play, rollouts."""
