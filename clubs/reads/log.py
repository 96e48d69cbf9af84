"""The log of a club: what was changed last."""

from __future__ import annotations

from django.db.models import Max

from clubs.models import Club, ClubLog


def last_change(club: Club, kind: str, key: str) -> int:
    """Return the key of the last row of the log about this thing; 0 for none. Forms carry it as what was looked at."""
    rows = ClubLog.objects.filter(club=club, subject_kind=kind, subject_key=key)
    return rows.aggregate(last=Max("pk"))["last"] or 0
