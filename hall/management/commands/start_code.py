"""`manage.py start_code`: how a site without an account is started in the browser."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from hall.start.gate import start_code
from tournaments.reads.site import is_started


class Command(BaseCommand):
    help = (
        "Says how to start a new site in the browser, with the code for other devices; says nothing once it is started."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if not is_started():
            self.stdout.write(
                f"To start for real, open /start/ of this site. A browser on another device asks for the code: {start_code()}"
            )
