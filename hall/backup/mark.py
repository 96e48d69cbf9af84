"""The mark of an unfinished restore: a file that exists while database and secret are being exchanged.

If the file stays, the restore was interrupted. Nothing may serve then until it is clear whether the database is the old
or the restored one. The mark is read before Django is set up, so this module must not import Django.
"""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Mark:
    """The restore that is under way.

    `file` is the path of the backup and `seal` its checksum; `replace`: it was started with `--replace`. `restored` is
    the id of the restored database: if the site's database has this id, all rows are in place.
    """

    file: str
    seal: str
    replace: bool
    restored: str


def path_in(folder: Path) -> Path:
    return folder / "restore_unfinished"


def put(folder: Path, mark: Mark) -> None:
    """Write the mark and sync it to disk, so that it survives a power cut."""
    with path_in(folder).open("w", encoding="utf-8") as file:
        json.dump(asdict(mark), file)
        file.flush()
        os.fsync(file.fileno())


def read(folder: Path) -> Mark | None:
    """The mark; None if there is none. An unreadable mark is returned without checksum and id."""
    try:
        text = path_in(folder).read_text(encoding="utf-8")
    except FileNotFoundError:
        return None
    try:
        return Mark(**json.loads(text))
    except (ValueError, TypeError):
        return Mark("FILE", "", replace=True, restored="")


def unfinished(folder: Path) -> str:
    """What to do about an interrupted restore; empty if there is none."""
    mark = read(folder)
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
