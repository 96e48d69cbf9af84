"""`python -m config.catalogs` compiles the translations that changed, so that Django can read them."""

from __future__ import annotations

import os
from pathlib import Path

import polib

LOCALE = Path(__file__).resolve().parent / "locale"


def compile_changed() -> None:
    """Compile each catalog that is newer than its compiled file. Safe to run concurrently."""
    for catalog in LOCALE.glob("*/LC_MESSAGES/django.po"):
        compiled = catalog.with_suffix(".mo")
        if not compiled.exists() or compiled.stat().st_mtime < catalog.stat().st_mtime:
            temporary = compiled.with_suffix(f".{os.getpid()}")
            polib.pofile(str(catalog)).save_as_mofile(str(temporary))
            temporary.replace(compiled)


if __name__ == "__main__":
    compile_changed()
