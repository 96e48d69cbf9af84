"""The state of automatic backups: the last failure, and whether a backup is still to be made.

The failure is stored in a small file of fixed size, so that it can be overwritten on a full disk. A request for a
backup is stored in the database, in the same transaction as the change that the backup is to save.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from pathlib import Path

from django.conf import settings
from django.utils import timezone

from hall.backup import words
from tournaments.models import Site

SIZE = 2048
LATE = timedelta(minutes=5)
"""How long a backup may be pending before the desk reports it."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A backup that failed: when, why (a code of `words`), and the folder."""

    at: str
    code: str
    folder: str

    @property
    def when(self) -> datetime:
        return datetime.fromisoformat(self.at)


def failed(exc: BaseException) -> Failure:
    return Failure(timezone.now().isoformat(timespec="seconds"), words.code_of(exc), str(settings.BACKUP_DIR)[:500])


def note(failure: Failure | None) -> None:
    """Store this failure, or None once backups work again. Never raises: an error here could not be reported."""
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
    """Why the last backup failed; None if it succeeded or none was tried."""
    try:
        return Failure(**json.loads(_path().read_bytes()))
    except (OSError, ValueError, TypeError):
        # There is no file, it holds no failure, or another process is writing it.
        return None


def want() -> None:
    """Request a backup, in the same transaction as the change that it is to save."""
    Site.objects.update_or_create(pk=1, defaults={"backup_wanted_at": timezone.now()})


def wanted_at() -> datetime | None:
    """When the pending backup was requested; None if none is pending. Raises database errors."""
    return Site.objects.filter(backup_wanted_at__isnull=False).values_list("backup_wanted_at", flat=True).first()


def have_made(asked_at: datetime | None) -> None:
    """Clear the request of this time; a later request stays pending."""
    if asked_at is not None:
        Site.objects.filter(backup_wanted_at=asked_at).update(backup_wanted_at=None)


def problem(now: datetime) -> Failure | None:
    """What the desk reports about backups: the last failure, or a backup that is late. None if all is well."""
    if last_failure := failure():
        return last_failure
    asked_at = wanted_at()
    if asked_at is None or now - asked_at < LATE:
        return None
    return Failure(asked_at.isoformat(timespec="seconds"), words.OTHER, str(settings.BACKUP_DIR)[:500])


def _path() -> Path:
    return Path(settings.DATA_DIR) / "backups.json"
