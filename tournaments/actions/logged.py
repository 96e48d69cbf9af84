"""What the trail tells of each model of this app."""

from __future__ import annotations

from tournaments.actions.rows import COLUMNS
from tournaments.audit import Logged
from tournaments.models import (
    Announcement,
    DayChange,
    Display,
    Event,
    FeeTaken,
    Invitation,
    LedgerLine,
    PersonalLink,
    Player,
    PrintedSheet,
    Registration,
    Relation,
    Role,
    SeatingTable,
    Subscription,
    Tournament,
)

THE_ROWS_OWN = "the row of the trail itself says what was done, to what, when, by whom and why"

OTHERS = (
    Logged(
        model=Tournament,
        by_hand="slug name starts_on venue time_zone edition public",
        left_out={THE_ROWS_OWN: "created_at"},
    ),
    Logged(
        model=Event,
        changes=tuple(COLUMNS.values()),
        by_hand="money_first phones hidden phase quota_exemption quota_reason draw_seed game_now game_minutes decks_changed_at "
        "dealt_by",
        left_out={
            THE_ROWS_OWN: "created_at registration_closed_at cards_begun_at cross_checked_at posted_at game_started_at revision",
            "follows from the rows before": "last_entry dealt_to",
            "only a restore writes it": "restored_revision",
        },
    ),
    Logged(model=SeatingTable, by_hand="name seats"),
    Logged(
        model=Announcement,
        by_hand="text event until",
        left_out={THE_ROWS_OWN: "number at by taken_back_at taken_back_by"},
    ),
    Logged(
        model=DayChange,
        by_hand="kind table data",
        left_out={THE_ROWS_OWN: "number reason made_at made_by undone_at undone_by"},
    ),
    Logged(
        model=Display,
        by_hand="name shows event text",
        left_out={THE_ROWS_OWN: "number version changed_at changed_by", "nobody did it": "seen_at"},
    ),
    Logged(model=Player, by_hand="name acc_number club user"),
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
    Logged(
        model=Registration,
        by_hand="name acc_number club events pools state marked",
        left_out={
            "how to reach a person, and what is meant for the director alone": "email phone note",
            "a secret": "nonce",
            THE_ROWS_OWN: "number message sent_at decided_at decided_by",
            "told by name": "player",
        },
    ),
    Logged(model=Role, by_hand="is_head is_senior event ends_at", left_out={THE_ROWS_OWN: "user kind"}),
    Logged(
        model=Invitation,
        by_hand="kind event name role_ends_at expires_at user",
        left_out={THE_ROWS_OWN: "number made_at made_by used_at revoked_at", "a secret": "nonce"},
    ),
    Logged(model=Relation, by_hand="one other kind", left_out={THE_ROWS_OWN: "noted_by noted_at"}),
)
LEFT_OUT = {
    "an account is made under its name, and is the site's own": "User",
    "nobody did it": "FirstAnswer KnownAddress Notice Site Tally Token",
    "it is the trail": "AuditEntry",
}
"""The models of which the trail tells nothing, by the reason."""
