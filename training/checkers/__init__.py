"""The recipe of checkers: self-play, study, the fits of the patterns and of the network."""
