"""Extracts the sentences in the sources into the catalogs of `config/locale/`."""

from __future__ import annotations

from django.conf import settings
from django.core.management.base import CommandParser
from django.core.management.commands import makemessages
from django.utils.translation import to_locale

NOT_OURS = [".venv", "var", "bench", "conftest.py", "*/tests/*"]


class Command(makemessages.Command):
    """Django's command for all languages at once; new sentences stay untranslated, without fuzzy matches.

    Needs GNU gettext.
    """

    help = "Read the sentences out of the sources into the catalogs of every language."
    msgmerge_options = [*makemessages.Command.msgmerge_options, "--no-fuzzy-matching", "--width=120"]
    msguniq_options = [*makemessages.Command.msguniq_options, "--width=120"]
    msgattrib_options = [*makemessages.Command.msgattrib_options, "--width=120"]

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        languages = [to_locale(code) for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
        parser.set_defaults(locale=languages, ignore_patterns=NOT_OURS, no_location=True, no_obsolete=True)
