"""The rulings of a tournament: those given at tables, and the referred games that were decided, in one list."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Prefetch, QuerySet

from judging.calls import words as calls_words
from judging.models import Call, Coming, Conduct, Ruling
from judging.rules.calls import THREE
from judging.rulings import words as rulings_words
from judging.rulings.reads.recording import RuleNamed, rule_named
from scorecards.sheet.reads.ruled import RuledGame, ruled_games
from scorecards.sheet.rules.discrepancy import referral_rule
from tournaments.access import Actor, is_own
from tournaments.models import Entry, Event, Role, Tournament, User, called
from tournaments.people.reads.relations import Relatives, relatives_of
from tournaments.rules.edition import Edition
from tournaments.rules.naming import plain
from tournaments.words import citing as citing_words


@dataclass(frozen=True, slots=True)
class PartyShown:
    """One of the two of a case, by permanent ID and name."""

    seat: str
    name: str


_SAID = ("happened", "decision", "reason")
"""The texts of a ruling that its page shows, in their order."""


@dataclass(frozen=True, slots=True)
class RulingShown:
    """One ruling. `number` is None for a referred game, which `referral` names (`8-A-6-A-16`); its `decision` is what stands on
    the two cards, signed with `initials` and for a `reason`, both empty in any other, and `lapsed` says that a card has changed
    since, so that it decides the game no more, `is_open` that this waits for a decision. `subject` is the key of the kind of case, where the assistant was asked. `pegged_by` is who pegs the penalty: whom the offender plays, as far as the ruling or
    its call says. `related` says of each judge who is known to be related to a player how, in words."""

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
        return self.taken_back_at is None and not self.lapsed

    @property
    def by_three(self) -> bool:
        """Whether three judges decided it, whose decision is final (11.4.a)."""
        return len(self.judges) >= THREE

    @property
    def final_told(self) -> str:
        """That it is final, in words; empty where three judges did not decide it."""
        return rulings_words.three_decided(Edition(self.edition)) if self.by_three else ""

    @property
    def alone_told(self) -> str:
        """That one judge decided it where two hear a case (protocol a, 2020; 11.4.a), in words; empty for two, and for what is the
        head judge's."""
        alone = self.number is not None and len(self.judges) == 1 and not self.by_head
        return rulings_words.one_decided() if alone else ""

    @property
    def uncovered_told(self) -> str:
        """Whose decision it is where no rule decides, in words; empty where one does."""
        return rulings_words.uncovered(Edition(self.edition)) if self.by_head else ""

    @property
    def penalty_told(self) -> str:
        """The penalty points and who pegs them, in words; empty for none."""
        pegs = self.pegged_by
        return (
            rulings_words.penalty(self.points, pegs.seat if pegs else "", pegs.name if pegs else "")
            if self.points
            else ""
        )

    @property
    def said(self) -> tuple[tuple[str, str], ...]:
        """What is told of it in sentences, each with its caption."""
        captions = rulings_words.captions()
        found = ((captions.get(name) or called(Ruling, name), getattr(self, name)) for name in _SAID)
        return tuple((caption, text) for caption, text in found if text)

    @property
    def cited(self) -> tuple[str, ...]:
        """The rules as they are cited, with the edition."""
        return tuple(citing_words.with_edition(rule.number, self.edition) for rule in self.rules)

    @property
    def case(self) -> str:
        """The kind of case in words; empty where the assistant was not asked."""
        return calls_words.case(self.subject)

    def told(self) -> str:
        """Everything that a search looks through, without accents."""
        parties = [part for one in (self.offender, self.other) if one for part in (one.seat, one.name)]
        rules = [part for rule in self.rules for part in (rule.number, rule.title)]
        marks = (self.penalty_told, self.final_told, self.alone_told, *self.related)
        said = (*(text for _caption, text in self.said), *rules, *self.judges, self.initials, *parties)
        parts = (self.where, self.event_name, self.case, *said, *marks)
        return plain(" ".join(parts))


@dataclass(frozen=True, slots=True)
class Sought:
    """Which rulings are looked for: those that hold every word of `text`, of the event, of the kind of case and by the rule
    named; empty for any."""

    text: str = ""
    event: str = ""
    subject: str = ""
    rule: str = ""

    def fits(self, one: RulingShown) -> bool:
        told = one.told()
        return (
            all(word in told for word in plain(self.text).split())
            and self.event in ("", one.event)
            and self.subject in ("", one.subject)
            and (not self.rule or any(_is_of(rule.number, self.rule) for rule in one.rules))
        )


def _is_of(number: str, rule: str) -> bool:
    """Whether a rule is this one or a part of it.

    >>> [_is_of(number, "8.4") for number in ("8.4", "8.4.b", "8.41")]
    [True, True, False]
    """
    return number == rule or number.startswith(f"{rule}.")


def rulings(tournament: Tournament, events: Iterable[Event]) -> tuple[RulingShown, ...]:
    """The rulings of these events and of the whole tournament, the newest first, then those on referred games, likewise."""
    found = list(events)
    keys = {event.pk for event in found}
    rows = _rows(tournament).order_by("-number")
    shown = _shown(tournament, [row for row in rows if row.event_id is None or row.event_id in keys])
    return (*shown, *(_referred(one) for one in ruled_games(found)))


def ruling_of(row: Ruling) -> RulingShown:
    """One ruling."""
    return _shown(row.tournament, _rows(row.tournament).filter(pk=row.pk))[0]


RULING_COLUMNS = (
    "number",
    "referral",
    "event",
    "where",
    "subject",
    "offender",
    "offender_name",
    "other",
    "other_name",
    "edition",
    "rules",
    "happened",
    "decision",
    "reason",
    "points",
    "pegged_by",
    "pegged_by_name",
    "by_head",
    "removes",
    "judges",
    "initials",
    "by_three",
    "alone",
    "related",
    "at",
    "by",
    "call",
    "lapsed",
    "taken_back_at",
    "taken_back_by",
    "taken_back_reason",
)
"""What `ruling_values` gives of a ruling, in its order."""


_AS_KEPT = (
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


def ruling_values(one: RulingShown) -> dict[str, Any]:
    """A ruling as the API and the CSV show it."""
    parties = {name: getattr(one, name) for name in ("offender", "other", "pegged_by")}
    otherwise = {
        **{name: party.seat if party else None for name, party in parties.items()},
        **{f"{name}_name": party.name if party else None for name, party in parties.items()},
        "rules": [rule.number for rule in one.rules],
        "judges": list(one.judges),
        "alone": bool(one.alone_told),
        "related": list(one.related),
    }
    return {name: otherwise[name] if name in otherwise else getattr(one, name) for name in RULING_COLUMNS}


@dataclass(frozen=True, slots=True)
class ConductShown:
    """A note on somebody's conduct."""

    number: int
    seat: str | None
    name: str
    event: str
    event_name: str
    text: str
    at: datetime
    by: str


def conduct_notes(tournament: Tournament, events: Iterable[Event], reader: User) -> tuple[ConductShown, ...]:
    """The notes on the conduct of those who play in these events, the newest first; none on the reader's own (ours)."""
    rows = Conduct.objects.filter(tournament=tournament, entry__event__in=list(events))
    rows = rows.select_related("entry__event", "entry__player")
    return tuple(conduct_of(row) for row in rows.order_by("-number") if not is_own(reader, row.entry))


def conduct_of(row: Conduct) -> ConductShown:
    """One note on conduct."""
    event = row.entry.event
    return ConductShown(
        row.number, row.entry.seat or None, row.entry.name, event.slug, event.name, row.text, row.at, row.by
    )


def _referred(one: RuledGame) -> RulingShown:
    """A ruling on a referred game."""
    edition = one.event.edition
    first, second = one.cards
    ended = one.ended
    written = {
        card.seat: calls_words.to_be_read() if card.unread else calls_words.written(card.written) for card in one.cards
    }
    stands = {card.seat: calls_words.written(card.stands) if card.changes else written[card.seat] for card in one.cards}
    why = ended.reason if ended else ""
    return RulingShown(
        number=None,
        referral=one.id,
        event=one.event.slug,
        event_name=one.event.name,
        where=calls_words.where("", None, None, one.game),
        subject="",
        offender=PartyShown(first.seat, first.name),
        other=PartyShown(second.seat, second.name),
        edition=edition,
        rules=(rule_named(referral_rule(edition), edition),),
        happened=rulings_words.cards_said(list(written.items())),
        decision=rulings_words.cards_said(list(stands.items())),
        reason=one.reason,
        points=None,
        pegged_by=None,
        by_head=True,
        removes=False,
        judges=(one.by,),
        initials=one.initials,
        related=(),
        at=one.at,
        by=one.by,
        call=None,
        lapsed=one.ended_at is None and not one.holds,
        is_open=one.is_open,
        taken_back_at=one.ended_at,
        taken_back_by=ended.by if ended else "",
        taken_back_reason=rulings_words.decided_anew(why) if one.is_replaced else why,
    )


def rules_of(row: Ruling) -> list[str]:
    """The rules that a ruling rests on; where none covers it, the one on what no rule covers: 14.1 (2020), 13 (classic)."""
    return list(row.rules) or ([referral_rule(Edition(row.edition))] if row.by_head else [])


def other_rulings(call: Call, ruling: Ruling) -> tuple[int, ...]:
    """The numbers of what else was ruled on this call and holds; one query."""
    others = call.rulings.filter(taken_back_at=None).exclude(pk=ruling.pk)
    return tuple(others.order_by("number").values_list("number", flat=True))


def _rows(tournament: Tournament) -> QuerySet[Ruling]:
    """The rulings with all that `_shown` looks at."""
    coming = Coming.objects.filter(gave_up_at__isnull=True).order_by("pk")
    rows = tournament.rulings.select_related(
        "event", "offender__player", "other__player", "call__entry__player", "call__opponent__player"
    )
    return rows.prefetch_related(Prefetch("call__coming", coming))


def _shown(tournament: Tournament, rows: Iterable[Ruling]) -> list[RulingShown]:
    """These rulings; two queries for who is related to whom, whatever their number."""
    rows = list(rows)
    named = {name for row in rows for name in row.judges}
    users: dict[str, list[User]] = defaultdict(list)
    held = Role.objects.filter(tournament=tournament, kind=Role.Kind.JUDGE).select_related("user") if named else ()
    for user in {role.user_id: role.user for role in held}.values():
        users[Actor.of_user(user).name].append(user)
    # Of two judges of one name nobody can say which one judged.
    judges = {name: found[0] for name, found in users.items() if name in named and len(found) == 1}
    relatives = relatives_of(tournament, judges.values()) if judges else {}
    known = {name: relatives[user.pk] for name, user in judges.items()}
    return [_one(row, known) for row in rows]


def _players(row: Ruling) -> list[Entry]:
    """Those who play in the case, each once, as far as the ruling or its call says."""
    called = (row.call.entry, row.call.opponent) if row.call else ()
    return list(dict.fromkeys(one for one in (row.offender, row.other, *called) if one is not None))


def _pegs(row: Ruling) -> Entry | None:
    """Who pegs the penalty: whom the offender plays. None where neither the ruling nor its call says it."""
    if not row.points or row.offender is None:
        return None
    if row.other is not None or row.call is None:
        return row.other
    pair = [row.call.entry, row.call.opponent]
    return next((one for one in pair if one != row.offender), None) if row.offender in pair else None


def _related(row: Ruling, known: Mapping[str, Relatives]) -> tuple[str, ...]:
    """How its judges are related to its players, in words: as it is recorded, and as they said when they came to the call."""
    said = {one.name: one.related for one in row.call.coming.all() if one.related} if row.call else {}
    told = []
    for name in row.judges:
        theirs = known.get(name)
        kinds = [(one.name, kind) for one in _players(row) if theirs and (kind := theirs.of(one))]
        told += [rulings_words.related_to(name, player, kind) for player, kind in kinds]
        if not kinds and name in said:
            told.append(rulings_words.related_to(name, "", said[name]))
    return tuple(told)


def _one(row: Ruling, known: Mapping[str, Relatives]) -> RulingShown:
    parties = [
        PartyShown(one.seat, one.name) if one is not None else None for one in (row.offender, row.other, _pegs(row))
    ]
    return RulingShown(
        number=row.number,
        **{name: getattr(row, name) for name in _AS_KEPT},
        referral="",
        event=row.event.slug if row.event else "",
        event_name=row.event.name if row.event else "",
        where=calls_words.where(row.table, row.seat, row.match, row.game) if row.table or row.match or row.game else "",
        offender=parties[0],
        other=parties[1],
        rules=tuple(rule_named(rule, Edition(row.edition)) for rule in rules_of(row)),
        reason="",
        pegged_by=parties[2],
        judges=tuple(row.judges),
        initials="",
        related=_related(row, known),
        call=row.call_id,
        lapsed=False,
        is_open=False,
    )
