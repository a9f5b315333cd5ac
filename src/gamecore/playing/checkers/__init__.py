"""The texts of games of checkers."""
