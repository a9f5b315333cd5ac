"""The recipe of checkers: self-play, study, and the fits of the patterns and of the network."""
