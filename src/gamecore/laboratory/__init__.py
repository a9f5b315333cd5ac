"""The pruning laboratory: experiments with whole searches, on positions and synthetic trees (docs/pruning.md)."""
