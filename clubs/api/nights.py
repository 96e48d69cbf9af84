"""Nights of a season and its table in the API."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.request import Request
from rest_framework.response import Response

from clubs.actions.members import MAX_MEMBERS
from clubs.actions.nights import ResultPlan, add_night, correct_night, put_back_night, start_night, take_out_night
from clubs.api.clubs import CLUB_PATH, SEASON_PATH
from clubs.api.views import OfClub
from clubs.models import MAX_FEE, MAX_HANDS, Member, Night
from clubs.reads.table import night_results, nights_shown, season_table, strangers_at, uneven_at
from tournaments.api.shapes import (
    DayField,
    NullField,
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
)
from tournaments.models import MAX_REASON, Event
from tournaments.models.lengths import MAX_GAMES

LARGEST_KEY = 2**31 - 1
LARGEST_FIGURE = 99_999

RESULT = {
    "member": 4,
    "game_points": 14,
    "games_won": 6,
    "net": 54,
    "skunks_won": 2,
    "skunks_lost": 1,
    "hands_28": 0,
    "hands_29": 0,
}
RESULT_SHOWN = {
    **RESULT,
    "rank": 1,
    "name": "Ann Petty",
    "kind": "member",
    "grand_slam": False,
    "payout": 2400,
    "note": "",
}
NIGHT_LINE = {
    "number": 3,
    "date": "2026-09-19",
    "games": 9,
    "sanctioned": True,
    "fee_cents": 500,
    "tournament": None,
    "event": None,
    "posted": True,
    "players": 12,
    "winners": ["Ann Petty"],
}
NIGHT = {**NIGHT_LINE, "results": [RESULT_SHOWN], "cards_of_others": 0, "warnings": []}
ROW = {
    "rank": 1,
    "member": 4,
    "name": "Ann Petty",
    "kind": "member",
    "points": 107.0,
    "nights": 9,
    "nights_unsanctioned": 1,
    "games_won": 48,
    "games": 81,
    "win_percentage": "59.3",
    "net": 212,
    "skunks_won": 11,
    "skunks_lost": 6,
    "grand_slams": 0,
    "best_card": 17,
    "hands_28": 1,
    "hands_29": 0,
    "nights_won_unknown": 0,
    "nights_net_unknown": 0,
    "note": "",
}
TABLE = {"nights": 9, "nights_unsanctioned": 1, "provisional": False, "rows": [ROW]}

NUMBER_PATH = OpenApiParameter(
    "number", OpenApiTypes.INT, OpenApiParameter.PATH, description="The night's number in the season."
)

# --- Shapes ----------------------------------------------------------------------------------------------------------


class ResultBody(StrictSerializer):
    """What one member came to at a night."""

    member = WholeNumberField(min_value=1, max_value=LARGEST_KEY, help_text="The member's id.")
    game_points = WholeNumberField(
        min_value=0, max_value=LARGEST_FIGURE, help_text="Game points: 2 for a win, 3 for a skunk."
    )
    games_won = WholeNumberField(
        min_value=0,
        max_value=LARGEST_FIGURE,
        allow_null=True,
        help_text="How many games were won; null where nobody wrote it down.",
    )
    net = WholeNumberField(
        min_value=-LARGEST_FIGURE,
        max_value=LARGEST_FIGURE,
        allow_null=True,
        help_text="Plus points less minus points; null where nobody wrote it down.",
    )
    skunks_won = WholeNumberField(
        min_value=0,
        max_value=LARGEST_FIGURE,
        required=False,
        allow_null=True,
        help_text="Must be the game points above two for each game won; they follow where it is left out.",
    )
    skunks_lost = WholeNumberField(
        min_value=0, max_value=LARGEST_FIGURE, required=False, allow_null=True, help_text="If somebody wrote them down."
    )
    hands_28 = WholeNumberField(min_value=0, max_value=MAX_HANDS, required=False, help_text="Hands of 28; 0 left out.")
    hands_29 = WholeNumberField(min_value=0, max_value=MAX_HANDS, required=False, help_text="Hands of 29; 0 left out.")


class NightBody(StrictSerializer):
    """A night: with `members` it is played with cards, with `results` it was played without. One of the two."""

    date = DayField(help_text="When.")
    games = WholeNumberField(min_value=1, max_value=MAX_GAMES, required=False, help_text="How many; 9 left out.")
    sanctioned = TruthField(required=False, help_text="As the season where it is left out.")
    fee_cents = WholeNumberField(
        min_value=0, max_value=MAX_FEE, required=False, help_text="What everybody pays, in cents; 0 left out."
    )
    members = serializers.ListField(
        child=WholeNumberField(min_value=1, max_value=LARGEST_KEY),
        required=False,
        max_length=MAX_MEMBERS,
        help_text="Who plays, by the members' ids: an ordinary tournament with one event is made, with these entrants.",
    )
    movement = OneOfField(
        choices=Event.Movement.choices, required=False, help_text="How people move, with `members` only."
    )
    results = ResultBody(many=True, required=False, max_length=MAX_MEMBERS, help_text="What each came to.")  # type: ignore[call-arg] # the list's own

    def validate(self, attrs: Any) -> Any:
        if ("members" in attrs) == ("results" in attrs):
            message = _("Send members, for a night with cards, or results, for one without: one of the two.")
            raise serializers.ValidationError({"members": [message]}, code="required")
        if "results" in attrs and "movement" in attrs:
            message = _("A night without cards has no movement.")
            raise serializers.ValidationError({"movement": [message]}, code="invalid")
        return attrs


class NightChanges(StrictSerializer):
    """What is corrected in a night."""

    results = ResultBody(  # type: ignore[call-arg] # the list's own
        many=True,
        required=False,
        max_length=MAX_MEMBERS,
        help_text="Rows that replace those of the same members, or are added; other rows stay.",
    )
    without = serializers.ListField(
        child=WholeNumberField(min_value=1, max_value=LARGEST_KEY),
        required=False,
        max_length=MAX_MEMBERS,
        help_text="Members whose rows are taken out, by their ids; none of those in `results`.",
    )
    date = DayField(required=False, help_text="The day on which it was after all.")
    sanctioned = TruthField(required=False, help_text="Whether the night is sanctioned after all.")
    fee_cents = WholeNumberField(
        min_value=0, max_value=MAX_FEE, required=False, help_text="What everybody paid, in cents."
    )
    reason = TextField(max_length=MAX_REASON, help_text="Why; the log keeps it.")


class NightMadeSerializer(serializers.Serializer[Any]):
    """A night as it was added; `tournament` and `event` only where it is played with cards."""

    number = serializers.IntegerField(help_text="Its number in the season.")
    tournament = serializers.CharField(required=False, help_text="The short name of its tournament.")
    event = serializers.CharField(required=False, help_text="The short name of its event.")


class NightLineSerializer(serializers.Serializer[Any]):
    """A night in a list."""

    number = serializers.IntegerField(help_text="Its number in the season; numbers of nights taken out stay free.")
    date = serializers.DateField(help_text="When.")
    games = serializers.IntegerField(help_text="How many games.")
    sanctioned = serializers.BooleanField(help_text="Whether it counts in the table.")
    fee_cents = serializers.IntegerField(help_text="What everybody paid, in cents; all of it is paid out.")
    tournament = NullField(help_text="The short name of its tournament; null without cards.")
    event = NullField(help_text="The short name of its event; null without cards.")
    posted = serializers.BooleanField(
        help_text="Whether its results stand: true without cards, with cards once their list is posted."
    )
    players = serializers.IntegerField(help_text="How many of the club have a card or totals.")
    winners = serializers.ListField(child=serializers.CharField(), help_text="Who was first: one, or who share it.")


class ResultSerializer(serializers.Serializer[Any]):
    """One card of a night."""

    rank = serializers.IntegerField(help_text="The place: by game points, games won, net; level cards share one.")
    member = serializers.IntegerField(help_text="The member's id.")
    name = serializers.CharField(help_text="Who.")
    kind = serializers.ChoiceField(choices=Member.Kind.choices, help_text="A member, a guest or a visitor.")
    game_points = serializers.IntegerField(source="totals.game_points", help_text="Game points.")
    games_won = serializers.IntegerField(
        source="totals.games_won", allow_null=True, help_text="Games won; null where nobody wrote it down."
    )
    net = serializers.IntegerField(
        source="totals.net",
        allow_null=True,
        help_text="Plus points less minus points; null where nobody wrote it down.",
    )
    skunks_won = serializers.IntegerField(
        allow_null=True, help_text="Games won by a skunk; null where the games won are not known."
    )
    skunks_lost = serializers.IntegerField(
        source="totals.skunks_lost",
        allow_null=True,
        help_text="Games lost by a skunk; null where nobody wrote it down.",
    )
    hands_28 = serializers.IntegerField(
        source="totals.hands_28", help_text="Hands of 28: typed, or noted with the results of the night’s event."
    )
    hands_29 = serializers.IntegerField(source="totals.hands_29", help_text="Hands of 29, likewise.")
    grand_slam = serializers.BooleanField(help_text="Whether every game was won.")
    payout = serializers.IntegerField(
        help_text="What the card is paid of everybody’s fees, in cents; 0 while cards are awaited."
    )
    note = serializers.CharField(help_text="What a guest is told; empty where there is nothing to say.")


class NightSerializer(NightLineSerializer):
    """A night with its results."""

    results = ResultSerializer(
        many=True, help_text="Best first: people of the club, with their places among each other."
    )
    cards_of_others = serializers.IntegerField(
        help_text="How many more cards of its event are of people who are not in the club. They have no place here, and count in no table."
    )
    warnings = serializers.ListField(
        child=serializers.CharField(),
        help_text="What does not add up over the typed totals, in sentences; for the director of the club, empty for others.",
    )


class TableRowSerializer(serializers.Serializer[Any]):
    """One row of the table."""

    rank = serializers.IntegerField(help_text="The place: by points, games won, net; who is level shares one.")
    member = serializers.IntegerField(help_text="The member's id.")
    name = serializers.CharField(help_text="Who.")
    kind = serializers.ChoiceField(choices=Member.Kind.choices, help_text="A member, a guest or a visitor.")
    points = serializers.FloatField(source="figures.points", help_text="The points of the nights that count.")
    nights = serializers.IntegerField(source="figures.nights", help_text="Sanctioned nights played.")
    nights_unsanctioned = serializers.IntegerField(
        source="figures.nights_unsanctioned", help_text="Other nights played; they count in nothing else."
    )
    games_won = serializers.IntegerField(source="figures.games_won", help_text="Games won.")
    games = serializers.IntegerField(source="figures.games", help_text="Games of the nights whose games won are known.")
    win_percentage = serializers.CharField(
        source="figures.win_percentage", help_text="Games won of games played, one decimal, half up."
    )
    net = serializers.IntegerField(source="figures.net", help_text="Net of the season.")
    skunks_won = serializers.IntegerField(source="figures.skunks_won", help_text="Games won by a skunk.")
    skunks_lost = serializers.IntegerField(
        source="figures.skunks_lost",
        allow_null=True,
        help_text="Games lost by a skunk; null where nobody wrote them down for some night.",
    )
    grand_slams = serializers.IntegerField(source="figures.grand_slams", help_text="Nights with every game won.")
    best_card = serializers.IntegerField(source="figures.best_card", help_text="The most game points of one night.")
    hands_28 = serializers.IntegerField(source="figures.hands_28", help_text="Hands of 28.")
    hands_29 = serializers.IntegerField(source="figures.hands_29", help_text="Hands of 29.")
    nights_won_unknown = serializers.IntegerField(
        source="figures.nights_won_unknown",
        help_text="Nights of which nobody wrote down the games won: they count their points, and no games, wins or skunks.",
    )
    nights_net_unknown = serializers.IntegerField(
        source="figures.nights_net_unknown",
        help_text="Nights of which nobody wrote down the net: it lacks in that of the season.",
    )
    note = serializers.CharField(help_text="What a guest is told; empty where there is nothing to say.")


class TableSerializer(serializers.Serializer[Any]):
    """The table of a season."""

    nights = serializers.IntegerField(help_text="Sanctioned nights that have results.")
    nights_unsanctioned = serializers.IntegerField(help_text="Other nights that have results.")
    provisional = serializers.BooleanField(help_text="Whether a night with cards counts that is not posted yet.")
    rows = TableRowSerializer(many=True, help_text="Everybody who has played, best first.")


NightPages = pages_of(NightLineSerializer, "NightPages")


def night_shown(night: Night, *, directs: bool) -> Any:
    """Return a night with its results, as the API shows it; what does not add up is for who directs the club."""
    line = next(line for line in nights_shown(night.season) if line.number == night.number)
    results = ResultSerializer(night_results(night), many=True).data
    return {
        **NightLineSerializer(line).data,
        "results": results,
        "cards_of_others": strangers_at(night),
        "warnings": uneven_at(night) if directs else [],
    }


def _plans(rows: list[dict[str, Any]]) -> list[ResultPlan]:
    return [ResultPlan(**row) for row in rows]


# --- Views -----------------------------------------------------------------------------------------------------------


class NightsView(OfClub):
    """The nights of a season."""

    @extend_schema(
        operation_id="club_nights",
        summary="List the nights of a season",
        description="Newest first.",
        parameters=[CLUB_PATH, SEASON_PATH],
        responses={200: NightPages, **refusals(404)},
        examples=[page_example(NIGHT_LINE)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return paginated(self, request, nights_shown(self.season), NightLineSerializer)

    @extend_schema(
        operation_id="add_club_night",
        summary="Add a night",
        description="For the director of the club. With `members` it is played with cards: seat and play the event like any "
        "other, and the table follows its standings. With `results` it was played on paper.",
        parameters=[CLUB_PATH, SEASON_PATH],
        request=NightBody,
        responses={201: NightMadeSerializer, **refusals(400, 401, 403, 404, 409)},
        examples=[
            body_example("With cards", {"date": "2026-09-19", "members": [4, 5, 6, 9]}),
            body_example("On paper", {"date": "2026-09-19", "results": [RESULT]}),
            answer_example(
                "With cards", {"number": 3, "tournament": "graeagle-2026-09-19", "event": "club-night"}, 201
            ),
        ],
    )
    def post(self, request: Request, **_names: Any) -> Response:
        body = read(NightBody, request)
        actor = actor_of(request)
        if "members" in body:
            night = start_night(season=self.season, **body, actor=actor)
            event = night.event
            assert event is not None
            made = {"number": night.number, "tournament": event.tournament.slug, "event": event.slug}
        else:
            results = _plans(body.pop("results"))
            night = add_night(season=self.season, results=results, **body, actor=actor)
            made = {"number": night.number}
        return Response(made, status=status.HTTP_201_CREATED)


class NightView(OfClub):
    """One night."""

    @extend_schema(
        operation_id="club_night",
        summary="Look at a night",
        parameters=[CLUB_PATH, SEASON_PATH, NUMBER_PATH],
        responses={200: NightSerializer, **refusals(404)},
        examples=[answer_example("A night", NIGHT)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return Response(night_shown(self.night, directs=self.rights.directs))

    @extend_schema(
        operation_id="correct_club_night",
        summary="Correct a night",
        description="For the director of the club. The table follows. The cards of a night with cards decide its results: "
        "correct them in its tournament.",
        parameters=[CLUB_PATH, SEASON_PATH, NUMBER_PATH],
        request=NightChanges,
        responses={200: NightSerializer, **refusals(400, 401, 403, 404, 409)},
        examples=[
            body_example("One row", {"results": [RESULT], "reason": "Two skunks, not one"}),
            answer_example("As corrected", NIGHT),
        ],
    )
    def patch(self, request: Request, **_names: Any) -> Response:
        body = read(NightChanges, request)
        results = _plans(body.pop("results", []))
        night = correct_night(night=self.night, results=results, **body, actor=actor_of(request))
        return Response(night_shown(night, directs=self.rights.directs))

    @extend_schema(
        operation_id="take_out_club_night",
        summary="Take a night out",
        description="For the director of the club. It counts nowhere any more; the tournament of a night with cards stays.",
        parameters=[CLUB_PATH, SEASON_PATH, NUMBER_PATH],
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, **_names: Any) -> Response:
        take_out_night(night=self.night, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class PutBackNightView(OfClub):
    """A night that was taken out."""

    puts_back = "night"

    @extend_schema(
        operation_id="put_back_club_night",
        summary="Put a night back that was taken out",
        description="For the director of the club. It counts again, as it did.",
        parameters=[CLUB_PATH, SEASON_PATH, NUMBER_PATH],
        request=None,
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def post(self, request: Request, **_names: Any) -> Response:
        put_back_night(night=self.night, actor=actor_of(request))
        return Response(status=status.HTTP_204_NO_CONTENT)


class SeasonStandingsView(OfClub):
    """The table of a season."""

    @extend_schema(
        operation_id="club_standings",
        summary="Look at the table of a season",
        description="Computed from the nights as they stand now: a correction counts at once.",
        parameters=[CLUB_PATH, SEASON_PATH],
        responses={200: TableSerializer, **refusals(404)},
        examples=[answer_example("A table", TABLE)],
    )
    def get(self, request: Request, **_names: Any) -> Response:
        return Response(TableSerializer(season_table(self.season)).data)
