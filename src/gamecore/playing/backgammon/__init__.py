"""Games of backgammon: their texts, annotation, matches and rollouts."""
