"""`manage.py migrate`, also used by `run.py` and Docker: checks the database first, and waits for other processes."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandError, CommandParser
from django.core.management.commands import migrate
from django.db import connections

from hall.backup import by_itself, making, mark
from hall.backup.zipped import Unfit, last_in
from hall.site.database import alone, file_of, refuse_damaged, refuse_unwritable


class Command(migrate.Command):
    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument(
            "--without-backup", action="store_true", help="also where the database cannot be saved first"
        )

    def execute(self, *args: Any, **options: Any) -> str | None:
        database = connections[options["database"]]
        if path := file_of(database):
            refuse_unwritable(path.parent)
        # The lock comes first: another process may be migrating, and its database file, still empty, looks damaged.
        with alone(database, self.stderr.write):
            if cure := mark.unfinished(settings.DATA_DIR):
                raise CommandError(cure)
            # Not in `handle`: Django's model checks open the database earlier and would write into an empty file.
            if path:
                refuse_damaged(path, last_in)
            return super().execute(*args, **options)

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            making.migrations_of_site()
        except Unfit as exc:
            raise CommandError(str(exc)) from exc
        without_backup = options.pop("without_backup")
        cure = "" if without_backup else by_itself.back_up_before_migrating(options, self.stderr.write)
        if cure:
            raise CommandError(
                f"The database was not brought up to date, for it could not be saved first. {cure} "
                "To go on without a backup: manage.py migrate --without-backup"
            )
        super().handle(*args, **options)
