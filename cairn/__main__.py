"""`python -m cairn` is the command `cairn`."""

from __future__ import annotations

from cairn.cli.main import main

if __name__ == "__main__":
    main()
