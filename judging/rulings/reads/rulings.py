"""The rulings of a tournament, at tables and on referred games, in one list; and notes on conduct."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.utils.translation import gettext_noop

from judging.calls import words as calls_words
from judging.models import Call, Coming, Conduct, Ruling
from judging.rules.calls import THREE
from judging.rulings import words as rulings_words
from judging.rulings.reads.recording import RuleNamed, rule_named
from scorecards.sheet.reads.decided_by_hand import RuledGame, ruled_games
from scorecards.sheet.rules.discrepancy import referral_rule
from tournaments.access import Actor, is_own
from tournaments.models import Entry, Event, Role, Tournament, User, called
from tournaments.models.people import with_people
from tournaments.people.reads.relations import Relatives, relatives_of
from tournaments.rules.edition import Edition
from tournaments.rules.naming import plain
from tournaments.words import citing as citing_words


@dataclass(frozen=True, slots=True)
class PartyShown:
    """One of the two parties of a case, by permanent ID and name, and the two people of a team."""

    seat: str
    name: str
    players: tuple[str, ...] = ()


_TEXTS = ("happened", "decision", "reason")
"""The columns of a ruling's texts, in the order of its page."""


@dataclass(frozen=True, slots=True)
class RulingShown:
    """One ruling, at a table or on a referred game.

    For a referred game `number` is None, `referral` is the ID of the game (`8-A-6-A-16`), and `decision` is the lines
    in force on the two cards. `referral`, `initials` and `reason` are empty for a ruling at a table. `lapsed`: a card
    of the referred game has changed since, so the ruling no longer decides it. `is_open`: the game waits for a
    decision.

    `subject` is the key of the kind of case, or empty if the assistant was not asked. `pegged_by` is the opponent who
    pegs the penalty, as far as the ruling or its call says. `related` has a sentence on each judge who is related to a
    player.
    """

    number: int | None
    referral: str
    event: str
    event_name: str
    where: str
    subject: str
    offender: PartyShown | None
    other: PartyShown | None
    edition: str
    rules: tuple[RuleNamed, ...]
    happened: str
    decision: str
    reason: str
    points: int | None
    pegged_by: PartyShown | None
    by_head: bool
    removes: bool
    judges: tuple[str, ...]
    initials: str
    related: tuple[str, ...]
    at: datetime
    by: str
    call: int | None
    lapsed: bool
    is_open: bool
    taken_back_at: datetime | None
    taken_back_by: str
    taken_back_reason: str

    @property
    def stands(self) -> bool:
        """Whether the ruling is in force: neither taken back nor lapsed."""
        return self.taken_back_at is None and not self.lapsed

    @property
    def by_three(self) -> bool:
        """Whether three judges decided, whose decision is final (11.4.a)."""
        return len(self.judges) >= THREE

    @property
    def final_told(self) -> str:
        """The badge that the ruling is final; empty unless three judges decided."""
        return rulings_words.three_decided(Edition(self.edition)) if self.by_three else ""

    @property
    def alone_told(self) -> str:
        """The badge that one judge decided, not two (protocol a, 2020; 11.4.a); empty for two, and if `by_head`."""
        is_alone = self.number is not None and len(self.judges) == 1 and not self.by_head
        return rulings_words.one_decided() if is_alone else ""

    @property
    def uncovered_told(self) -> str:
        """The badge that says who decided a case that no rule covers; else empty."""
        return rulings_words.uncovered(Edition(self.edition)) if self.by_head else ""

    @property
    def penalty_told(self) -> str:
        """The penalty points and who pegs them, in words; empty without a penalty."""
        if not self.points:
            return ""
        if self.pegged_by is None:
            return rulings_words.penalty(self.points, "", "")
        return rulings_words.penalty(self.points, self.pegged_by.seat, self.pegged_by.name)

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """The texts of the ruling that are not empty, each as a pair of caption and text."""
        captions = rulings_words.captions()
        captioned_texts = ((captions.get(name) or called(Ruling, name), getattr(self, name)) for name in _TEXTS)
        return tuple((caption, text) for caption, text in captioned_texts if text)

    @property
    def cited(self) -> tuple[str, ...]:
        """The rules as they are cited, with the edition."""
        return tuple(citing_words.with_edition(rule.number, self.edition) for rule in self.rules)

    @property
    def case(self) -> str:
        """The kind of case in words; empty if the assistant was not asked."""
        return calls_words.case(self.subject)

    def searchable_text(self) -> str:
        """The text that a search looks through: all words of the ruling, in lower case and without accents."""
        players = [party for party in (self.offender, self.other) if party is not None]
        parts = (
            self.where,
            self.event_name,
            self.case,
            *(text for _caption, text in self.said),
            *(f"{rule.number} {rule.title}" for rule in self.rules),
            *self.judges,
            self.initials,
            *(f"{player.seat} {player.name}" for player in players),
            self.penalty_told,
            self.final_told,
            self.alone_told,
            *self.related,
        )
        return plain(" ".join(parts))


@dataclass(frozen=True, slots=True)
class Sought:
    """Filters of rulings; an empty filter fits every ruling.

    A ruling must have every word of `text`, be of the event and the subject, and rest on the `rule` or a part of it.
    """

    text: str = ""
    event: str = ""
    subject: str = ""
    rule: str = ""

    def fits(self, ruling: RulingShown) -> bool:
        """Whether this ruling passes all filters."""
        searchable = ruling.searchable_text()
        return (
            all(word in searchable for word in plain(self.text).split())
            and self.event in ("", ruling.event)
            and self.subject in ("", ruling.subject)
            and (not self.rule or any(_is_within(rule.number, self.rule) for rule in ruling.rules))
        )


def _is_within(number: str, rule: str) -> bool:
    """Whether the rule of this number is `rule` or a part of it.

    >>> [_is_within(number, "8.4") for number in ("8.4", "8.4.b", "8.41")]
    [True, True, False]
    """
    return number == rule or number.startswith(f"{rule}.")


def rulings(tournament: Tournament, events: Iterable[Event]) -> tuple[RulingShown, ...]:
    """The rulings of these events and those without an event, newest first; then those on referred games."""
    event_list = list(events)
    event_keys = {event.pk for event in event_list}
    rows = _rows(tournament).order_by("-number")
    shown = _shown(tournament, [row for row in rows if row.event_id is None or row.event_id in event_keys])
    return (*shown, *(_referred(game) for game in ruled_games(event_list)))


def ruling_of(row: Ruling) -> RulingShown:
    """One ruling as it is shown."""
    return _shown(row.tournament, _rows(row.tournament).filter(pk=row.pk))[0]


RULING_COLUMNS = (
    gettext_noop("number"),
    gettext_noop("referral"),
    gettext_noop("event"),
    gettext_noop("where"),
    gettext_noop("subject"),
    gettext_noop("offender"),
    gettext_noop("offender_name"),
    gettext_noop("offender_players"),
    gettext_noop("other"),
    gettext_noop("other_name"),
    gettext_noop("other_players"),
    gettext_noop("edition"),
    gettext_noop("rules"),
    gettext_noop("happened"),
    gettext_noop("decision"),
    gettext_noop("reason"),
    gettext_noop("points"),
    gettext_noop("pegged_by"),
    gettext_noop("pegged_by_name"),
    gettext_noop("by_head"),
    gettext_noop("removes"),
    gettext_noop("judges"),
    gettext_noop("initials"),
    gettext_noop("by_three"),
    gettext_noop("alone"),
    gettext_noop("related"),
    gettext_noop("at"),
    gettext_noop("by"),
    gettext_noop("call"),
    gettext_noop("lapsed"),
    gettext_noop("taken_back_at"),
    gettext_noop("taken_back_by"),
    gettext_noop("taken_back_reason"),
)
"""Keys of `ruling_values`, in order."""


_AS_STORED = (
    "subject",
    "edition",
    "happened",
    "decision",
    "points",
    "by_head",
    "removes",
    "at",
    "by",
    "taken_back_at",
    "taken_back_by",
    "taken_back_reason",
)
"""The columns of `RulingShown` that hold the same values as the row of a ruling."""


def ruling_values(ruling: RulingShown) -> dict[str, Any]:
    """A ruling as the API and the CSV show it, by column (`RULING_COLUMNS`)."""
    parties = {name: getattr(ruling, name) for name in ("offender", "other", "pegged_by")}
    converted = {
        **{name: party.seat if party else None for name, party in parties.items()},
        **{f"{name}_name": party.name if party else None for name, party in parties.items()},
        **{f"{name}_players": list(party.players) if party else [] for name, party in parties.items()},
        "rules": [rule.number for rule in ruling.rules],
        "judges": list(ruling.judges),
        "alone": bool(ruling.alone_told),
        "related": list(ruling.related),
    }
    return {name: converted[name] if name in converted else getattr(ruling, name) for name in RULING_COLUMNS}


@dataclass(frozen=True, slots=True)
class ConductShown:
    """A note on somebody's conduct."""

    number: int
    seat: str | None
    name: str
    players: tuple[str, ...]
    event: str
    event_name: str
    text: str
    at: datetime
    by: str


def conduct_notes(tournament: Tournament, events: Iterable[Event], reader: User) -> tuple[ConductShown, ...]:
    """Notes on conduct of entrants of these events, newest first; without notes on the reader's own conduct (ours)."""
    rows = Conduct.objects.filter(tournament=tournament, entry__event__in=list(events))
    rows = rows.select_related("entry__event", *with_people("entry__player"))
    return tuple(conduct_of(row) for row in rows.order_by("-number") if not is_own(reader, row.entry))


def conduct_of(row: Conduct) -> ConductShown:
    """One note on conduct as it is shown."""
    event = row.entry.event
    return ConductShown(
        row.number,
        row.entry.seat or None,
        row.entry.known_name,
        tuple(row.entry.player.names),
        event.slug,
        event.name,
        row.text,
        row.at,
        row.by,
    )


def _referred(game: RuledGame) -> RulingShown:
    """The ruling on this referred game as it is shown; a line that must be read again from its card is hidden."""
    edition = game.event.edition
    first, second = game.cards
    written = {
        card.seat: calls_words.to_be_read() if card.unread else calls_words.written(card.written) for card in game.cards
    }
    in_force = {
        card.seat: calls_words.written(card.stands) if card.changes else written[card.seat] for card in game.cards
    }
    ended = game.ended
    reason_of_end = ended.reason if ended else ""
    return RulingShown(
        number=None,
        referral=game.id,
        event=game.event.slug,
        event_name=game.event.name,
        where=calls_words.where("", None, None, game.game),
        subject="",
        offender=PartyShown(first.seat, first.name, first.players),
        other=PartyShown(second.seat, second.name, second.players),
        edition=edition,
        rules=(rule_named(referral_rule(edition), edition),),
        happened=rulings_words.cards_said(list(written.items())),
        decision=rulings_words.cards_said(list(in_force.items())),
        reason=game.reason,
        points=None,
        pegged_by=None,
        by_head=True,
        removes=False,
        judges=(game.by,),
        initials=game.initials,
        related=(),
        at=game.at,
        by=game.by,
        call=None,
        lapsed=game.ended_at is None and not game.holds,
        is_open=game.is_open,
        taken_back_at=game.ended_at,
        taken_back_by=ended.by if ended else "",
        taken_back_reason=rulings_words.decided_anew(reason_of_end) if game.is_replaced else reason_of_end,
    )


def rules_of(row: Ruling) -> list[str]:
    """The rules that a ruling rests on.

    If no rule is named and the ruling is `by_head`, the rule on uncovered cases: 14.1 (2020) or 13 (classic).
    """
    if row.rules or not row.by_head:
        return list(row.rules)
    return [referral_rule(Edition(row.edition))]


def other_rulings(call: Call, ruling: Ruling) -> tuple[int, ...]:
    """Numbers of the other standing rulings on this call; one query."""
    others = call.rulings.filter(taken_back_at=None).exclude(pk=ruling.pk)
    return tuple(others.order_by("number").values_list("number", flat=True))


def _rows(tournament: Tournament) -> QuerySet[Ruling]:
    """The rulings with everything that `_shown` reads."""
    coming = Coming.objects.filter(gave_up_at__isnull=True).order_by("pk")
    rows = tournament.rulings.select_related(
        "event", *with_people("offender__player", "other__player", "call__entry__player", "call__opponent__player")
    )
    return rows.prefetch_related(Prefetch("call__coming", coming))


def _shown(tournament: Tournament, rows: Iterable[Ruling]) -> list[RulingShown]:
    """These rulings as they are shown; two queries for relations, however many rows."""
    rows = list(rows)
    relatives_by_name = _relatives_by_name(tournament, {name for row in rows for name in row.judges})
    return [_one(row, relatives_by_name) for row in rows]


def _relatives_by_name(tournament: Tournament, names: Collection[str]) -> dict[str, Relatives]:
    """The relatives of the judges of these names, by name.

    A name that two judges share is left out, because it is unknown which of them judged.
    """
    if not names:
        return {}
    roles = Role.objects.filter(tournament=tournament, kind=Role.Kind.JUDGE).select_related("user")
    users_by_name: dict[str, list[User]] = defaultdict(list)
    for user in {role.user_id: role.user for role in roles}.values():
        users_by_name[Actor.of_user(user).name].append(user)
    judges = {name: users[0] for name, users in users_by_name.items() if name in names and len(users) == 1}
    if not judges:
        return {}
    relatives = relatives_of(tournament, judges.values())
    return {name: relatives[user.pk] for name, user in judges.items()}


def _players(row: Ruling) -> list[Entry]:
    """The players of the case, each once, as far as the ruling or its call says."""
    players_of_call = (row.call.entry, row.call.opponent) if row.call else ()
    return list(dict.fromkeys(entry for entry in (row.offender, row.other, *players_of_call) if entry is not None))


def _pegs_penalty(row: Ruling) -> Entry | None:
    """The opponent who pegs the penalty; None if there is no penalty, or neither the ruling nor its call names one."""
    if not row.points or row.offender is None:
        return None
    if row.other is not None or row.call is None:
        return row.other
    pair = [row.call.entry, row.call.opponent]
    if row.offender not in pair:
        return None
    return next((entry for entry in pair if entry != row.offender), None)


def _related(row: Ruling, relatives_by_name: Mapping[str, Relatives]) -> tuple[str, ...]:
    """How the judges of a ruling are related to its players, in sentences.

    The relations are those recorded in the tournament. For a judge without one, it is the relation noted when that
    judge came to the call.
    """
    relation_noted = (
        {coming.name: coming.related for coming in row.call.coming.all() if coming.related} if row.call else {}
    )
    players = _players(row)
    sentences = []
    for name in row.judges:
        relatives = relatives_by_name.get(name)
        kind_by_player = [(player.name, relatives.of(player)) for player in players] if relatives else []
        recorded = [(player, kind) for player, kind in kind_by_player if kind]
        sentences += [rulings_words.related_to(name, player, kind) for player, kind in recorded]
        if not recorded and name in relation_noted:
            sentences.append(rulings_words.related_to(name, "", relation_noted[name]))
    return tuple(sentences)


def _party(entry: Entry | None) -> PartyShown | None:
    return PartyShown(entry.seat, entry.known_name, tuple(entry.player.names)) if entry is not None else None


def _one(row: Ruling, relatives_by_name: Mapping[str, Relatives]) -> RulingShown:
    """The ruling of this row as it is shown."""
    has_place = bool(row.table or row.match or row.game)
    return RulingShown(
        number=row.number,
        **{name: getattr(row, name) for name in _AS_STORED},
        referral="",
        event=row.event.slug if row.event else "",
        event_name=row.event.name if row.event else "",
        where=calls_words.where(row.table, row.seat, row.match, row.game) if has_place else "",
        offender=_party(row.offender),
        other=_party(row.other),
        rules=tuple(rule_named(rule, Edition(row.edition)) for rule in rules_of(row)),
        reason="",
        pegged_by=_party(_pegs_penalty(row)),
        judges=tuple(row.judges),
        initials="",
        related=_related(row, relatives_by_name),
        call=row.call_id,
        lapsed=False,
        is_open=False,
    )
