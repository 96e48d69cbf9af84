"""The entrant's own pages in the API: the key of the personal link is the credential."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import Http404
from django.utils.cache import add_never_cache_headers
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from hall.me import live
from hall.me import reads as report
from hall.me.reads import Mine
from hall.people.actions import set_page
from hall.people.api import PageIn, PersonOut
from hall.people.reads.page import person_page
from judging.calls.actions.calls import ask_third, call_judge, take_back_call
from judging.calls.api import CallOut, OwnCallIn
from judging.calls.reads.calls import call_of, own_heard_call, own_open_call
from judging.models import Call
from scorecards.cards.reads.owncard import OwnLine
from scorecards.standings.reads.own import OwnGame, OwnPage
from tournaments.access import Actor
from tournaments.api.shapes import PlayersField, read, refusals
from tournaments.limits import CALLING, OPENING
from tournaments.models import Entry, PersonalLink
from tournaments.people import words as people_words
from tournaments.people.reads.links import link_of_key
from tournaments.people.reads.persons import records_of
from tournaments.rules.citations import OURS


class OwnGameSerializer(serializers.Serializer[Any]):
    """One game of the entrant's schedule."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    away = serializers.BooleanField(
        help_text="Whether they are away and miss it: then seat, opponent and dealer are null."
    )
    free = serializers.BooleanField(
        help_text="Whether they have all their games, and nobody needs one more from them: then seat and opponent are null."
    )
    seat = serializers.IntegerField(
        allow_null=True, help_text="The seat of the table to sit at in this game; null while they are away or free."
    )
    opponent = serializers.CharField(
        allow_null=True, help_text="The opponent's permanent ID; null: they sit out, or are away or free."
    )
    opponent_name = serializers.CharField(
        allow_null=True, help_text="Null without an opponent, and where the director hides the entrants."
    )
    opponent_players = PlayersField(
        help_text="The names of the two people of the opposing team; empty for one person, and where the name is null."
    )
    opponent_told = serializers.CharField(
        allow_null=True,
        help_text="Who plays for the opponent in this game: the name, or `Sam Sub for Edie Marsh`. Null as the name is.",
    )
    first_deal = serializers.CharField(allow_null=True, help_text="Who deals first; null: they cut.")
    counted = serializers.BooleanField(help_text="Whether the game counts for this entrant.")
    award = serializers.CharField(
        help_text="`won` or `lost` where it is awarded without play (2 and 10, 0 and 10); empty: it is played."
    )


class ElsewhereSerializer(serializers.Serializer[Any]):
    event = serializers.CharField(help_text="What the event is called.")
    seat = serializers.CharField(help_text="Empty until the seats are drawn.")


class OwnMatchSerializer(serializers.Serializer[Any]):
    """The entrant's match of the bracket."""

    match = serializers.IntegerField(source="now.match", help_text="Its number.")
    round = serializers.CharField(source="round_name", help_text="What the round is called.")
    opponent = serializers.CharField(
        help_text="A name, or who it may be; a seat where the director hides the entrants."
    )
    opponent_seat = serializers.CharField(
        source="opponent_side.seat", allow_null=True, help_text="Null while the opponent is not known."
    )
    table = serializers.CharField(source="now.table", help_text="Empty for none.")
    starts_at = serializers.DateTimeField(
        source="now.scheduled_at", allow_null=True, help_text="Null without a set time."
    )
    best_of = serializers.IntegerField(source="now.best_of", help_text="Of how many games.")
    my_games = serializers.IntegerField(help_text="Games that the entrant has won.")
    their_games = serializers.IntegerField(help_text="Games that the opponent has won.")
    in_play = serializers.BooleanField(
        source="now.in_play", help_text="Whether both are known and nobody has won it yet."
    )
    winner = serializers.CharField(source="now.winner", allow_null=True, help_text="The seat of who has won it.")
    may_report = serializers.BooleanField(help_text="Whether the entrant may say now who won the next game.")


class OwnWrittenSerializer(serializers.Serializer[Any]):
    points = serializers.CharField(help_text="Game points; empty where blank.")
    plus = serializers.CharField(help_text="The spread under plus; empty where blank.")
    minus = serializers.CharField(help_text="The spread under minus; empty where blank.")


class OwnBecauseSerializer(serializers.Serializer[Any]):
    rule = serializers.CharField(help_text="Its number in the tournament's edition.")
    words = serializers.CharField(help_text="What it says, in our words.")


class OwnLineSerializer(serializers.Serializer[Any]):
    """One line of the card: what was written, and what stands."""

    game = serializers.IntegerField(help_text="Its number, from 1.")
    opponent = serializers.CharField(help_text="The opponent's permanent ID; empty where the line names nobody.")
    wrote = OwnWrittenSerializer(help_text="What the player wrote.")
    stands = OwnWrittenSerializer(help_text="What counts.")
    changed = serializers.BooleanField(help_text="Whether the two differ.")
    because = OwnBecauseSerializer(many=True, help_text="The rules that changed it; empty where none did.")
    by_hand = serializers.BooleanField(help_text="Whether the checkers or the head judge decided it.")


class OwnStandingSerializer(serializers.Serializer[Any]):
    """The entrant's place, and what they still need to qualify. Ranks are null where `told` says why there are none."""

    rank = serializers.IntegerField(source="place.rank", allow_null=True, help_text="Shared where `tied`.")
    tied = serializers.BooleanField(help_text="Whether others share the rank.")
    of = serializers.IntegerField(source="place.of", allow_null=True, help_text="How many entrants are listed.")
    game_points = serializers.IntegerField(source="place.game_points", allow_null=True, help_text="As counted now.")
    games_won = serializers.IntegerField(source="place.games_won", allow_null=True, help_text="As counted now.")
    net = serializers.IntegerField(source="place.net", allow_null=True, help_text="Net spread, as counted now.")
    pegged = serializers.IntegerField(
        source="place.pegged", allow_null=True, help_text="Total pegged points; null unless they rank the event."
    )
    told = serializers.CharField(help_text="Why no rank is given; empty where one is.")
    how_far = serializers.CharField(help_text="How many cards are in, or that it is official.")
    why = serializers.ListField(
        child=serializers.CharField(), help_text="What separates the card from its neighbours where game points do not."
    )
    needs = serializers.ListField(
        child=serializers.CharField(),
        help_text="What is still needed to qualify: sentences that hold, with what they rest on and leave aside. Empty once posted.",
    )
    outcome = serializers.CharField(help_text="Whether they qualified; empty before the posting.")


class OwnWinSerializer(serializers.Serializer[Any]):
    event = serializers.CharField(source="event_name", help_text="What the event is called.")
    what = serializers.CharField(source="label", help_text="What for.")
    cents = serializers.IntegerField(help_text="How much, in cents.")


class OwnMoneySerializer(serializers.Serializer[Any]):
    """The entrant's own account in the tournament, in cents."""

    to_pay = serializers.IntegerField(help_text="What of the fees is open.")
    comes_back = serializers.IntegerField(help_text="What the desk has too much.")
    wins = OwnWinSerializer(many=True, help_text="What is won for good, as far as the director shows it.")
    to_collect = serializers.IntegerField(help_text="What of it is not paid out yet.")


class OwnSerializer(serializers.Serializer[Any]):
    """What an entrant sees with the personal link."""

    tournament = serializers.CharField(source="own.event.tournament.name", help_text="The tournament's name.")
    event = serializers.CharField(source="own.event.slug", help_text="The event's short name.")
    name = serializers.CharField(source="own.entry.known_name")
    players = PlayersField(source="own.entry.player.names")
    seat = serializers.CharField(
        source="own.entry.seat", help_text="The permanent ID; empty until the seats are drawn."
    )
    status = serializers.CharField(source="own.entry.status", help_text="`playing`, `no_show` or `withdrawn`.")
    game_now = serializers.IntegerField(
        source="own.game", allow_null=True, help_text="The game that is on; null where nobody says."
    )
    next_game = serializers.IntegerField(
        source="own.next.game", allow_null=True, help_text="The game to go to next, one of `games`."
    )
    games = OwnGameSerializer(many=True)
    card = serializers.CharField(
        source="own.card",
        help_text="How far the card is: `missing`, `received`, `typed`, `compared`, `posted`; empty without one.",
    )
    substitute = serializers.CharField(
        source="own.substitute",
        help_text="Who plays on at this seat and since when, in words; empty where nobody does.",
    )
    other_events = ElsewhereSerializer(
        source="own.elsewhere", many=True, help_text="Where else they play in this tournament."
    )
    version = serializers.CharField(
        help_text="What the page is known by: send it as `v` with the next question, and nothing new is answered with 204."
    )
    match = OwnMatchSerializer(
        allow_null=True, help_text="The match of the bracket that they play, or played last; null without one."
    )
    lines = OwnLineSerializer(
        many=True, help_text="The lines of the card as official; empty before the qualifiers are posted."
    )
    standing = OwnStandingSerializer(
        source="rank",
        allow_null=True,
        help_text="Null before the first card is in, and for who plays no qualifying round.",
    )
    money = OwnMoneySerializer(allow_null=True, help_text="Null where nothing is owed, received or won.")
    call = CallOut(
        allow_null=True, help_text="The call for a judge that is open, or was done in the game that is still on."
    )


KEY = OpenApiParameter(
    "key", OpenApiTypes.STR, OpenApiParameter.PATH, description="The key of the personal link, as on the slip."
)


class OwnView(APIView):
    """An entrant's own page."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="own",
        auth=[],
        parameters=[
            KEY,
            OpenApiParameter(
                "v", OpenApiTypes.STR, description="The `version` that was seen: 204 while it is the newest."
            ),
        ],
        responses={200: OwnSerializer, 204: OpenApiResponse(description="Nothing is new."), **refusals(404, 429)},
    )
    def get(self, request: Request, key: str) -> Response:
        """The page of whoever has this key. 404 for a wrong key and for one that was taken back; 429 for a wrong one alone."""
        link = opened(request, key)
        # The version is read before the page, so that the next request notices a change in between.
        version = live.version(link)
        if version and request.query_params.get("v") == version:
            answer = Response(status=status.HTTP_204_NO_CONTENT)
        else:
            answer = Response(OwnSerializer(_shown(report.mine(link.entry), version)).data)
        add_never_cache_headers(answer)
        return answer


class OwnCallView(APIView):
    """The call for a judge."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="call_judge",
        auth=[],
        parameters=[KEY],
        request=OwnCallIn,
        responses={201: CallOut, **refusals(400, 404, 409, 429)},
    )
    def post(self, request: Request, key: str) -> Response:
        """Call a judge to where the holder of this key sits now. `not_seated` without a seat or a match, `open` while an earlier
        call is."""
        link = opened(request, key)
        sent = read(OwnCallIn, request)
        CALLING.refuse_or_count(request._request)
        call_judge(entry=link.entry, **sent, actor=Actor.of_entry(link.entry))
        made = call_of(link.entry)
        answer = Response(CallOut(made).data if made else None, status=status.HTTP_201_CREATED)
        add_never_cache_headers(answer)
        return answer

    @extend_schema(
        operation_id="take_back_own_call",
        auth=[],
        parameters=[KEY],
        responses={
            200: CallOut,
            204: OpenApiResponse(description="There is no open call."),
            **refusals(403, 404, 409, 429),
        },
    )
    def delete(self, request: Request, key: str) -> Response:
        """Say that no judge is needed any more: for whoever called. `role` for whom they play, `begun` once a judge is there."""
        return _on_call(request, key, take_back_call)


class OwnPersonView(APIView):
    """The page about the holder of a personal link, across events."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="show_own_person",
        auth=[],
        parameters=[KEY],
        request=PageIn,
        responses={200: PersonOut, **refusals(400, 404, 409, 429)},
    )
    def patch(self, request: Request, key: str) -> Response:
        """Show the page to everybody, or take it back, as `people/` shows it. Again it changes nothing."""
        link = opened(request, key)
        player = link.entry.player
        set_page(player=player, **read(PageIn, request), entry=link.entry, actor=Actor.of_entry(link.entry))
        answer = Response(PersonOut(person_page(records_of(player.pk))).data)
        add_never_cache_headers(answer)
        return answer


class OwnThirdView(APIView):
    """The third judge of one's own call."""

    authentication_classes = ()
    permission_classes = (AllowAny,)

    @extend_schema(
        operation_id="ask_third_judge",
        auth=[],
        parameters=[KEY],
        responses={
            200: CallOut,
            204: OpenApiResponse(description="There is no call that is open, or on which two have ruled in this game."),
            **refusals(404, 409, 429),
        },
    )
    def put(self, request: Request, key: str) -> Response:
        """Ask for a third judge because one disagrees with the two (11.4.a, 2020); again it changes nothing. `too_early` before two
        are coming. Once they have ruled it opens the call again, as long as the game is on; `open` beside a newer call."""
        return _on_call(request, key, ask_third, own_heard_call)


def _on_call(
    request: Request, key: str, act: Callable[..., object], find: Callable[[Entry], Call | None] = own_open_call
) -> Response:
    """Act on a call of this key's holder, by default the open call. Returns the call afterwards, or 204 without one."""
    link = opened(request, key)
    CALLING.refuse_or_count(request._request)
    call, call_afterwards = find(link.entry), None
    if call is not None:
        act(call=call, actor=Actor.of_entry(link.entry))
        call_afterwards = call_of(link.entry)
    if call_afterwards is None:
        answer = Response(status=status.HTTP_204_NO_CONTENT)
    else:
        answer = Response(CallOut(call_afterwards).data)
    add_never_cache_headers(answer)
    return answer


def opened(request: Request, key: str) -> PersonalLink:
    """The link with this key.

    Raises Http404 if there is no such link, or if it was revoked.
    Raises Refused (`too_often`) for too many wrong keys.
    """
    link = link_of_key(key)
    if link is None:
        OPENING.refuse_or_count(request._request)
        raise Http404(people_words.no_such_link())
    if link.revoked_at:
        raise Http404(people_words.link_taken_back())
    return link


def _shown(mine: Mine, version: str) -> dict[str, Any]:
    return {
        **{name: getattr(mine, name) for name in ("own", "match", "rank", "money", "call")},
        "games": [_game(mine.own, game) for game in mine.own.route],
        "lines": [_line(line) for line in mine.lines],
        "version": version,
    }


def _line(line: OwnLine) -> dict[str, Any]:
    ink = line.ink
    return {
        "game": line.game,
        "opponent": line.opponent,
        "wrote": {"points": ink.points.before, "plus": ink.plus.before, "minus": ink.minus.before},
        "stands": {"points": ink.points.after, "plus": ink.plus.after, "minus": ink.minus.after},
        "changed": ink.changed,
        "because": [{"rule": number, "words": sentence} for number, sentence in line.rules if number != OURS],
        "by_hand": line.by_hand,
    }


def _game(own: OwnPage, game: OwnGame) -> dict[str, Any]:
    meeting = game.meeting
    opponent = meeting.opponent if meeting else None
    return {
        "game": game.game,
        "away": meeting is None,
        "free": meeting is not None and meeting.free,
        "seat": meeting.sits_at if meeting else None,
        "opponent": opponent.seat if opponent else None,
        "opponent_name": opponent.name if opponent and own.shows_names else None,
        "opponent_players": meeting.players if meeting and own.shows_names else [],
        "opponent_told": meeting.who if meeting and opponent and own.shows_names else None,
        "first_deal": meeting.first_deal if meeting else None,
        "counted": meeting is not None and meeting.counted,
        "award": game.award,
    }
