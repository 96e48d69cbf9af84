"""Whether the site is started, what in it is made up, and what goes with a tournament."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from clubs.models import Club, Night
from scorecards.models import Scorecard
from tournaments.models import AuditEntry, Entry, Event, MadeUp, SiteAct, Tournament, User
from tournaments.rules.phase import Phase

IDLE = (Phase.REGISTRATION, Phase.REPORT)
"""The phases in which nobody plays."""
MOST_ACTS = 50


@dataclass(frozen=True, slots=True)
class Demonstration:
    """What goes with the demonstration: the names of its tournaments and clubs, and the user names of its accounts."""

    tournaments: Sequence[str]
    clubs: Sequence[str]
    accounts: Sequence[str]

    def __bool__(self) -> bool:
        return bool(self.tournaments or self.clubs or self.accounts)


def demonstration() -> Demonstration:
    """What is there of the demonstration."""
    kinds = MadeUp.Kind
    return Demonstration(
        list(Tournament.objects.filter(pk__in=MadeUp.keys_of(kinds.TOURNAMENT)).values_list("name", flat=True)),
        list(Club.objects.filter(pk__in=MadeUp.keys_of(kinds.CLUB)).values_list("name", flat=True)),
        list(
            User.objects.filter(pk__in=MadeUp.keys_of(kinds.ACCOUNT)).order_by("pk").values_list("username", flat=True)
        ),
    )


def demonstration_director() -> User | None:
    """The first account of the demonstration, which directs its tournaments."""
    return User.objects.filter(pk__in=MadeUp.keys_of(MadeUp.Kind.ACCOUNT)).order_by("pk").first()


@dataclass(frozen=True, slots=True)
class GoesToo:
    """What is deleted with a tournament: how many entrants, cards and lines of its log."""

    entrants: int
    cards: int
    acts: int


def goes_too(tournament: Tournament) -> GoesToo:
    """Count what is deleted with this tournament."""
    return GoesToo(
        Entry.objects.filter(event__tournament=tournament).count(),
        Scorecard.objects.filter(entry__event__tournament=tournament).count(),
        AuditEntry.objects.filter(tournament=tournament).count(),
    )


def running_events(tournament: Tournament) -> list[Event]:
    """The events that are being played: their seats are drawn, and they are not over."""
    return [event for event in tournament.events.all() if event.phase not in IDLE]


def club_of_night(tournament: Tournament) -> Club | None:
    """The club of whose season this tournament is a night that counts; None if it is none."""
    night = (
        Night.objects.filter(event__tournament=tournament, withdrawn_at__isnull=True)
        .select_related("season__club")
        .first()
    )
    return night.season.club if night else None


@dataclass(frozen=True, slots=True)
class TakenAway:
    """Something that was taken away: its name, by whom, when, and the backup that was made before."""

    name: str
    by: str
    at: datetime
    backup: str


def taken_away() -> list[TakenAway]:
    """What was taken away from the site, newest first."""
    acts = SiteAct.objects.filter(action__in=("tournament.deleted", "demonstration.removed")).order_by("-pk")[
        :MOST_ACTS
    ]
    return [
        TakenAway(str(act.after.get("name", "")), act.actor_name, act.at, str(act.after.get("backup", "")))
        for act in acts
    ]
