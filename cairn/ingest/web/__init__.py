"""Pages of the web: which may be asked for, and what comes back, within limits."""
