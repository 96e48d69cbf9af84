"""Whether the last backup that was to be made by itself was made: kept in a small file, which has its size from the start, so that
it can say that the disk is full. And whether one is still to be made: kept in the database, with what it is to save."""

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
"""A backup that is still to be made after so long is told at the desk."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A backup that could not be made: when, why (a code of `words`), and where to."""

    at: str
    code: str
    folder: str

    @property
    def when(self) -> datetime:
        return datetime.fromisoformat(self.at)


def failed(exc: BaseException) -> Failure:
    return Failure(timezone.now().isoformat(timespec="seconds"), words.code_of(exc), str(settings.BACKUP_DIR)[:500])


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


def want() -> None:
    """Keep that a backup is to be made, in the transaction of what it is to save."""
    Site.objects.update_or_create(pk=1, defaults={"backup_wanted_at": timezone.now()})


def wanted_at() -> datetime | None:
    """When a backup was asked for that is still to be made; None where none is. Raises what the database does."""
    return Site.objects.filter(backup_wanted_at__isnull=False).values_list("backup_wanted_at", flat=True).first()


def have_made(wanted: datetime | None) -> None:
    """Keep that the backup was made that was asked for at this moment; one that was asked for since is still to be made."""
    if wanted is not None:
        Site.objects.filter(backup_wanted_at=wanted).update(backup_wanted_at=None)


def told(now: datetime) -> Failure | None:
    """What the desk says of the backups: why the last one was not made, or that one is late."""
    if found := failure():
        return found
    wanted = wanted_at()
    if wanted is None or now - wanted < LATE:
        return None
    return Failure(wanted.isoformat(timespec="seconds"), words.OTHER, str(settings.BACKUP_DIR)[:500])


def _path() -> Path:
    return Path(settings.DATA_DIR) / "backups.json"
