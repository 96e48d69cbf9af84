"""Every address that takes something, and what becomes of it when it is sent again because no answer came.

A new address, or a new form, without an entry here fails: say which it is, and give its form a key if it adds or takes away.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from config.tests.sources import TEMPLATES, templates

WRITING = ("POST", "PUT", "PATCH", "DELETE")

# --- Pages -----------------------------------------------------------------------------------------------------------

KEYED = {
    "brackets:bracket",
    "brackets:change_fee",
    "brackets:ending",
    "brackets:forfeits",
    "brackets:games",
    "brackets:honour",
    "brackets:honours",
    "brackets:last_game",
    "brackets:late",
    "brackets:moving",
    "brackets:payout",
    "brackets:payouts",
    "brackets:reverse_item",
    "brackets:reverse_payout",
    "brackets:settlement",
    "brackets:taking_back",
    "brackets:tiebreaks",
    "config:reopen",
    "config:undo",
    "judging:arrive",
    "judging:ask_third",
    "judging:close_call",
    "judging:conduct",
    "judging:decline_call",
    "judging:give_up_call",
    "judging:new_call",
    "judging:ruling_new",
    "judging:send_judge",
    "judging:take_back_made_call",
    "judging:take_back_ruling",
    "judging:take_call",
    "me:ask_third",
    "me:call",
    "me:match",
    "me:take_back_call",
    "news:answer",
    "news:desk",
    "news:end",
    "news:own",
    "news:stop",
    "scorecards:goes_on",
    "scorecards:phone_cards",
    "scorecards:posting",
    "scorecards:take_back",
    "scorecards:take_up",
    "tournaments:account",
    "tournaments:announcements",
    "tournaments:call_game",
    "tournaments:copy",
    "tournaments:day_change",
    "tournaments:displays",
    "tournaments:enter",
    "tournaments:enter_list",
    "tournaments:entrants",
    "tournaments:events",
    "tournaments:fees",
    "tournaments:game_clock",
    "tournaments:invite",
    "tournaments:ledger",
    "tournaments:link",
    "tournaments:money",
    "tournaments:new",
    "tournaments:paste",
    "tournaments:people",
    "tournaments:printed",
    "tournaments:register",
    "tournaments:registered",
    "tournaments:registration",
    "tournaments:registrations",
    "tournaments:relate",
    "tournaments:remove",
    "tournaments:remove_display",
    "tournaments:renew_link",
    "tournaments:reverse_line",
    "tournaments:revoke",
    "tournaments:revoke_invitation",
    "tournaments:revoke_link",
    "tournaments:same",
    "tournaments:seat_late",
    "tournaments:seating",
    "tournaments:status",
    "tournaments:swap",
    "tournaments:take_back_announcement",
    "tournaments:undo_day_change",
    "tournaments:undo_meeting_again",
    "tournaments:undo_no_show",
    "tournaments:unrelate",
}
"""Adds or takes away: its form carries the key of its page."""

SAYS_WHAT_SHALL_BE = {
    "brackets:announce_final",
    "brackets:plan_pool",
    "brackets:players_report",
    "brackets:pool_places",
    "brackets:prizes",
    "brackets:round_length",
    "brackets:round_schedule",
    "brackets:round_tables",
    "brackets:schedule",
    "brackets:table",
    "config:report",
    "judging:duty",
    "news:browser",
    "news:choose",
    "scorecards:check",
    "scorecards:crosscheck",
    "scorecards:ends",
    "scorecards:exemption",
    "scorecards:inform",
    "scorecards:initials",
    "scorecards:not_received",
    "scorecards:phones",
    "scorecards:pile",
    "scorecards:received",
    "scorecards:set_aside",
    "tournaments:check_in",
    "tournaments:correct",
    "tournaments:decks",
    "tournaments:event_settings",
    "tournaments:flyer_words",
    "tournaments:hall_address",
    "tournaments:head",
    "tournaments:hidden",
    "tournaments:make_links",
    "tournaments:money_first",
    "tournaments:pools",
    "tournaments:quota",
    "tournaments:rename_display",
    "tournaments:senior",
    "tournaments:show_display",
    "tournaments:table_done",
    "tournaments:tournament",
}
"""Twice is the same as once."""

CARRIES_A_VERSION = {
    "scorecards:accept": "the version of the game that was looked at",
    "scorecards:accept_all": "the revision that was looked at",
    "scorecards:by_hand": "the version of the game that was looked at",
    "scorecards:card": "the version of the card, and the key of the save",
    "scorecards:leave": "the version of the game that was looked at",
    "scorecards:look": "the number of the look",
    "scorecards:phone_line": "what both had told",
    "scorecards:refer": "the version of the game that was looked at",
    "me:card": "the key of the save",
    "me:card_in": "a card is handed in once",
    "me:card_turned": "the key of the save",
}

LETS_SOMEBODY_IN = {
    "language": "the words of this browser",
    "me:own_by_code": "opens a page",
    "password_change": "a password that shall be",
    "password_reset": "a mail, which may be asked for again",
    "password_reset_confirm": "a password that shall be, by a link that works once",
    "sign_in": "a session",
    "sign_out": "no session",
    "tournaments:join": "an invitation is used once",
    "tournaments:join_by_code": "opens a page",
}

PAGES = KEYED | SAYS_WHAT_SHALL_BE | CARRIES_A_VERSION.keys() | LETS_SOMEBODY_IN.keys()

FORMS_OF = {
    "config/reopen.html": {"config:reopen"},
    "config/undo.html": {"config:undo"},
    "includes/languages.html": {"language"},
    "includes/ledger_lines.html": {"tournaments:reverse_line", "brackets:reverse_payout"},
    "registration/login.html": {"sign_in"},
    "registration/password_change_form.html": {"password_change"},
    "registration/password_reset_confirm.html": {"password_reset_confirm"},
    "registration/password_reset_form.html": {"password_reset"},
    "scorecards/accept_all.html": {"scorecards:accept_all"},
    "scorecards/crosscheck.html": {"scorecards:crosscheck"},
    "scorecards/inform.html": {"scorecards:inform"},
    "scorecards/posting.html": {"scorecards:posting"},
    "tournaments/hall_address.html": {"tournaments:hall_address"},
    "tournaments/join.html": {"tournaments:join"},
    "tournaments/join_by_code.html": {"tournaments:join_by_code"},
    "tournaments/registered.html": {"tournaments:registered"},
    "tournaments/registration.html": {"tournaments:registration"},
    "tournaments/round_undo.html": {
        "tournaments:undo_day_change",
        "tournaments:undo_meeting_again",
        "tournaments:undo_no_show",
    },
}
"""Where the forms lead that name no address: to the page on which they stand, or where whoever includes them says."""

ASKS_AGAIN = "sent_before.html"
"""Sends what was sent once more, wherever it was."""

_FORM = re.compile(r'<form\b(?:[^>{]|{%.*?%}|{{.*?}})*?method="post"(?:[^>{]|{%.*?%}|{{.*?}})*>.*?</form>', re.DOTALL)


def forms() -> Iterator[tuple[str, set[str], bool]]:
    """Every form that sends something: its template, where it leads, and whether it carries a key."""
    for path in templates():
        name = path.relative_to(TEMPLATES).as_posix()
        for form in _FORM.findall(path.read_text(encoding="utf-8")):
            action = re.search(r"""<form\b[^>]*?\baction="{% url '([\w:]+)'""", form)
            yield name, {action[1]} if action else FORMS_OF.get(name, set()), "{% form_key %}" in form


def test_every_form_that_adds_or_takes_away_carries_a_key_and_no_other_does() -> None:
    found = [one for one in forms() if one[0] != ASKS_AGAIN]

    assert len(found) > 150
    assert [name for name, leads, _key in found if not leads] == []
    assert [(name, leads) for name, leads, key in found if key and not leads <= KEYED] == []
    assert [(name, leads) for name, leads, key in found if not key and leads & KEYED] == []
    assert KEYED - set().union(*(leads for _name, leads, _key in found)) == set()


# --- The API ---------------------------------------------------------------------------------------------------------

# Without `Idempotency-Key`, which every POST and DELETE takes. T is a tournament, E one of its events.
