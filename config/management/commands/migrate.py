"""`manage.py migrate`, which `run.py` and Docker go by too: looks at the database first, and waits for another one."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.db import connections

from config.backup import by_itself, restoring
from config.database import alone, file_of, refuse_damaged


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        if cure := restoring.unfinished():
            raise CommandError(cure)
        # Django's own checks of the models open the database before `handle`, and would write into an empty file.
        if path := file_of(connections[options["database"]]):
            refuse_damaged(path)
        return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        with alone(connections[options["database"]], self.stderr.write):
            by_itself.back_up_before_migrating(options, self.stderr.write)
            super().handle(*args, **options)
