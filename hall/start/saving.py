"""The backup that is made before anything is taken away."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import gettext as _

from hall.backup import by_itself, state, words
from tournaments.errors import Refused


def saved_first() -> str:
    """Make a backup of the whole site and return its path. Raises Refused (`not_saved`) if that fails."""
    made = by_itself.back_up()
    if made is None:
        failure = state.failure()
        cure = words.cure(failure.code if failure else words.OTHER, str(settings.BACKUP_DIR))
        raise Refused(
            "not_saved", _("Nothing is deleted, because no backup could be made before. %(cure)s") % {"cure": cure}
        )
    return str(made.path)
