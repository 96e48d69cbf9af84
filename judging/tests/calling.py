"""What tests of calls share: calling a judge, the judges, and whose page is which."""

from __future__ import annotations

from judging.calls.actions.calls import call_judge
from judging.models import Call
from tournaments.access import Actor
from tournaments.day.actions.round import call_game
from tournaments.models import Entry, Event
from tournaments.people.actions.links import make_links
from tournaments.people.reads.links import key_of_link, link_of
from tournaments.reads.entries import entry_at
from tournaments.tests.factories import make_actor, make_event, make_tournament, make_user


def make_playing() -> Event:
    """Four who play their second game of three, each with a page of their own."""
    event = make_event(tournament=make_tournament("sierra"), games=3, entrants=4, seated=True)
    make_links(event=event, actor=make_actor())
    call_game(event=event, game=2, actor=make_actor())
    return Event.objects.get(pk=event.pk)


def entry_of(event: Event, seat: str = "A-1") -> Entry:
    entry = entry_at(event, seat)
    assert entry is not None
    return entry


def opponent_of(call: Call) -> Entry:
    assert call.opponent is not None
    return call.opponent


def key_of(event: Event, seat: str = "A-1") -> str:
    link, _version = link_of(entry_of(event, seat))
    assert link is not None
    return key_of_link(link)


def called(event: Event, seat: str = "A-1", about: str = "") -> Call:
    entry = entry_of(event, seat)
    return call_judge(entry=entry, about=about, actor=Actor.of_entry(entry))


def judges_of(event: Event, *names: str) -> list[Actor]:
    return [make_actor(make_user(name, role="judge", tournament=event.tournament)) for name in names]


def coming_to(call: Call) -> list[str]:
    return [one.name for one in call.coming.filter(gave_up_at=None)]
