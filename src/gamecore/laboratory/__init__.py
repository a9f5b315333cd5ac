"""The pruning laboratory: experiments on whole searches, on positions and synthetic trees (docs/pruning.md)."""
