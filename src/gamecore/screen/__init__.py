"""How things are shown in a terminal."""
