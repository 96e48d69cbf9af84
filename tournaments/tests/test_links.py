"""Personal links: made, shown to the desk, replaced, taken back; pages and API alike."""

from __future__ import annotations

import pytest
from django.test import Client

from tournaments import keys
from tournaments.entrants.actions.entrants import remove_entrant
from tournaments.errors import Refused
from tournaments.models import AuditEntry, Entry, Event, PersonalLink, Tournament
from tournaments.people.actions.links import make_links, renew_link, revoke_link
from tournaments.people.reads.links import entry_of_key, key_of_link, link_of, link_of_key, without_link
from tournaments.tests.factories import api_of, make_actor, make_event, make_tournament, make_user
from tournaments.tests.pages import in_role, of, text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def tournament() -> Tournament:
    return make_tournament("sierra")


@pytest.fixture
def event(tournament: Tournament) -> Event:
    event = make_event(tournament=tournament, entrants=4, seated=True)
    make_links(event=event, actor=make_actor())
    return event


@pytest.fixture
def registrar(tournament: Tournament) -> Client:
    return in_role(tournament, "registrar")


def entry_of(event: Event, number: int = 1) -> Entry:
    return Entry.objects.select_related("event").get(event=event, number=number)


def key_of(entry: Entry) -> str:
    link, _version = link_of(entry)
    assert link is not None
    return key_of_link(link)


def api(event: Event, rest: str) -> str:
    return f"/api/v1/tournaments/{event.tournament.slug}/events/{event.slug}/{rest}"


def test_everybody_who_plays_gets_a_link_once(event: Event) -> None:
    again = make_links(event=event, actor=make_actor())

    assert again == 0
    assert PersonalLink.objects.filter(entry__event=event).count() == 4
    assert AuditEntry.objects.filter(action="links.made").count() == 1
    assert without_link(event) == 0


def test_a_key_opens_its_entry_alone_however_it_is_typed(event: Event) -> None:
    entry = entry_of(event, 2)
    key = key_of(entry)

    assert entry_of_key(key) == entry
    assert entry_of_key(f" {keys.readable(key).lower()} ") == entry
    assert entry_of_key(key[:-1] + ("3" if key[-1] == "2" else "2")) is None
    assert entry_of_key("") is None
    assert entry_of_key("no key at all") is None


def test_a_key_that_was_found_before_still_dies_with_its_link(event: Event) -> None:
    entry = entry_of(event)
    key = key_of(entry)
    assert entry_of_key(key) == entry

    revoke_link(entry=entry, version=1, actor=make_actor())

    assert entry_of_key(key) is None


def test_a_key_is_nowhere_in_the_database(event: Event) -> None:
    key = key_of(entry_of(event))

    assert not PersonalLink.objects.filter(nonce__icontains=key).exists()
    assert all(key not in str(row.after) and key not in row.subject_key for row in AuditEntry.objects.all())


def test_a_new_link_replaces_the_old_one_and_is_told_in_the_log(event: Event) -> None:
    entry = entry_of(event)
    old = key_of(entry)

    renew_link(entry=entry, version=1, actor=make_actor())

    assert entry_of_key(old) is None
    assert entry_of_key(key_of(entry)) == entry
    assert AuditEntry.objects.get(action="link.renewed").after == {"name": entry.name}


@pytest.mark.parametrize("act", [renew_link, revoke_link])
def test_whoever_looked_at_an_older_link_changes_nothing(event: Event, act: object) -> None:
    entry = entry_of(event)
    renew_link(entry=entry, version=1, actor=make_actor())
    key = key_of(entry)

    with pytest.raises(Refused) as refused:
        act(entry=entry, version=1, actor=make_actor())  # type: ignore[operator]

    assert refused.value.code == "stale"
    assert key_of(entry) == key


def test_a_revoked_link_is_replaced_only_by_hand(event: Event) -> None:
    entry = entry_of(event)
    revoke_link(entry=entry, version=1, actor=make_actor())
    revoke_link(entry=entry, version=1, actor=make_actor())

    assert make_links(event=event, actor=make_actor()) == 0
    assert AuditEntry.objects.filter(action="link.revoked").count() == 1
    renew_link(entry=entry, version=1, actor=make_actor())
    assert entry_of_key(key_of(entry)) == entry


def test_whoever_is_taken_off_the_list_takes_their_link_along(tournament: Tournament) -> None:
    early = make_event(tournament=tournament, slug="early", entrants=2)
    make_links(event=early, actor=make_actor())
    key = key_of(entry_of(early))

    remove_entrant(event=early, number=1, actor=make_actor())

    assert link_of_key(key) is None


def test_the_desk_sees_replaces_and_takes_back_a_link(event: Event, registrar: Client) -> None:
    entry = entry_of(event)
    old = key_of(entry)

    shown = registrar.get(of("personal_link", event, 1))
    renewed = registrar.post(of("renew_link", event, 1), {"version": "1"}, follow=True)
    revoked = registrar.post(of("revoke_link", event, 1), {"version": "2"}, follow=True)

    assert keys.readable(old) in text_of(shown)
    assert "stops working at once" in text_of(shown)
    assert "no-store" in shown["Cache-Control"]
    assert "has a new link. Print the slip again." in text_of(renewed)
    assert keys.readable(old) not in text_of(renewed)
    assert "It was taken back." in text_of(revoked)
    assert "Make a link" in text_of(revoked)


@pytest.mark.parametrize("version", ["7", "", "x", "-1", "9" * 30])
def test_a_stale_page_is_shown_again_with_the_reason(event: Event, registrar: Client, version: str) -> None:
    answer = registrar.post(of("renew_link", event, 1), {"version": version})

    assert answer.status_code == 409
    assert "Somebody else has just made a new link." in text_of(answer)


@pytest.mark.parametrize("role", ["checker", "judge", "viewer"])
def test_only_the_desk_sees_and_changes_links(event: Event, role: str) -> None:
    client = in_role(event.tournament, role)
    key = key_of(entry_of(event))

    answers = [
        client.get(of("personal_link", event, 1)),
        client.post(of("renew_link", event, 1), {"version": "1"}),
        client.post(of("revoke_link", event, 1), {"version": "1"}),
        client.post(of("make_links", event)),
        client.get(of("sheets", event, "slips")),
        client.get(of("paper", event)),
    ]

    assert [answer.status_code for answer in answers] == [403] * 6
    assert entry_of_key(key) is not None


def test_the_api_does_the_same(event: Event) -> None:
    program = api_of(make_user(role="registrar", tournament=event.tournament))
    key = key_of(entry_of(event))

    shown = program.get(api(event, "entrants/A-1/link/"))
    renewed = program.post(api(event, "entrants/A-1/link/"), {"version": 1}, format="json")
    stale = program.post(api(event, "entrants/A-1/link/"), {"version": 1}, format="json")
    gone = program.delete(api(event, "entrants/A-1/link/"))
    made = program.post(api(event, "links/"))

    assert shown.json() == {"key": key, "code": keys.readable(key), "version": 1}
    assert renewed.status_code == 201
    assert renewed.json()["key"] != key
    assert (stale.status_code, stale.json()["code"]) == (409, "stale")
    assert gone.json() == {"key": None, "code": None, "version": 2}
    assert made.json() == {"made": 0}
    assert (
        api_of(make_user(role="checker", tournament=event.tournament)).get(api(event, "entrants/A-1/link/")).status_code
        == 403
    )
