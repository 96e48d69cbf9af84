"""`manage.py password [NAME]`: a new password for an account, at the computer of the site."""

from __future__ import annotations

from argparse import ArgumentParser
from getpass import getpass
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from hall.accounts.actions import set_password
from tournaments.access import Actor
from tournaments.errors import Malformed
from tournaments.models import User

TRIES = 3


class Command(BaseCommand):
    help = "Sets the password of an account; without a name it lists the accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("name", metavar="NAME", nargs="?", help="the user name of the account")

    def handle(self, *args: Any, **options: Any) -> None:
        users = list(User.objects.order_by("-is_superuser", "username"))
        if not users:
            raise CommandError("Nobody has an account yet: open /start/ of this site.")
        if options["name"] is None:
            self.stdout.write("Accounts of this site. Set a password with: python3 run.py password NAME")
            for user in users:
                runs = ", who runs the site" if user.is_superuser else ""
                self.stdout.write(f"  {user.get_username()}  ({user.get_full_name() or 'no name'}{runs})")
            return
        name = options["name"].casefold()
        account = next((user for user in users if user.get_username().casefold() == name), None)
        if account is None:
            raise CommandError(
                f"Nobody signs in as “{options['name']}”. Without a name, this command lists all accounts."
            )
        for _try in range(TRIES):
            if self._is_set(account):
                self.stdout.write(f"The password of {account.get_username()} is set. Sign in with it.")
                return
        raise CommandError("The password stays as it was.")

    def _is_set(self, user: User) -> bool:
        """Ask for a password twice and set it. Says why it is not taken."""
        password = getpass(f"New password for {user.get_username()} (nothing is shown while you type): ")
        if password != getpass("The same password again: "):
            self.stderr.write("These were two different passwords.")
            return False
        try:
            set_password(username=user.get_username(), password=password, actor=Actor.of_command("password"))
        except Malformed as weak:
            self.stderr.write(" ".join(fault.message for fault in weak.faults))
            return False
        return True
