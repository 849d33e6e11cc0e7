"""`python -m cairn` is the command `cairn`."""

from __future__ import annotations

if __name__ == "__main__":
    try:
        from cairn.cli.main import main

        main()
    except KeyboardInterrupt:  # while modules are imported: what comes later is answered in `main`
        raise SystemExit(130) from None
