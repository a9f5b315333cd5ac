"""The commands of `gamecore`: a file a command, each with HELP, configure(parser) and run(args, console) -> exit
code."""
