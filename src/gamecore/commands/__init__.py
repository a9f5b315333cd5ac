"""What `gamecore` can do: a file a command, each with HELP, configure(parser) and run(args, console) -> exit code."""
