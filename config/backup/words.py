"""What is said about backups at the desk and by the commands."""

from __future__ import annotations

from django.utils.translation import gettext as _

FULL, GONE, CLOSED, OTHER = "full", "gone", "closed", "other"
"""Why a backup could not be made: no room, no such folder, one that may not be written, anything else."""


def cure(code: str, folder: str) -> str:
    """Why nothing could be written into this folder, and what to do."""
    said = {
        FULL: _("The disk with %(folder)s is full: make room on it, or set BACKUP_DIR to a folder on another one."),
        GONE: _("The folder %(folder)s is not there: plug in its disk or stick, or set BACKUP_DIR to another folder."),
        CLOSED: _("Pegboard may not write into %(folder)s: allow it, or set BACKUP_DIR to another folder."),
        OTHER: _("Run “python3 run.py backup” on the site’s computer: it says what is wrong."),
    }
    return said.get(code, said[OTHER]) % {"folder": folder}
