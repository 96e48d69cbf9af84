"""The mark of a restore that is not done: a file that is there while database and secret are being exchanged.

Where it stays the restore was broken off, and nothing may serve until it is settled which of the two the database is. Asked before
Django is set up, so it knows nothing of it.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mark:
    """Which file was being restored, by its path and its checksum, with `--replace` or not, and what the restored database is known
    by: where it says the same of itself, all its rows are in place."""

    file: str
    seal: str
    replace: bool
    restored: str


def path_in(folder: Path) -> Path:
    return folder / "restore_unfinished"


def put(folder: Path, mark: Mark) -> None:
    """Put it there, so that it outlasts a power cut."""
    with path_in(folder).open("w", encoding="utf-8") as file:
        json.dump(asdict(mark), file)
        file.flush()
        os.fsync(file.fileno())


def found(folder: Path) -> Mark | None:
    """The mark; None where there is none. One that cannot be read says nothing of what is in the database."""
    try:
        said = path_in(folder).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    try:
        return Mark(**json.loads(said))
    except (ValueError, TypeError):
        return Mark("FILE", "", replace=True, restored="")


def unfinished(folder: Path) -> str:
    """What to do about a restore that was broken off; empty where none was."""
    mark = found(folder)
    if mark is None:
        return ""
    file = f'"{mark.file}"' if " " in mark.file else mark.file
    command = f"python3 run.py restore {file}{' --replace' if mark.replace else ''}"
    if Path(mark.file).exists():
        return f"Restoring a backup was broken off. Finish it first: {command}"
    if not mark.seal:
        return f"Restoring a backup was broken off. Finish it first, with any whole backup: {command}"
    return (
        f"Restoring a backup was broken off, and its file {mark.file} is not there now. Plug in its disk or stick and finish it "
        f"first: {command}. Or take any other whole backup in its place: python3 run.py restore OTHER --replace"
    )
