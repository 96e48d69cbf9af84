"""The API of one player."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.players import reads, words
from hall.players.access import player_for
from hall.players.reads import PlayerPage
from tournaments.api.shapes import PlayersField, refusals
from tournaments.api.shapes import found as or_missing
from tournaments.models import Entry
from tournaments.people.reads.persons import pages_of
from tournaments.views.page import hall_time

SEAT = OpenApiParameter("seat", OpenApiTypes.STR, "path", description="The permanent ID, like A-7.")


class PlayerStandingOut(serializers.Serializer[Any]):
    """How a card stands among the others."""

    rank = serializers.CharField(help_text="In words: `3rd`, or `a tie for 3rd`.")
    of = serializers.IntegerField(source="entrants", help_text="How many entrants are listed.")
    game_points = serializers.IntegerField(help_text="So far, or as posted.")
    games_won = serializers.IntegerField(help_text="So far, or as posted.")
    net = serializers.CharField(help_text="With its sign; empty where the event records no spread.")
    plus = serializers.IntegerField(
        allow_null=True, help_text="So far, or as posted; null where the event records no spread."
    )
    pegged = serializers.IntegerField(
        allow_null=True, help_text="Total pegged points; null unless they rank the event."
    )
    why = serializers.ListField(
        child=serializers.CharField(), help_text="What separates it from the rows above and below, in sentences."
    )
    to_line = serializers.CharField(help_text="How far the line is, in words.")
    provisional = serializers.BooleanField(help_text="True until the qualifiers are posted.")


class PlayerGameOut(serializers.Serializer[Any]):
    """One game of the schedule."""

    game = serializers.IntegerField(help_text="From 1.")
    sits_at = serializers.IntegerField(allow_null=True, help_text="The seat at the table; null for who is free.")
    opponent = serializers.CharField(
        source="opponent.seat", allow_null=True, help_text="The opponent's permanent ID; null for a sit-out."
    )
    name = serializers.CharField(source="who", help_text="Who plays there; empty for a sit-out.")
    players = PlayersField()
    first_deal = serializers.CharField(allow_null=True, help_text="Who deals first; null where the two cut.")
    counted = serializers.BooleanField(help_text="False for an extra game.")


class PlayerMatchOut(serializers.Serializer[Any]):
    """One match of the playoffs."""

    match = serializers.IntegerField(help_text="Its number in the bracket.")
    round = serializers.CharField(help_text="The round by its name.")
    state = serializers.ChoiceField(["won", "lost", "bye", "open"], help_text="Open also while it is held back.")
    told = serializers.CharField(help_text="How it stands, in a sentence.")


class PlayerPrizeOut(serializers.Serializer[Any]):
    """A prize of the event."""

    what = serializers.CharField(help_text="What it is for.")
    cents = serializers.IntegerField(help_text="How much.")


class PlayerElsewhereOut(serializers.Serializer[Any]):
    """Another event in which the same person plays."""

    event = serializers.CharField(help_text="The event in the address.")
    seat = serializers.CharField(allow_null=True, help_text="The permanent ID there; null until it is drawn.")


class PlayerOut(serializers.Serializer[Any]):
    """What is public of a player."""

    seat = serializers.CharField(help_text="The permanent ID.")
    name = serializers.CharField(help_text="Who.")
    players = PlayersField()
    status = serializers.ChoiceField(choices=Entry.Status.choices, help_text="Whether they play.")
    revision = serializers.IntegerField(help_text="Grows with every change.")
    lead = serializers.CharField(help_text="How they stand, in a sentence.")
    substitute = serializers.CharField(help_text="Who plays on for them; empty where nobody does.")
    standing = PlayerStandingOut(allow_null=True, help_text="Null before the card is in, and while it is held back.")
    qualified = serializers.BooleanField(help_text="Whether the posted list has them among the qualifiers.")
    now = PlayerGameOut(allow_null=True, help_text="The game that is on.")
    next = PlayerGameOut(allow_null=True, help_text="The next game.")
    games = PlayerGameOut(many=True, help_text="Every game of the schedule.")
    seed = serializers.IntegerField(allow_null=True, help_text="In the playoffs; null without them.")
    matches = PlayerMatchOut(many=True, help_text="The matches of the playoffs, the first one first.")
    place = serializers.CharField(help_text="In the playoffs, in words; empty until it is known.")
    prizes = PlayerPrizeOut(many=True, help_text="What the prizes of the event bring.")
    points = serializers.IntegerField(allow_null=True, help_text="Master Rating Points; null until they are known.")
    honours = serializers.ListField(child=serializers.CharField(), help_text="Hands of 28 and 29, and awards.")
    elsewhere = PlayerElsewhereOut(many=True, help_text="The other events of the tournament.")
    held_back = serializers.ListField(child=serializers.CharField(), help_text="What is not public yet, in sentences.")
    person = serializers.IntegerField(
        allow_null=True, help_text="The number of their page across events (`people/`); null without one."
    )


def player_values(page: PlayerPage) -> dict[str, Any]:
    """The page of a player as the API shows it."""
    run = page.run
    return {
        "seat": page.entry.seat,
        "name": page.entry.name,
        "players": page.entry.names,
        "status": page.entry.status,
        "revision": page.entry.event.revision,
        "lead": page.lead,
        "substitute": page.substitute,
        "standing": page.standing,
        "qualified": page.qualified,
        "now": page.now,
        "next": page.next,
        "games": page.route,
        "seed": run.seed if run else None,
        "matches": [
            {
                "match": match.told.match,
                "round": match.round_name,
                "state": match.state or "open",
                "told": f"{match.told.text} {match.told.then}".strip(),
            }
            for match in (run.matches if run else ())
        ],
        "place": run.place if run else "",
        "prizes": [{"what": label, "cents": cents} for label, cents in page.prizes],
        "points": page.points,
        "honours": [honour.label for honour in page.honours],
        "elsewhere": [{"event": other.event.slug, "seat": other.seat or None} for other in page.elsewhere],
        "held_back": list(page.held_back),
        "person": pages_of(Entry.objects.filter(pk=page.entry.pk)).get(page.entry.pk),
    }


class PlayerView(APIView):
    """One player of an event."""

    @extend_schema(operation_id="player", parameters=[SEAT], responses={200: PlayerOut, **refusals(403, 404)})
    def get(self, request: Request, tournament: str, event: str, seat: str) -> Response:
        """Return what is public of the player with this seat."""
        this_event, rights, entry = player_for(request.user, tournament, event, seat)
        entry = or_missing(entry, words.nobody_has(seat))
        with hall_time(this_event):
            return Response(PlayerOut(player_values(reads.player_page(this_event, entry, rights))).data)
