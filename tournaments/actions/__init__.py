"""The only code that writes tournaments, events, entrants, seats and roles. One function per thing a person does.

Every action locks first (the event's row, for what concerns a tournament the tournament's), then refuses, writes, and
leaves one row in the audit trail. Refusals are Malformed where what was asked for cannot be what it says it is, and
Refused where the state of things does not allow it; both name every fault with its place.
"""

from tournaments.actions.entrants import enter_entrants, remove_entrant, set_status
from tournaments.actions.events import add_event, change_event, exempt_quota
from tournaments.actions.faults import HIDEABLE, EntrantPlan, EventPlan
from tournaments.actions.people import grant_role, issue_token, link_player, make_account, revoke_role
from tournaments.actions.relations import record_relation, remove_relation
from tournaments.actions.seats import draw_seats
from tournaments.actions.tournaments import change_tournament, create_tournament

__all__ = [
    "HIDEABLE",
    "EntrantPlan",
    "EventPlan",
    "add_event",
    "change_event",
    "change_tournament",
    "create_tournament",
    "draw_seats",
    "enter_entrants",
    "exempt_quota",
    "grant_role",
    "issue_token",
    "link_player",
    "make_account",
    "record_relation",
    "remove_entrant",
    "remove_relation",
    "revoke_role",
    "set_status",
]
