"""Tournaments and their events in the API."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, PolymorphicProxySerializer, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from tournaments.access import Need, Person, event_for, tournament_for
from tournaments.api.shapes import (
    DayField,
    MomentField,
    OneOfField,
    StrictSerializer,
    TextField,
    TruthField,
    WholeNumberField,
    actor_of,
    answer_example,
    body_example,
    page_example,
    pages_of,
    paginated,
    read,
    refusals,
    text_of,
    whole_number_in_address,
)
from tournaments.day.api import OutlookSerializer
from tournaments.day.reads import summaries as summaries_reads
from tournaments.errors import Forbidden, Refused
from tournaments.faults import raise_malformed
from tournaments.models import MAX_REASON, Event, Tournament, User
from tournaments.models.lengths import MAX_ENTRANTS, MAX_GAMES, MAX_QUOTA, MAX_ROUNDS
from tournaments.plan import EventPlan
from tournaments.rules.as_the_acc import MATCH_LENGTHS
from tournaments.rules.hiding import HIDEABLE
from tournaments.rules.quota import LEAST_ONE_IN, MOST_ONE_IN
from tournaments.rules.skunk import MOST_DOUBLE_SKUNK_FROM, MOST_SKUNK_FROM, NO_SKUNK
from tournaments.venue.actions.events import add_event, change_event, exempt_quota, look_at_change
from tournaments.venue.actions.tournaments import archive_tournament, change_tournament, create_tournament
from tournaments.venue.reads import tournaments as tournaments_reads
from tournaments.venue.reads.plans import ladder_faults
from tournaments.venue.reads.tournaments import TournamentSummary
from tournaments.venue.words import events as events_words

MAX_EVENTS = 50

EVENT = {
    "slug": "main",
    "kind": "main",
    "games": 22,
    "deal": "cut",
    "movement": "anchor",
    "ladder_top": "first",
    "ranking": "acc",
    "one_in": 4,
    "max_entrants": None,
    "skunk_from": 31,
    "double_skunk_from": None,
    "best_of": 5,
    "rounds": 22,
    "starts_at": "2026-03-07T17:00:00Z",
    "muggins": False,
    "records_spread": True,
    "deal_procedure": "",
    "playoff_format": "Best of five, the final best of seven",
    "repeats_reason": "",
    "sit_outs_reason": "",
    "mrp_rated": True,
    "phase": "seating",
    "entrants": 96,
    "quota": 24,
    "quota_reason": "",
    "hidden": [],
    "revision": 3,
    "game": None,
}
TOURNAMENT = {
    "slug": "sierra-open-2026",
    "name": "Sierra Open",
    "starts_on": "2026-03-06",
    "venue": "Grand Ballroom, Reno",
    "time_zone": "America/Los_Angeles",
    "edition": "2020",
    "public": True,
    "archived": False,
    "events": [EVENT],
}
NEW_EVENT = {"slug": "main", "kind": "main", "games": 22, "deal": "cut", "movement": "anchor"}

# --- Shapes ----------------------------------------------------------------------------------------------------------


class RulesFields(StrictSerializer):
    """The rules of an event that freeze at the first card."""

    kind = OneOfField(choices=Event.Kind.choices, required=False, help_text="What the event is.")
    games = WholeNumberField(
        min_value=1, max_value=MAX_GAMES, required=False, help_text="Games that count for everybody."
    )
    deal = OneOfField(choices=Event.Deal.choices, required=False, help_text="How the first deal of a game is decided.")
    deal_procedure = text_of(
        Event,
        "deal_procedure",
        required=False,
        help_text="Who deals first, as the director announces it (1.5.a, 2020).",
    )
    muggins = TruthField(required=False, help_text="Whether muggins is played.")
    movement = OneOfField(
        choices=Event.Movement.choices,
        required=False,
        help_text="How people move between games; with `none` the opponents are read from the cards. "
        "With `ladder` winners move one table on and losers stay; cards record no spread.",
    )
    ladder_top = OneOfField(
        choices=Event.LadderTop.choices,
        required=False,
        help_text="With `ladder`, where the winners of the last table go: to table 1 (`first`), or they `stay` and its losers "
        "go to table 1.",
    )
    ranking = OneOfField(
        choices=Event.RankingChoice.choices,
        required=False,
        help_text="How the cards are ranked: `acc` as the edition says (a ladder by game points alone); `points` by game "
        "points alone; `wins` by games won, then head-to-head, then the fewest losing points (without a spread not these); "
        "`net` by game points, net, games won; `pegged` by total pegged points (121 for a game won, 121 less the spread for a "
        "game lost), then games won, then head-to-head, and only where cards record a spread. Whoever is level after that shares the rank or plays it off.",
    )
    skunk_from = WholeNumberField(
        min_value=NO_SKUNK,
        max_value=MOST_SKUNK_FROM,
        required=False,
        help_text="A win by so many holes or more is a skunk and counts 3 game points; 31 if left out, as the rulebook says "
        "(1.6, 2020), and always on a ladder. 0: there are no skunks, and every win counts 2.",
    )
    double_skunk_from = WholeNumberField(
        min_value=1,
        max_value=MOST_DOUBLE_SKUNK_FROM,
        required=False,
        allow_null=True,
        help_text="A win by so many holes or more is a double skunk and counts 4 game points: more than `skunk_from`. Null or "
        "left out: there are none, as in the rulebook. Refused where no spread is recorded, as on a ladder, and "
        "where cards are ranked by `wins`.",
    )
    rounds = WholeNumberField(
        min_value=1,
        max_value=MAX_ROUNDS,
        required=False,
        allow_null=True,
        help_text="A limit that the director sets, at least as many as games. More than a table has different opponents "
        "lets nobody meet again without `repeats_reason`. Null or left out: as many as the seats need.",
    )
    repeats_reason = text_of(
        Event,
        "repeats_reason",
        required=False,
        help_text="Why people may meet again where a table has too few opponents; empty where they may not.",
    )
    sit_outs_reason = text_of(
        Event,
        "sit_outs_reason",
        required=False,
        help_text="Why some may sit out at least two games more than others of their table, as with `two_games` at an odd "
        "table; empty where they may not: a draw, or a plan for `expected` entrants, that would do so is refused "
        "(`impossible`).",
    )


class PlanFields(RulesFields):
    """What a director decides about how an event is played."""

    records_spread = TruthField(
        required=False,
        help_text="Whether cards record a spread; true if left out. If not, cards are compared by who won alone. Fixed for good "
        "once the first card is written.",
    )
    one_in = WholeNumberField(
        min_value=LEAST_ONE_IN,
        max_value=MOST_ONE_IN,
        required=False,
        help_text="One entrant in so many qualifies, a fraction counts as one more; 4 if left out, as the rulebook says "
        "(13.2.b, 2020). It can change until the qualifiers are posted.",
    )
    best_of = WholeNumberField(
        min_value=min(MATCH_LENGTHS),
        max_value=max(MATCH_LENGTHS),
        required=False,
        help_text="Of how many games a match of the playoffs is: 1, 3, 5 or 7; 5 if left out, as the ACC has it. The draw of "
        "the bracket goes by it unless it says otherwise. It can change until the qualifiers are posted.",
    )
    max_entrants = WholeNumberField(
        min_value=2,
        max_value=MAX_ENTRANTS,
        required=False,
        allow_null=True,
        help_text="How many have a place. Whoever is entered after them gets the status `waiting`, and the next place that is free "
        "before the draw. Null or left out: no limit.",
    )
    starts_at = MomentField(required=False, allow_null=True, help_text="When the first game begins.")
    playoff_format = text_of(Event, "playoff_format", required=False, help_text="As on the flyer.")
    expected = WholeNumberField(
        min_value=2,
        max_value=MAX_ENTRANTS,
        required=False,
        allow_null=True,
        help_text="Entrants that the director expects. Not kept: games that so many cannot finish are refused "
        "(`impossible`).",
    )


class EventBody(PlanFields):
    """An event as its director plans it. Left out: a main event of 22 games, cut for deal, everybody moves (`anchor`)."""

    slug = text_of(Event, "slug", help_text="Its short name in addresses, once per tournament.")


class EventChanges(PlanFields):
    """Changes of an event; a field that is left out stays as it is."""

    quota = WholeNumberField(
        min_value=0,
        max_value=MAX_QUOTA,
        required=False,
        allow_null=True,
        help_text="How many qualify instead of one in four or in `one_in` (13.2.b, 2020), as an exemption; null ends it. 0: nobody "
        "does, as where no playoffs follow; ties then share their place.",
    )
    reason = TextField(
        max_length=MAX_REASON, required=False, allow_blank=True, help_text="Why; an exemption shows it to everybody."
    )
    hidden = serializers.ListField(
        child=OneOfField(choices=HIDEABLE),
        max_length=len(HIDEABLE),
        required=False,
        help_text="The public parts that the director holds back: all of them, each time. `standings_until_posted` holds the "
        "standings back and ends by itself when the qualifiers are posted; `final` is how the final goes, until it is announced.",
    )


class TournamentFields(StrictSerializer):
    """What a director decides about a tournament."""

    name = text_of(Tournament, "name", help_text="What it is called.")
    starts_on = DayField(help_text="The first day.")
    venue = text_of(Tournament, "venue", required=False, help_text="Where it is.")
    time_zone = text_of(Tournament, "time_zone", required=False, help_text="The hall's, as in America/Los_Angeles.")
    edition = OneOfField(
        choices=Tournament.EditionChoice.choices, required=False, help_text="The rulebook that it is played by."
    )
    public = TruthField(required=False, help_text="Whether everybody may look, or only those with a role.")


class TournamentBody(TournamentFields):
    """A tournament as somebody creates it. Left out: a public one under the 2020 edition, in Los Angeles' time."""

    slug = text_of(Tournament, "slug", help_text="Its short name in addresses; it stays.")
    events = EventBody(many=True, required=False, max_length=MAX_EVENTS, help_text="Its events; more can be added.")  # type: ignore[call-arg] # the list's own


class TournamentChanges(TournamentFields):
    """Changes of a tournament; a field that is left out stays as it is."""

    archived = TruthField(required=False, help_text="Whether it is out of the lists.")
    reason = TextField(
        max_length=MAX_REASON,
        required=False,
        help_text="Why, for everybody to read: needed where another edition is to decide cards that are written.",
    )


class EventSerializer(serializers.Serializer[Any]):
    """An event."""

    slug = serializers.CharField(help_text="Its short name in addresses.")
    kind = serializers.ChoiceField(choices=Event.Kind.choices, help_text="What it is.")
    games = serializers.IntegerField(help_text="Games that count for everybody.")
    deal = serializers.ChoiceField(choices=Event.Deal.choices, help_text="How the first deal of a game is decided.")
    movement = serializers.ChoiceField(choices=Event.Movement.choices, help_text="How people move between games.")
    ladder_top = serializers.ChoiceField(
        choices=Event.LadderTop.choices, help_text="Where the winners of a ladder's last table go."
    )
    ranking = serializers.ChoiceField(
        choices=Event.RankingChoice.choices, help_text="How the cards are ranked; `acc`: as the edition says."
    )
    one_in = serializers.IntegerField(help_text="One entrant in so many qualifies, unless the director sets a number.")
    skunk_from = serializers.IntegerField(
        help_text="A win by so many holes or more is a skunk; 0: there are no skunks."
    )
    max_entrants = serializers.IntegerField(allow_null=True, help_text="How many have a place; null: no limit.")
    double_skunk_from = serializers.IntegerField(
        allow_null=True,
        help_text="A win by so many holes or more counts 4 game points; null: there are no double skunks.",
    )
    best_of = serializers.IntegerField(
        help_text="Of how many games a match of the playoffs is, unless the draw says otherwise."
    )
    rounds = serializers.IntegerField(help_text="What the director set, else what the seats need.")
    starts_at = serializers.DateTimeField(
        allow_null=True, help_text="When the first game begins; null where it is open."
    )
    muggins = serializers.BooleanField(help_text="Whether muggins is played.")
    records_spread = serializers.BooleanField(
        help_text="Whether cards record a spread. If not, lines have game points alone, and plus, minus and net are null."
    )
    deal_procedure = serializers.CharField(help_text="Who deals first, as it is announced; may be empty.")
    playoff_format = serializers.CharField(help_text="As on the flyer; may be empty.")
    repeats_reason = serializers.CharField(help_text="Why people may meet again; empty where they may not.")
    sit_outs_reason = serializers.CharField(help_text="Why some may sit out more often; empty where they may not.")
    mrp_rated = serializers.BooleanField(
        help_text="Whether the event earns Master Rating Points: a rated number of games, and played as the ACC plays."
    )
    phase = serializers.ChoiceField(choices=Event.PhaseChoice.choices, help_text="How far it is.")
    entrants = serializers.IntegerField(help_text="Those who started play: no-shows do not count, who withdrew does.")
    quota = serializers.IntegerField(help_text="How many qualify (13.2.b, 2020).")
    quota_reason = serializers.CharField(
        help_text="Why another number qualifies than one in `one_in`; empty where none does."
    )
    hidden = serializers.ListField(
        child=serializers.ChoiceField(choices=HIDEABLE), help_text="The public parts that the director holds back."
    )
    revision = serializers.IntegerField(help_text="Grows with every change of the event.")
    game = serializers.IntegerField(allow_null=True, help_text="The game of the round that is on; null for none.")


class TournamentSerializer(serializers.Serializer[Any]):
    """A tournament with its events."""

    slug = serializers.CharField(help_text="Its short name in addresses.")
    name = serializers.CharField(help_text="What it is called.")
    starts_on = serializers.DateField(help_text="The first day.")
    venue = serializers.CharField(help_text="Where it is; empty where nobody said.")
    time_zone = serializers.CharField(help_text="The hall's.")
    edition = serializers.ChoiceField(choices=Tournament.EditionChoice.choices, help_text="The rulebook.")
    public = serializers.BooleanField(help_text="Whether everybody may look, or only those with a role.")
    archived = serializers.BooleanField(help_text="Whether it is out of the lists. Its address still opens it.")
    events = EventSerializer(many=True, help_text="In the order in which they were added.")


TournamentPages = pages_of(TournamentSerializer, "TournamentPages")


def _shown(tournaments: Iterable[Tournament], user: Person) -> Any:
    """Serialize tournaments for a person: only those with a role in a tournament see the true phase of its events."""
    summaries = tournaments_reads.tournament_summaries(list(tournaments))
    if isinstance(user, User):
        own_slugs = set(user.roles.in_force().values_list("tournament__slug", flat=True))
        summaries = [
            summary if user.is_superuser or summary.slug in own_slugs else _for_visitors(summary)
            for summary in summaries
        ]
    else:
        summaries = [_for_visitors(summary) for summary in summaries]
    return TournamentSerializer(summaries, many=True).data


def _for_visitors(summary: TournamentSummary) -> TournamentSummary:
    """The summary of a tournament with its events as visitors may see them."""
    return replace(summary, events=tuple(map(tournaments_reads.for_visitors, summary.events)))


# --- Views -----------------------------------------------------------------------------------------------------------


class TournamentsView(APIView):
    """All tournaments that somebody may see."""

    @extend_schema(
        operation_id="list_tournaments",
        summary="List tournaments",
        description="The public ones and those in which you have a role, newest first; archived ones are left out.",
        responses={200: TournamentPages, **refusals(404)},
        examples=[page_example(TOURNAMENT)],
    )
    def get(self, request: Request) -> Response:
        visible = tournaments_reads.visible_tournaments(request.user)
        return paginated(self, request, visible, lambda page: _shown(page, request.user))

    @extend_schema(
        operation_id="create_tournament",
        summary="Create a tournament",
        description="Anybody who is signed in may, and is its director.",
        request=TournamentBody,
        responses={201: TournamentSerializer, **refusals(400, 401, 409)},
        examples=[
            body_example(
                "A weekend",
                {
                    "slug": "sierra-open-2026",
                    "name": "Sierra Open",
                    "starts_on": "2026-03-06",
                    "events": [NEW_EVENT],
                },
            ),
            answer_example("As created", TOURNAMENT, 201),
        ],
    )
    def post(self, request: Request) -> Response:
        if not isinstance(request.user, User):
            raise Forbidden("sign_in", _("Sign in to create a tournament."))
        body = read(TournamentBody, request)
        events = body.pop("events", ())
        raise_malformed(
            [
                fault
                for place, plan in enumerate(events)
                for fault in ladder_faults(plan, plan.get("movement", ""), f"events.{place}.")
            ]
        )
        plans = [EventPlan(**plan) for plan in events]
        tournament = create_tournament(**body, events=plans, actor=actor_of(request))
        return Response(_shown([tournament], request.user)[0], status=status.HTTP_201_CREATED)


class TournamentView(APIView):
    """One tournament."""

    @extend_schema(
        operation_id="tournament",
        summary="Look at a tournament",
        responses={200: TournamentSerializer, **refusals(404)},
        examples=[answer_example("A weekend", TOURNAMENT)],
    )
    def get(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament)
        return Response(_shown([this_tournament], request.user)[0])

    @extend_schema(
        operation_id="change_tournament",
        summary="Change a tournament",
        description="For its director. Another edition makes every result anew: with a reason once a card is written, refused once qualifiers "
        "are posted.",
        request=TournamentChanges(partial=True),
        responses={200: TournamentSerializer},
        examples=[
            body_example("Another hall", {"venue": "Community Hall, Sparks"}),
            answer_example("As changed", TOURNAMENT),
        ],
    )
    def patch(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        changes = read(TournamentChanges, request, partial=True)
        reason = changes.pop("reason", "")
        archived = changes.pop("archived", None)
        with transaction.atomic():
            changed = change_tournament(
                tournament=this_tournament, changes=changes, reason=reason, actor=actor_of(request)
            )
            if archived is not None:
                changed = archive_tournament(tournament=changed, archived=archived, actor=actor_of(request))
        return Response(_shown([changed], request.user)[0])


class EventsView(APIView):
    """The events of a tournament."""

    @extend_schema(
        operation_id="add_event",
        summary="Add an event",
        description="For the director.",
        request=EventBody,
        responses={201: EventSerializer},
        examples=[
            body_example("A consolation", {"slug": "consolation", "kind": "consolation", "games": 9}),
            answer_example("As added", EVENT, 201),
        ],
    )
    def post(self, request: Request, tournament: str) -> Response:
        this_tournament, _rights = tournament_for(request.user, tournament, Need.DIRECT)
        values = read(EventBody, request)
        raise_malformed(ladder_faults(values, values.get("movement", "")))
        plan = EventPlan(**values)
        event = add_event(tournament=this_tournament, plan=plan, actor=actor_of(request))
        return Response(EventSerializer(summaries_reads.summary(event)).data, status=status.HTTP_201_CREATED)


class EventView(APIView):
    """One event."""

    @extend_schema(
        operation_id="event",
        summary="Look at an event",
        responses={200: EventSerializer, **refusals(404)},
        examples=[answer_example("A main event", EVENT)],
    )
    def get(self, request: Request, tournament: str, event: str) -> Response:
        this_event, rights = event_for(request.user, tournament, event)
        summary = summaries_reads.summary(this_event)
        return Response(EventSerializer(summary if rights.any else tournaments_reads.for_visitors(summary)).data)

    @extend_schema(
        operation_id="change_event",
        summary="Change an event, or how many qualify",
        description="For the director. `hidden` at any time, the rest until the qualifiers are posted; games, rounds, "
        "movement, repeats, sit-outs, deal and muggins until the first card is written (then by an exemption), and only to what the "
        "seats allow; `records_spread` until then and never after. While a game is on, `?preview=1` writes nothing and answers what the changes would do to whose games; send its "
        "mark with them.",
        parameters=[
            OpenApiParameter("preview", OpenApiTypes.INT, description="1: look only, while a game is on."),
            OpenApiParameter("mark", OpenApiTypes.STR, description="That of the preview that was looked at."),
        ],
        request=EventChanges(partial=True),
        responses={
            200: PolymorphicProxySerializer(
                component_name="EventOrOutlook",
                serializers=[EventSerializer, OutlookSerializer],
                resource_type_field_name=None,
            )
        },
        examples=[
            body_example("An exemption", {"quota": 26, "reason": "Flyer promised 26 places"}),
            body_example("Hold back", {"hidden": ["standings", "qualifiers"]}),
            answer_example("As changed", {**EVENT, "quota": 26, "quota_reason": "Flyer promised 26 places"}),
        ],
    )
    def patch(self, request: Request, tournament: str, event: str) -> Response:
        this_event, _rights = event_for(request.user, tournament, event, Need.DIRECT)
        is_preview = whole_number_in_address(request, "preview", least=0, most=1)
        changes = read(EventChanges, request, partial=True)
        reason = changes.pop("reason", "")
        if is_preview:
            changes.pop("quota", None)
            looked_at = look_at_change(this_event, changes)
            if looked_at is None:
                raise Refused("too_early", events_words.nothing_to_look_at())
            _changed_event, outlook = looked_at
            return Response(OutlookSerializer(outlook).data)
        with transaction.atomic():
            if "quota" in changes:
                quota = changes.pop("quota")
                this_event = exempt_quota(event=this_event, quota=quota, reason=reason, actor=actor_of(request))
            if changes:
                mark = request.query_params.get("mark")
                this_event = change_event(
                    event=this_event, changes=changes, reason=reason, mark=mark, actor=actor_of(request)
                )
        return Response(EventSerializer(summaries_reads.summary(this_event)).data)
