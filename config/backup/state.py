"""Whether the last backup that was to be made by itself was made: kept in a small file, which has its size from the start, so that
it can say that the disk is full."""

from __future__ import annotations

import errno
import json
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from config.backup import words

SIZE = 2048


@dataclass(frozen=True, slots=True)
class Failure:
    """A backup that could not be made: when, why (a code of `words`), and where to."""

    at: str
    code: str
    folder: str

    @property
    def when(self) -> datetime:
        return datetime.fromisoformat(self.at)


def code_of(exc: BaseException) -> str:
    """Why a backup could not be made, as a code of `words`."""
    number = exc.errno if isinstance(exc, OSError) else None
    if number in (errno.ENOSPC, getattr(errno, "EDQUOT", None)) and number:
        return words.FULL
    if number in (errno.ENOENT, errno.ENOTDIR):
        return words.GONE
    return words.CLOSED if number in (errno.EACCES, errno.EPERM, errno.EROFS) else words.OTHER


def failed(exc: BaseException) -> Failure:
    return Failure(timezone.now().isoformat(timespec="seconds"), code_of(exc), str(settings.BACKUP_DIR)[:500])


def note(failure: Failure | None) -> None:
    """Keep this failure, or that there is none any more. Never raises: there is nowhere left to say so."""
    data = json.dumps(asdict(failure) if failure else {}).encode().ljust(SIZE)
    try:
        path = _path()
        if not path.exists():
            path.touch(mode=0o600)
        with path.open("r+b") as file:
            file.write(data)
    except OSError:
        pass


def failure() -> Failure | None:
    """Why the last backup was not made; None where it was, or none was tried yet."""
    try:
        return Failure(**json.loads(_path().read_bytes()))
    except (OSError, ValueError, TypeError):
        # No file, an empty one of no failure, or one that is just being written.
        return None


def _path() -> Path:
    return Path(settings.DATA_DIR) / "backups.json"
