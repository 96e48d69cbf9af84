"""Limits of texts and numbers, shared by forms, API and actions; and labels of columns."""

from typing import Any, cast

from django.db.models import Field, Model
from django.utils.text import capfirst

MAX_REASON = 300
"""Length of a reason, a note or a remark: a sentence or two for the log."""

MAX_ANNOUNCEMENT = 280
"""Length of an announcement: readable at a glance, even from a wall."""

MAX_ACTOR_NAME = 150
MAX_SUBJECT_KEY = 120
"""Lengths in the log: of the name of who acted, and of the key of the thing; the log cuts longer ones."""

MAX_GAMES = 60
MAX_ROUNDS = 120
MAX_QUOTA = 9999
MAX_ENTRANTS = 5000
MAX_SEED = 2**63 - 1


def longest(model: type[Model], column: str) -> int:
    """Return the maximum length of this column."""
    most = cast("Field[Any, Any]", model._meta.get_field(column)).max_length
    assert most is not None
    return most


def called(model: type[Model], column: str) -> Any:
    """Return the label of this column, capitalized, in the active language."""
    return capfirst(cast("Field[Any, Any]", model._meta.get_field(column)).verbose_name)
