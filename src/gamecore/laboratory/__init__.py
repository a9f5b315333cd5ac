"""The laboratory: experiments with complete searches, on positions of games and on synthetic trees
(docs/pruning.md)."""
