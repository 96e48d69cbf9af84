"""What the log records of each model of this app."""

from __future__ import annotations

from tournaments import audit
from tournaments.audit import Logged
from tournaments.models import (
    Entry,
    FeeTaken,
    LedgerLine,
    PersonalLink,
    Player,
    PrintedSheet,
    Relation,
    SeatingTable,
    Subscription,
)

THE_ROWS_OWN = "the row of the trail itself says what was done, to what, when, by whom and why"

OTHERS = (
    Logged(model=SeatingTable, by_hand="name seats"),
    Logged(model=Player, by_hand="name acc_number club user first second same_as page_agreed_at"),
    Logged(model=FeeTaken, by_hand="entry fee"),
    Logged(model=LedgerLine, by_hand="kind cents player event reverses", left_out={THE_ROWS_OWN: "number at by note"}),
    Logged(model=PersonalLink, by_hand="entry", left_out={THE_ROWS_OWN: "made_at revoked_at", "a secret": "nonce"}),
    Logged(
        model=PrintedSheet,
        by_hand="kind key",
        left_out={THE_ROWS_OWN: "printed_at", "follows from the sheet": "fingerprint"},
    ),
    Logged(
        model=Subscription,
        by_hand="link channel",
        left_out={
            "how to reach a person": "address key secret nonce site language",
            "what somebody is told of is theirs": "seat qualifiers match",
            THE_ROWS_OWN: "made_at confirmed_at",
            "nobody did it": "told_revision",
        },
    ),
    Logged(model=Relation, by_hand="one other kind", left_out={THE_ROWS_OWN: "noted_by noted_at"}),
)
LEFT_OUT = {
    "an account is made under its name, and is the site's own": "User",
    "nobody did it": "FirstAnswer KnownAddress MadeUp Notice Site Tally Token",
    "it is the trail": "AuditEntry SiteAct",
}
"""The models that the log does not record, by reason."""


ENTRY = audit.Logged(
    model=Entry,
    names=("number", "name", "acc_number", "seat"),
    changes=("status", "status_reason", "withheld_name"),
    columns={"seat": "table seat_number"},
    left_out={
        THE_ROWS_OWN: "entered_at checked_in_at checked_in_by",
        "told by name": "player",
        "how to reach a person": "email phone",
    },
)
