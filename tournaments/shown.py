"""What the API shows of each model of this app."""

from __future__ import annotations

from tournaments.api.shapes import Shown
from tournaments.day.api import DayChangeSerializer, RoundSerializer
from tournaments.entrants.api.entering import EntryTodaySerializer, KnownSerializer
from tournaments.entrants.api.entrants import EntrantSerializer, ProofSerializer
from tournaments.entrants.api.paper import SheetSerializer
from tournaments.entrants.api.registrations import DeskRegistrationSerializer
from tournaments.models import (
    Announcement,
    DayChange,
    Display,
    Entry,
    Event,
    Fee,
    FeeTaken,
    Flyer,
    Invitation,
    LedgerLine,
    Player,
    PrintedSheet,
    Registration,
    Relation,
    Role,
    SeatingTable,
    Tournament,
)
from tournaments.money.api import (
    AccountFeeSerializer,
    AccountSerializer,
    FeeSerializer,
    LedgerLineSerializer,
    MoneyFirstBody,
)
from tournaments.people.api.people import InvitationSerializer, RoleSerializer
from tournaments.people.api.relations import RelationSerializer
from tournaments.venue.api.announcements import AnnouncementSerializer
from tournaments.venue.api.displays import DisplaySerializer
from tournaments.venue.api.flyer import FlyerChanges
from tournaments.venue.api.tournaments import EventSerializer, TournamentSerializer

THE_LOG = "the log tells it"
ADDRESS = "the address or the list around it names it"

SHOWN = (
    Shown(
        model=Tournament,
        by=(TournamentSerializer,),
        columns={"archived": "archived_at"},
        left_out={THE_LOG: "created_at"},
    ),
    Shown(
        model=Event,
        by=(EventSerializer, RoundSerializer, ProofSerializer, MoneyFirstBody),
        columns={
            "rounds": "fixed_rounds",
            "quota": "quota_exemption",
            "game": "game_now",
            "started_at": "game_started_at",
            "minutes": "game_minutes",
            "decks_changed_before": "decks_changed_at",
            "seed": "draw_seed",
        },
        left_out={
            THE_LOG: "created_at",
            "the schedule tells who deals first": "dealt_to dealt_by",
            "`ladder/` tells who plays at which table (scorecards)": "ladder_games",
            "the phase tells how far it is": "registration_closed_at cards_begun_at cross_checked_at posted_at",
            "only numbers the next entrant": "last_entry",
            "`phones/` tells it (scorecards)": "phones",
            "only the exported document tells it": "restored_revision",
        },
    ),
    Shown(
        model=SeatingTable,
        by=(ProofSerializer,),
        columns={"tables": "name"},
        left_out={"the seating tells who sits there": "seats"},
    ),
    Shown(model=Flyer, by=(FlyerChanges,)),
    Shown(
        model=Player,
        by=(KnownSerializer, RoleSerializer),
        columns={"username": "user", "players": "first"},
        left_out={
            "`players` has both": "second",
            "`entrants/…/records/` tells it (hall)": "same_as page_agreed_at",
        },
    ),
    Shown(
        model=Entry,
        by=(EntrantSerializer, EntryTodaySerializer, AccountSerializer),
        columns={"id": "number", "seat": "table seat_number", "public_name": "withheld_name"},
        left_out={THE_LOG: "entered_at checked_in_by"},
    ),
    Shown(model=Fee, by=(FeeSerializer,)),
    Shown(model=FeeTaken, by=(AccountFeeSerializer,), columns={"name": "fee"}, left_out={ADDRESS: "entry"}),
    Shown(model=LedgerLine, by=(LedgerLineSerializer,), left_out={ADDRESS: "player"}),
    Shown(model=DayChange, by=(DayChangeSerializer,), columns={"values": "data"}),
    Shown(model=Registration, by=(DeskRegistrationSerializer,), left_out={"a secret": "nonce"}),
    Shown(model=Role, by=(RoleSerializer,), columns={"username": "user"}),
    Shown(
        model=Invitation,
        by=(InvitationSerializer,),
        columns={"code": "nonce", "state": "used_at revoked_at", "username": "user"},
    ),
    Shown(model=Relation, by=(RelationSerializer,), columns={"people": "one other"}),
    Shown(model=Display, by=(DisplaySerializer,), columns={"seen_seconds_ago": "seen_at"}),
    Shown(model=Announcement, by=(AnnouncementSerializer,), left_out={THE_LOG: "by taken_back_by"}),
    Shown(model=PrintedSheet, by=(SheetSerializer,), columns={"of": "key"}, left_out={ADDRESS: "kind"}),
)
LEFT_OUT = {
    "an account belongs to whoever signs in; roles name it": "User",
    "the key of a link, a token or a place, and how often it was tried": "PersonalLink Token Tally KnownAddress",
    "how a person is reached is nobody's business; `news/` counts": "Subscription Notice",
    "this site's own notes": "FirstAnswer MadeUp Site SiteAct",
}
"""The models of which the API shows nothing, by reason."""
