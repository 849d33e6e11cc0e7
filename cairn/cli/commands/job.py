"""`cairn job`: see jobs.py."""

from __future__ import annotations

from cairn.cli.commands.jobs import job

command = job
