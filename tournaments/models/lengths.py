"""How long texts and how large numbers may be that forms, the API and actions all ask for, and what columns are called."""

from typing import Any, cast

from django.db.models import Field, Model
from django.utils.text import capfirst

MAX_REASON = 300
"""Characters of a reason, a note or a remark: a sentence or two for the log."""

MAX_ANNOUNCEMENT = 280
"""Characters of an announcement: what can be read at a glance, from a wall too."""

MAX_GAMES = 60
MAX_ROUNDS = 120
MAX_QUOTA = 9999
MAX_ENTRANTS = 5000
MAX_SEED = 2**63 - 1


def longest(model: type[Model], column: str) -> int:
    """How many characters this column takes at most."""
    most = cast("Field[Any, Any]", model._meta.get_field(column)).max_length
    assert most is not None
    return most


def called(model: type[Model], column: str) -> Any:
    """What this column is called, as it begins a line, in the language of whoever reads it."""
    return capfirst(cast("Field[Any, Any]", model._meta.get_field(column)).verbose_name)
