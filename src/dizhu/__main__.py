"""``python -m dizhu`` is the command ``dizhu``."""

from dizhu.cli import main

if __name__ == "__main__":
    main()
