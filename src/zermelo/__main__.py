"""`python -m zermelo` is the same as `zermelo`."""

import sys

from zermelo.cli import main

if __name__ == "__main__":
    sys.exit(main())
