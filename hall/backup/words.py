"""What the desk and the commands say about backups."""

from __future__ import annotations

import errno

from django.utils.translation import gettext as _

FULL, GONE, FILE, CLOSED, OTHER = "full", "gone", "file", "closed", "other"
"""Codes for why a backup failed: disk full, folder missing, a file in its place, not writable, anything else."""


def cure(code: str, folder: str) -> str:
    """Why nothing could be written into this folder, and what to do."""
    cures = {
        FULL: _("The disk with %(folder)s is full: make room on it, or set BACKUP_DIR to a folder on another one."),
        GONE: _("The folder %(folder)s is not there: plug in its disk or stick, or set BACKUP_DIR to another folder."),
        FILE: _("%(folder)s is a file, or lies in one, and not a folder: set BACKUP_DIR to a folder."),
        CLOSED: _("Pegboard may not write into %(folder)s: allow it, or set BACKUP_DIR to another folder."),
        OTHER: _("Run “python3 run.py backup” on the site’s computer: it says what is wrong."),
    }
    return cures.get(code, cures[OTHER]) % {"folder": folder}


def cure_of(exc: OSError, folder: str) -> str:
    """The same as `cure`, for an exception; in the words of the operating system if there is no code for it."""
    code = code_of(exc)
    if code != OTHER:
        return cure(code, folder)
    return f"{folder}: {exc.strerror or exc}. Set BACKUP_DIR to a folder on another disk."


def code_of(exc: BaseException) -> str:
    """Why a backup could not be made, as one of the codes above; OTHER if no code fits."""
    number = exc.errno if isinstance(exc, OSError) else None
    return _CODES.get(number or 0, OTHER)


_CODES = {
    errno.ENOSPC: FULL,
    getattr(errno, "EDQUOT", errno.ENOSPC): FULL,
    errno.ENOENT: GONE,
    errno.EEXIST: FILE,
    errno.ENOTDIR: FILE,
    errno.EACCES: CLOSED,
    errno.EPERM: CLOSED,
    errno.EROFS: CLOSED,
}
