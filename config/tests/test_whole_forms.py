"""Two people have the same page open: what one of them saved is not wiped by the other, on any form that writes a whole thing."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.http import HttpResponse
from django.test import Client

from tournaments.models import Event, Tournament
from tournaments.tests.factories import make_event, make_tournament, make_user
from tournaments.tests.pages import address, form_on, of, signed_in, text_of

Typed = Mapping[str, str | list[str]]


@dataclass(frozen=True)
class Kind:
    """A kind of whole form: its page, where it goes, and what two people do with it.

    `one` and `other` are different fields, `clash` the same field twice; `said` are the two values in words where they are not
    those that are typed.
    """

    page: str
    action: str
    clash: tuple[Typed, Typed]
    one: Typed = field(default_factory=dict)
    other: Typed = field(default_factory=dict)
    with_each: Typed = field(default_factory=dict)
    said: tuple[str, str] | None = None
    prefix: str = ""


def _seated(tournament: Tournament, slug: str, **more: object) -> Event:
    return make_event(tournament=tournament, slug=slug, entrants=8, seated=True, **more)  # type: ignore[arg-type]  # a test's own


def kinds(tournament: Tournament) -> dict[str, Kind]:
    """Every kind, each on something of its own."""
    event = make_event(tournament=tournament, slug="plan", games=9)
    settings = of("event_settings", event)
    return {
        "TournamentForm": Kind(
            address("tournament", tournament.slug),
            address("tournament", tournament.slug),
            one={"venue": "Elks Lodge"},
            other={"name": "Sierra Autumn Open"},
            clash=({"venue": "Town Hall"}, {"venue": "Grand Hotel"}),
        ),
        "EventSettingsForm": Kind(
            settings,
            settings,
            one={"starts_at": "2026-03-06T09:30"},
            other={"games": "11"},
            clash=({"games": "12"}, {"games": "10"}),
        ),
        "HiddenForm": Kind(
            settings,
            of("hidden", event),
            one={"hidden": ["bracket"]},
            other={"hidden": ["schedule"]},
            clash=({}, {}),
        ),
        "QuotaForm": Kind(
            settings,
            of("quota", event),
            clash=({"quota": "5", "reason": "Flyer"}, {"quota": "6", "reason": "Hall"}),
        ),
        "FlyerForm": Kind(
            address("flyer_words", tournament.slug),
            address("flyer_words", tournament.slug),
            one={"hotel": "Nugget", "notes": "Bring a board.\r\nAnd a friend."},
            other={"charity": "none", "entry_deadline": "2026-03-01T20:00"},
            clash=({"entry_deadline": "2026-03-02T20:00"}, {"entry_deadline": "2026-03-03T20:00"}),
            said=("Mar 2, 8:00 PM", "Mar 3, 8:00 PM"),
        ),
    }


class TwoDirectors:
    """Both have the page of a kind open."""

    def __init__(self, kind: Kind, ann: Client, bob: Client) -> None:
        self.kind, self.ann, self.bob = kind, ann, bob
        self.of_ann, self.of_bob = self.shown(ann), self.shown(bob)

    def shown(self, client: Client) -> dict[str, list[str]]:
        return form_on(client.get(self.kind.page), self.kind.action)

    def send(self, client: Client, form: dict[str, list[str]], typed: Typed) -> HttpResponse:
        sent = {**form, **self.kind.with_each, **typed}
        return client.post(self.kind.action, sent)  # type: ignore[return-value]  # the test's own response


def _as_sent(typed: Typed) -> dict[str, list[str]]:
    return {name: value if isinstance(value, list) else [value] for name, value in typed.items()}


def _both_open(kind: Kind, ann: Client, bob: Client) -> TwoDirectors:
    return TwoDirectors(kind, ann, bob)


def each_kind(db_tournament: Tournament, act: Callable[[str, Kind, Client, Client], None]) -> None:
    ann = signed_in(make_user("ann", role="director", tournament=db_tournament))
    bob = signed_in(make_user("bob", role="director", tournament=db_tournament))
    for name, kind in kinds(db_tournament).items():
        act(name, kind, ann, bob)


def test_two_people_who_change_different_fields_both_get_what_they_want(db: None) -> None:
    def act(name: str, kind: Kind, ann: Client, bob: Client) -> None:
        if not kind.one:
            return
        both = TwoDirectors(kind, ann, bob)
        assert both.send(ann, both.of_ann, kind.one).status_code == 302, name
        answer = both.send(bob, both.of_bob, kind.other)
        assert answer.status_code == 302, (name, text_of(answer))
        now = both.shown(ann)
        wanted = _as_sent({**kind.one, **kind.other})
        for field_name in kind.one.keys() & kind.other.keys():
            # Boxes of one field: each is ticked for itself.
            wanted[field_name] = sorted([*_as_sent(kind.one)[field_name], *_as_sent(kind.other)[field_name]])
        assert {key: sorted(now[key]) for key in wanted} == wanted, name

    each_kind(make_tournament("whole"), act)


def test_the_same_field_is_refused_with_both_values_and_nothing_typed_is_lost(db: None) -> None:
    def act(name: str, kind: Kind, ann: Client, bob: Client) -> None:
        first, second = kind.clash
        if not first:
            return
        both = TwoDirectors(kind, ann, bob)
        beside = {key: value for key, value in kind.other.items() if key not in second}
        assert both.send(ann, both.of_ann, first).status_code == 302, name
        refused = both.send(bob, both.of_bob, {**beside, **second})
        said = text_of(refused)
        assert refused.status_code == 409, (name, said)
        assert "ann has set this to" in said, name
        for value in kind.said or [str(one) for typed in kind.clash for one in typed.values()]:
            assert f"“{value}”" in said, (name, value)
        # Nothing of it is written, and nothing that was typed is lost.
        assert {key: both.shown(ann)[key] for key in first} == _as_sent(first), name
        again = form_on(refused, kind.action)
        typed = _as_sent({**beside, **second})
        assert {key: again[key] for key in typed} == typed, name
        # Who sends it again has seen it.
        assert both.send(bob, again, {}).status_code == 302, name
        now = both.shown(ann)
        assert {key: now[key] for key in typed} == typed, name

    each_kind(make_tournament("whole"), act)


def test_the_same_change_twice_is_no_quarrel(db: None) -> None:
    def act(name: str, kind: Kind, ann: Client, bob: Client) -> None:
        both = TwoDirectors(kind, ann, bob)
        assert both.send(ann, both.of_ann, kind.clash[0] or kind.one).status_code == 302, name
        assert both.send(bob, both.of_bob, kind.clash[0] or kind.one).status_code == 302, name

    each_kind(make_tournament("whole"), act)
