"""python -m training, which Ctrl-C ends without a traceback even while it is imported."""
import sys

if __name__ == "__main__":
    try:
        from training.command import main
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)                        # as a shell reports it
