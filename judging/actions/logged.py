"""Columns that the log keeps of each model of this app."""

from __future__ import annotations

from judging.models import Call, Coming, Duty, Sending
from tournaments.actions.logged import THE_ROWS_OWN
from tournaments.audit import Logged

OTHERS = (
    Logged(
        model=Call,
        by_hand="entry table seat match game about subject",
        left_out={THE_ROWS_OWN: "called_by caller at third_at closed_by closed_at", "stays with the call": "opponent"},
    ),
    Logged(
        model=Coming,
        by_hand="call next_deal related",
        left_out={THE_ROWS_OWN: "judge name at there_at gave_up_at"},
    ),
    Logged(model=Sending, by_hand="call name reason", left_out={THE_ROWS_OWN: "judge by at declined_at"}),
    Logged(model=Duty, by_hand="judge", left_out={THE_ROWS_OWN: "is_free at"}),
)
LEFT_OUT = {"the trail has more readers than it may have": "Conduct"}
"""Models that the log leaves out, by reason."""
