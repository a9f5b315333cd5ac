"""The pruning laboratory: experiments with whole searches over suites of positions and over synthetic trees (docs/pruning.md)."""
