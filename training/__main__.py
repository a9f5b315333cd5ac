"""The command `python -m training`. Ctrl-C ends it without a traceback, even during its imports."""
import sys

if __name__ == "__main__":
    try:
        from training.command import main
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)                        # as a shell reports it
