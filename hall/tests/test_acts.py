"""Every address that takes something, and what becomes of it when it is sent again because no answer came.

A new address, or a new form, without an entry here fails: say which it is, and give its form a key if it adds or takes away.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

from hall.site import repeats
from hall.tests.sources import TEMPLATES, templates

WRITING = ("POST", "PUT", "PATCH", "DELETE")

# --- Pages -----------------------------------------------------------------------------------------------------------

KEYED = {
    "accounts:password",
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
    "clubs:bring_in",
    "clubs:directors",
    "clubs:list",
    "clubs:member_list",
    "clubs:members",
    "clubs:new_night",
    "clubs:put_back",
    "clubs:put_back_season",
    "clubs:remove_member",
    "clubs:seasons",
    "clubs:take_off_director",
    "clubs:take_out",
    "clubs:take_out_season",
    "clubs:tonight",
    "clubs:undo",
    "desk:reopen",
    "desk:undo",
    "exchange:bring_in_club",
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
    "scorecards:bring_in",
    "scorecards:goes_on",
    "scorecards:ladder_back",
    "scorecards:ladder_next",
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
    "start:delete",
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
    "brackets:score",
    "brackets:schedule",
    "brackets:table",
    "report:report",
    "start:demonstration",
    "start:put_away",
    "judging:duty",
    "me:person",
    "people:apart",
    "people:join",
    "people:page",
    "people:person",
    "news:browser",
    "news:choose",
    "scorecards:check",
    "scorecards:crosscheck",
    "scorecards:ends",
    "scorecards:exemption",
    "scorecards:inform",
    "scorecards:initials",
    "scorecards:not_received",
    "scorecards:ladder_of_game",
    "scorecards:ladder_result",
    "scorecards:ladder_take_back",
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
    "tournaments:named",
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
    "clubs:club": "the row of the log that was looked at",
    "clubs:member": "the row of the log that was looked at",
    "clubs:night": "the row of the log that was looked at",
    "clubs:season": "the row of the log that was looked at",
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
    "own_account": "the name and the address that shall be",
    "password_change": "a password that shall be",
    "password_reset": "a mail, which may be asked for again",
    "password_reset_confirm": "a password that shall be, by a link that works once",
    "sign_in": "a session",
    "sign_out": "no session",
    "start:first_start": "the first account, which is made once",
    "start:try_it": "a session",
    "tournaments:join": "an invitation is used once",
    "tournaments:join_by_code": "opens a page",
}

PAGES = KEYED | SAYS_WHAT_SHALL_BE | CARRIES_A_VERSION.keys() | LETS_SOMEBODY_IN.keys()

FORMS_OF = {
    "hall/reopen.html": {"desk:reopen"},
    "hall/undo.html": {"desk:undo"},
    "includes/languages.html": {"language"},
    "includes/ledger_lines.html": {"tournaments:reverse_line", "brackets:reverse_payout"},
    "hall/start/start.html": {"start:first_start"},
    "registration/login.html": {"sign_in"},
    "registration/own_account.html": {"own_account"},
    "registration/password_change_form.html": {"password_change"},
    "registration/password_reset_confirm.html": {"password_reset_confirm"},
    "registration/password_reset_form.html": {"password_reset"},
    "scorecards/crosscheck/accept_all.html": {"scorecards:accept_all"},
    "scorecards/crosscheck/crosscheck.html": {"scorecards:crosscheck"},
    "scorecards/standings/inform.html": {"scorecards:inform"},
    "scorecards/standings/posting.html": {"scorecards:posting"},
    "tournaments/venue/hall_address.html": {"tournaments:hall_address"},
    "tournaments/people/join.html": {"tournaments:join"},
    "tournaments/people/join_by_code.html": {"tournaments:join_by_code"},
    "tournaments/entrants/registered.html": {"tournaments:registered"},
    "tournaments/entrants/registration.html": {"tournaments:registration"},
    "tournaments/day/round_undo.html": {
        "tournaments:undo_day_change",
        "tournaments:undo_meeting_again",
        "tournaments:undo_no_show",
    },
}
"""Where the forms lead that name no address: to the page on which they stand, or where whoever includes them says."""

ASKS_AGAIN = "sent_before.html"
"""Sends what was sent once more, wherever it was."""

_TEMPLATE_TAG = re.compile(r"{%.*?%}|{{.*?}}", re.DOTALL)
_FORM = re.compile(r"<form\b([^>]*)>(.*?)</form>", re.DOTALL)


def forms() -> Iterator[tuple[str, set[str], bool]]:
    """Every form that sends something: its template, where it leads, and whether it carries a key."""
    for path in templates():
        if path.suffix != ".html":
            continue
        name = path.relative_to(TEMPLATES).as_posix()
        # What stands in tags of the template may hold anything: of it only the names of addresses stay, and the key.
        text = _TEMPLATE_TAG.sub(lambda tag: _kept(tag[0]), path.read_text(encoding="utf-8"))
        for head, body in _FORM.findall(text):
            if 'method="post"' in head:
                action = re.search(r'\baction="\[([\w:]+)\]', head)
                yield name, {action[1]} if action else FORMS_OF.get(name, set()), "[form_key]" in body


def _kept(tag: str) -> str:
    address = re.match(r"{% url '([\w:]+)'", tag)
    return f"[{address[1]}]" if address else "[form_key]" if "form_key" in tag else ""


def test_every_form_that_adds_or_takes_away_carries_a_key_and_no_other_does() -> None:
    found = [one for one in forms() if one[0] != ASKS_AGAIN]

    assert len(found) > 150
    assert [name for name, leads, _key in found if not leads] == []
    assert [(name, leads) for name, leads, key in found if key and not leads <= KEYED] == []
    assert [(name, leads) for name, leads, key in found if not key and leads & KEYED] == []
    assert KEYED - set().union(*(leads for _name, leads, _key in found)) == set()


# --- The API ---------------------------------------------------------------------------------------------------------

# Without `Idempotency-Key`, which every POST and DELETE takes. T is a tournament, E one of its events. The first words say what
# the second request does: `test_repeats_told.py` sends what says more than these three.
SAME, REFUSED = "twice is the same as once", "refused: it is there, gone, over or not what was looked at"
ONE_MORE = "one more: only a key tells"
UNTOLD = "refused where neither it nor a key comes"

API = {
    "token/": {"POST": ONE_MORE, "DELETE": "refused: the token that would ask has ended"},
    "tournaments/": {"POST": REFUSED},
    "T": {"PATCH": SAME},
    "T events/": {"POST": REFUSED},
    "T flyer/": {"PATCH": SAME},
    "T announcements/": {"POST": f"{SAME} while the words stand"},
    "T announcements/<number>/": {"DELETE": SAME},
    "T copy/": {"POST": REFUSED},
    "T deletion/": {"POST": REFUSED},
    "T namesakes/": {"POST": SAME},
    "join/": {"POST": REFUSED},
    "T accounts/<username>/password/": {"PUT": SAME},
    "T roles/": {"PUT": SAME},
    "T roles/<username>/<kind>/": {"DELETE": SAME},
    "T invitations/": {"POST": ONE_MORE},
    "T invitations/<number>/": {"DELETE": SAME},
    "T displays/": {"POST": REFUSED},
    "T displays/<number>/": {"PATCH": SAME, "DELETE": SAME},
    "T relations/": {"POST": SAME},
    "T relations/<relation>/": {"DELETE": SAME},
    "E": {"PATCH": SAME},
    "E entrants/": {"POST": ONE_MORE},
    "T register/": {"POST": REFUSED},
    "T register/<key>/": {"PATCH": SAME, "DELETE": SAME},
    "T registrations/": {"POST": REFUSED},
    "T registrations/<number>/acceptance/": {"POST": REFUSED},
    "T registrations/<number>/return/": {"POST": SAME},
    "T registrations/<number>/refusal/": {"POST": REFUSED},
    "T entries/": {"POST": ONE_MORE},
    "T check-in/<player>/": {"PUT": SAME, "DELETE": SAME},
    "T accounts/<player>/lines/": {"POST": f"{SAME} by `open`; {UNTOLD}"},
    "T accounts/<player>/lines/<number>/reversal/": {"POST": SAME},
    "E fees/": {"POST": REFUSED},
    "E money-first/": {"PUT": SAME},
    "E entrants/<entrant>/pools/<fee>/": {"PUT": SAME, "DELETE": SAME},
    "E paper/<kind>/": {"POST": "one more note that sheets were printed"},
    "E links/": {"POST": f"{SAME}: makes those that are missing"},
    "E entrants/<entrant>/link/": {"POST": REFUSED, "DELETE": SAME},
    "E entrants/<entrant>/": {"PATCH": SAME, "DELETE": REFUSED},
    "E entrants/<entrant>/person/": {"PATCH": SAME},
    "E entrants/<entrant>/named/": {"PUT": SAME},
    "E entrants/<entrant>/records/": {"PATCH": SAME, "POST": SAME},
    "E entrants/<entrant>/records/<record>/": {"DELETE": SAME},
    "people/<person>/": {"PATCH": SAME},
    "E seating/": {"POST": REFUSED},
    "E seating/swaps/": {"POST": f"{SAME} by `mark`; {UNTOLD}"},
    "E round/": {"PATCH": SAME},
    "E round/tables/<table>/": {"PUT": SAME},
    "E day-changes/": {"POST": f"{SAME}: what stands is not added; where people move up by `mark`, {UNTOLD}"},
    "E meeting-again/": {"DELETE": REFUSED},
    "E day-changes/<number>/": {"DELETE": REFUSED},
    "E scorecards/received/": {"POST": SAME},
    "E scorecards/<seat>/": {"PUT": SAME},
    "E scorecards/<seat>/received/": {"DELETE": SAME},
    "E scorecards/<seat>/set-aside/": {"PUT": SAME, "DELETE": SAME},
    "E scorecards/<seat>/ends/": {"POST": SAME, "DELETE": SAME},
    "E ladder/results/": {"POST": SAME},
    "E ladder/results/<game>/<table>/": {"DELETE": SAME, "PUT": SAME},
    "E ladder/next/": {"POST": REFUSED, "DELETE": REFUSED},
    "E phones/": {"PUT": SAME},
    "E phones/cards/": {"POST": f"{SAME}: a card that is typed stays as it is"},
    "E phones/lines/<seat>/<game>/": {"POST": REFUSED},
    "E looks/": {"POST": f"{SAME}: the last reading once more is that one"},
    "E cross-check/": {"POST": SAME},
    "E cross-check/accept/": {"POST": REFUSED},
    "E discrepancies/<discrepancy>/accept/": {"POST": SAME},
    "E discrepancies/<discrepancy>/override/": {"POST": SAME},
    "E discrepancies/<discrepancy>/refer/": {"POST": SAME},
    "E discrepancies/<discrepancy>/leave/": {"POST": SAME},
    "E discrepancies/<discrepancy>/decision/": {"DELETE": REFUSED},
    "E exemption/": {"POST": SAME},
    "E inform/<seat>/": {"POST": SAME, "DELETE": SAME},
    "E qualifiers/": {"POST": REFUSED},
    "E scorecards/<seat>/late/": {"POST": REFUSED},
    "E bracket/": {"POST": REFUSED, "PATCH": SAME},
    "E bracket/matches/<match>/": {"PATCH": SAME},
    "E bracket/matches/<match>/games/": {"POST": f"{SAME} by `game`; without it, as the contract has it, one more"},
    "E bracket/matches/<match>/games/last/": {
        "DELETE": f"{SAME} by `game`; without it, as the contract has it, one more"
    },
    "E bracket/matches/<match>/score/": {"PUT": SAME},
    "E bracket/matches/<match>/ending/": {"POST": SAME, "DELETE": REFUSED},
    "E bracket/matches/<match>/table/": {"PUT": SAME},
    "E bracket/rounds/<number>/tables/": {"PUT": SAME},
    "E bracket/announcement/": {"POST": SAME},
    "E bracket/players-report/": {"PUT": SAME},
    "E bracket/matches/<match>/forfeits/": {"POST": f"{SAME} by `game`; without it, what the clock allows by now"},
    "E entrants/from/<other>/": {"POST": REFUSED},
    "E prizes/": {"PUT": SAME},
    "E fees/<fee>/": {"PATCH": SAME, "DELETE": REFUSED},
    "E tiebreaks/": {"POST": SAME, "DELETE": SAME},
    "E pools/<fee>/": {"PUT": SAME, "DELETE": SAME},
    "T money/settlement/lines/": {"POST": f"{SAME} by `number`; {UNTOLD}"},
    "T money/settlement/lines/<number>/reversal/": {"POST": SAME},
    "T money/payouts/<player>/": {"POST": f"{SAME} by `open`; {UNTOLD}"},
    "T money/payouts/<player>/lines/<number>/reversal/": {"POST": SAME},
    "E honours/": {"POST": "refused: by `seen`; without it too, unless `again` says that it is one more"},
    "E honours/<honour>/": {"DELETE": REFUSED},
    "T calls/": {"POST": "refused: one call a game"},
    "T calls/<call>/coming/": {"PUT": SAME, "DELETE": SAME},
    "T calls/<call>/there/": {"PUT": SAME},
    "T calls/made/<call>/": {"DELETE": SAME},
    "T calls/<call>/sent/<username>/": {"PUT": SAME},
    "T calls/<call>/declined/": {"PUT": SAME},
    "T calls/<call>/third/": {"PUT": SAME},
    "T calls/<call>/done/": {"PUT": SAME},
    "T judges/<username>/duty/": {"PUT": SAME},
    "T rulings/": {"POST": f"{SAME} word for word: on the same call, or within two minutes"},
    "T rulings/<number>/taking-back/": {"PUT": SAME},
    "T conduct/": {"POST": f"{SAME}: the last note once more is that one"},
    "me/<key>/card/in/": {"POST": SAME},
    "me/<key>/card/games/<game>/": {"PUT": f"{SAME} by the key of the save"},
    "me/<key>/person/": {"PATCH": SAME},
    "me/<key>/call/": {"POST": "refused: one call a game", "DELETE": SAME},
    "me/<key>/call/third/": {"PUT": SAME},
    "T news/test/": {"POST": "one more mail: only a key tells"},
    "E phases/reopen/": {"POST": REFUSED},
    "E log/<entry>/undo/": {"POST": SAME},
    "E report/": {"PATCH": SAME},
    "clubs/": {"POST": REFUSED},
    "clubs/<club>/": {"PATCH": SAME},
    "clubs/<club>/directors/": {"POST": SAME},
    "clubs/<club>/directors/<username>/": {"DELETE": SAME},
    "clubs/<club>/log/<row>/undo/": {"POST": REFUSED},
    "clubs/<club>/members/": {"POST": REFUSED},
    "clubs/<club>/members/<member>/": {"PATCH": SAME, "DELETE": REFUSED},
    "clubs/<club>/seasons/": {"POST": REFUSED},
    "clubs/<club>/seasons/<season>/": {"PATCH": SAME, "DELETE": REFUSED},
    "clubs/<club>/seasons/<season>/put-back/": {"POST": REFUSED},
    "clubs/<club>/seasons/<season>/nights/": {"POST": REFUSED},
    "clubs/<club>/seasons/<season>/nights/<number>/": {"PATCH": SAME, "DELETE": REFUSED},
    "clubs/<club>/seasons/<season>/nights/<number>/put-back/": {"POST": REFUSED},
}


# --- All that there is -----------------------------------------------------------------------------------------------


def written(resolver: URLResolver, prefix: str = "", space: str = "") -> Iterator[tuple[str, str, list[str]]]:
    """Every address that takes something: its route, its name and the methods."""
    for entry in resolver.url_patterns:
        route = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from written(entry, route, entry.namespace or space)
        elif methods := methods_of(entry):
            yield route, f"{space}:{entry.name}" if space else entry.name or "", methods


def methods_of(entry: URLPattern) -> list[str]:
    view: Any = entry.callback
    if shape := getattr(view, "cls", None) or getattr(view, "view_class", None):
        return [method for method in WRITING if hasattr(shape, method.lower())]
    while view is not None:
        # What Django's decorators for methods keep of them.
        taken = inspect.getclosurevars(view).nonlocals.get("request_method_list") if inspect.isfunction(view) else None
        if taken is not None:
            return [method for method in WRITING if method in taken]
        view = getattr(view, "__wrapped__", None)
    return list(WRITING)


def short(route: str) -> str:
    """The route of the API as it is written here."""
    route = route.removeprefix("api/v1/").replace("tournaments/<slug:tournament>/", "T ")
    return re.sub(r"<\w+:(\w+)>", r"<\1>", route.replace("T events/<slug:event>/", "E ")).strip()


def test_every_address_that_takes_something_says_what_a_repeat_does() -> None:
    found = list(written(get_resolver()))

    pages = {name for route, name, _methods in found if not route.startswith("api/")}
    assert pages == PAGES
    groups = (KEYED, SAYS_WHAT_SHALL_BE, set(CARRIES_A_VERSION), set(LETS_SOMEBODY_IN))
    assert sum(map(len, groups)) == len(PAGES)
    api = {short(route): sorted(methods) for route, _name, methods in found if route.startswith("api/v1/")}
    assert api == {route: sorted(told) for route, told in API.items()}


def test_every_address_where_a_repeat_would_add_one_more_takes_a_key() -> None:
    keyed = {method for told in API.values() for method, what in told.items() if "key" in what or what == ONE_MORE}

    assert keyed - {"PUT"} <= set(repeats.KEYED)
