"""The texts of games of backgammon."""
