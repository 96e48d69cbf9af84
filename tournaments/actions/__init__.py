"""The only code that writes tournaments, events, entrants, seats and roles. One function per thing a person does.

Every action locks first (the event's row, for what concerns a tournament the tournament's), then refuses, writes, and
leaves one row in the audit trail. Refusals are Malformed where what was asked for cannot be what it says it is, and
Refused where the state of things does not allow it; both name every fault with its place.
"""

from tournaments.actions.announcements import MOST_STANDING, announce, take_back_announcement
from tournaments.actions.check_in import check_in, check_out
from tournaments.actions.correcting import correct_entrant
from tournaments.actions.displays import MOST_DISPLAYS, add_display, remove_display, rename_display, show_on_display
from tournaments.actions.entering import (
    LeftOut,
    PersonPlan,
    enter_list,
    enter_people,
)
from tournaments.actions.entrants import enter_entrants, remove_entrant, seat_late, set_status
from tournaments.actions.events import FIXED_BY_CARDS, add_event, change_event, exempt_plan, exempt_quota, find_changed
from tournaments.actions.faults import PLAN_TEXTS, EntrantPlan, EventPlan
from tournaments.actions.flyer import FLYER_FIELDS, FLYER_TEXTS, change_flyer, copy_tournament
from tournaments.actions.invitations import (
    INVITATION_HOURS,
    LONGEST_NAME,
    MOST_HOURS,
    accept_invitation,
    invite,
    join_with_account,
    revoke_invitation,
)
from tournaments.actions.links import make_links, renew_link, revoke_link
from tournaments.actions.meeting_again import undo_meeting_again
from tournaments.actions.money import (
    LINE_KINDS,
    add_fee,
    change_fee,
    choose_fee,
    remove_fee,
    reverse_line,
    set_money_first,
    write_line,
)
from tournaments.actions.paper import mark_printed
from tournaments.actions.people import (
    end_token,
    grant_role,
    issue_token,
    know_again,
    link_player,
    make_account,
    revoke_role,
    tell_apart,
)
from tournaments.actions.registrations import (
    REGISTRATION_FIELDS,
    RegistrationPlan,
    accept_registration,
    accept_registrations,
    correct_registration,
    decline_registration,
    send_back,
    send_registration,
    withdraw_registration,
)
from tournaments.actions.relations import record_relation, remove_relation
from tournaments.actions.round import (
    call_game,
    change_day,
    change_decks,
    finish_table,
    note_day,
    play_on,
    remove_from_play,
    set_clock,
    undo_day_change,
    undo_no_show,
    withdraw,
)
from tournaments.actions.seats import draw_seats, swap_seats
from tournaments.actions.tournaments import change_tournament, create_tournament
from tournaments.rules.hiding import HIDEABLE

__all__ = [
    "FIXED_BY_CARDS",
    "FLYER_FIELDS",
    "FLYER_TEXTS",
    "HIDEABLE",
    "INVITATION_HOURS",
    "LINE_KINDS",
    "LONGEST_NAME",
    "MOST_DISPLAYS",
    "MOST_HOURS",
    "MOST_STANDING",
    "PLAN_TEXTS",
    "REGISTRATION_FIELDS",
    "EntrantPlan",
    "EventPlan",
    "LeftOut",
    "PersonPlan",
    "RegistrationPlan",
    "accept_invitation",
    "accept_registration",
    "accept_registrations",
    "add_display",
    "add_event",
    "add_fee",
    "announce",
    "call_game",
    "change_day",
    "change_decks",
    "change_event",
    "change_fee",
    "change_flyer",
    "change_tournament",
    "check_in",
    "check_out",
    "choose_fee",
    "copy_tournament",
    "correct_entrant",
    "correct_registration",
    "create_tournament",
    "decline_registration",
    "draw_seats",
    "end_token",
    "enter_entrants",
    "enter_list",
    "enter_people",
    "exempt_plan",
    "exempt_quota",
    "find_changed",
    "finish_table",
    "grant_role",
    "invite",
    "issue_token",
    "join_with_account",
    "know_again",
    "link_player",
    "make_account",
    "make_links",
    "mark_printed",
    "note_day",
    "play_on",
    "record_relation",
    "remove_display",
    "remove_entrant",
    "remove_fee",
    "remove_from_play",
    "remove_relation",
    "rename_display",
    "renew_link",
    "reverse_line",
    "revoke_invitation",
    "revoke_link",
    "revoke_role",
    "seat_late",
    "send_back",
    "send_registration",
    "set_clock",
    "set_money_first",
    "set_status",
    "show_on_display",
    "swap_seats",
    "take_back_announcement",
    "tell_apart",
    "undo_day_change",
    "undo_meeting_again",
    "undo_no_show",
    "withdraw",
    "withdraw_registration",
    "write_line",
]
