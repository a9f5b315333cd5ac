"""The commands of `gamecore`, one per file, each with HELP, configure(parser) and run(args, console) -> exit code."""
