"""The file of a backup: a zip with a manifest, the rows of each table as lines of JSON, and the site's secret.

The zip's comment, the last 64 bytes of the file, is the SHA-256 of everything before it, in hexadecimal, so every byte
is covered.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import IO, Any

from django.utils import timezone

FORMAT = 1
"""The version of this file format. Raise it when older programs could no longer read the file."""
SEAL = 64
"""The size of the checksum at the end, in bytes."""
UNFINISHED = ".unfinished"
"""The suffix of a file that is still being written."""
MANIFEST, SECRET = "manifest.json", "secret_key"


class Unfit(Exception):
    """This file cannot be restored. The message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Table:
    """One table in the file: its columns, in the order of each line, and the number of lines."""

    columns: tuple[str, ...]
    rows: int


@dataclass(frozen=True, slots=True)
class Manifest:
    """The file's description of itself.

    `version` is that of the program that made it; a migration is an app and a name.
    """

    format: int
    version: str
    made_at: str
    database: str
    migrations: tuple[tuple[str, str], ...]
    tables: Mapping[str, Table]


def rows_of(label: str) -> str:
    """The name of the zip member with the rows of this table."""
    return f"rows/{label}.jsonl"


def write(path: Path, members: Iterable[tuple[str, Iterable[bytes]]]) -> None:
    """Write a file with these members, each given in pieces. It gets its name once it is complete and synced to disk.

    Only the owner may read the file, since it holds the site's secret.

    Raises OSError if it cannot be written; nothing is left behind then.
    """
    unfinished = path.with_name(path.name + UNFINISHED)
    flags = os.O_CREAT | os.O_TRUNC | os.O_RDWR | getattr(os, "O_BINARY", 0)
    try:
        with open(os.open(unfinished, flags, 0o600), "w+b") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
                for name, pieces in members:
                    with archive.open(name, "w", force_zip64=True) as member:
                        for piece in pieces:
                            member.write(piece)
                archive.comment = b"0" * SEAL
            file.flush()
            seal = _sum_of(file)
            file.seek(-SEAL, os.SEEK_END)
            file.write(seal)
            file.flush()
            os.fsync(file.fileno())
        unfinished.replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            unfinished.unlink(missing_ok=True)
        raise


def manifest_bytes(manifest: Manifest) -> bytes:
    return json.dumps(asdict(manifest), indent=1).encode()


@contextlib.contextmanager
def opened(path: Path) -> Iterator[tuple[zipfile.ZipFile, Manifest]]:
    """The zip and its manifest, once the checksum of the file is verified.

    Raises Unfit if the file cannot be read, is not complete, or is of a newer format.
    """
    try:
        file = path.open("rb")
    except FileNotFoundError:
        raise Unfit(f"There is no file {path}: look how its name is written.") from None
    except OSError as exc:
        raise Unfit(f"The file {path} cannot be read ({exc.strerror}).") from exc
    with file:
        if file.seek(0, os.SEEK_END) <= SEAL or _sum_of(file) != _seal_of(file):
            raise Unfit(
                f"{path} is not a whole backup of Pegboard: bytes of it are wrong or missing. Copy it again from where it "
                "was made, or take another one."
            )
        with zipfile.ZipFile(file) as archive:
            yield archive, _manifest_in(archive, path)


def last_in(folder: Path) -> Path | None:
    """The newest whole backup in this folder, by the time in its manifest; None if there is none.

    The manifest decides, because names and times of files change when they are copied. A backup with a time in the
    future counts as the oldest.
    """
    ages = ((_age(path), path) for path in folder.glob("*.zip"))
    backups = [(age, path) for age, path in ages if age is not None]
    return max(backups)[1] if backups else None


def _age(path: Path) -> tuple[bool, datetime] | None:
    """A sort key by which a backup from the future comes before all others; None if this is no whole backup."""
    try:
        with opened(path) as (_file, manifest):
            made_at = datetime.fromisoformat(manifest.made_at)
    except (Unfit, OSError, ValueError, KeyError, TypeError, zipfile.BadZipFile):
        return None
    return made_at <= timezone.now(), made_at


def _manifest_in(archive: zipfile.ZipFile, path: Path) -> Manifest:
    content: dict[str, Any] = json.loads(archive.read(MANIFEST))
    if content["format"] > FORMAT:
        raise Unfit(f"{path} was made by a newer Pegboard than this one: install that version, then restore.")
    tables = {label: Table(tuple(table["columns"]), table["rows"]) for label, table in content["tables"].items()}
    migrations = tuple((app, name) for app, name in content["migrations"])
    return Manifest(**{**content, "migrations": migrations, "tables": tables})


def _sum_of(file: IO[bytes]) -> bytes:
    """The checksum of everything before the seal."""
    remaining = file.seek(0, os.SEEK_END) - SEAL
    file.seek(0)
    digest = hashlib.sha256()
    while remaining > 0 and (piece := file.read(min(remaining, 1 << 20))):
        digest.update(piece)
        remaining -= len(piece)
    return digest.hexdigest().encode()


def _seal_of(file: IO[bytes]) -> bytes:
    file.seek(-SEAL, os.SEEK_END)
    return file.read(SEAL)
