"""The base data: who, where, when, and the log of what was done.

A *tournament* is a weekend with one or more *events*; an *entry* is a player (or a pair) in one event; an entry's
*seat* is its permanent ID, the table and seat where it starts, such as A-7. A *player* is the person behind entries.
"""

from tournaments.models.announcements import Announcement, stands
from tournaments.models.day import DayChange
from tournaments.models.displays import Display
from tournaments.models.doors import KnownAddress, Tally, Token
from tournaments.models.entries import Entry, EntryQuerySet, place_given
from tournaments.models.events import Event, EventQuerySet, Flyer, SeatingTable, Tournament, event_touched
from tournaments.models.lengths import MAX_ANNOUNCEMENT, MAX_REASON, called, longest
from tournaments.models.money import Fee, FeeTaken, LedgerLine, MoneyLine
from tournaments.models.notices import News, Notice, Subscription
from tournaments.models.paper import PersonalLink, PrintedSheet
from tournaments.models.people import Player, User
from tournaments.models.registration import Registration
from tournaments.models.repeats import FirstAnswer
from tournaments.models.site import MadeUp, Site, SiteAct
from tournaments.models.staff import Invitation, Relation, Role
from tournaments.models.trail import AuditEntry

__all__ = [
    "MAX_ANNOUNCEMENT",
    "MAX_REASON",
    "Announcement",
    "AuditEntry",
    "DayChange",
    "Display",
    "Entry",
    "EntryQuerySet",
    "Event",
    "EventQuerySet",
    "Fee",
    "FeeTaken",
    "FirstAnswer",
    "Flyer",
    "Invitation",
    "KnownAddress",
    "LedgerLine",
    "MadeUp",
    "MoneyLine",
    "News",
    "Notice",
    "PersonalLink",
    "Player",
    "PrintedSheet",
    "Registration",
    "Relation",
    "Role",
    "SeatingTable",
    "Site",
    "SiteAct",
    "Subscription",
    "Tally",
    "Token",
    "Tournament",
    "User",
    "called",
    "event_touched",
    "longest",
    "place_given",
    "stands",
]
